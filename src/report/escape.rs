//! Escapes text from the repository for Markdown, HTML, XML and other formats.
//!
//! The escape functions of all formats stand here. A renderer escapes every name, value and message that it
//! writes.

/// Escapes a text as Markdown on one line, for prose or for a table cell.
///
/// The result contains no markup, mention, issue link, HTML tag or comment.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let text = visible(text);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '!' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            // A zero-width character stops GitHub from making links of `@name`, `#1`, `https://`
            // and `:name:`.
            '@' | '#' => {
                out.push(c);
                out.push('\u{200b}');
            }
            ':' if rest.peek().is_some_and(|next| *next != ' ') => out.push_str(":\u{200b}"),
            _ => out.push(c),
        }
    }
    let out = out.replace("www.", "www\u{200b}.");
    // At the start of a line, these characters begin a list or a heading.
    if out.starts_with(['-', '+', '=']) { format!("\\{out}") } else { out }
}

/// Writes a text as a Markdown code span.
///
/// The fence has one backtick more than the longest run of backticks in the text.
#[must_use]
pub fn code(text: &str) -> String {
    let text = visible(text);
    if text.is_empty() {
        return "` `".to_owned();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Writes a text as a code span for a table cell.
///
/// In a table cell, a `|` character ends the cell even between backticks.
#[must_use]
pub fn cell_code(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Escapes a sentence for Markdown: a text between backticks becomes a code span.
#[must_use]
pub fn sentence(text: &str) -> String {
    spans(text, markdown, code)
}

/// Escapes a sentence for a Markdown table cell, as [`sentence`] does.
#[must_use]
pub fn cell_sentence(text: &str) -> String {
    spans(text, markdown, cell_code)
}

/// Writes each text between backticks with `name`, and all other text with `prose`.
///
/// If a backtick has no partner, `prose` writes the whole text.
fn spans(text: &str, prose: impl Fn(&str) -> String, name: impl Fn(&str) -> String) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return prose(text);
    }
    let mut out = String::new();
    for (i, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        out += &if i.is_multiple_of(2) { prose(part) } else { name(part) };
    }
    out
}

/// Returns the fence of a code block that can hold this text.
#[must_use]
pub fn fence(text: &str) -> String {
    "`".repeat((longest_run(text) + 1).max(3))
}

/// Escapes a line inside a fenced block.
#[must_use]
pub fn block_line(text: &str) -> String {
    visible(text)
}

/// Escapes a text inside an HTML element of a Markdown file, such as `<code>`.
///
/// GitHub may read such a text as Markdown, so this function escapes Markdown marks too. An HTML
/// library would keep these marks and invisible characters.
#[must_use]
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == ' ' || !c.is_ascii() => out.push(c),
            '.' | ',' | '-' | '/' | '=' | ';' | '%' | '?' | '\'' => out.push(c),
            '@' | '#' => out.push_str(&format!("&#{};\u{200b}", u32::from(c))),
            other => out.push_str(&format!("&#{};", u32::from(other))),
        }
    }
    out
}

/// Writes a sentence as HTML in Markdown: a text between backticks becomes a `<code>` element.
#[must_use]
pub fn html_sentence(text: &str) -> String {
    spans(text, html, html_code)
}

/// Writes a name as a `<code>` element.
#[must_use]
pub fn html_code(text: &str) -> String {
    format!("<code>{}</code>", html(text))
}

/// Escapes a path for a URL.
#[must_use]
pub fn url_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

