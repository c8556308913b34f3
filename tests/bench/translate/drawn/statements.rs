//! Generates the statements of random methods.

use super::{Drawer, LOCALS, Ty};

impl Drawer<'_> {
    fn inside(&mut self, body: impl FnOnce(&mut Self)) {
        let (variables, labels) = (self.variables.len(), self.labels.len());
        self.indent += 1;
        body(self);
        self.indent -= 1;
        self.variables.truncate(variables);
        self.labels.truncate(labels);
    }

    fn block(&mut self, depth: usize) {
        let count = 1 + self.seeded.below(3);
        self.inside(|own| (0..count).for_each(|_| own.statement(depth)));
    }

    pub(super) fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let kinds = if depth == 0 || self.left == 0 { 9 } else { 20 };
        match self.seeded.below(kinds) {
            0 | 1 => self.local(),
            2 => {
                if let Some((name, ty)) = self.variable(Ty::is_number, true) {
                    let text = self.compound(&name, ty, 2);
                    self.line(format!("{};", &text[1..text.len() - 1]));
                }
            }
            3 => {
                if let Some((place, ty)) = self.element(1) {
                    let text = match self.seeded.below(3) {
                        0 => format!("{place}{};", self.seeded.pick(&["++", "--"])),
                        1 => {
                            let text = self.compound(&place, ty, 2);
                            format!("{};", &text[1..text.len() - 1])
                        }
                        _ => format!("{place} = {};", self.value(ty, 2)),
                    };
                    self.line(text);
                }
            }
            4 => {
                let wanted = |ty: Ty| !matches!(ty, Ty::Grid | Ty::Builder | Ty::List);
                if let Some((name, ty)) = self.variable(wanted, true) {
                    let value = self.value(ty, 2);
                    self.line(format!("{name} = {value};"));
                }
            }
            5 if self.seeded.one_in(3) => self.list_statement(),
            5 => self.text_statement(),
            6 if !self.labels.is_empty() || self.breakable > 0 => self.jump(),
            7 if self.seeded.one_in(3) => {
                let condition = self.condition(1);
                let ending = match self.seeded.below(3) {
                    0 => self
                        .seeded
                        .pick(&["throw new IllegalStateException(\"x\");", "throw new IndexOutOfBoundsException();"])
                        .to_owned(),
                    _ => format!("return {};", self.value(self.returns, 1)),
                };
                self.line(format!("if ({condition}) {ending}"));
            }
            6..=8 => {
                let (text, _) = self.assigning(1);
                if let Some(bare) = bare(&text) {
                    self.line(format!("{bare};"));
                } else {
                    let name = self.seeded.pick(&["i", "j", "s", "b", "c"]);
                    self.line(format!("mix({name});"));
                }
            }
            9 | 10 => self.branch(depth - 1),
            11..=14 => self.looped(depth - 1),
            15 | 16 => self.switch(depth - 1),
            17 => self.handled(depth - 1),
            18 => {
                let label = format!("L{}", self.labels.len());
                self.line(format!("{label}: {{"));
                let count = 2 + self.seeded.below(2);
                self.inside(|own| {
                    own.labels.push((label.clone(), false));
                    (0..count).for_each(|_| own.statement(depth - 1));
                    let condition = own.condition(1);
                    own.line(format!("if ({condition}) break {label};"));
                    own.statement(depth - 1);
                });
                self.line("}");
            }
            _ => {
                self.line("{");
                self.block(depth - 1);
                self.line("}");
            }
        }
    }

    fn local(&mut self) {
        let ty = LOCALS[self.seeded.below(LOCALS.len())];
        let (value, name) = (self.value(ty, 2), self.fresh());
        self.line(format!("{} {name} = {value};", ty.java()));
        self.declare(&name, ty, false);
    }

    fn list_statement(&mut self) {
        let Some((name, _)) = self.variable(|ty| ty == Ty::List, false) else { return };
        let (at, value) = (self.index(1), format!("(int) ({})", self.whole(1)));
        let text = match self.seeded.below(6) {
            0 => format!("{name}.add({value});"),
            1 => format!("{name}.add({at}, {value});"),
            2 => format!("{name}.remove({at});"),
            3 => format!("{name}.remove(Integer.valueOf({value}));"),
            4 => format!("for (int k : {name}) seen = seen * 31 + k;"),
            _ => format!("if ({name}.get({at}).equals({name}.get(0))) seen++;"),
        };
        self.line(text);
    }

    fn text_statement(&mut self) {
        if let Some((name, _)) = self.variable(|ty| ty == Ty::Builder, false)
            && self.seeded.one_in(2)
        {
            let call = match self.seeded.below(6) {
                0 => format!("insert({}, {})", self.index(0), self.printable(1)),
                1 => "reverse()".to_owned(),
                2 => format!("setCharAt({}, (char) ({}))", self.index(0), self.whole(1)),
                3 => format!("deleteCharAt({})", self.index(0)),
                4 => format!("append({}).append({})", self.printable(1), self.text(1)),
                _ => format!("append({})", self.printable(2)),
            };
            return self.line(format!("{name}.{call};"));
        }
        if let Some((name, _)) = self.variable(|ty| ty == Ty::Text, true) {
            let value = self.printable(2);
            self.line(format!("{name} += {value};"));
        }
    }

    fn jump(&mut self) {
        let condition = self.condition(1);
        let continues = self.loops > 0 && self.seeded.one_in(2);
        let named: Vec<String> =
            self.labels.iter().filter(|(_, is_loop)| *is_loop || !continues).map(|(label, _)| label.clone()).collect();
        let word = if continues { "continue" } else { "break" };
        let target = match named.len() {
            0 => String::new(),
            n if self.seeded.one_in(2) => format!(" {}", named[self.seeded.below(n)]),
            _ => String::new(),
        };
        if target.is_empty() && !continues && self.breakable == 0 {
            return;
        }
        self.line(format!("if ({condition}) {word}{target};"));
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition(2);
        self.line(format!("if ({condition}) {{"));
        self.block(depth);
        match self.seeded.below(3) {
            0 => self.line("}"),
            1 => {
                self.line("} else {");
                self.block(depth);
                self.line("}");
            }
            _ => {
                let condition = self.condition(1);
                self.line(format!("}} else if ({condition}) {{"));
                self.block(depth);
                self.line("}");
            }
        }
    }

    fn looped(&mut self, depth: usize) {
        let label = self.seeded.one_in(2).then(|| format!("L{}", self.labels.len()));
        let before = label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let name = self.fresh();
        let (head, foot, variable) = match self.seeded.below(10) {
            0 => {
                let condition = self.condition(1);
                (format!("while (go() && {condition}) {{"), "}".to_owned(), None)
            }
            1 => ("do {".to_owned(), format!("}} while (go() && {});", self.condition(1)), None),
            2 => {
                let (array, ty) =
                    self.variable(|ty| ty.element().is_some(), false).unwrap_or(("a".to_owned(), Ty::Ints));
                let element = ty.element().unwrap_or(Ty::Int);
                (format!("for ({} {name} : {array}) {{", element.java()), "}".to_owned(), Some((element, false)))
            }
            3 => (
                format!("for (char {name} : {}.toCharArray()) {{", self.text(1)),
                "}".to_owned(),
                Some((Ty::Char, false)),
            ),
            4 => {
                let ty = [Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Long][self.seeded.below(5)];
                let (condition, step) = (self.condition(0), self.whole(0));
                let step = self.seeded.pick(&["++", "--"]).to_owned() + "§" + &step;
                let (sign, step) = step.split_once('§').expect("both");
                let update =
                    if self.seeded.one_in(2) { format!("{name}{sign}") } else { format!("{name} += {step}, j--") };
                (
                    format!("for ({} {name} = {}; go() && {condition}; {update}) {{", ty.java(), self.value(ty, 1)),
                    "}".to_owned(),
                    Some((ty, false)),
                )
            }
            5 => {
                let (start, bound) =
                    (self.seeded.pick(&["a.length - 1", "4", "(i & 3)"]), self.seeded.pick(&["0", "-2", "1"]));
                let (op, step) = (self.seeded.pick(&[">", ">="]), self.seeded.pick(&["--", " -= 2", " -= 1"]));
                (
                    format!("for (int {name} = {start}; {name} {op} {bound}; {name}{step}) {{"),
                    "}".to_owned(),
                    Some((Ty::Int, true)),
                )
            }
            6 => {
                let (start, bound) = (
                    self.seeded.pick(&["2147483645", "127", "-3", "65534"]),
                    self.seeded.pick(&["2147483647", "5", "127"]),
                );
                let ty = if self.seeded.one_in(2) { "int" } else { "long" };
                let (op, step) = (self.seeded.pick(&["<", "<=", ">"]), self.seeded.pick(&["++", " += 2", "--"]));
                let written = if ty == "int" { Ty::Int } else { Ty::Long };
                (
                    format!("for ({ty} {name} = {start}; go() && {name} {op} {bound}; {name}{step}) {{"),
                    "}".to_owned(),
                    Some((written, false)),
                )
            }
            7 => {
                let head = self.seeded.pick(&[
                    "int # = 2147483645; # > 5; #++",
                    "byte # = 126; # > 0; #++",
                    "long # = -9223372036854775807L; # < 0; #--",
                    "int # = 2147483644; # <= 2147483646; #++",
                    "char # = 65533; # > 9; # += 2",
                ]);
                let ty = LOCALS.into_iter().find(|ty| head.starts_with(ty.java())).unwrap_or(Ty::Int);
                (format!("for ({}) {{", head.replace('#', &name)), "}".to_owned(), Some((ty, true)))
            }
            _ => {
                let (start, bound) = (
                    self.seeded.pick(&["0", "1", "(j & 1)"]),
                    self.seeded.pick(&["a.length", "4", "(s & 3)", "b % 5"]),
                );
                let (op, step) = (self.seeded.pick(&["<", "<="]), self.seeded.pick(&["++", " += 2", " += 1"]));
                // A value that the body may assign is not a bound here.
                let bound = if bound.starts_with('a') || bound == "4" { bound } else { "3" };
                (
                    format!("for (int {name} = {start}; {name} {op} {bound}; {name}{step}) {{"),
                    "}".to_owned(),
                    Some((Ty::Int, true)),
                )
            }
        };
        self.line(format!("{before}{head}"));
        let breakable = std::mem::replace(&mut self.breakable, 1);
        self.loops += 1;
        self.inside(|own| {
            own.labels.extend(label.map(|label| (label, true)));
            if let Some((ty, is_fixed)) = variable {
                own.declare(&name, ty, is_fixed);
            }
            (0..1 + own.seeded.below(3)).for_each(|_| own.statement(depth));
            if own.seeded.one_in(3) {
                own.jump();
                own.statement(0);
            }
        });
        self.loops -= 1;
        self.breakable = breakable;
        self.line(foot);
    }

    fn switch(&mut self, depth: usize) {
        let is_text = self.seeded.one_in(4);
        let (subject, mut labels) = if is_text {
            (self.text(1), vec!["\"\"", "\"ab\"", "\"b\"", "\"0\""])
        } else {
            match self.seeded.below(3) {
                0 => ("c".to_owned(), vec!["'x'", "'0'", "'a'", "65"]),
                1 => ("b".to_owned(), vec!["5", "-1", "0", "127"]),
                _ => (format!("({}) % 4", self.whole(1)), vec!["0", "1", "-1", "3"]),
            }
        };
        let is_arrow = self.seeded.one_in(3);
        if !is_text && self.seeded.one_in(5) {
            let (name, first) = (self.fresh(), labels[0]);
            let (one, two, other) = (self.whole(1), self.whole(1), self.whole(1));
            self.line(format!(
                "int {name} = switch ({subject}) {{ case {first} -> {one}; case {}, {} -> {{ seen++; yield {two}; }} default -> {other}; }};",
                labels[1], labels[2]
            ));
            return self.declare(&name, Ty::Int, false);
        }
        self.line(format!("switch ({subject}) {{"));
        let breakable = std::mem::replace(&mut self.breakable, 1);
        let default_at = self.seeded.below(5);
        let groups = 2 + self.seeded.below(2);
        self.inside(|own| {
            for at in 0..groups {
                let taken: Vec<&str> =
                    labels.drain(..1 + usize::from(labels.len() > 2 && own.seeded.one_in(3))).collect();
                if is_arrow {
                    own.line(format!("case {} -> {{", taken.join(", ")));
                    own.block(depth.min(1));
                    own.line("}");
                    continue;
                }
                if at == default_at {
                    own.line("default:");
                    own.line("{");
                    own.block(depth.min(1));
                    own.line("}");
                    if own.seeded.one_in(2) {
                        own.line("break;");
                    }
                }
                own.line(format!("case {}:", taken.join(": case ")));
                own.line("{");
                own.block(depth.min(1));
                own.line("}");
                if own.seeded.below(3) > 0 {
                    own.line("break;");
                }
                if labels.is_empty() {
                    break;
                }
            }
            if is_arrow && own.seeded.one_in(2) {
                own.line("default -> {");
                own.block(depth.min(1));
                own.line("}");
            }
        });
        self.breakable = breakable;
        self.line("}");
    }

    fn handled(&mut self, depth: usize) {
        self.line("try {");
        self.block(depth);
        let has_last = self.seeded.one_in(2);
        let catches = if has_last { self.seeded.below(3) } else { 1 + self.seeded.below(2) };
        let kinds = [
            ["ArithmeticException", "IndexOutOfBoundsException | NegativeArraySizeException"],
            ["IllegalStateException", "RuntimeException"],
        ][self.seeded.below(2)];
        let known = self.variables.len();
        for kind in kinds.iter().take(catches) {
            let name = self.fresh();
            self.line(format!("}} catch ({kind} {name}) {{"));
            self.declare(&name, Ty::Error, true);
            self.block(depth.min(1));
            self.variables.truncate(known);
        }
        if has_last {
            self.line("} finally {");
            // A jump here would hide the thrown exception, in both languages.
            self.block(0);
        }
        self.line("}");
    }
}

/// Returns an assignment without its parentheses; `None` for another text.
fn bare(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    let closes = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    let (place, rest) = inner.split_once(' ')?;
    let is_place = place.starts_with(|c: char| c.is_alphabetic()) && !place.contains('(');
    (!closes && is_place && rest.contains("= ") && !rest.starts_with("==") && !rest.starts_with(['<', '>', '!']))
        .then_some(inner)
}
