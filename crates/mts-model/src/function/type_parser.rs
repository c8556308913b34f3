//! Parses the text of a Java type, as reports, corpora and signatures write it.
//!
//! `mts-lang` parses the types in source files. A type alone is not a Java file, so tree-sitter cannot parse it.

use super::java_type::EXIT_STATUS;
use super::nesting::MOST_TYPE_LEVELS;
use crate::{JavaType, ReturnConvention};

impl JavaType {
    /// Parses a type, such as `int[]` or `Map<String, List<Integer>>`, or a return convention.
    ///
    /// The function also parses the text of [`JavaType::ExitStatus`]. A wildcard becomes its bound, and a variable
    /// arity parameter (`int...`) an array. `None` if the text is not a type, or if it has more than
    /// [`MOST_TYPE_LEVELS`] opening brackets (`<` or `[`).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == EXIT_STATUS {
            return Some(Self::ExitStatus);
        }
        if let Some(convention) = ReturnConvention::from_name(text) {
            return Some(Self::Convention(convention));
        }
        let mut reader = TypeReader::new(text)?;
        let ty = reader.a_type()?;
        reader.rest.is_empty().then_some(ty)
    }

    /// Parses types with commas between them. An empty text has no types.
    ///
    /// `None` if a part of the text is not a type, or if the text has more than [`MOST_TYPE_LEVELS`] opening brackets.
    #[must_use]
    pub fn parse_list(text: &str) -> Option<Vec<Self>> {
        let mut reader = TypeReader::new(text)?;
        let mut types = Vec::new();
        while !reader.rest.is_empty() {
            if !types.is_empty() {
                reader.take(",").then_some(())?;
            }
            types.push(reader.a_type()?);
        }
        Some(types)
    }
}

struct TypeReader<'t> {
    rest: &'t str,
}

impl<'t> TypeReader<'t> {
    /// Creates a reader. `None` if the text has so many brackets that the type may have too many levels.
    fn new(text: &'t str) -> Option<Self> {
        let is_flat = text.matches(['<', '[']).count() <= MOST_TYPE_LEVELS;
        is_flat.then_some(Self { rest: text.trim() })
    }

    fn a_type(&mut self) -> Option<JavaType> {
        let mut ty = if self.take("?") { self.bound()? } else { self.class_or_primitive()? };
        while self.take("[") {
            self.take("]").then_some(())?;
            ty = ty.array_of();
        }
        Some(if self.take("...") { ty.array_of() } else { ty })
    }

    /// Parses the bound of a wildcard. The type of an unbounded wildcard is unknown.
    fn bound(&mut self) -> Option<JavaType> {
        if self.take("extends ") || self.take("super ") { self.a_type() } else { Some(JavaType::Unknown) }
    }

    fn class_or_primitive(&mut self) -> Option<JavaType> {
        let name = self.name()?;
        let mut args = Vec::new();
        if self.take("<") && !self.take(">") {
            loop {
                args.push(self.a_type()?);
                if self.take(">") {
                    break;
                }
                self.take(",").then_some(())?;
            }
        }
        Some(match name {
            _ if !args.is_empty() => JavaType::Class { name: name.to_owned(), args },
            "null" => JavaType::Null,
            name => JavaType::from_name(name),
        })
    }

    fn name(&mut self) -> Option<&'t str> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let name = self.rest[..end].trim_end_matches('.');
        self.rest = self.rest[name.len()..].trim_start();
        name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')).then_some(name)
    }

    fn take(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_type() -> impl Strategy<Value = JavaType> {
        let names = vec!["int", "Integer", "String", "void", "char", "acme.Money", "List", "?"];
        let leaf = proptest::sample::select(names)
            .prop_map(|name| if name == "?" { JavaType::Unknown } else { JavaType::from_name(name) });
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(JavaType::array_of),
                ("[A-Z][a-z]{2,5}", proptest::collection::vec(inner, 1..3))
                    .prop_map(|(name, args)| JavaType::Class { name, args }),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_type_is_read_back_as_it_is_written(ty in any_type()) {
            prop_assert_eq!(JavaType::parse(&ty.to_string()), Some(ty));
        }

        #[test]
        fn a_list_of_types_is_parsed_in_its_order(types in proptest::collection::vec(any_type(), 0..4)) {
            let texts: Vec<String> = types.iter().map(ToString::to_string).collect();
            prop_assert_eq!(JavaType::parse_list(&texts.join(",")), Some(types));
        }
    }

    #[test]
    fn other_spellings_give_the_same_type() {
        for (text, expected) in [
            ("int ...", "int[]"),
            ("List<? extends Number>", "List<Number>"),
            ("List<? super acme.Item>", "List<acme.Item>"),
            ("Map<String,List<Integer>>", "Map<String, List<Integer>>"),
            ("List<>", "List"),
            ("null", "null"),
        ] {
            assert_eq!(JavaType::parse(text).expect(text).to_string(), expected);
        }
    }

    #[test]
    fn text_that_is_no_type_parses_to_none() {
        let deep = "List<".repeat(300) + "int" + &">".repeat(300);
        for text in ["", "[]", "List<", "Map<String", "a, b", "<>", "int]", "3", "int int", "Map<,>", &deep] {
            assert_eq!(JavaType::parse(text), None, "{text}");
        }
    }
}