/// Escapes the text of an SVG element.
#[must_use]
pub fn svg(text: &str) -> String {
    xml(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Replaces the characters that XML forbids by visible escapes, and keeps tabs and line ends.
///
/// The crate `junit-report` escapes only markup: it would write the forbidden characters.
#[must_use]
pub fn xml(text: &str) -> String {
    let shown = |c: char| if is_hidden(c) && !matches!(c, '\t' | '\n' | '\r') { written_out(c) } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// Escapes a text for a CDATA section, so that it cannot end the section.
///
/// The function also does the work of [`xml`]. The crate `junit-report` does not split `]]>`.
#[must_use]
pub fn cdata(text: &str) -> String {
    xml(text).replace("]]>", "]]]]><![CDATA[>")
}

/// Quotes a word for a POSIX shell, on one line.
#[must_use]
pub fn shell(word: &str) -> String {
    let word = visible(word);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._/:=".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Escapes a text for a terminal: the result contains no control sequence.
#[must_use]
pub fn terminal(text: &str) -> String {
    visible(text)
}

/// Puts a text on one line, for a format with its own escapes.
#[must_use]
pub fn line(text: &str) -> String {
    visible(text)
}

/// Escapes a text for one line of a SARIF message without links.
#[must_use]
pub fn sarif(text: &str) -> String {
    visible(text).replace("](", "] (")
}

/// Escapes a text for one line of an HTML page.
///
/// The result is valid as content and in a quoted attribute.
#[must_use]
pub fn page(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// Writes a sentence for an HTML page: a text between backticks becomes a `<code>` element.
#[must_use]
pub fn page_sentence(text: &str) -> String {
    spans(text, page, |name| format!("<code>{}</code>", page(name)))
}

/// Escapes the message of a GitHub workflow command and keeps its line ends.
#[must_use]
pub fn workflow_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a GitHub workflow command.
#[must_use]
pub fn workflow_property(text: &str) -> String {
    workflow_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Removes workflow commands from a text for the log of a GitHub workflow.
///
/// GitHub's runner skips white space before `::name::` at the start of a line, and finds `##[name]`
/// anywhere in a line. Escaped JSON keeps its meaning.
#[must_use]
pub fn workflow_log(text: &str, is_json: bool) -> String {
    if is_json {
        // In JSON, the characters `##[` occur only inside strings.
        return text.replace("##[", "##\\u005b");
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let start = line.len() - line.trim_start().len();
        match line[start..].strip_prefix("::") {
            Some(rest) => out.extend([&line[..start], ":\u{200b}:", rest]),
            None => out.push_str(line),
        }
    }
    out.replace("##[", "##\u{200b}[")
}

/// Reports whether a line needs no escape in a code block. Tabs need no escape.
#[must_use]
pub fn is_plain_line(text: &str) -> bool {
    text.chars().all(|c| c == '\t' || !is_hidden(c))
}

/// Replaces line ends and tabs by spaces, and each [hidden](is_hidden) character by an escape.
fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\r' | '\t' => " ".to_owned(),
        c if is_hidden(c) => written_out(c),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Reports whether a character is invisible, or changes the characters beside it.
///
/// These characters are control, format and tag characters and noncharacters.
fn is_hidden(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    );
    // The last two characters of each Unicode plane, and one block of the first plane.
    let is_noncharacter = matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe;
    c.is_control() || is_format || is_noncharacter
}

/// Returns the escape of a character, such as `\u{202e}`.
fn written_out(c: char) -> String {
    format!("\\u{{{:x}}}", u32::from(c))
}

/// Returns the length of the longest run of backticks in a text.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn mentions_and_issue_links_are_broken() {
        assert_eq!(markdown("@acme #12"), "@\u{200b}acme #\u{200b}12");
        assert!(!markdown("https://evil.example www.evil.example").contains("://"));
        assert!(!markdown("- www.evil.example").contains("www."));
    }

    #[test]
    fn html_comments_and_tags_are_escaped() {
        assert_eq!(markdown("<!-- x --></details>"), "&lt;\\!-- x --&gt;&lt;/details&gt;");
    }

    #[test]
    fn a_code_span_has_more_backticks_than_its_content() {
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("a|b"), "`a|b`");
        assert_eq!(cell_code("a|b"), "`a\\|b`");
    }

    #[test]
    fn backticks_around_a_name_are_kept_and_single_backticks_are_escaped() {
        assert_eq!(sentence("MTS of `money.split` rose"), "MTS of `money.split` rose");
        assert_eq!(sentence("an odd ` backtick"), "an odd \\` backtick");
    }

    #[test]
    fn characters_that_reorder_text_are_escaped() {
        assert_eq!(code("a\u{202e}b\u{7}"), "`a\\u{202e}b\\u{7}`");
        assert_eq!(xml("a\u{0}b\n"), "a\\u{0}b\n");
    }

    #[test]
    fn every_format_for_people_escapes_invisible_characters() {
        let noncharacters = ('\u{fdd0}'..='\u{fdef}').chain(['\u{fffe}', '\u{ffff}', '\u{1fffe}', '\u{10ffff}']);
        let formats = ['\u{61c}', '\u{200e}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{fffa}', '\u{e0041}'];
        for c in noncharacters.chain(formats) {
            let (text, escaped) = (format!("a{c}b"), written_out(c));
            for shown in
                [terminal(&text), line(&text), code(&text), page(&text), xml(&text), sarif(&text), shell(&text)]
            {
                assert!(!shown.contains(c) && shown.contains(&escaped), "{shown:?}");
            }
            assert!(!markdown(&text).contains(c) && !html(&text).contains(c));
        }
    }

    #[test]
    fn text_cannot_end_a_cdata_section() {
        assert_eq!(cdata("a]]>b"), "a]]]]><![CDATA[>b");
    }

    #[test]
    fn no_line_of_a_log_is_a_workflow_command() {
        let text = "ok\n  ::error file=x::y\n::stop-commands::z\ra ::b ##[group]c\n";
        let log = workflow_log(text, false);
        assert_eq!(log.replace('\u{200b}', ""), text, "a reader sees the same");
        assert!(log.lines().flat_map(|l| l.split('\r')).all(|l| !l.trim_start().starts_with("::")), "{log}");
        assert!(!log.contains("##["));
        let json = r###"{"a": "##[error]b"}"###;
        let parsed: serde_json::Value = serde_json::from_str(&workflow_log(json, true)).expect("JSON");
        assert_eq!(parsed["a"], "##[error]b");
        assert!(!workflow_log(json, true).contains("##["));
    }

    #[test]
    fn a_workflow_commands_parts_are_escaped_as_github_reads_them() {
        assert_eq!(workflow_data("50%\r\na:b,c"), "50%25%0D%0Aa:b,c");
        assert_eq!(workflow_property("50%\na:b,c"), "50%25%0Aa%3Ab%2Cc");
    }

    proptest! {
        #[test]
        fn text_on_a_page_is_always_escaped(text in "[\\PC<>&\"'\n]{0,60}") {
            let out = page(&text);
            prop_assert!(!out.contains(['<', '>', '"', '\'', '\n']));
        }

        #[test]
        fn escaped_prose_contains_no_active_markup(text in "[\\PC`|<@#\\[\\]!\\n*_]{0,60}") {
            let out = markdown(&text);
            prop_assert!(!out.contains('<') && !out.contains('\n'));
            let bytes = out.as_bytes();
            for (i, b) in bytes.iter().enumerate() {
                if matches!(b, b'`' | b'|' | b'[' | b']' | b'*' | b'_') {
                    prop_assert!(i > 0 && bytes[i - 1] == b'\\', "{out}");
                }
            }
        }

        #[test]
        fn the_text_of_a_summary_line_contains_no_markup(text in "[\\PC`|<>@#/]{0,40}") {
            let out = html(&text);
            prop_assert!(!out.contains(['<', '>', '`', '@', '|']));
        }
    }
}
