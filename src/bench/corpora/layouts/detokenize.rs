//! Source from the tokens that AVATAR's and TransCoder's sets keep it in: a line of words with blanks between.
//! `NEW_LINE`, `INDENT` and `DEDENT` stand for Python's layout; in texts `▁` stands for a blank, `STRNEWLINE` and
//! `TABSYMBOL` for what they are called after, and all other blanks are none of the text.

/// Letters before a text of Python that belong to it.
const PREFIXES: &[&str] = &["r", "u", "f", "b", "rf", "fr", "br", "rb"];

/// A Java line as Java.
pub(crate) fn java(line: &str) -> String {
    texts_joined(line)
}

/// A Python line as a module.
pub(crate) fn python(line: &str) -> String {
    laid_out(&texts_joined(line))
}

/// The tokens with their texts whole.
fn texts_joined(line: &str) -> String {
    let (mut out, mut chars) = (String::new(), line.chars().peekable());
    while let Some(c) = chars.next() {
        if !matches!(c, '"' | '\'') {
            // Java's shifts are kept apart, as the ends of type arguments are, which may stand together.
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
                    // An escaped character may have become a word of its own.
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

/// Takes the blank out that stands between a text that begins here and its prefix.
fn join_prefix(out: &mut String) {
    let Some(before) = out.strip_suffix(' ') else { return };
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).next().unwrap_or_default();
    if PREFIXES.contains(&word.to_lowercase().as_str()) {
        out.pop();
    }
}

/// Python's lines and indentation from its tokens.
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
            // Two blanks in a text.
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
    fn texts_lose_the_blanks_of_their_tokens_and_keep_their_own() {
        assert_eq!(java("f ( \" a ▁ b \" , ' x ' ) ;"), "f ( \"a b\" , 'x' ) ;");
        assert_eq!(java(r#"p ( " % d \n , \ t \" q \" " ) ;"#), r#"p ( "%d\n,\t\"q\"" ) ;"#);
        assert_eq!(
            java("x = a > > 1 ; y >>= b > > > 2 ; List < List < A > > c ;"),
            "x = a >> 1 ; y >>= b >>> 2 ; List < List < A >> c ;"
        );
        assert_eq!(java("s . split ( \" TABSYMBOL \" ) ;"), "s . split ( \"\t\" ) ;");
    }

    #[test]
    fn layout_comes_back_and_a_prefix_stands_at_its_text() {
        let line = "if x : NEW_LINE INDENT print ( f \" { x } ▁ ! \" ) NEW_LINE DEDENT y = b ' a ' NEW_LINE";
        assert_eq!(python(line), "if x :\n    print ( f\"{x} !\" )\ny = b'a'\n\n");
        assert_eq!(python("return ' a ' NEW_LINE"), "return 'a'\n\n", "a keyword is no prefix");
        assert_eq!(python("p ( \"\"\" a STRNEWLINE b \"\"\" )"), "p ( \"\"\"a\nb\"\"\" )\n");
    }
}
