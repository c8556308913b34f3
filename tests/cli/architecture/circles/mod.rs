//! Finds circles of imports between the files of one crate.
//!
//! This module reads `use` lines, inline paths and paths in attributes of serde. A path belongs to the file that
//! defines its item, so a `mod.rs` or `lib.rs` that re-exports the item causes no circle. Such a file is in a circle if
//! it uses a file of its folder, and that file uses an item that the `mod.rs` or `lib.rs` defines itself. Test code may
//! import everything.

mod graph;
mod workers;

use super::scanner::{Word, none, sources, tokens, without_tests};
use graph::{Circle, Graph};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut problems = Vec::new();
    let mut packages: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in sources() {
        let (package, _) = file.path.split_once("src/").expect("a source file");
        packages.entry(format!("{package}src")).or_default().push((file.path.clone(), file.text.clone()));
    }
    for (root, files) in packages {
        problems.extend(Crate::read(&files, &root).graph().circles().iter().map(Circle::to_string));
    }
    none(&problems);
}

#[test]
fn a_circle_is_found_behind_re_exports_and_re_exports_alone_are_none() {
    let circles = |files: &[(&str, &str)]| -> Vec<Vec<String>> {
        let files: Vec<_> = files.iter().map(|(path, text)| (format!("src/{path}.rs"), (*text).to_owned())).collect();
        Crate::read(&files, "src").graph().circles().into_iter().map(|circle| circle.files).collect()
    };
    let hub = "mod a; mod b; pub use a::{A, of}; pub use b::*; pub const LEAST: u8 = 1;";
    let pair = ["src/room/a.rs", "src/room/b.rs"];
    let plain = ("lib", "pub mod room;");
    // An item that the hub only re-exports belongs to the file that defines it.
    let one_way = [
        plain,
        ("room/mod", hub),
        ("room/a", "use super::B; pub struct A; pub fn of() {}"),
        ("room/b", "pub struct B;"),
    ];
    assert!(circles(&one_way).is_empty());
    for back in [
        "use crate::room::A;",
        "fn f() { crate::room::of(); }",
        "use crate::room; fn f() { room::of(); }",
        "use super::*; fn f(a: A) {}",
        "struct C { #[serde(skip, default = \"super::of\")] x: u8 }",
    ] {
        let b = format!("{back} pub struct B;");
        assert_eq!(circles(&[one_way[0], one_way[1], one_way[2], ("room/b", &b)]), [pair], "{back}");
    }
    let text =
        r##"#[serde(rename = "super::A")] #[doc = "super::of"] pub struct B; const DEFAULT: &str = "super::A";"##;
    assert!(circles(&[one_way[0], one_way[1], one_way[2], ("room/b", text)]).is_empty());
    // A part may use an item that its module defines, unless the module uses the part itself.
    let part = ("room/a", "use super::LEAST; pub struct A; pub fn of() {}");
    assert!(circles(&[plain, ("room/mod", hub), part, ("room/b", "")]).is_empty());
    for used in ["use a::A;", "fn f() { a::of(); }", "fn f(x: A) {}"] {
        let hub = format!("{hub} {used}");
        let found = circles(&[plain, ("room/mod", &hub), part, ("room/b", "")]);
        assert_eq!(found, [["src/room/mod.rs", "src/room/a.rs"]], "{used}");
    }
    // Neither a re-export from another crate nor an import of a neighbour is an item of the hub.
    let other = "mod a; mod b; pub use a::A; pub use other::Kind; pub use b::*; fn f(x: A) -> &'static Kind {}";
    let used = ("room/a", "use super::{B, Kind}; pub struct A;");
    assert!(circles(&[plain, ("room/mod", other), used, ("room/b", "pub struct B;")]).is_empty());
    let (by_glob, used) = ("mod a; mod b; pub use a::*; pub use b::*; fn f(x: A) {}", "use super::B; pub struct A;");
    assert!(circles(&[plain, ("room/mod", by_glob), ("room/a", used), ("room/b", "pub struct B;")]).is_empty());
    let aside = "#[cfg(test)] mod tests { use crate::room::A; } /* use super::A; */ pub struct B;";
    assert!(circles(&[one_way[0], one_way[1], one_way[2], ("room/b", aside)]).is_empty());
    let shared = [
        ("lib", "mod a; mod b; #[cfg(test)] mod sample;"),
        ("a", "use crate::b::B; pub struct A;"),
        ("b", "pub struct B;"),
    ];
    assert!(circles(&[&shared[..], &[("sample", "use crate::a::A;")]].concat()).is_empty());
}

