//! The classes of a Java file with their parents, methods, fields and text positions.

use mts_lang::syntax::{NodeId, Syntax};
use mts_model::Span;
use std::collections::BTreeMap;

/// A class that the file declares.
pub(super) struct ClassNode {
    /// The name of the class.
    pub name: String,
    /// The name of the parent class.
    pub parent: Option<String>,
    /// The methods and constructors, in source order.
    pub methods: Vec<MethodNode>,
    /// The fields, in source order.
    pub fields: Vec<FieldNode>,
}

/// A method or constructor.
pub(super) struct MethodNode {
    /// The declaration.
    pub id: NodeId,
    /// The name; `<init>` for a constructor.
    pub name: String,
    /// The text range of the name.
    pub name_span: Span,
    /// The types and names of the parameters.
    pub params: Vec<(String, String)>,
    /// The return type as text; empty for a constructor.
    pub returns: String,
    /// The body.
    pub body: NodeId,
    /// True if the method is static.
    pub is_static: bool,
    /// True if the class declares another method with this name.
    pub has_overload: bool,
}

/// A field.
pub(super) struct FieldNode {
    /// The name of the field.
    pub name: String,
    /// The type as text.
    pub ty: String,
    /// The whole declaration, if it declares only this field.
    pub declaration: Option<NodeId>,
    /// The declarator.
    pub declarator: NodeId,
    /// The initialiser.
    pub value: Option<NodeId>,
    /// The text range of the word `static`.
    pub is_static: Option<Span>,
}

/// The classes of a file.
pub(super) struct FileClasses {
    pub tree: Syntax,
    pub classes: Vec<ClassNode>,
}

impl FileClasses {
    /// Parses the classes of a Java text; `None` if the parser rejects the text.
    pub fn parse(text: &str) -> Option<Self> {
        let tree = Syntax::java(text).ok()?;
        let declared = (0..tree.nodes.len()).filter(|id| tree.kind(*id) == "class_declaration");
        let mut classes: Vec<ClassNode> = declared.filter_map(|id| class(&tree, id)).collect();
        // Drop classes with the same simple name, because the port cannot distinguish them.
        let names: Vec<String> = classes.iter().map(|class| class.name.clone()).collect();
        classes.retain(|class| names.iter().filter(|name| **name == class.name).count() == 1);
        Some(Self { tree, classes })
    }

    /// Returns the class with this name.
    pub fn class(&self, name: &str) -> Option<&ClassNode> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// Returns the nearest ancestor that declares the method with this number of parameters.
    ///
    /// Returns `None` if no ancestor in the file declares the method, or if the method is static.
    pub fn overridden(&self, class: &ClassNode, method: &str, params: usize) -> Option<(&ClassNode, &MethodNode)> {
        let mut above = class.parent.as_deref();
        // Limit the number of steps, because a class may extend itself in a broken text.
        for _ in 0..self.classes.len() {
            let parent = self.class(above?)?;
            if let Some(found) = parent.methods.iter().find(|m| m.name == method && m.params.len() == params) {
                return (!found.is_static).then_some((parent, found));
            }
            above = parent.parent.as_deref();
        }
        None
    }
}

impl ClassNode {
    /// Returns the methods that have no overload, because Python distinguishes methods only by
    /// name.
    pub fn plain(&self) -> impl Iterator<Item = &MethodNode> {
        self.methods.iter().filter(|method| !method.has_overload)
    }

    /// Returns the method with this name, if the method has no overload.
    pub fn method(&self, name: &str) -> Option<&MethodNode> {
        self.plain().find(|method| method.name == name)
    }

    /// Returns the field with this name.
    pub fn field(&self, name: &str) -> Option<&FieldNode> {
        self.fields.iter().find(|field| field.name == name)
    }
}

fn class(tree: &Syntax, id: NodeId) -> Option<ClassNode> {
    let text = |id: NodeId| tree.text(id).to_owned();
    let parent = tree.field(id, "superclass").and_then(|above| tree.parts(above).next());
    let body = tree.field(id, "body")?;
    let (mut methods, mut fields) = (Vec::new(), Vec::new());
    for member in tree.parts(body) {
        match tree.kind(member) {
            "method_declaration" | "constructor_declaration" => methods.extend(method(tree, member)),
            "field_declaration" => fields.extend(self::fields(tree, member)),
            _ => {}
        }
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    methods.iter().for_each(|method: &MethodNode| *counts.entry(method.name.clone()).or_default() += 1);
    for method in &mut methods {
        method.has_overload = counts[&method.name] > 1;
    }
    let name = text(tree.field(id, "name")?);
    let parent = parent.map(|parent| text(parent).split('<').next().unwrap_or_default().to_owned());
    Some(ClassNode { name, parent, methods, fields })
}

fn method(tree: &Syntax, id: NodeId) -> Option<MethodNode> {
    let name = tree.field(id, "name")?;
    let is_constructor = tree.kind(id) == "constructor_declaration";
    let declared = tree.field(id, "parameters")?;
    let text = |id: Option<NodeId>| id.map_or("", |id| tree.text(id)).to_owned();
    let params = tree.parts(declared).filter(|param| tree.kind(*param) == "formal_parameter");
    Some(MethodNode {
        id,
        name: if is_constructor { "<init>".to_owned() } else { tree.text(name).to_owned() },
        name_span: tree.node(name).span,
        params: params.map(|param| (text(tree.field(param, "type")), text(tree.field(param, "name")))).collect(),
        returns: text(tree.field(id, "type")),
        body: tree.field(id, "body")?,
        is_static: word(tree, id, "static").is_some(),
        has_overload: false,
    })
}

fn fields(tree: &Syntax, id: NodeId) -> Vec<FieldNode> {
    let ty = tree.field(id, "type").map_or("", |ty| tree.text(ty)).to_owned();
    let declarators: Vec<NodeId> = tree.parts(id).filter(|part| tree.kind(*part) == "variable_declarator").collect();
    let only_declarator = (declarators.len() == 1).then_some(id);
    let one = |declarator: NodeId| {
        Some(FieldNode {
            name: tree.text(tree.field(declarator, "name")?).to_owned(),
            ty: ty.clone(),
            declaration: only_declarator,
            declarator,
            value: tree.field(declarator, "value"),
            is_static: word(tree, id, "static"),
        })
    };
    declarators.into_iter().filter_map(one).collect()
}

/// Returns the text range of a modifier of a declaration.
fn word(tree: &Syntax, id: NodeId, word: &str) -> Option<Span> {
    let modifiers = tree.parts(id).find(|part| tree.kind(*part) == "modifiers")?;
    let found = tree.node(modifiers).children.iter().find(|child| tree.text(**child) == word)?;
    Some(tree.node(*found).span)
}

/// Returns the default value of a field of this type, as Python code.
pub(super) fn unset(ty: &str) -> &'static str {
    match ty {
        "int" | "long" | "short" | "byte" => "0",
        "double" | "float" => "0.0",
        "boolean" => "False",
        "char" => "\"\\0\"",
        _ => "None",
    }
}
