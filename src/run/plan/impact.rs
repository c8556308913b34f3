//! Change impact analysis: finds functions that depend on changed code outside of pairs.
//!
//! The analysis follows only names, so it may find functions that the change does not affect. It starts only at files
//! that the change touches.

use crate::run::plan::hooks::Hooks;
use crate::run::revision::{Change, Revision};
use mts_lang::SourceFile;
use mts_lang::definitions::{Definition, words};
use mts_model::{Function, Language, Span, jdk};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The largest number of definitions that the analysis follows in each language.
pub const MOST_FOLLOWED: usize = 20_000;

/// Python base classes that never call a new method of a subclass.
///
/// They call only methods that the language itself calls too, such as `__iter__`.
const SILENT_BASES: [&str; 7] = ["ABC", "ABCMeta", "Generic", "Iterable", "Iterator", "Protocol", "object"];

/// Reports whether a library class never calls a new method of a subclass.
fn calls_no_new_method(language: Language, class: &str) -> bool {
    match language {
        Language::Java => jdk::calls_no_new_method(class),
        Language::Python => SILENT_BASES.contains(&class),
    }
}

/// The definitions that depend on changed code, each with the changed code.
#[derive(Default)]
pub struct Impact {
    /// The spans of these definitions, each with the changed code, by path.
    reached: BTreeMap<String, Vec<(Span, String)>>,
    /// Whether changed code reaches more than [`MOST_FOLLOWED`] definitions.
    pub is_cut: bool,
}

/// The functions of the head that the run compares directly, each with its base version.
pub type Compared<'a> = &'a [(&'a Function, Option<&'a Function>)];

impl Impact {
    /// Returns the impact of the changes between two revisions.
    ///
    /// The function ignores changes inside `compared` functions.
    #[must_use]
    pub fn new(base: &Revision, head: &Revision, compared: Compared<'_>) -> Self {
        let mut impact = Self::default();
        for language in [Language::Java, Language::Python] {
            let mut search = Search::new(head, language, Hooks::find(base, head, language));
            search.changes(base, compared);
            search.follow();
            impact.is_cut |= search.is_cut;
            impact.reached.extend(search.reached);
        }
        impact
    }

    /// Returns the changed code that a function depends on, if any.
    #[must_use]
    pub fn on(&self, function: &Function) -> Option<&str> {
        let holds = |place: &Span| place.start <= function.span.start && function.span.end <= place.end;
        self.reached.get(&function.file)?.iter().find(|(place, _)| holds(place)).map(|(_, why)| why.as_str())
    }
}

/// Changed or affected code, whose users the search visits next.
///
/// The code affects all users of `name`, and all definitions inside `class`.
struct Cause {
    file: String,
    name: Option<String>,
    class: Option<Vec<String>>,
    /// The class of the code, if a base class may call the code.
    overrides: Option<Vec<String>>,
    /// The changed code from which the search reached this code.
    why: String,
}

impl Cause {
    fn new(file: &str, name: Option<&str>, why: &str) -> Self {
        let (file, name) = (file.to_owned(), name.map(str::to_owned));
        Self { file, name, class: None, overrides: None, why: why.to_owned() }
    }
}

