//! Parses Java types as corpora write them: `int[][]`, `List<Map<String, Integer>>`.
//!
//! `lang` parses the types in source files. This module parses the text of one type.

use mts_model::JavaType;

/// Parses a Java type from text.
///
/// # Errors
/// Returns a one-line error if the text is not a Java type.
pub fn parse(text: &str) -> Result<JavaType, String> {
    let mut reader = TypeReader { rest: text.trim() };
    let ty = reader.a_type().ok_or_else(|| format!("not a Java type: `{text}`"))?;
    if reader.rest.is_empty() { Ok(ty) } else { Err(format!("not a Java type: `{text}`")) }
}

struct TypeReader<'t> {
    rest: &'t str,
}

impl TypeReader<'_> {
    fn a_type(&mut self) -> Option<JavaType> {
        let name = self.name()?;
        let mut args = Vec::new();
        if self.take("<") && !self.take(">") {
            loop {
                args.push(self.argument()?);
                if self.take(">") {
                    break;
                }
                self.take(",").then_some(())?;
            }
        }
        let mut ty = if args.is_empty() { JavaType::from_name(&name) } else { JavaType::Class { name, args } };
        while self.take("[") {
            self.take("]").then_some(())?;
            ty = ty.array_of();
        }
        // A parameter with `...` receives an array.
        Some(if self.take("...") { ty.array_of() } else { ty })
    }

    /// Parses a type argument. The result for a wildcard is the wildcard's bound.
    fn argument(&mut self) -> Option<JavaType> {
        if !self.take("?") {
            return self.a_type();
        }
        if self.take("extends ") || self.take("super ") { self.a_type() } else { Some(JavaType::Unknown) }
    }

    fn name(&mut self) -> Option<String> {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let name = self.rest[..end].trim_end_matches('.');
        let starts_well = name.chars().next().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'));
        self.rest = self.rest[name.len()..].trim_start();
        starts_well.then(|| name.to_owned())
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

    #[test]
    fn types_read_back_as_they_are_shown() {
        for text in
            ["int", "char[]", "long[][]", "String", "Integer[]", "List<Integer>", "java.util.Map<String, int[]>"]
        {
            assert_eq!(parse(text).expect(text).to_string(), text);
        }
        assert_eq!(parse("int ...").expect("varargs"), JavaType::INT.array_of());
        assert_eq!(parse("List<? extends Number>").expect("wildcard").to_string(), "List<Number>");
        assert_eq!(parse("Map<String,List<Integer>>").expect("nested").to_string(), "Map<String, List<Integer>>");
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in ["", "[]", "List<", "int]", "3", "int int", "Map<,>"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
