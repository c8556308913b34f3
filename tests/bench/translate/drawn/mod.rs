//! Generates random Java methods from a seed. The methods contain arithmetic on all integral types,
//! shifts, compound assignments, increments inside of expressions, characters, strings, arrays with
//! invalid indexes, loops with labels, switches that fall through, and handlers with jumps. Every
//! method ends, and compiles.

/// A generator of numbers from a seed.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    pub fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

mod expressions;
mod statements;

/// The types of variables.
#[derive(Clone, Copy, PartialEq)]
enum Ty {
    Int,
    Long,
    Short,
    Byte,
    Char,
    Double,
    Boolean,
    Text,
    Builder,
    Ints,
    Longs,
    Bytes,
    Chars,
    Grid,
    Cell,
    List,
    Error,
}

const LOCALS: [Ty; 16] = [
    Ty::Int,
    Ty::Long,
    Ty::Short,
    Ty::Byte,
    Ty::Char,
    Ty::Double,
    Ty::Boolean,
    Ty::Text,
    Ty::Builder,
    Ty::Ints,
    Ty::Longs,
    Ty::Bytes,
    Ty::Chars,
    Ty::Grid,
    Ty::Cell,
    Ty::List,
];

impl Ty {
    fn java(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Long => "long",
            Self::Short => "short",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Double => "double",
            Self::Boolean => "boolean",
            Self::Text => "String",
            Self::Builder => "StringBuilder",
            Self::Ints => "int[]",
            Self::Longs => "long[]",
            Self::Bytes => "byte[]",
            Self::Chars => "char[]",
            Self::Grid => "int[][]",
            Self::Cell => "Cell",
            Self::List => "List<Integer>",
            Self::Error => "RuntimeException",
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Short | Self::Byte | Self::Char | Self::Double)
    }

    fn element(self) -> Option<Self> {
        match self {
            Self::Ints => Some(Self::Int),
            Self::Longs => Some(Self::Long),
            Self::Bytes => Some(Self::Byte),
            Self::Chars => Some(Self::Char),
            _ => None,
        }
    }
}

/// The text before all generated methods: the head of their class, and shared members.
pub const HEAD: &str = "class Drawn {
    static class Cell {
        int x;
        char y = 'k';
        long z;

        Cell(int x) {
            this.x = x;
            this.z += x;
        }
    }

    static int seen;
    static int fuel;

    static int mix(int x) {
        seen = seen * 31 + x;
        return x & 7;
    }

    static long pick(int x, long y, char z) {
        return (seen & 1) == 0 ? x - z : y ^ z;
    }

    static boolean go() {
        return --fuel > 0;
    }

    static String cut(String s) {
        return s.length() > 9 ? s.substring(s.length() - 9) : s;
    }
";

/// The parameters of every generated method.
pub const PARAMS: &str = "int i, int j, long l, short s, byte b, char c, int[] a, String t";

struct Variable {
    name: String,
    ty: Ty,
    is_fixed: bool,
}

struct Drawer<'s> {
    seeded: &'s mut Seeded,
    variables: Vec<Variable>,
    /// The labels around the code. The flag says whether a `continue` may name the label.
    labels: Vec<(String, bool)>,
    loops: usize,
    /// The number of loops and switches that a `break` without a label can leave.
    breakable: usize,
    names: usize,
    returns: Ty,
    lines: Vec<String>,
    indent: usize,
    left: usize,
}

/// Generates a method with this name.
pub fn method(seeded: &mut Seeded, name: &str) -> String {
    const RETURNS: [Ty; 6] = [Ty::Int, Ty::Long, Ty::Text, Ty::Char, Ty::Byte, Ty::Double];
    let returns = RETURNS[seeded.below(RETURNS.len())];
    let mut drawer = Drawer {
        variables: Vec::new(),
        labels: Vec::new(),
        loops: 0,
        breakable: 0,
        names: 0,
        returns,
        lines: Vec::new(),
        indent: 2,
        left: 4 + seeded.below(9),
        seeded,
    };
    let params = [
        ("i", Ty::Int),
        ("j", Ty::Int),
        ("l", Ty::Long),
        ("s", Ty::Short),
        ("b", Ty::Byte),
        ("c", Ty::Char),
        ("a", Ty::Ints),
        ("t", Ty::Text),
    ];
    params.iter().for_each(|(name, ty)| drawer.declare(name, *ty, false));
    while drawer.left > 0 {
        drawer.statement(3);
    }
    let value = drawer.value(returns, 3);
    drawer.line(format!("return {value};"));
    format!("\n    static {} {name}({PARAMS}) {{\n{}\n    }}\n", returns.java(), drawer.lines.join("\n"))
}

impl Drawer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }

    fn declare(&mut self, name: &str, ty: Ty, is_fixed: bool) {
        self.variables.push(Variable { name: name.to_owned(), ty, is_fixed });
    }

    fn fresh(&mut self) -> String {
        // There are few names, so the name of a closed block may be in use again.
        loop {
            self.names += 1;
            let name = format!("v{}", self.names % 7);
            if !self.variables.iter().any(|v| v.name == name) {
                return name;
            }
            if self.names.is_multiple_of(7) {
                return format!("w{}", self.names);
            }
        }
    }

    fn variable(&mut self, wanted: impl Fn(Ty) -> bool, writable: bool) -> Option<(String, Ty)> {
        let fitting: Vec<usize> = (0..self.variables.len())
            .filter(|at| wanted(self.variables[*at].ty) && !(writable && self.variables[*at].is_fixed))
            .collect();
        let at = *fitting.get(self.seeded.below(fitting.len().max(1)))?;
        Some((self.variables[at].name.clone(), self.variables[at].ty))
    }
}
