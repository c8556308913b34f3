//! Selectors name functions in configuration, comments and commands.
//!
//! The forms are `path/File.java#Class.method(int,long)` and `path/file.py:Qual.name`. A selector
//! may omit path, class and parameters if the rest is unique. Path and name may have globs. `*`
//! stands for any parameter type, or for the whole parameter list.

use mts_model::error::{Error, Result};
use mts_model::glob::Glob;
use mts_model::{Function, FunctionKind, JavaType, Language};

/// A parsed selector.
#[derive(Clone, Debug)]
pub struct Selector {
    text: String,
    /// The language; `None` if the selector does not show the language.
    language: Option<Language>,
    path: Option<Pattern>,
    name: Option<Pattern>,
    /// The parameter types; `None` for any parameters.
    params: Option<Vec<String>>,
}

/// A string or a glob over parts separated by `/`.
///
/// A string with wildcard characters is a glob.
#[derive(Clone, Debug)]
struct Pattern {
    text: String,
    glob: Option<Glob>,
}

/// The functions that a selector names.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// No function.
    None,
    /// The functions as indexes into the list: one function, overloads, or matches of a glob.
    Some(Vec<usize>),
    /// Several unrelated functions.
    Ambiguous(Vec<usize>),
}

impl Selector {
    /// Parses a selector.
    ///
    /// # Errors
    ///
    /// Returns a usage error if the text is not a selector. The error names the fault and shows the
    /// correct form.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let wrong =
            |what: &str, help: &str| Err(Error::usage(format!("selector `{text}`: {what}")).help(help.to_owned()));
        let example = "write path/File.java#Class.method(int,long) or path/file.py:Qual.name";
        if text.is_empty() {
            return wrong("it is empty", example);
        }
        if text.contains('\\') {
            return wrong("it has a backslash", "write paths with `/`");
        }
        let (front, params) = match text.find('(') {
            None => (text, None),
            Some(open) => match text[open + 1..].strip_suffix(')') {
                Some(inside) if !inside.contains(['(', ')']) => (&text[..open], Some(inside)),
                _ => {
                    let what = "the parameter list is not one pair of `(` and `)` at the end";
                    return wrong(what, "write Class.method(int,long)");
                }
            },
        };
        if front.contains(')') {
            return wrong("`)` without `(`", example);
        }
        let (path, name, mut language) = if let Some((path, name)) = front.split_once('#') {
            (path, name, Some(Language::Java))
        } else if let Some((path, name)) = front.rsplit_once(':') {
            (path, name, Some(Language::Python))
        } else if let Some(language) = Language::from_path(front) {
            (front, "", Some(language))
        } else if front.contains('/') && front.contains(['*', '?', '[', '{']) {
            // `legacy/**` means every matching file of either language.
            (front, "", None)
        } else {
            ("", front, None)
        };
        match Language::from_path(path) {
            Some(Language::Java) if language == Some(Language::Python) => {
                return wrong("the name of a Java function follows `#`", &format!("write {path}#{name}"));
            }
            Some(Language::Python) if language == Some(Language::Java) => {
                return wrong("the name of a Python function follows `:`", &format!("write {path}:{name}"));
            }
            _ => {}
        }
        if name.contains(['#', ':', '/']) {
            return wrong("the name contains `#`, `:` or `/`", example);
        }
        if params.is_some() {
            if language == Some(Language::Python) {
                return wrong("Python functions have no overloads", &format!("remove ({})", params.unwrap_or("")));
            }
            if name.is_empty() {
                return wrong("it has parameters but no method name", example);
            }
            language = Some(Language::Java);
        }
        let name = name.replace("<locals>.", "");
        if !name.is_empty() && name.split('.').any(str::is_empty) {
            return wrong("a part of the name is empty", example);
        }
        if path.is_empty() && name.is_empty() {
            return wrong("it has no path and no name", example);
        }
        let pattern = |part: &str| (!part.is_empty()).then(|| Pattern::parse(part)).transpose();
        let path = pattern(path.trim_start_matches("./"));
        let name = pattern(&name.replace('.', "/"));
        let (path, name) = match (path, name) {
            (Ok(path), Ok(name)) => (path, name),
            (Err(error), _) | (_, Err(error)) => return wrong(&error, "globs are `*`, `**`, `?`, `[ab]` and `{a,b}`"),
        };
        let params = params.filter(|inside| inside.trim() != "*").map(split_types);
        Ok(Self { text: text.to_owned(), language, path, name, params })
    }

    /// Returns the source text of the selector.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the language of the selector; `None` if the selector does not show the language.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        self.language
    }

    /// Reports whether the selector may match several unrelated functions.
    ///
    /// Such a selector has a glob or no name.
    #[must_use]
    pub fn is_glob(&self) -> bool {
        [&self.path, &self.name].into_iter().flatten().any(|pattern| pattern.glob.is_some()) || self.name.is_none()
    }

    /// Reports whether the selector matches this function. Omitted parts match everything.
    #[must_use]
    pub fn matches(&self, function: &Function) -> bool {
        self.fit(function).is_some()
    }

    /// Resolves the selector among `functions`.
    ///
    /// Exact matches take precedence over matches of the end of a name or path. A selector with a
    /// glob or without a name resolves to all matches.
    #[must_use]
    pub fn resolve(&self, functions: &[&Function]) -> Resolution {
        let fits: Vec<(u32, usize)> =
            functions.iter().enumerate().filter_map(|(at, function)| Some((self.fit(function)?, at))).collect();
        let Some(best) = fits.iter().map(|(fit, _)| *fit).max() else { return Resolution::None };
        if self.is_glob() {
            return Resolution::Some(fits.into_iter().map(|(_, at)| at).collect());
        }
        let found: Vec<usize> = fits.into_iter().filter(|(fit, _)| *fit == best).map(|(_, at)| at).collect();
        let place = |at: &usize| (&functions[*at].file, functions[*at].qualified());
        if found.iter().all(|at| place(at) == place(&found[0])) {
            Resolution::Some(found)
        } else {
            Resolution::Ambiguous(found)
        }
    }

    /// Rates how exactly the selector matches; a higher number is better.
    ///
    /// Returns `None` if the selector does not match.
    fn fit(&self, function: &Function) -> Option<u32> {
        if self.language.is_some_and(|language| language != function.language) {
            return None;
        }
        let mut fit = 0;
        if let Some(path) = &self.path {
            fit += path.fit(&function.file, false)?;
        }
        if let Some(name) = &self.name {
            let qualified = function.qualified().replace('.', "/");
            let package = function.package.replace('.', "/");
            let full = if package.is_empty() { qualified.clone() } else { format!("{package}/{qualified}") };
            let own = name.fit(&qualified, true).map(|fit| fit + 1);
            fit += own.or_else(|| name.fit(&full, true)).or_else(|| name.fit(&constructor(function)?, true))?;
        }
        if let Some(params) = &self.params {
            let types = params.iter();
            let fits = types.len() == function.params.len()
                && types.zip(&function.params).all(|(text, param)| is_same_type(text, &param.ty));
            if !fits {
                return None;
            }
        }
        Some(fit)
    }
}