struct Search<'a> {
    head: &'a Revision,
    language: Language,
    /// The classes that run code when Python loads a subclass.
    hooks: Hooks,
    definitions: BTreeMap<String, Rc<FileDefinitions>>,
    /// The files that contain each word.
    mentions: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The last file and result of [`Search::mentioning_files`].
    ///
    /// Most causes have the same file as the cause before.
    last_mentioning: Option<(String, Rc<BTreeSet<&'a str>>)>,
    /// The files with a relative import. Such an import need not name the package.
    relative_importers: BTreeSet<&'a str>,
    /// The files that declare a base class, each with the scope of the class. The key is the name of the class.
    declaring: BTreeMap<String, Vec<(&'a str, Vec<String>)>>,
    /// Each class member whose base classes the search has followed: file, class and name.
    overrides: BTreeSet<(String, Vec<String>, String)>,
    queue: VecDeque<Cause>,
    /// The visited definitions, by file and position. An import is here once for each imported name.
    seen: BTreeSet<(String, usize, Option<String>)>,
    reached: BTreeMap<String, Vec<(Span, String)>>,
    is_cut: bool,
}

impl<'a> Search<'a> {
    fn new(head: &'a Revision, language: Language, hooks: Hooks) -> Self {
        let (queue, seen, reached) = Default::default();
        let (definitions, mentions, last_mentioning, relative_importers) = Default::default();
        let (declaring, overrides) = Default::default();
        Self {
            head,
            language,
            hooks,
            definitions,
            mentions,
            last_mentioning,
            relative_importers,
            declaring,
            overrides,
            queue,
            seen,
            reached,
            is_cut: false,
        }
    }

    /// Adds the changed code of every changed file to the queue.
    fn changes(&mut self, base: &Revision, compared: Compared<'_>) {
        let (head, language) = (self.head, self.language);
        let is_changed = |file: &&SourceFile| head.change_of(&file.path) != Change::Unchanged;
        for file in head.files(language).filter(is_changed) {
            let before = match head.change_of(&file.path) {
                Change::Modified { old_path } => base.file(old_path),
                _ => None,
            };
            self.change(before.map(AsRef::as_ref), Some(file), compared);
        }
        for file in base.files(language).filter(|file| head.now_at(&file.path).is_none()) {
            self.change(Some(file), None, compared);
        }
        // The tool cannot read these files, so it treats every use of such a file as affected.
        for row in head.skipped.iter().filter(|row| Language::from_path(&row.name) == Some(language)) {
            if head.change_of(&row.name) != Change::Unchanged && head.file(&row.name).is_none() {
                let why = format!("{}, a file that cargo mts cannot read", row.name);
                self.queue.push_back(Cause::new(&row.name, Some(stem(&row.name)), &why));
            }
        }
    }

    fn change(&mut self, before: Option<&SourceFile>, now: Option<&SourceFile>, compared: Compared<'_>) {
        let Some(path) = now.or(before).map(|file| file.path.clone()) else { return };
        let spans = |path: &str, functions: &mut dyn Iterator<Item = &Function>| -> BTreeSet<Span> {
            functions.filter(|function| function.file == path).map(|function| function.span).collect()
        };
        let code = |file: &SourceFile| code_of(file, &self.hooks);
        let was = before
            .map(|file| parts(code(file), &spans(&file.path, &mut compared.iter().filter_map(|(_, base)| *base))));
        let is = now.map(|file| parts(code(file), &spans(&file.path, &mut compared.iter().map(|(head, _)| *head))));
        let (was, is) = (was.unwrap_or_default(), is.unwrap_or_default());
        let empty = Vec::new();
        for part in was.keys().chain(is.keys()).collect::<BTreeSet<_>>() {
            let (old, new) = (was.get(part).unwrap_or(&empty), is.get(part).unwrap_or(&empty));
            if old.iter().map(|d| &d.tokens).eq(new.iter().map(|d| &d.tokens)) {
                continue;
            }
            let class = old.iter().chain(new).find_map(|definition| definition.class.clone());
            let (scope, name) = part;
            let why = match name {
                Some(name) => format!("`{name}` in {path}"),
                None => format!("code of {path} outside of its functions"),
            };
            if name.is_none() {
                self.queue_other_files(&path, old.iter().chain(new), &why);
            }
            let overrides = old.iter().chain(new).any(|definition| definition.is_virtual).then(|| scope.clone());
            self.queue.push_back(Cause { class, overrides, ..Cause::new(&path, name.as_deref(), &why) });
        }
    }

    /// Queues the other files that changed code without a name may affect.
    ///
    /// The function queues the files that the code mentions, because the code may assign to names
    /// of these files. The function also queues the files of the package whose `__init__.py` has the code.
    fn queue_other_files<'d>(&mut self, path: &str, code: impl Iterator<Item = &'d Definition>, why: &str) {
        let mut mentioned: BTreeSet<String> =
            code.flat_map(|definition| definition.words().into_iter().map(str::to_owned).collect::<Vec<_>>()).collect();
        let own = self.definitions_of(path);
        let bound = own.all.iter().filter(|d| d.names.iter().any(|name| mentioned.contains(name)));
        let meant: Vec<String> =
            bound.flat_map(|d| d.words().into_iter().map(str::to_owned).collect::<Vec<_>>()).collect();
        mentioned.extend(meant);
        let package = path.strip_suffix("__init__.py").filter(|folder| !folder.is_empty());
        let is_touched = |other: &str| {
            other != path
                && (package.is_some_and(|folder| other.starts_with(folder)) || mentioned.contains(stem(other)))
        };
        let files = self.head.files(self.language).map(|file| file.path.clone());
        for file in files.filter(|other| is_touched(other)).collect::<Vec<_>>() {
            self.queue.push_back(Cause { class: Some(Vec::new()), ..Cause::new(&file, None, why) });
        }
    }

    /// Visits all code that depends on the code in the queue.
    fn follow(&mut self) {
        if !self.queue.is_empty() {
            self.mentions = mentions(self.head, self.language);
            let files = self.head.files(self.language).filter(|file| has_relative_import(&file.text));
            self.relative_importers = files.map(|file| file.path.as_str()).collect();
        }
        while let Some(cause) = self.queue.pop_front() {
            if self.seen.len() >= MOST_FOLLOWED {
                self.is_cut = true;
                return;
            }
            let own = self.definitions_of(&cause.file);
            if let Some(class) = &cause.class {
                let of_class = own.all.iter().enumerate().filter(|(_, definition)| definition.scope.starts_with(class));
                of_class.for_each(|(at, definition)| self.reach(&cause.file, (at, definition), None, &cause.why));
            }
            let Some(name) = &cause.name else { continue };
            if let Some(class) = &cause.overrides {
                self.through_bases(&cause.file, class, name, &cause.why);
            }
            for (at, definition) in own.indexed(&own.by_name, name) {
                self.reach(&cause.file, (at, definition), Some(name), &cause.why);
            }
            let with_name = self.mentions.get(name.as_str()).cloned().unwrap_or_default();
            let mentioning_files = self.mentioning_files(&cause.file);
            for file in with_name.into_iter().filter(|file| mentioning_files.contains(file)) {
                let there = self.definitions_of(file);
                for (at, definition) in there.indexed(&there.by_word, name) {
                    self.reach(file, (at, definition), Some(name), &cause.why);
                }
            }
        }
    }

    /// Records a definition that mentions `name`, and queues its names. An import passes on only this name.
    fn reach(&mut self, file: &str, (at, definition): (usize, &Definition), name: Option<&str>, why: &str) {
        let imported = name.and_then(|name| definition.imported(name));
        if !self.seen.insert((file.to_owned(), at, imported.map(str::to_owned))) {
            return;
        }
        if !definition.names.is_empty() {
            self.reached.entry(file.to_owned()).or_default().push((definition.span, why.to_owned()));
        }
        let names = definition.names.iter().map(|name| Some(name.as_str()));
        let names = names.filter(|name| imported.is_none() || *name == imported);
        for name in names.chain(definition.names.is_empty().then_some(None)) {
            let class = definition.class.clone();
            let overrides = definition.is_virtual.then(|| definition.scope.clone());
            self.queue.push_back(Cause { class, overrides, ..Cause::new(file, name, why) });
        }
    }

    /// Queues the code that may call a part of a class through a base class.
    ///
    /// Code that uses a base class of the project calls the part by its name. A base class of a library calls the part
    /// itself, so every use of the class may call the part.
    fn through_bases(&mut self, file: &str, class: &[String], part: &str, why: &str) {
        let Some((name, outer)) = class.split_last() else { return };
        if !self.overrides.insert((file.to_owned(), class.to_vec(), part.to_owned())) {
            return;
        }
        let own = self.definitions_of(file);
        let is_header =
            |definition: &&Definition| definition.scope == outer && definition.class.as_deref() == Some(class);
        let headers = own.indexed(&own.by_name, name).map(|(_, definition)| definition).filter(is_header);
        for base in headers.flat_map(|header| &header.bases) {
            let renamed = own.indexed(&own.by_name, base).filter(|(_, definition)| definition.class.is_none());
            let names = renamed.flat_map(|(_, import)| import.words()).chain([base.as_str()]);
            let names: BTreeSet<&str> = names.filter(|word| !matches!(*word, "from" | "import" | "as")).collect();
            let declaring: Vec<_> = names.into_iter().flat_map(|name| self.declaring(name)).collect();
            if declaring.is_empty() && !calls_no_new_method(self.language, base) {
                self.queue.push_back(Cause::new(file, Some(name), why));
            }
            for (file, class) in declaring {
                self.queue.push_back(Cause { overrides: Some(class), ..Cause::new(file, Some(part), why) });
            }
        }
    }

    /// Returns the files that declare a class, each with the scope of the class.
    fn declaring(&mut self, class: &str) -> Vec<(&'a str, Vec<String>)> {
        if let Some(known) = self.declaring.get(class) {
            return known.clone();
        }
        let mentioning: Vec<&'a str> = self.mentions.get(class).into_iter().flatten().copied().collect();
        let mut found = Vec::new();
        for file in mentioning {
            let own = self.definitions_of(file);
            let headers = own.indexed(&own.by_name, class).filter(|(_, definition)| definition.is_header_of(class));
            found.extend(headers.filter_map(|(_, definition)| Some((file, definition.class.clone()?))));
        }
        self.declaring.insert(class.to_owned(), found.clone());
        found
    }

    /// Returns the file and the files that mention its name or one of its classes.
    ///
    /// A file that mentions one of the returned files also belongs to the result. So does a file with a relative import
    /// in the package of a returned `__init__.py`.
    fn mentioning_files(&mut self, path: &str) -> Rc<BTreeSet<&'a str>> {
        if let Some((_, known)) = self.last_mentioning.as_ref().filter(|(last, _)| last == path) {
            return Rc::clone(known);
        }
        let mut mentioning_files = BTreeSet::new();
        let own = self.head.file(path).map(|file| file.path.as_str());
        let mut todo: Vec<String> = vec![path.to_owned()];
        mentioning_files.extend(own);
        while let Some(file) = todo.pop() {
            let own = self.definitions_of(&file);
            let classes = own.all.iter().filter(|d| d.scope.is_empty() && d.class.is_some());
            let names: BTreeSet<String> =
                classes.flat_map(|d| d.names.clone()).chain([stem(&file).to_owned()]).collect();
            let mentioning = names.iter().filter_map(|name| self.mentions.get(name.as_str())).flatten().copied();
            let package = file.strip_suffix("__init__.py");
            let relative = self.relative_importers.iter().filter(|path| package.is_some_and(|it| path.starts_with(it)));
            for other in mentioning.chain(relative.copied()) {
                if mentioning_files.insert(other) {
                    todo.push(other.to_owned());
                }
            }
        }
        let mentioning_files = Rc::new(mentioning_files);
        self.last_mentioning = Some((path.to_owned(), Rc::clone(&mentioning_files)));
        mentioning_files
    }

    fn definitions_of(&mut self, path: &str) -> Rc<FileDefinitions> {
        let (head, hooks) = (self.head, &self.hooks);
        let read = || FileDefinitions::new(head.file(path).map(|file| code_of(file, hooks)).unwrap_or_default());
        Rc::clone(self.definitions.entry(path.to_owned()).or_insert_with(|| Rc::new(read())))
    }
}

