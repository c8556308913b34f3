//! Adds the implicit members of a record.
//!
//! These members are fields, accessors, the canonical constructor and `toString`.

use super::Header;
use crate::SourceFile;
use crate::ir::Literal;
use crate::java::declarations;
use crate::java::typed_ast::line;
use crate::java::typed_ast::tree::{ClassKind, Expr, ExprKind, Field, Method, Stmt, StmtKind, Variable};
use mts_model::{JavaType, Span};
use tree_sitter::Node;

/// Adds the fields of the record's components.
pub(in crate::java::typed_ast) fn components(file: &SourceFile, node: Node<'_>, header: &mut Header, _class: usize) {
    for param in declarations::params(node.child_by_field_name("parameters"), &file.text) {
        header.fields.push(Field { ty: param.ty, ..Field::new(&param.name, node.start_byte()) });
        header.component();
    }
}

/// Adds the implicit methods that the record does not declare.
pub(in crate::java::typed_ast) fn complete(node: Node<'_>, header: &mut Header, class: usize) {
    let fields: Vec<Variable> = header
        .fields
        .iter()
        .filter(|f| !f.is_static)
        .map(|f| Variable { name: f.name.clone(), ty: f.ty.clone() })
        .collect();
    let this = JavaType::from_name(&header.name);
    let place = Span::new(node.start_byte(), node.start_byte());
    let expr = |kind, ty: &JavaType| Expr { kind, ty: ty.clone(), span: place, line: line(node) };
    let stmt = |kind| Stmt { kind, line: line(node), comments: Vec::new() };
    let field = |of: &Variable| {
        let base = Box::new(expr(ExprKind::This, &this));
        expr(ExprKind::Field { base, class, name: of.name.clone() }, &of.ty)
    };
    for of in &fields {
        if !header.methods.iter().any(|m| m.name == of.name && m.params == 0) {
            let body = Ok(vec![stmt(StmtKind::Return(Some(field(of))))]);
            header.add_generated(Method { returns: of.ty.clone(), body, ..Method::new(&of.name, node) });
        }
    }
    let types: Vec<&JavaType> = fields.iter().map(|f| &f.ty).collect();
    let is_canonical =
        |m: &Method| m.is_constructor && m.variables.iter().take(m.params).map(|v| &v.ty).collect::<Vec<_>>() == types;
    if !header.methods.iter().any(is_canonical) {
        let set = |(at, of): (usize, &Variable)| {
            let value = Box::new(expr(ExprKind::Local(at), &of.ty));
            stmt(StmtKind::Expr(expr(ExprKind::Assign(Box::new(field(of)), value), &of.ty)))
        };
        let body = Ok(fields.iter().enumerate().map(set).collect());
        let (params, variables) = (fields.len(), fields.clone());
        let name = header.name.clone();
        header.add_generated(Method { is_constructor: true, params, variables, body, ..Method::new(&name, node) });
    }
    if !header.methods.iter().any(|m| m.name == "toString" && m.params == 0) {
        let text = |text: String| expr(ExprKind::Literal(Literal::Str(text)), &JavaType::String);
        let mut parts = vec![text(format!("{}[", header.name))];
        for (at, of) in fields.iter().enumerate() {
            parts.push(text(format!("{}{}=", if at == 0 { "" } else { ", " }, of.name)));
            parts.push(field(of));
        }
        parts.push(text("]".to_owned()));
        let value = expr(ExprKind::Concat(parts), &JavaType::String);
        let body = Ok(vec![stmt(StmtKind::Return(Some(value)))]);
        header.add_generated(Method { returns: JavaType::String, body, ..Method::new("toString", node) });
    }
    debug_assert_eq!(header.kind, ClassKind::Record, "only records have components");
}

/// Returns the assignments that follow the body of a compact constructor.
pub(in crate::java::typed_ast) fn assignments(
    class: usize,
    fields: &[Field],
    name: &str,
    place: Span,
    line: u32,
) -> Vec<Stmt> {
    let this = JavaType::from_name(name);
    let expr = |kind, ty: &JavaType| Expr { kind, ty: ty.clone(), span: place, line };
    let fields = fields.iter().filter(|f| !f.is_static).enumerate();
    fields
        .map(|(at, of)| {
            let base = Box::new(expr(ExprKind::This, &this));
            let target = Box::new(expr(ExprKind::Field { base, class, name: of.name.clone() }, &of.ty));
            let value = Box::new(expr(ExprKind::Local(at), &of.ty));
            let kind = StmtKind::Expr(expr(ExprKind::Assign(target, value), &of.ty));
            Stmt { kind, line, comments: Vec::new() }
        })
        .collect()
}