/// Returns the other name of a constructor, which is the name of its class.
///
/// The other name is `Money` for `__init__`, and `Money.Money` for `<init>`.
fn constructor(function: &Function) -> Option<String> {
    if function.kind != FunctionKind::Constructor {
        return None;
    }
    let scope = function.scope.join("/");
    let class = function.scope.last()?;
    Some(if function.language == Language::Java { format!("{scope}/{class}") } else { scope })
}

impl Pattern {
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let is_glob = text.contains(['*', '?', '[', '{']);
        let glob = is_glob.then(|| Glob::from_path_pattern(text)).transpose()?;
        Ok(Self { text: text.to_owned(), glob })
    }

    /// Rates the match of a string.
    ///
    /// The result is 2 if the whole string matches, and 0 if an end after `/` matches. Returns `None` if nothing
    /// matches.
    fn fit(&self, whole: &str, is_name: bool) -> Option<u32> {
        let one = |text: &str| self.glob.as_ref().map_or(self.text == text, |glob| glob.is_match(text));
        if one(whole) {
            return Some(2);
        }
        // A path such as `*/A.java` names files by their whole path, not files in any deeper folder.
        if !is_name && self.glob.is_some() && self.text.starts_with('*') && self.text.contains('/') {
            return None;
        }
        let mut rest = whole;
        while let Some((_, end)) = rest.split_once('/') {
            if one(end) {
                return Some(0);
            }
            rest = end;
        }
        None
    }
}

/// Splits the types of a parameter list at the commas outside of `<>`.
fn split_types(inside: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut types = vec![String::new()];
    for c in inside.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                types.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = types.last_mut() {
            last.push(c);
        }
    }
    if types == [""] { Vec::new() } else { types }
}

