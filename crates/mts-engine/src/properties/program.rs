//! Owns the programs of a test: Java functions that can be translated and run, programs derived from them, and their
//! translations.

use crate::properties::definition::checked::DerivationKind;
use crate::properties::definition::relation::Relation;
use mts_generate::instrument::{java::JavaContext, python::PythonContext};
use mts_generate::metamorphic::{self, Side, Transformation, merge};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::error::Result;
use mts_model::{Function, Input, JavaType, Language, Primitive, Random, TextEdit, Value, span};
use mts_translate::transpiler;
use std::sync::Arc;

/// A Java function that can be translated and run.
#[derive(Clone)]
pub struct TestProgram {
    /// What it is called in results.
    pub id: String,
    /// Its file.
    pub java: Arc<SourceFile>,
    /// The function.
    pub function: Function,
    /// Its tree.
    pub tree: Arc<Tree>,
    /// How it is compiled and reached.
    pub java_context: JavaContext,
    /// How its translation is reached; the name is the translation's own.
    pub python_context: PythonContext,
    /// What both are called with.
    pub inputs: Arc<Vec<Input>>,
    /// How many of the arguments count after the call: what was added to be able to call it does not.
    pub own_arguments: usize,
    /// The program, by its place in the test, that does the same on its own inputs; itself where it is
    /// `None`.
    pub like: Option<usize>,
}

/// A translation.
#[derive(Clone)]
pub struct TestPort {
    /// The module.
    pub file: Arc<SourceFile>,
    /// The function in it, with its tree, where both can be read.
    pub function: Option<(Function, Arc<Tree>)>,
    /// How it is reached, where it is a translator's; a port of the project is reached as its pair says.
    pub made: Option<(String, bool)>,
}

impl TestPort {
    /// What a translator made. Of a text that Python does not parse nothing can be read.
    ///
    /// # Errors
    /// A bug error when the grammar cannot be loaded.
    pub fn from_translation(made: transpiler::Port) -> Result<Self> {
        let file = SourceFile::parse("port.py", made.text, Language::Python)?;
        let function = file.functions.iter().find(|function| function.qualified() == made.qualname);
        let function = function.filter(|_| mts_lang::python::parses(&file.text));
        let function = function.and_then(|function| Some((function.clone(), Arc::new(file.lower(function)?))));
        Ok(Self { function, file: Arc::new(file), made: Some((made.qualname, made.on_instance)) })
    }

    /// The port of a pair.
    #[must_use]
    pub fn from_pair(file: &Arc<SourceFile>, function: &Function) -> Self {
        let tree = file.lower(function);
        let function = tree.map(|tree| (function.clone(), Arc::new(tree)));
        Self { file: Arc::clone(file), function, made: None }
    }

    /// What inspections read.
    #[must_use]
    pub fn side(&self) -> Option<Side<'_>> {
        let (function, tree) = self.function.as_ref()?;
        Some(Side { file: &self.file, function, tree })
    }
}