/// A file that is a module of a crate.
struct Module {
    path: String,
    /// The segments of the module's path below the crate root.
    name: Vec<String>,
    words: Vec<Word>,
    /// The names that the file defines at its top level.
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// The positions of the words that belong to `use` declarations.
    in_uses: BTreeSet<usize>,
}

/// One path of a `use` declaration.
#[derive(Clone)]
struct Import {
    line: usize,
    path: Vec<String>,
    /// The name that the path binds; `None` for a glob.
    name: Option<String>,
    is_public: bool,
}

/// The module or item to which a path leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Module(usize),
    /// An item that the file of this module defines.
    Item(usize),
}

/// The modules of one crate.
struct Crate {
    modules: Vec<Module>,
    by_name: BTreeMap<Vec<String>, usize>,
}

impl Crate {
    /// Reads the files of a crate: paths below `root`, and texts.
    fn read(files: &[(String, String)], root: &str) -> Self {
        let mut modules: Vec<Module> = files.iter().map(|(path, text)| Module::new(path, root, text)).collect();
        let tests: BTreeSet<Vec<String>> = files
            .iter()
            .zip(&modules)
            .flat_map(|((_, text), module)| {
                let marked = test_modules(&tokens(text));
                marked.into_iter().map(|name| [&module.name[..], &[name]].concat()).collect::<Vec<_>>()
            })
            .collect();
        modules.retain(|module| {
            let is_marked = (1..=module.name.len()).any(|n| tests.contains(&module.name[..n]));
            !is_marked && !module.name.iter().any(|part| part == "tests" || part.ends_with("_tests"))
        });
        let by_name = modules.iter().enumerate().map(|(at, module)| (module.name.clone(), at)).collect();
        Self { modules, by_name }
    }

    /// Returns the imports between the files.
    fn graph(&self) -> Graph {
        let mut graph = Graph::new(self.modules.iter().map(|module| module.path.clone()).collect());
        for (at, module) in self.modules.iter().enumerate() {
            for (line, target) in self.uses(at, module) {
                if let Some(Target::Item(to)) = target {
                    graph.add(at, to, line);
                }
            }
        }
        graph
    }

    /// Returns the items that a file uses, with their lines.
    fn uses(&self, at: usize, module: &Module) -> Vec<(usize, Option<Target>)> {
        let mut found = Vec::new();
        for import in module.imports.iter().filter(|import| !import.is_public) {
            let target = self.follow(at, &import.path, &mut BTreeSet::new());
            let is_module = matches!(target, Some(Target::Module(_)));
            if import.name.is_some() || !is_module {
                found.push((import.line, target));
            }
        }
        let reexports: BTreeSet<&str> =
            module.imports.iter().filter(|i| i.is_public).filter_map(|i| i.name.as_deref()).collect();
        let globs: Vec<&Import> = module.imports.iter().filter(|i| i.name.is_none()).collect();
        let word = |at: usize| module.words.get(at).map_or("", |(_, word)| word.as_str());
        let mut next = 0;
        while next < module.words.len() {
            let start = next;
            next += 1;
            let before = start.checked_sub(1).map_or("", word);
            let is_tail = matches!(before, "." | "mod") || (before == ":" && start > 1 && word(start - 2) == ":");
            if module.in_uses.contains(&start) || is_tail || !is_name(word(start)) {
                continue;
            }
            let mut path = vec![word(start).to_owned()];
            while word(next) == ":" && word(next + 1) == ":" && is_name(word(next + 2)) {
                path.push(word(next + 2).to_owned());
                next += 3;
            }
            let is_type = path[0].starts_with(char::is_uppercase);
            let is_call = word(next) == "(" || word(next) == "!";
            let is_by_glob = !globs.is_empty()
                && (is_type || is_call || path.len() > 1)
                && !module.items.contains(&path[0])
                && !module.imports.iter().any(|i| i.name.as_deref() == Some(&path[0]));
            if path.len() > 1 || reexports.contains(path[0].as_str()) || is_by_glob {
                found.push((module.words[start].0, self.follow(at, &path, &mut BTreeSet::new())));
            }
        }
        found
    }

