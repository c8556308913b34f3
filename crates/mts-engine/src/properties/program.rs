//! The programs of a test: Java functions, programs derived from them, and their translations.

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
    /// The name of the program in results.
    pub id: String,
    /// The Java file.
    pub java: Arc<SourceFile>,
    /// The Java function that the translator translates.
    pub function: Function,
    /// The syntax tree of the function.
    pub tree: Arc<Tree>,
    /// The data to compile and call the Java function.
    pub java_context: JavaContext,
    /// The data to import and call the translation, except for the name of the function.
    pub python_context: PythonContext,
    /// The inputs for both sides.
    pub inputs: Arc<Vec<Input>>,
    /// The number of arguments that the comparison uses. Arguments that a transformation added do not count.
    pub own_arguments: usize,
    /// The index of the model program among the programs of the test. `None` if this program is the model.
    ///
    /// The model program has the same behaviour on its own inputs. The tool compares the translation of this program
    /// with the model program.
    pub like: Option<usize>,
}

/// The Python side of a test: a translator's module, or the port of a pair.
#[derive(Clone)]
pub struct TestPort {
    /// The Python module.
    pub file: Arc<SourceFile>,
    /// The function and its syntax tree, if the tool can parse both.
    pub function: Option<(Function, Arc<Tree>)>,
    /// For a translator's port, the qualified name and whether the function is a method. `None` for
    /// the port of a pair.
    pub entry_point: Option<(String, bool)>,
}

impl TestPort {
    /// Creates the port from a translation. `function` is `None` if the text is not valid Python.
    ///
    /// # Errors
    /// Returns an internal error if the grammar cannot be loaded.
    pub fn from_translation(translated: transpiler::TranslatedPort) -> Result<Self> {
        let file = SourceFile::parse("port.py", translated.text, Language::Python)?;
        let function = file.functions.iter().find(|function| function.qualified() == translated.qualname);
        let function = function.filter(|_| mts_lang::python::parses(&file.text));
        let function = function.and_then(|function| Some((function.clone(), file.lower(function)?)));
        Ok(Self { function, file: Arc::new(file), entry_point: Some((translated.qualname, translated.on_instance)) })
    }

    /// Creates the port of a pair.
    #[must_use]
    pub fn from_pair(file: &Arc<SourceFile>, function: &Function) -> Self {
        let function = file.lower(function).map(|tree| (function.clone(), tree));
        Self { file: Arc::clone(file), function, entry_point: None }
    }

    /// Returns the Python side for inspections. `None` if the function cannot be parsed.
    #[must_use]
    pub fn side(&self) -> Option<ParsedFunction<'_>> {
        let (function, tree) = self.function.as_ref()?;
        Some(ParsedFunction { file: &self.file, function, tree })
    }
}

impl TestProgram {
    /// Returns the Java side for inspections and transformations.
    #[must_use]
    pub fn side(&self) -> ParsedFunction<'_> {
        ParsedFunction { file: &self.java, function: &self.function, tree: &self.tree }
    }

    /// Derives a program from other programs of a test. `None` if that is not possible.
    ///
    /// `of` holds each program with its index among the programs of the test.
    #[must_use]
    pub fn derive(by: DerivationKind, of: &[(usize, &Self)], random: &mut Random) -> Option<Self> {
        match by {
            DerivationKind::Transformation(transformation) => Self::derived(transformation, of, random),
            DerivationKind::Relation(relation) => of.first()?.1.related(relation, random),
        }
    }

    /// Returns the same function on related inputs. `None` if no input changes.
    ///
    /// An input without a related input stays. `None` also if the function lacks the parameters of the relation.
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
        // The new id separates these runs from the runs on the original inputs. There is no model, so the tool compares
        // the translation with this program on the new inputs.
        let id = format!("{} {relation:?} {}", self.id, random.bits());
        changed.then(|| Self { id, inputs: Arc::new(inputs), like: None, ..self.clone() })
    }

    /// Applies a transformation to programs. `None` if the transformation does not apply.
    ///
    /// `of` holds each program with its index among the programs of the test.
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
        // A program derived from a derived program has the same model.
        program.like = transformation.keeps_behaviour().then(|| first.like.unwrap_or(place));
        Some(program)
    }

    fn merged(&self, places: (usize, usize), second: &Self, merged: &merge::MergedMethod) -> Option<Self> {
        let mut program = self.with_edits(&merged.edits)?;
        let (lead, other, place) = if merged.leads == 0 { (self, second, places.0) } else { (second, self, places.1) };
        let added: Vec<JavaType> = other.java_context.entry.signature.params.clone();
        program.inputs = Arc::clone(&lead.inputs);
        program.own_arguments = lead.own_arguments;
        program.java_context.isolation = self.java_context.isolation.max(second.java_context.isolation);
        program.set_params(lead.java_context.entry.signature.params.clone());
        program.add_params(&[added.clone(), vec![JavaType::BOOLEAN]].concat(), |input| {
            input.args.extend(added.iter().map(default_value));
            input.args.push(Value::Bool(merged.flag));
        });
        program.id = format!("{} + {}", self.id, second.id);
        program.like = Some(lead.like.unwrap_or(place));
        Some(program)
    }

    /// Returns the program with these edits of its file.
    fn with_edits(&self, edits: &[TextEdit]) -> Option<Self> {
        let place = self.java.functions.iter().position(|function| function.span == self.function.span)?;
        let text = span::apply(&self.java.text, edits)?;
        let java = SourceFile::parse(&self.java.path, text, Language::Java).ok()?;
        let function = java.functions.get(place).filter(|function| function.broken.is_none())?.clone();
        let tree = java.lower(&function)?;
        Some(Self { java: Arc::new(java), function, tree, ..self.clone() })
    }

    /// Adds parameters to the function. `add` adds an argument for each new parameter to an input.
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

/// Returns a default value for an unused argument.
fn default_value(ty: &JavaType) -> Value {
    match ty {
        JavaType::Primitive(Primitive::Boolean) => Value::Bool(false),
        JavaType::Primitive(Primitive::Float | Primitive::Double) => Value::Float(0.0),
        JavaType::Primitive(Primitive::Char) => Value::Str("a".to_owned()),
        JavaType::Primitive(_) => Value::Int(0),
        _ => Value::Null,
    }
}
