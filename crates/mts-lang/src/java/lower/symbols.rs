//! Symbols of a file: its classes with fields, methods and supertypes.
//!
//! The lowering uses the symbols to find the types of the file's fields and calls. Types of other
//! files are unknown.

use crate::java::{declarations, types};
use mts_model::{JavaType, Param};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// A field, enum constant or record component.
pub(in crate::java) struct Field {
    pub(in crate::java) ty: JavaType,
    /// True if the field is final.
    pub(in crate::java) is_final: bool,
}

/// The signature of a method.
pub(in crate::java) struct Method {
    pub(in crate::java) name: String,
    pub(in crate::java) params: Vec<Param>,
    pub(in crate::java) returns: JavaType,
    type_params: Vec<String>,
}

/// A class, interface, enum or record of the file.
pub(in crate::java) struct Class {
    pub(in crate::java) name: String,
    /// The enclosing class.
    pub(in crate::java) outer: Option<usize>,
    supertypes: Vec<String>,
    type_params: Vec<String>,
    fields: BTreeMap<String, Field>,
    methods: Vec<Method>,
}

/// The classes of a file.
pub(crate) struct Symbols {
    pub(in crate::java) classes: Vec<Class>,
}

impl Symbols {
    /// Reads the declarations below `root`, without bodies.
    pub(crate) fn from_root(root: Node<'_>, text: &str) -> Self {
        let mut symbols = Self { classes: Vec::new() };
        symbols.collect(root, None, text);
        symbols
    }

    /// Returns the class with these nested names, outermost first.
    pub(in crate::java) fn by_scope(&self, scope: &[String]) -> Option<usize> {
        let mut at = None;
        for name in scope {
            at = Some(self.classes.iter().position(|c| c.outer == at && c.name == *name)?);
        }
        at
    }

    /// Returns the first class with the last part of this name (`Inner`, `Outer.Inner`).
    pub(in crate::java) fn by_name(&self, name: &str) -> Option<usize> {
        let simple = name.rsplit('.').next().unwrap_or(name);
        self.classes.iter().position(|c| c.name == simple)
    }

    /// Returns a field of the class or of its supertypes in the file.
    pub(in crate::java) fn field(&self, class: usize, name: &str) -> Option<&Field> {
        self.lineage(class).into_iter().find_map(|at| self.classes[at].fields.get(name))
    }

    /// Returns the type of a field, and whether the field is final.
    ///
    /// The type has the type arguments of `receiver`.
    pub(in crate::java) fn field_of(&self, class: usize, name: &str, receiver: &JavaType) -> Option<(JavaType, bool)> {
        let field = self.field(class, name)?;
        let ty = match receiver {
            JavaType::Class { args, .. } if args.len() == self.classes[class].type_params.len() => {
                substitute(&field.ty, &self.classes[class].type_params, args, &[])
            }
            _ => field.ty.clone(),
        };
        Some((ty, field.is_final))
    }

    /// Returns a field that is visible by its name without a qualifier.
    ///
    /// The search covers the class, its supertypes, then the enclosing classes.
    pub(in crate::java) fn visible_field(&self, class: usize, name: &str) -> Option<&Field> {
        self.around(class).find_map(|at| self.field(at, name))
    }

    /// Returns the result type of a method of the class or its supertypes.
    ///
    /// Returns `None` if neither the class nor a supertype has such a method. The type is unknown if no overload has
    /// exactly these parameter types and the overloads differ in the result type.
    pub(in crate::java) fn method(
        &self,
        class: usize,
        name: &str,
        receiver: &JavaType,
        args: &[JavaType],
    ) -> Option<JavaType> {
        let lineage = self.lineage(class);
        let named = |at: &usize| self.classes[*at].methods.iter().filter(|m| m.name == name && m.takes(args.len()));
        let found: Vec<(usize, &Method)> = lineage.iter().flat_map(|at| named(at).map(|m| (*at, m))).collect();
        let exact = found.iter().find(|(_, m)| m.params.iter().map(|p| &p.ty).eq(args));
        let (owner, method) = match exact.or(found.first()) {
            Some(found) => *found,
            None => return None,
        };
        let agree = found.iter().all(|(_, other)| other.returns == method.returns);
        if exact.is_none() && !agree {
            return Some(JavaType::Unknown);
        }
        let class = &self.classes[owner];
        let type_args: &[JavaType] = match receiver {
            JavaType::Class { args, .. } if args.len() == class.type_params.len() => args,
            _ => &[],
        };
        Some(substitute(&method.returns, &class.type_params, type_args, &method.type_params))
    }

    /// Returns the same as [`Symbols::method`], for a call without a receiver.
    ///
    /// The search also covers the enclosing classes.
    pub(in crate::java) fn visible_method(&self, class: usize, name: &str, args: &[JavaType]) -> Option<JavaType> {
        self.around(class).find_map(|at| self.method(at, name, &JavaType::Unknown, args))
    }