    /// Returns the target of a path in a module; `None` outside of the crate.
    fn follow(&self, from: usize, path: &[String], seen: &mut BTreeSet<(usize, String)>) -> Option<Target> {
        let (mut here, mut rest) = match path.first()?.as_str() {
            "crate" => (*self.by_name.get(&Vec::new())?, &path[1..]),
            "self" => (from, &path[1..]),
            "super" => {
                let supers = path.iter().take_while(|part| *part == "super").count();
                let own = &self.modules[from].name;
                (*self.by_name.get(&own[..own.len().checked_sub(supers)?])?, &path[supers..])
            }
            _ => (from, path),
        };
        let is_local = rest.len() == path.len();
        while let Some((name, after)) = rest.split_first() {
            let found = self.look_up(here, name, after.is_empty(), seen);
            match found {
                Some(Target::Module(next)) => (here, rest) = (next, after),
                Some(item) => return Some(item),
                // A name of another crate, or of the language, also if the module imports it.
                None if is_local && here == from => return None,
                None if self.modules[here].imports.iter().any(|i| i.name.as_ref() == Some(name)) => return None,
                // An item from a macro, or an enum variant.
                None => return Some(Target::Item(here)),
            }
        }
        Some(Target::Module(here))
    }

    /// Reports whether a glob import of module `from` in module `to` may bind this name.
    ///
    /// A private import of `from` is visible only in its own folder.
    fn gives(&self, from: usize, to: usize, name: &str) -> bool {
        let (from, is_inside) = (&self.modules[from], self.modules[to].name.starts_with(&self.modules[from].name));
        is_inside || from.imports.iter().all(|import| import.is_public || import.name.as_deref() != Some(name))
    }

    /// Returns the target of a name in a module.
    fn look_up(&self, at: usize, name: &str, is_last: bool, seen: &mut BTreeSet<(usize, String)>) -> Option<Target> {
        let module = &self.modules[at];
        let child = [&module.name[..], &[name.to_owned()]].concat();
        let child = self.by_name.get(&child).map(|at| Target::Module(*at));
        if !is_last && child.is_some() {
            return child;
        }
        if module.items.contains(name) {
            return Some(Target::Item(at));
        }
        if !seen.insert((at, name.to_owned())) {
            return child;
        }
        let named = module.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let mut found: Vec<Target> = named.filter_map(|import| self.follow(at, &import.path, seen)).collect();
        if found.is_empty() {
            for import in module.imports.iter().filter(|import| import.name.is_none()) {
                if let Some(Target::Module(to)) = self.follow(at, &import.path, seen)
                    && to != at
                    && self.gives(to, at, name)
                {
                    found.extend(self.look_up(to, name, is_last, seen));
                }
            }
        }
        let is_item = |target: &&Target| matches!(target, Target::Item(_));
        found.iter().find(is_item).or(found.first()).copied().or(child)
    }
}

