//! Tests the search for decisions: it finds an example of each kind, and nothing else.

use super::super::lexer::{Syntax, read};
use super::constants::NamedValue;
use super::decisions::{decisions, searches};

fn found(text: &str, syntax: Syntax) -> Vec<String> {
    let tokens = read(text, syntax);
    let constant = |name: &str| match name {
        "AWAY" => Some(NamedValue { texts: vec![(0, "from afar off")], is_list: false }),
        "WORDS" => Some(NamedValue { texts: vec![(0, "out of range")], is_list: true }),
        "ROWS" => Some(NamedValue { texts: vec![(1, "out of range"), (2, "said to people")], is_list: true }),
        _ => None,
    };
    decisions(&tokens, syntax, constant).into_iter().map(|(_, text)| text).collect()
}

fn rust(text: &str) -> Vec<String> {
    found(text, Syntax::Rust)
}

#[test]
fn a_decision_from_a_message_is_found_and_other_texts_are_accepted() {
    assert_eq!(rust("if note.starts_with(\"cannot be called: \") {}"), ["cannot be called: "]);
    assert_eq!(rust("x.split_once(&\" Java and Python diverge\")"), [" Java and Python diverge"]);
    assert_eq!(rust("note == \"not run\" || \"not made\" != note"), ["not run", "not made"]);
    assert_eq!(rust("match note { \"not run\" | \"not made\" => 1, _ => 2 }"), ["not run", "not made"]);
    assert_eq!(rust("x.contains(AWAY) || note == AWAY || note == Some(AWAY)"), ["from afar off"; 3]);
    assert!(rust("let head = \"not run\"; node.end != head.len()").is_empty());
    assert!(rust("line.strip_prefix(\"import \"); text.split_once(\" => \"); word == \"not\"").is_empty());
    assert!(
        rust("// x == \"not run\"\nwrite(\"not run\"); 'a' == b; let said = \"a \\\" == \\\"not run\";").is_empty()
    );
    assert!(rust("/* x == \"not run\" */ r#\"a == \"not run\"\"#;").is_empty());
    assert!(rust("#[cfg(test)]\nmod tests { fn f() { note == \"not run\"; } }").is_empty());
}

#[test]
fn a_message_that_is_replaced_or_split_is_found() {
    assert_eq!(rust("note.replace(\"the tool\", \"cargo mts\")"), ["the tool"]);
    assert_eq!(rust("note.splitn(2, ':'); note.rsplitn(\"and then\")"), ["and then"]);
    assert!(rust("path.replace('\\\\', \"/\")").is_empty());
}

#[test]
fn a_message_that_format_makes_is_found() {
    assert_eq!(rust("note.contains(&format!(\"the class {name} is\"))"), ["the class {name} is"]);
    assert_eq!(rust("note == format!(\"not {x} made\", x = f(1))"), ["not {x} made"]);
    assert_eq!(rust("format!(\"not {} made\", f(1)).as_str() == note"), ["not {} made"]);
    assert_eq!(rust("let said = format!(\"not {} made\", 1); if note == &said {}"), ["not {} made"]);
    assert!(rust("fn f() { let said = \"not run\"; } fn g(said: &str) { note == said; }").is_empty());
    assert!(rust("path.starts_with(&format!(\"{root}/\")); write(format!(\"not {x} made\"));").is_empty());
}

#[test]
fn a_pattern_with_a_message_is_found() {
    assert_eq!(rust("if matches!(note, \"not run\" | \"not made\") {}"), ["not run", "not made"]);
    assert_eq!(rust("matches!(note, Some(\"not run\"))"), ["not run"]);
    assert_eq!(rust("if let Some(\"not run\") = note {}"), ["not run"]);
    assert_eq!(rust("match note { Some(\"not run\") => 1, _ => 2 }"), ["not run"]);
    assert!(rust("assert!(!matches!(x, Bool(_)), \"an earlier case has it\")").is_empty());
    assert!(rust("if matches!(x, A | B) { return Err(\"not run\".into()); }").is_empty());
    assert!(rust("let said = f(\"not run\"); match x { _ => f(\"not run\") }").is_empty());
}

#[test]
fn a_list_of_messages_that_decides_is_found() {
    assert_eq!(rust("[\"not run\", \"no\"].iter().any(|w| note.contains(w))"), ["not run"]);
    assert_eq!(rust("WORDS.iter().any(|word| note.starts_with(*word))"), ["out of range"]);
    assert_eq!(rust("[\"not run\", \"not made\"].contains(&note)"), ["not run", "not made"]);
    assert_eq!(rust("let all = [\"not run\"]; all.into_iter().find(|one| *one == note)"), ["not run"]);
    assert!(rust("[\"not run\"].iter().map(|w| w.len()).sum(); WORDS.join(\", \")").is_empty());
    assert!(rust("WORDS.iter().any(|word| seen.insert(word))").is_empty());
}

#[test]
fn a_list_of_rows_whose_message_decides_is_found() {
    assert_eq!(rust("ROWS.iter().any(|(class, part, _)| class == x && note.contains(part))"), ["out of range"]);
    assert_eq!(rust("ROWS.iter().find(|row| note.contains(row.1))"), ["out of range"]);
    assert_eq!(rust("ROWS.iter().find(|row| row.2 == note)"), ["said to people"]);
    assert_eq!(
        rust("let is_one = |(class, part, _): &(&str, &str, &str)| note.contains(part); ROWS.iter().any(is_one)"),
        ["out of range"]
    );
    assert_eq!(rust("[(A, \"not run\"), (B, \"no\")].iter().any(|(_, text)| note == text)"), ["not run"]);
    assert!(rust("ROWS.iter().find(|(name, ..)| *name == word).map(|(_, part, _)| part)").is_empty());
    assert!(rust("let is_one = |(name, part, _)| name == word; f(part); ROWS.iter().any(is_one)").is_empty());
}

