//! Fills the prompt template of a model.
//!
//! The template gets the class, its name, the method and its signature.

use crate::external_translators::request::TranslateRequest;

/// The built-in template.
pub(super) const DEFAULT: &str = include_str!("prompt.txt");

/// Fills a template with the data of a request.
pub(super) fn fill_template(template: &str, question: &TranslateRequest) -> String {
    let places = [
        ("{java}", &question.java),
        ("{class}", &question.class),
        ("{method}", &question.method),
        ("{signature}", &question.signature),
    ];
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match places.iter().find(|(place, _)| rest.starts_with(*place)) {
            Some((place, value)) => {
                out.push_str(value);
                rest = &rest[place.len()..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_text_is_not_expanded_again() {
        let question = TranslateRequest {
            java: "class {class} { }".to_owned(),
            class: "A".to_owned(),
            method: "f".to_owned(),
            signature: "int f()".to_owned(),
        };
        let text = fill_template("{\n{java}; {method} of {class}: {signature} {other}", &question);
        assert_eq!(text, "{\nclass {class} { }; f of A: int f() {other}");
        assert!(fill_template(DEFAULT, &question).contains("```java\nclass {class} { }\n```"));
    }
}