    /// Returns the class and its enclosing classes, innermost first.
    fn around(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(class), |at| self.classes[*at].outer)
    }

    /// Returns the class and its supertypes in the file, nearest first, without duplicates.
    fn lineage(&self, class: usize) -> Vec<usize> {
        let mut line = vec![class];
        let mut at = 0;
        while let Some(&next) = line.get(at) {
            for name in &self.classes[next].supertypes {
                if let Some(found) = self.by_name(name).filter(|found| !line.contains(found)) {
                    line.push(found);
                }
            }
            at += 1;
        }
        line
    }

    fn collect(&mut self, node: Node<'_>, outer: Option<usize>, text: &str) {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let kind = child.kind();
            if declarations::is_class(kind) {
                let at = self.classes.len();
                self.classes.push(Class::from_node(child, outer, text));
                self.collect(child, Some(at), text);
            } else if matches!(kind, "class_body" | "interface_body" | "enum_body" | "enum_body_declarations" | "ERROR")
            {
                self.collect(child, outer, text);
            } else if let Some(at) = outer {
                self.classes[at].member(child, text);
            }
        }
    }
}

impl Class {
    fn from_node(node: Node<'_>, outer: Option<usize>, text: &str) -> Self {
        let name = node.child_by_field_name("name").map_or("", |n| node_text(n, text)).to_owned();
        let mut supertypes = Vec::new();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if matches!(child.kind(), "superclass" | "super_interfaces" | "extends_interfaces") {
                let mut inner = child.walk();
                for part in child.named_children(&mut inner) {
                    let mut listed = part.walk();
                    let parts = if part.kind() == "type_list" {
                        part.named_children(&mut listed).collect()
                    } else {
                        vec![part]
                    };
                    supertypes.extend(parts.into_iter().filter_map(|n| match types::of_node(n, text) {
                        JavaType::Class { name, .. } => Some(name),
                        _ => None,
                    }));
                }
            }
        }
        let mut class = Self {
            name,
            outer,
            supertypes,
            type_params: type_params(node, text),
            fields: BTreeMap::new(),
            methods: Vec::new(),
        };
        if node.kind() == "record_declaration" {
            for param in declarations::params(node.child_by_field_name("parameters"), text) {
                class.methods.push(Method {
                    name: param.name.clone(),
                    params: Vec::new(),
                    returns: param.ty.clone(),
                    type_params: Vec::new(),
                });
                class.fields.insert(param.name, Field { ty: param.ty, is_final: true });
            }
        }
        class
    }

    fn member(&mut self, node: Node<'_>, text: &str) {
        match node.kind() {
            "field_declaration" | "constant_declaration" => {
                let ty = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, text));
                let is_final = node.kind() == "constant_declaration" || declarations::has_modifier(node, "final");
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let Some(name) = declarator.child_by_field_name("name") else { continue };
                    let dimensions = declarator.child_by_field_name("dimensions");
                    let ty = types::dimensioned(ty.clone(), dimensions, text);
                    self.fields.insert(node_text(name, text).to_owned(), Field { ty, is_final });
                }
            }
            "enum_constant" => {
                if let Some(name) = node.child_by_field_name("name") {
                    let ty = JavaType::Class { name: self.name.clone(), args: Vec::new() };
                    self.fields.insert(node_text(name, text).to_owned(), Field { ty, is_final: true });
                }
            }
            "method_declaration" => {
                let returns = node.child_by_field_name("type").map_or(JavaType::Unknown, |n| types::of_node(n, text));
                self.methods.push(Method {
                    name: node.child_by_field_name("name").map_or("", |n| node_text(n, text)).to_owned(),
                    params: declarations::params(node.child_by_field_name("parameters"), text),
                    returns: types::dimensioned(returns, node.child_by_field_name("dimensions"), text),
                    type_params: type_params(node, text),
                });
            }
            _ => {}
        }
    }
}

impl Method {
    fn takes(&self, arguments: usize) -> bool {
        match self.params.last() {
            Some(last) if last.optional => arguments + 1 >= self.params.len(),
            _ => arguments == self.params.len(),
        }
    }
}

fn node_text<'t>(node: Node<'_>, text: &'t str) -> &'t str {
    text.get(node.byte_range()).unwrap_or("")
}

fn type_params(node: Node<'_>, text: &str) -> Vec<String> {
    let Some(list) = node.child_by_field_name("type_parameters") else { return Vec::new() };
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .filter(|n| n.kind() == "type_parameter")
        .filter_map(|n| {
            let mut inner = n.walk();
            let name = n.named_children(&mut inner).find(|c| c.kind() == "type_identifier")?;
            Some(node_text(name, text).to_owned())
        })
        .collect()
}

/// Replaces the class's type variables in `ty` by the receiver's type arguments.
///
/// A variable without an argument becomes unknown, as does a variable that the call infers (`free`).
fn substitute(ty: &JavaType, names: &[String], type_args: &[JavaType], free: &[String]) -> JavaType {
    match ty {
        JavaType::Class { name, args } if args.is_empty() => {
            if free.contains(name) {
                return JavaType::Unknown;
            }
            match names.iter().position(|n| n == name) {
                Some(at) => type_args.get(at).cloned().unwrap_or_default(),
                None => ty.clone(),
            }
        }
        JavaType::Class { name, args } => JavaType::Class {
            name: name.clone(),
            args: args.iter().map(|arg| substitute(arg, names, type_args, free)).collect(),
        },
        JavaType::Array(element) => match substitute(element, names, type_args, free) {
            JavaType::Unknown => JavaType::Unknown,
            element => element.array_of(),
        },
        other => other.clone(),
    }
}
