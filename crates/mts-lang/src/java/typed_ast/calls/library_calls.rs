//! Lowers calls of the JDK.
//!
//! The module binds a call to a signature. The signature gives the types of lambdas, so the module
//! lowers lambdas last.

use super::{Arg, arity, is_open, result};
use crate::java::typed_ast::library::{Argument, Bound, class_name, functional_method};
use crate::java::typed_ast::tree::{Expr, ExprKind};
use crate::java::typed_ast::{LowerResult, Lowerer, unsupported};
use mts_model::JavaType;
use tree_sitter::Node;

impl Lowerer<'_> {
    pub(in crate::java::typed_ast) fn library_call(
        &mut self,
        node: Node<'_>,
        ty: &JavaType,
        receiver: Option<Expr>,
        name: &str,
        args: Vec<Arg<'_>>,
        wanted: Option<&JavaType>,
    ) -> LowerResult<Expr> {
        let class = class_name(ty);
        if let (Some(function), Some((takes, gives, _))) = (&receiver, self.functional(ty))
            && functional_method(&class) == Some(name)
        {
            return self.applied(node, function.clone(), takes, gives, args);
        }
        let known: Vec<Argument> = args.iter().map(Self::as_known).collect();
        let bound = self
            .library
            .bind(ty, receiver.is_none(), name, &known, wanted, &|from, to, boxing| self.fits(from, to, boxing));
        let Some(Bound { row, params, raw, mut type_args, mut returns, packs }) = bound else {
            let types: Vec<String> = args
                .iter()
                .map(|a| match a {
                    Arg::Value(value) => value.ty.to_string(),
                    Arg::Open(_) => "lambda".to_owned(),
                })
                .collect();
            return Err(unsupported(node, format!("the call {class}.{name}({})", types.join(", "))));
        };
        let mut values = Vec::new();
        let mut is_inferred = false;
        for ((arg, wanted), raw) in args.into_iter().zip(&params).zip(&raw) {
            values.push(match arg {
                Arg::Value(value) => self.convert(value, wanted)?,
                Arg::Open(node) => {
                    let wanted = crate::java::typed_ast::library::substituted(raw, &type_args);
                    let value = self.value_of(node, &wanted)?;
                    if let (Some((_, gives, _)), Some(ty)) = (self.functional(raw), result(&value)) {
                        crate::java::typed_ast::library::unify(&gives, &ty, &mut type_args);
                    } else {
                        crate::java::typed_ast::library::unify(raw, &value.ty, &mut type_args);
                    }
                    is_inferred = true;
                    value
                }
            });
        }
        if is_inferred {
            returns = self.library.returns(row, &type_args);
        }
        if packs {
            let fixed = self.library.row(row).map_or(0, |row| row.params.len()).saturating_sub(1);
            let packed = values.split_off(fixed.min(values.len()));
            let element = packed.first().map_or_else(|| JavaType::from_name("Object"), |first| first.ty.clone());
            values.push(self.expr(node, ExprKind::ArrayLiteral(packed), element.array_of()));
        }
        let values = receiver.into_iter().chain(values).collect();
        if let (JavaType::Array(_), "clone") = (ty, name) {
            returns = ty.clone();
        }
        if let (true, Some(wanted)) = (is_open(&returns), wanted) {
            returns = wanted.clone();
        }
        Ok(self.expr(node, ExprKind::Library { row, args: values }, returns))
    }

    /// Returns the facts about an argument that the search for a JDK method uses.
    fn as_known(arg: &Arg<'_>) -> Argument {
        match arg {
            Arg::Open(node) if node.kind() == "lambda_expression" => Argument::Lambda(arity(*node)),
            Arg::Open(_) => Argument::Lambda(None),
            Arg::Value(value) => Argument::Typed(value.ty.clone()),
        }
    }

    /// Lowers a call of the method of a functional interface.
    fn applied(
        &mut self,
        node: Node<'_>,
        function: Expr,
        takes: Vec<JavaType>,
        gives: JavaType,
        args: Vec<Arg<'_>>,
    ) -> LowerResult<Expr> {
        let mut values = vec![function];
        for (arg, ty) in args.into_iter().zip(takes) {
            values.push(match arg {
                Arg::Value(value) => self.convert(value, &ty)?,
                Arg::Open(node) => self.value_of(node, &ty)?,
            });
        }
        Ok(self.expr(node, ExprKind::Library { row: usize::MAX, args: values }, gives))
    }
}