#[test]
fn a_single_word_that_is_searched_in_a_text_for_people_is_found() {
    assert_eq!(rust("message.contains(\"NoneType\")"), ["NoneType"]);
    assert_eq!(rust("error.message().starts_with(\"argument\")"), ["argument"]);
    assert_eq!(found("\"tuple\" in message", Syntax::Python), ["tuple"]);
    assert!(rust("text.contains(\"import\"); message.contains(\"/\"); message.join(\"and\")").is_empty());
}

#[test]
fn a_test_of_emptiness_of_a_text_for_people_is_found() {
    assert_eq!(rust("if outcome.detail.is_empty() {}"), ["detail is empty"]);
    assert_eq!(rust("found.filter(|detail| !detail.is_empty())"), ["detail is empty"]);
    assert_eq!(rust("error.message() == \"\" || why.len() == 0"), ["message is empty", "why is empty"]);
    assert!(rust("names.is_empty(); why.is_none(); detail.len() > 80; write(why, \"\")").is_empty());
    assert_eq!(found("if (one.why.isEmpty()) {}", Syntax::Java), ["why is empty"]);
    assert_eq!(found("if seed is not None and seed.chance.why:", Syntax::Python), ["why is empty"]);
    assert_eq!(found("x = 1 if not why else 2", Syntax::Python), ["why is empty"]);
    assert!(found("if self.why is not None: pass\nsend(why)", Syntax::Python).is_empty());
}

#[test]
fn a_message_that_decides_in_java_or_python_is_found() {
    let java = |text: &str| found(text, Syntax::Java);
    assert_eq!(java("if (text.startsWith(\"no such class\")) {}"), ["no such class"]);
    assert_eq!(java("\"no such class\".equals(text)"), ["no such class"]);
    assert_eq!(java("switch (text) { case \"no such class\": }"), ["no such class"]);
    assert!(java("/** {@code text.equals(\"no such class\")} */ send(\"no such class\" + x);").is_empty());
    let python = |text: &str| found(text, Syntax::Python);
    assert_eq!(python("if text.startswith('no such class'): pass"), ["no such class"]);
    assert_eq!(python("if str(error) == f\"no such {name} here\":"), ["no such {name} here"]);
    assert_eq!(python("if text.startswith((\"no such class\", \"not run\")):"), ["no such class", "not run"]);
    assert_eq!(python("WORDS = (\"no such class\", \"no\")\nif text.endswith(WORDS):"), ["out of range"]);
    assert_eq!(python("x = \"no such class\" in text"), ["no such class"]);
    assert_eq!(python("x = text in (\"no such class\", \"not run\")"), ["no such class", "not run"]);
    assert_eq!(python("match text:\n    case \"no such class\":"), ["no such class"]);
    assert!(python("\"\"\"x == 'no such class'\"\"\" # x == \"not run\"\nfor x in (\"not run\", y): pass").is_empty());
}

#[test]
fn a_search_for_a_variable_is_found() {
    let found = |text: &str| searches(&read(text, Syntax::Rust), Syntax::Rust).into_iter().map(|(_, field)| field);
    assert!(found("PARTS.iter().any(|part| message.contains(part)); why().starts_with(x);").eq(["message", "why"]));
    assert_eq!(found("message.contains(\"not run\"); text.contains(part); note.contains('x');").count(), 0);
}

#[test]
fn a_decision_from_a_single_word_is_found_next_to_a_text_for_people() {
    assert_eq!(rust("if outcome.note == \"watchdog\" {}"), ["watchdog"]);
    assert_eq!(rust("\"watchdog\" != &one.note()"), ["watchdog"]);
    assert_eq!(rust("match outcome.note.as_str() { \"watchdog\" => 1, _ => 2 }"), ["watchdog"]);
    assert_eq!(rust("why.strip_prefix(\"late\"); message().split_once(\"after\")"), ["late", "after"]);
    assert_eq!(rust("note.as_str() == \"watchdog\" || \"late\" == one.note.as_str()"), ["watchdog", "late"]);
    assert_eq!(rust("matches!(note.as_str(), \"watchdog\" | \"late\")"), ["watchdog", "late"]);
    assert_eq!(rust("if let \"watchdog\" = one.note.as_str() {}"), ["watchdog"]);
    assert_eq!(found("if (one.note.equals(\"watchdog\")) {}", Syntax::Java), ["watchdog"]);
    assert_eq!(found("if (\"watchdog\".equals(one.note)) {}", Syntax::Java), ["watchdog"]);
    assert_eq!(found("switch (one.note) { case \"watchdog\": break; }", Syntax::Java), ["watchdog"]);
    assert_eq!(found("if why == 'watchdog' or 'late' in note:", Syntax::Python), ["watchdog", "late"]);
    assert!(rust("name == \"watchdog\"; match name.as_str() { \"late\" => note, _ => why }").is_empty());
    assert!(rust("note.push(\"late\"); let note = \"watchdog\"; f(note, \"late\");").is_empty());
}
