//! Holds the twenty methods of `tests/fixtures/Twenty.java`, each in its own class, with inputs.

use mts_generate::inputs::{self, GenerationContext, InputGenerator};
use mts_generate::metamorphic::ParsedFunction;
use mts_lang::SourceFile;
use mts_lang::ir::Tree;
use mts_model::{Function, Input, JavaType, Language, Pair, PairReason, PairingRule, Signature};
use mts_translate::transpiler::{Mode, TranslationStyle, translate};
use std::sync::Arc;

const TWENTY: &str = include_str!("../fixtures/Twenty.java");

/// One method in its own class, its port, and the inputs for both.
pub struct Example {
    pub java: SourceFile,
    pub tree: Arc<Tree>,
    pub python: SourceFile,
    pub python_tree: Arc<Tree>,
    pub inputs: Vec<Input>,
}

impl Example {
    /// Returns the Java method.
    pub fn function(&self) -> &Function {
        &self.java.functions[0]
    }

    /// Returns the Java side as input for a transformation.
    pub fn java_side(&self) -> ParsedFunction<'_> {
        ParsedFunction { file: &self.java, function: self.function(), tree: &self.tree }
    }

    /// Returns the Python side as input for a transformation.
    pub fn python_side(&self) -> ParsedFunction<'_> {
        ParsedFunction { file: &self.python, function: &self.python.functions[0], tree: &self.python_tree }
    }

    /// Returns the parameters' types.
    pub fn params(&self) -> Vec<JavaType> {
        self.function().params.iter().map(|param| param.ty.clone()).collect()
    }

    /// Returns the types of the parameters and of the result.
    pub fn signature(&self) -> Signature {
        Signature { params: self.params(), returns: self.function().returns.clone() }
    }
}

/// Returns all twenty examples.
pub fn examples() -> Vec<Example> {
    let whole = SourceFile::parse("Twenty.java", TWENTY.to_owned(), Language::Java).expect("parses");
    assert_eq!(whole.functions.len(), 20);
    whole.functions.iter().map(|function| example(function.span.slice(TWENTY))).collect()
}

fn example(method: &str) -> Example {
    let text = format!("import java.util.*;\n\npublic class Alone {{\n    {method}\n}}\n");
    let java = SourceFile::parse("Alone.java", text, Language::Java).expect("parses");
    let tree = java.lower(&java.functions[0]).expect("a tree");
    let style = TranslationStyle { mode: Mode::Plain, keeps_names: true };
    let port = translate(&java, Some(&java.functions[0]), style).expect("a translation");
    let python = SourceFile::parse("port.py", port.text, Language::Python).expect("parses");
    let place = python.functions.iter().position(|f| f.qualified() == port.qualname).expect("there");
    assert_eq!(place, 0, "{}", python.text);
    let python_tree = python.lower(&python.functions[0]).expect("a tree");
    let pair = Pair {
        java: java.functions[0].clone(),
        python: python.functions[0].clone(),
        arguments: (0..java.functions[0].params.len()).collect(),
        reason: PairReason { rule: PairingRule::Name, detail: String::new(), confidence: 1.0 },
        dispatch_on: None,
    };
    let generator =
        InputGenerator::new(&pair.java, GenerationContext::default(), &tree, &python_tree).expect("a generator");
    let suite = inputs::pool(&pair, Ok(&generator), &[], 6, 1);
    let inputs: Vec<Input> = suite.inputs.into_iter().take(6).collect();
    assert!(!inputs.is_empty(), "{method}");
    Example { java, tree, python, python_tree, inputs }
}