/// The definitions of a file, and their positions by name and by mentioned word.
struct FileDefinitions {
    all: Vec<Definition>,
    by_name: BTreeMap<String, Vec<usize>>,
    by_word: BTreeMap<String, Vec<usize>>,
}

impl FileDefinitions {
    fn new(all: Vec<Definition>) -> Self {
        let (mut by_name, mut by_word): (BTreeMap<String, Vec<usize>>, BTreeMap<String, Vec<usize>>) =
            Default::default();
        for (at, definition) in all.iter().enumerate() {
            definition.names.iter().for_each(|name| by_name.entry(name.clone()).or_default().push(at));
            definition.words().into_iter().for_each(|word| by_word.entry(word.to_owned()).or_default().push(at));
        }
        Self { all, by_name, by_word }
    }

    /// Returns the definitions that an index of the file has for a word.
    fn indexed<'d>(
        &'d self,
        index: &'d BTreeMap<String, Vec<usize>>,
        word: &str,
    ) -> impl Iterator<Item = (usize, &'d Definition)> {
        index.get(word).into_iter().flatten().map(|at| (*at, &self.all[*at]))
    }
}

/// Returns the definitions of a file that can run code.
fn code_of(file: &SourceFile, hooks: &Hooks) -> Vec<Definition> {
    file.definitions().into_iter().filter(|definition| hooks.is_code(definition)).collect()
}