impl Module {
    fn new(path: &str, root: &str, text: &str) -> Self {
        let inside = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').trim_end_matches(".rs");
        let parts = inside.split('/').filter(|part| !matches!(*part, "mod" | "lib" | ""));
        let name: Vec<String> = parts.map(str::to_owned).collect();
        let words = without_tests(tokens(text));
        let items = items(&words);
        let (imports, in_uses) = imports(&words);
        Self { path: path.to_owned(), name, words, items, imports, in_uses }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns the names of the modules that are declared only for tests.
fn test_modules(words: &[Word]) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let is_marked =
        |at: usize| MARK.iter().enumerate().all(|(i, mark)| words.get(at + i).is_some_and(|w| w.1 == *mark));
    let mut found = Vec::new();
    for at in (0..words.len()).filter(|at| is_marked(*at)) {
        let after: Vec<&str> = words[at + MARK.len()..].iter().take(16).map(|word| word.1.as_str()).collect();
        let declared = after.iter().position(|word| *word == "mod").and_then(|place| after.get(place + 1));
        let ends = after.iter().position(|word| matches!(*word, "{" | ";")).map(|place| after[place]);
        if let (Some(name), Some(";")) = (declared, ends) {
            found.push((*name).to_owned());
        }
    }
    found
}

/// Returns the names that are defined at the top level.
fn items(words: &[Word]) -> BTreeSet<String> {
    const KINDS: [&str; 10] =
        ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "mod", "macro_rules"];
    let mut found = BTreeSet::new();
    let mut depth = 0usize;
    for (at, (_, word)) in words.iter().enumerate() {
        match word.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            kind if depth == 0 && KINDS.contains(&kind) => {
                let mut after = words[at + 1..].iter().map(|word| word.1.as_str()).filter(|word| *word != "!");
                let (name, end) = (after.next().unwrap_or(""), after.next().unwrap_or(""));
                let is_file = kind == "mod" && end == ";";
                if is_name(name) && !KINDS.contains(&name) && !is_file {
                    found.insert(name.to_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns every path of every `use` declaration, and the positions of the declarations' words.
fn imports(words: &[Word]) -> (Vec<Import>, BTreeSet<usize>) {
    let (mut found, mut inside) = (Vec::new(), BTreeSet::new());
    for at in (0..words.len()).filter(|at| words[*at].1 == "use") {
        let end = (at..words.len()).find(|i| words[*i].1 == ";").unwrap_or(words.len());
        inside.extend(at..end);
        let is_public = at > 0 && (words[at - 1].1 == "pub" || is_restricted(words, at - 1));
        let mut reader = Reader { words: &words[at + 1..end], at: 0, is_public, found: Vec::new() };
        reader.tree(&[]);
        found.extend(reader.found);
    }
    (found, inside)
}

/// Reports whether a `pub(...)` ends here.
fn is_restricted(words: &[Word], at: usize) -> bool {
    words[at].1 == ")"
        && words[..at].iter().rev().find(|word| word.1 == "(" || word.1 == "pub").is_some_and(|_| {
            let open = words[..at].iter().rposition(|word| word.1 == "(");
            open.is_some_and(|open| open > 0 && words[open - 1].1 == "pub")
        })
}

/// A reader of the tree of one `use` declaration.
struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    is_public: bool,
    found: Vec<Import>,
}

impl Reader<'_> {
    fn word(&self) -> &str {
        self.words.get(self.at).map_or("", |word| word.1.as_str())
    }

    fn tree(&mut self, before: &[String]) {
        let mut path = before.to_vec();
        loop {
            let line = self.words.get(self.at).map_or(0, |word| word.0);
            let word = self.word().to_owned();
            self.at += 1;
            match word.as_str() {
                "" => return,
                ":" => {}
                "*" => return self.found.push(Import { line, path, name: None, is_public: self.is_public }),
                "{" => {
                    while !matches!(self.word(), "}" | "") {
                        if self.word() == "," {
                            self.at += 1;
                        } else {
                            self.tree(&path);
                        }
                    }
                    self.at += 1;
                    return;
                }
                _ => {
                    // `a::{self}` means `a`.
                    if word != "self" || path.is_empty() {
                        path.push(word);
                    }
                    if self.word() == ":" {
                        continue;
                    }
                    let mut name = path.last().cloned();
                    if self.word() == "as" {
                        self.at += 1;
                        name = Some(self.word().to_owned());
                        self.at += 1;
                    }
                    return self.found.push(Import { line, path, name, is_public: self.is_public });
                }
            }
        }
    }
}
