//! The words of the manual about a type of the JDK. Most words follow from the columns of the type's row in the
//! catalogue.

use crate::jdk::row::{JdkType, Part, PythonClass, PythonText, Samples, StreamKind, Substitute, TextForm, TypeShape};
use serde_json::{Map, Value as Json, json};

impl JdkType {
    /// Returns the Markdown text that describes the port's value for an argument of this type.
    ///
    /// `None` if the tool generates no values of the type, or if the catalogue has no words for the value.
    #[must_use]
    pub fn port_value(&self) -> Option<String> {
        if let Some(words) = self.port_words {
            return Some(words.to_owned());
        }
        match (self.substitute, self.stream) {
            (Some(substitute), _) => substitute.port_value(),
            (None, Some(StreamKind::Bytes | StreamKind::ByteSink)) => Some("`io.BytesIO`".to_owned()),
            (None, Some(StreamKind::Text | StreamKind::TextSink)) => Some("`io.StringIO`".to_owned()),
            (None, None) if self.is_input => self.plain_value().map(str::to_owned),
            (None, None) => None,
        }
    }

    /// Returns the Markdown text for the port's value of a type without a substitute.
    fn plain_value(&self) -> Option<&'static str> {
        Some(match (self.shape, self.python) {
            (TypeShape::Sequence, PythonClass::Iterator) => "an iterator over a `list`",
            (TypeShape::Sequence, _) => "`list`",
            (TypeShape::Set, _) => "`set`",
            (TypeShape::Map, _) => "`dict`",
            (TypeShape::Text, PythonClass::Builder) => "`io.StringIO` or `str`",
            (TypeShape::Text, _) => "`str`",
            (TypeShape::BigInteger | TypeShape::Variable, _) => "`int`",
            (TypeShape::Optional, _) => "the value, or `None`",
            (TypeShape::Number, _) => "`int` or `float`",
            (TypeShape::Any, PythonClass::Object) => "`str`, `int`, or an object of the class of the method",
            (TypeShape::Any | TypeShape::Decimal | TypeShape::Other, _) => return None,
        })
    }

    /// Returns the Markdown text that says when two values of this type are equal.
    ///
    /// `None` if a general rule of the manual applies.
    #[must_use]
    pub fn equality(&self) -> Option<String> {
        match (self.equality_words, self.text_form()) {
            (Some(words), _) => Some(words.to_owned()),
            (None, Some(TextForm { print: Some(_), python: Some(class), .. })) => {
                Some(format!("the port has a {} with the same text", class.markdown()))
            }
            (None, Some(_)) => Some("the texts are equal".to_owned()),
            (None, None) => None,
        }
    }

    /// Returns a value of this type, as a suite file writes the value.
    ///
    /// `None` if the type has no substitute that is a text, an object or a map.
    #[must_use]
    pub fn suite_value(&self) -> Option<Json> {
        Some(match self.substitute? {
            Substitute::Text(form) => json!(form.samples.first()?),
            Substitute::Parts(parts) => {
                let fields: Map<String, Json> =
                    parts.iter().map(|part| (part.name.to_owned(), part.sample())).collect();
                json!({ "$object": self.qualified(), "fields": fields })
            }
            Substitute::Properties => json!({ "$map": [["a", "b"]] }),
            Substitute::ThreadFactory | Substitute::Comparator => return None,
        })
    }
}

impl Substitute {
    fn port_value(self) -> Option<String> {
        Some(match self {
            Self::Text(TextForm { python: None, .. }) => "`str`".to_owned(),
            Self::Text(TextForm { python: Some(class), print: None, .. }) => format!("{} or `str`", class.markdown()),
            Self::Text(TextForm { python: Some(class), print: Some(_), .. }) => class.markdown(),
            Self::Properties => "`dict`".to_owned(),
            Self::ThreadFactory | Self::Comparator => "a function".to_owned(),
            Self::Parts(_) => return None,
        })
    }
}

impl PythonText {
    fn markdown(&self) -> String {
        format!("`{}.{}`", self.module, self.class)
    }
}

impl Part {
    /// Returns the first generated value of the part, in the form of a suite file.
    fn sample(&self) -> Json {
        match self.samples {
            Samples::Numbers(all) => json!(all.first()),
            Samples::Texts(all) => json!(all.first()),
            Samples::Bytes => json!({ "$bytes": "00ff" }),
            Samples::Boolean => json!(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::jdk::{Substitute, TYPES};

    #[test]
    fn a_row_with_parts_has_words_for_the_manual() {
        for row in TYPES.iter().filter(|row| matches!(row.substitute, Some(Substitute::Parts(_)))) {
            assert!(row.port_words.is_some(), "{}: add `port_gets`", row.name);
        }
    }
}