/// Returns the definitions by scope and name, without those that the run compares directly.
///
/// Several definitions of one name keep their order.
fn parts(all: Vec<Definition>, compared: &BTreeSet<Span>) -> BTreeMap<(Vec<String>, Option<String>), Vec<Definition>> {
    let mut parts: BTreeMap<_, Vec<Definition>> = BTreeMap::new();
    for definition in all.into_iter().filter(|definition| !compared.contains(&definition.span)) {
        let names: Vec<Option<String>> = match definition.names.is_empty() {
            true => vec![None],
            false => definition.names.iter().cloned().map(Some).collect(),
        };
        for name in names {
            parts.entry((definition.scope.clone(), name)).or_default().push(definition.clone());
        }
    }
    parts
}

/// Returns the files of a language that mention each word.
///
/// The function reads text, because a string may also name code, and to parse every file again would take too long.
fn mentions(head: &Revision, language: Language) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut mentions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in head.files(language) {
        for word in words(&file.text).collect::<BTreeSet<_>>() {
            mentions.entry(word).or_default().insert(&file.path);
        }
    }
    mentions
}

/// Reports whether Python code has `from` before a dot, as in a relative import.
///
/// Other text with these words only adds files to the analysis. To parse every file again would take too long.
fn has_relative_import(python: &str) -> bool {
    python
        .split("from")
        .skip(1)
        .any(|rest| rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\').starts_with('.'))
}

/// Returns the name by which other files import a file.
///
/// An `__init__.py` has the name of its folder.
fn stem(path: &str) -> &str {
    let module = path.strip_suffix("/__init__.py").unwrap_or(path);
    let name = module.rsplit('/').next().unwrap_or(module);
    name.split('.').next().unwrap_or(name)
}
