//! Owns the programs of a test: Java functions that can be translated and run, programs derived from them, and their
//! translations.

use crate::properties::definition::checked::DerivationKind;
use crate::properties::definition::relation::Relation;
use mts_generate::instrument::java::JavaContext;
use mts_generate::metamorphic::{self, ParsedFunction, Transformation, merge};
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::compilation_unit::PythonContext;
use mts_model::error::Result;
use mts_model::{Function, Input, JavaType, Language, Primitive, Random, TextEdit, Value, span};
use mts_translate::transpiler;
use std::sync::Arc;

/// A Java function that can be translated and run.
#[derive(Clone)]
pub struct TestProgram {
    /// Its name in results.
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
    /// The inputs of both.
    pub inputs: Arc<Vec<Input>>,
    /// How many arguments count after the call; added ones do not.
    pub own_arguments: usize,
    /// The place of the model program in the test. The model behaves the same on its own inputs; `None` where this
    /// program is the model.
    pub like: Option<usize>,
}

/// A translation.
#[derive(Clone)]
pub struct TestPort {
    /// The module.
    pub file: Arc<SourceFile>,
    /// The function in it, with its tree, where both can be read.
    pub function: Option<(Function, Arc<Tree>)>,
    /// Its qualified name, and whether it is a method, for a translator's port; a pair's port is reached by the pair.
    pub entry_point: Option<(String, bool)>,
}

impl TestPort {
    /// The port from a translation. It has no function where Python cannot parse the text.
    ///
    /// # Errors
    /// A bug error when the grammar cannot be loaded.
    pub fn from_translation(translated: transpiler::TranslatedPort) -> Result<Self> {
        let file = SourceFile::parse("port.py", translated.text, Language::Python)?;
        let function = file.functions.iter().find(|function| function.qualified() == translated.qualname);
        let function = function.filter(|_| mts_lang::python::parses(&file.text));
        let function = function.and_then(|function| Some((function.clone(), Arc::new(file.lower(function)?))));
        Ok(Self { function, file: Arc::new(file), entry_point: Some((translated.qualname, translated.on_instance)) })
    }

    /// The port of a pair.
    #[must_use]
    pub fn from_pair(file: &Arc<SourceFile>, function: &Function) -> Self {
        let tree = file.lower(function);
        let function = tree.map(|tree| (function.clone(), Arc::new(tree)));
        Self { file: Arc::clone(file), function, entry_point: None }
    }

    /// The side for inspections.
    #[must_use]
    pub fn side(&self) -> Option<ParsedFunction<'_>> {
        let (function, tree) = self.function.as_ref()?;
        Some(ParsedFunction { file: &self.file, function, tree })
    }
}

impl TestProgram {
    /// The side for inspections and transformations.
    #[must_use]
    pub fn side(&self) -> ParsedFunction<'_> {
        ParsedFunction { file: &self.java, function: &self.function, tree: &self.tree }
    }

    /// Derives a program from these programs and their places in a test; `None` where that is not possible.
    #[must_use]
    pub fn derive(by: DerivationKind, of: &[(usize, &Self)], random: &mut Random) -> Option<Self> {
        match by {
            DerivationKind::Transformation(transformation) => Self::derived(transformation, of, random),
            DerivationKind::Relation(relation) => of.first()?.1.related(relation, random),
        }
    }

    /// The same function on related inputs; an input without a related one stays. `None` where all stay.
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
        // Another id keeps its runs apart from those on its own inputs. Java's side on them is the port's model.
        let id = format!("{} {relation:?} {}", self.id, random.bits());
        changed.then(|| Self { id, inputs: Arc::new(inputs), like: None, ..self.clone() })
    }

    /// Applies a transformation to these programs at these places of a test; `None` where it does not apply.
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
        // A program that is derived from a derived one has the model of that one.
        program.like = transformation.keeps_behaviour().then(|| first.like.unwrap_or(place));
        Some(program)
    }

    fn merged(&self, places: (usize, usize), second: &Self, merged: &merge::MergedMethod) -> Option<Self> {
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

/// A default value for an argument that is not used.
fn default_value(ty: &JavaType) -> Value {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => Value::Bool(false),
        JavaType::Primitive(Primitive::Float | Primitive::Double) => Value::Float(0.0),
        JavaType::Primitive(Primitive::Char) => Value::Str("a".to_owned()),
        JavaType::Primitive(_) => Value::Int(0),
        _ => Value::Null,
    }
}