/// Reports whether a type in a selector means this type.
///
/// The selector may omit type arguments and packages.
fn is_same_type(text: &str, ty: &JavaType) -> bool {
    let written = text.replace("...", "[]");
    let own: String = ty.to_string().chars().filter(|c| !c.is_whitespace()).collect::<String>().replace("...", "[]");
    let without_type_arguments = |text: &str| -> String {
        let mut depth = 0_usize;
        let mut out = String::new();
        for c in text.chars() {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ if depth == 0 => out.push(c),
                _ => {}
            }
        }
        out
    };
    let simple = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
    written == "*" || written == own || {
        let (own_raw, written_raw) = (without_type_arguments(&own), without_type_arguments(&written));
        let has_arguments = written.contains('<');
        !has_arguments
            && (own_raw == written_raw
                || (simple(&own_raw) == simple(&written_raw) && !(own_raw.contains('.') && written_raw.contains('.'))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{java, python};
    use super::*;

    fn matches(selector: &str, function: &Function) -> bool {
        Selector::parse(selector).expect(selector).matches(function)
    }

    #[test]
    fn parts_of_a_selector_are_optional() {
        let mut split = java("src/acme/Money.java#Money.split(int parts, long total)");
        split.package = "acme".to_owned();
        for selector in [
            "src/acme/Money.java#Money.split(int,long)",
            "src/acme/Money.java#Money.split(int, long)",
            "./src/acme/Money.java#Money.split",
            "acme/Money.java#split",
            "Money.java#Money.split(int,long)",
            "#Money.split",
            "Money.split(int,long)",
            "Money.split",
            "acme.Money.split",
            "split",
            "Money.split(*)",
            "Money.split(int,*)",
            "src/acme/Money.java",
            "src/**/Money.java#*.split",
            "**/*.java#Money.*",
            "Mon*.sp?it",
        ] {
            assert!(matches(selector, &split), "{selector}");
        }
        for selector in [
            "oney.java#split",
            "Money.split(int)",
            "Money.split(long,int)",
            "Money.split()",
            "plit",
            "Purse.split",
            "other/Money.java#split",
            "Money",
            "src/*.java#*",
            "*.py:split",
        ] {
            assert!(!matches(selector, &split), "{selector}");
        }
    }

    #[test]
    fn python_functions_are_named_after_a_colon() {
        let split = python("src/acme/money.py:Money.split(parts)");
        for selector in [
            "src/acme/money.py:Money.split",
            "money.py:split",
            ":split",
            "Money.split",
            "acme/*.py:Money.*",
            "money.py",
        ] {
            assert!(matches(selector, &split), "{selector}");
        }
        for selector in ["money.py:Money", "Money.java#split", "#split", "oney.py:split"] {
            assert!(!matches(selector, &split), "{selector}");
        }
        let inner = python("a.py:f.g");
        assert!(matches("a.py:f.<locals>.g", &inner));
    }

    #[test]
    fn a_constructor_is_also_selected_by_the_name_of_its_class() {
        let made = java("Money.java#Money.<init>(int)");
        for selector in ["Money.<init>", "Money.java#Money.<init>(int)", "Money.Money", "Money.Money(int)"] {
            assert!(matches(selector, &made), "{selector}");
        }
        let made = python("money.py:Money.__init__(x)");
        for selector in ["money.py:Money.__init__", "money.py:Money", "Money"] {
            assert!(matches(selector, &made), "{selector}");
        }
    }

    #[test]
    fn a_selector_may_shorten_parameter_types() {
        let function = java("A.java#A.f(Map<String,Integer> m, int[] a, java.util.List l)");
        for selector in
            ["f(Map,int[],List)", "f(Map<String, Integer>,int...,java.util.List)", "f(java.util.Map,int[],*)"]
        {
            assert!(matches(selector, &function), "{selector}");
        }
        for selector in ["f(Map<String,Long>,int[],List)", "f(Map,int,List)", "f(Map,int[],java.awt.List)"] {
            assert!(!matches(selector, &function), "{selector}");
        }
    }

    #[test]
    fn the_selector_of_a_function_selects_only_that_function() {
        let all = [
            java("Money.java#Money.split(int a)"),
            java("x/Money.java#Money.split(int a)"),
            java("Money.java#Money.split(long a)"),
            java("Money.java#Outer.Money.split(int a)"),
            python("money.py:split(a)"),
            python("x/money.py:split(a)"),
            python("money.py:Money.split(a)"),
        ];
        let list: Vec<&Function> = all.iter().collect();
        for (at, function) in all.iter().enumerate() {
            let selector = Selector::parse(&function.selector()).expect("its own");
            assert_eq!(selector.resolve(&list), Resolution::Some(vec![at]), "{}", function.selector());
        }
    }

    #[test]
    fn a_name_in_two_classes_is_ambiguous_and_overloads_are_not() {
        let all = [
            java("Money.java#Money.split(int a)"),
            java("Money.java#Money.split(long a)"),
            java("Purse.java#Purse.split(int a)"),
        ];
        let list: Vec<&Function> = all.iter().collect();
        let resolve = |text: &str| Selector::parse(text).expect(text).resolve(&list);
        assert_eq!(resolve("Money.split"), Resolution::Some(vec![0, 1]));
        assert_eq!(resolve("split(long)"), Resolution::Some(vec![1]));
        assert_eq!(resolve("split"), Resolution::Ambiguous(vec![0, 1, 2]));
        assert_eq!(resolve("*.split"), Resolution::Some(vec![0, 1, 2]));
        assert_eq!(resolve("join"), Resolution::None);
    }

    #[test]
    fn a_parse_error_has_help() {
        for (text, advice) in [
            ("", "path/File.java#"),
            ("A.java:A.f", "A.java#A.f"),
            ("a.py#f", "a.py:f"),
            ("a.py:f(int)", "remove (int)"),
            ("A.f(int", "Class.method"),
            ("A.f(int))", "Class.method"),
            ("A..f", "path/File.java#"),
            ("src\\A.java#f", "with `/`"),
            ("A.{f", "globs are"),
            ("#", "path/File.java#"),
            ("A.java#(int)", "path/File.java#"),
        ] {
            let error = Selector::parse(text).expect_err(text);
            assert!(error.help.contains(advice), "{text}: {error}");
        }
    }
}
