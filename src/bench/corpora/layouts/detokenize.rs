//! Turns the tokens of AVATAR's and TransCoder's data sets into source.
//!
//! A line has words with spaces between them. `NEW_LINE`, `INDENT` and `DEDENT` are Python's
//! layout. In a string literal, `▁` means a space, `STRNEWLINE` a line end and `TABSYMBOL` a tab.
//! All other spaces in a literal come from the tokenizer.

/// The prefixes of Python string literals.
const PREFIXES: &[&str] = &["r", "u", "f", "b", "rf", "fr", "br", "rb"];

/// Returns the Java source of a line of tokens.
pub(crate) fn java(line: &str) -> String {
    texts_joined(line)
}

/// Returns the Python module of a line of tokens.
pub(crate) fn python(line: &str) -> String {
    laid_out(&texts_joined(line))
}

/// Restores the string literals in a line of tokens.
fn texts_joined(line: &str) -> String {
    let (mut out, mut chars) = (String::new(), line.chars().peekable());
    while let Some(c) = chars.next() {
        if !matches!(c, '"' | '\'') {
            // The tokenizer separates `>` characters. Join them, for shifts and for the ends of
            // type arguments.
            if c == '>' && out.ends_with("> ") {
                out.pop();
            }
            out.push(c);
            continue;
        }
        join_prefix(&mut out);
        let mut text = String::new();
        while let Some(inside) = chars.next() {
            match inside {
                '\\' => {
                    // The tokenizer may put a space between a backslash and the escaped character.
                    while chars.next_if_eq(&' ').is_some() {}
                    text.push('\\');
                    text.extend(chars.next());
                }
                quote if quote == c => break,
                ' ' => {}
                other => text.push(other),
            }
        }
        let text = text.replace("STRNEWLINE", "\n").replace("TABSYMBOL", "\t").replace('▁', " ");
        out.push(c);
        out.push_str(&text);
        out.push(c);
    }
    out
}

/// Removes the space between a string prefix and the literal that begins here.
fn join_prefix(out: &mut String) {
    let Some(before) = out.strip_suffix(' ') else { return };
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).next().unwrap_or_default();
    if PREFIXES.contains(&word.to_lowercase().as_str()) {
        out.pop();
    }
}

/// Restores Python's lines and indentation.
fn laid_out(tokens: &str) -> String {
    let (mut out, mut depth, mut begins) = (String::new(), 0_usize, true);
    let mut rest = tokens;
    while !rest.is_empty() {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after;
        match word {
            "NEW_LINE" => {
                out.push('\n');
                begins = true;
            }
            "INDENT" => depth += 1,
            "DEDENT" => depth = depth.saturating_sub(1),
            // An empty word means two spaces inside a string literal.
            "" if !begins => out.push(' '),
            "" => {}
            _ => {
                out.push_str(&if begins { "    ".repeat(depth) } else { " ".to_owned() });
                out.push_str(word);
                begins = false;
            }
        }
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_literals_lose_token_blanks_and_keep_their_own_blanks() {
        assert_eq!(java("f ( \" a ▁ b \" , ' x ' ) ;"), "f ( \"a b\" , 'x' ) ;");
        assert_eq!(java(r#"p ( " % d \n , \ t \" q \" " ) ;"#), r#"p ( "%d\n,\t\"q\"" ) ;"#);
        assert_eq!(
            java("x = a > > 1 ; y >>= b > > > 2 ; List < List < A > > c ;"),
            "x = a >> 1 ; y >>= b >>> 2 ; List < List < A >> c ;"
        );
        assert_eq!(java("s . split ( \" TABSYMBOL \" ) ;"), "s . split ( \"\t\" ) ;");
    }

    #[test]
    fn python_layout_is_restored_and_a_string_prefix_joins_its_string() {
        let line = "if x : NEW_LINE INDENT print ( f \" { x } ▁ ! \" ) NEW_LINE DEDENT y = b ' a ' NEW_LINE";
        assert_eq!(python(line), "if x :\n    print ( f\"{x} !\" )\ny = b'a'\n\n");
        assert_eq!(python("return ' a ' NEW_LINE"), "return 'a'\n\n", "a keyword is no prefix");
        assert_eq!(python("p ( \"\"\" a STRNEWLINE b \"\"\" )"), "p ( \"\"\"a\nb\"\"\" )\n");
    }
}