impl TestProgram {
    /// What inspections and transformations read.
    #[must_use]
    pub fn side(&self) -> Side<'_> {
        Side { file: &self.java, function: &self.function, tree: &self.tree }
    }

    /// The program that is made so of these, which stand at these places of a test. `None` where there is nothing to
    /// make.
    #[must_use]
    pub fn derive(by: DerivationKind, of: &[(usize, &Self)], random: &mut Random) -> Option<Self> {
        match by {
            DerivationKind::Transformation(transformation) => Self::derived(transformation, of, random),
            DerivationKind::Relation(relation) => of.first()?.1.related(relation, random),
        }
    }

    /// The same function on related inputs; one of which nothing comes stays as it is. `None` where that are all.
    fn related(&self, relation: Relation, random: &mut Random) -> Option<Self> {
        let params = &self.java_context.entry.signature.params;
        if !relation.has_place(params) {
            return None;
        }
        let mut inputs = self.inputs.as_ref().clone();
        let mut changed = false;
        for input in &mut inputs {
            if let Some(args) = relation.related(&input.args, params, random) {
                (input.args, changed) = (args, true);
            }
        }
        // Another name: what it does is kept apart from what it does on its own inputs. Java's own side on them is
        // what its port is to be like.
        let id = format!("{} {relation:?} {}", self.id, random.bits());
        changed.then(|| Self { id, inputs: Arc::new(inputs), like: None, ..self.clone() })
    }

    /// The program that a transformation makes of these, which stand at these places of a test. `None`
    /// where there is nothing to transform.
    #[must_use]
    pub fn derived(transformation: Transformation, of: &[(usize, &Self)], random: &mut Random) -> Option<Self> {
        let (place, first) = *of.first()?;
        if transformation == Transformation::Merge {
            let (other_place, second) = *of.get(1)?;
            let layout = u8::try_from(random.below(usize::from(merge::LAYOUTS))).unwrap_or(0);
            let merged = metamorphic::merge(first.side(), second.side(), layout, random)?;
            return first.merged((place, other_place), second, &merged);
        }
        let change = metamorphic::draw(transformation, first.side(), random)?;
        let edits = metamorphic::edits(&change, first.side())?;
        let mut program = first.with_edits(&edits)?;
        if transformation == Transformation::AddParam {
            program.add_params(&[JavaType::INT], |input| input.args.push(Value::Int(0)));
        }
        // What is like a program that is made itself is like the one it was made of.
        program.like = transformation.keeps_behaviour().then(|| first.like.unwrap_or(place));
        Some(program)
    }

    fn merged(&self, places: (usize, usize), second: &Self, merged: &merge::Merged) -> Option<Self> {
        let mut program = self.with_edits(&merged.edits)?;
        let (lead, other, place) = if merged.leads == 0 { (self, second, places.0) } else { (second, self, places.1) };
        let added: Vec<JavaType> = other.java_context.entry.signature.params.clone();
        program.inputs = Arc::clone(&lead.inputs);
        program.own_arguments = lead.own_arguments;
        program.java_context.isolate = self.java_context.isolate || second.java_context.isolate;
        program.set_params(lead.java_context.entry.signature.params.clone());
        program.add_params(&[added.clone(), vec![JavaType::BOOLEAN]].concat(), |input| {
            input.args.extend(added.iter().map(default_value));
            input.args.push(Value::Bool(merged.flag));
        });
        program.id = format!("{} + {}", self.id, second.id);
        program.like = Some(lead.like.unwrap_or(place));
        Some(program)
    }

    /// The program with these edits of its file.
    fn with_edits(&self, edits: &[TextEdit]) -> Option<Self> {
        let place = self.java.functions.iter().position(|function| function.span == self.function.span)?;
        let text = span::apply(&self.java.text, edits)?;
        let java = SourceFile::parse(&self.java.path, text, Language::Java).ok()?;
        let function = java.functions.get(place).filter(|function| function.broken.is_none())?.clone();
        let tree = Arc::new(java.lower(&function)?);
        Some(Self { java: Arc::new(java), function, tree, ..self.clone() })
    }

    /// More parameters, with an argument for each at every input.
    fn add_params(&mut self, types: &[JavaType], add: impl Fn(&mut Input)) {
        let mut params = self.java_context.entry.signature.params.clone();
        params.extend_from_slice(types);
        self.set_params(params);
        let mut inputs = self.inputs.as_ref().clone();
        inputs.iter_mut().for_each(add);
        self.inputs = Arc::new(inputs);
    }

    fn set_params(&mut self, params: Vec<JavaType>) {
        self.python_context.entry.arguments = (0..params.len()).collect();
        self.python_context.signature.params.clone_from(&params);
        self.java_context.entry.signature.params = params;
    }
}

/// A value of a type for an argument that nobody looks at.
fn default_value(ty: &JavaType) -> Value {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => Value::Bool(false),
        JavaType::Primitive(Primitive::Float | Primitive::Double) => Value::Float(0.0),
        JavaType::Primitive(Primitive::Char) => Value::Str("a".to_owned()),
        JavaType::Primitive(_) => Value::Int(0),
        _ => Value::Null,
    }
}
