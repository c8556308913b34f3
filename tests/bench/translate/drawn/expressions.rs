//! Generates the expressions of random methods.

use super::{Drawer, Ty};

impl Drawer<'_> {
    /// Returns an expression that Java can assign to a variable of this type.
    pub(super) fn value(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Int => self.whole(depth),
            Ty::Long => match self.number(depth) {
                (text, Ty::Double) => format!("(long) ({text})"),
                (text, _) => text,
            },
            Ty::Short | Ty::Byte | Ty::Char => format!("({}) ({})", ty.java(), self.number(depth).0),
            Ty::Double => self.number(depth).0,
            Ty::Boolean => self.condition(depth),
            Ty::Text => self.text(depth),
            Ty::Builder => match self.seeded.below(2) {
                0 => "new StringBuilder()".to_owned(),
                _ => format!("new StringBuilder({})", self.text(1)),
            },
            Ty::Ints | Ty::Longs | Ty::Bytes | Ty::Chars => {
                let element = ty.element().unwrap_or(Ty::Int);
                match self.seeded.below(4) {
                    0 => {
                        let size = self.whole(depth.min(1));
                        let size =
                            if self.seeded.one_in(8) { format!("({size}) % 6") } else { format!("2 + mix({size})") };
                        format!("new {}[{size}]", element.java())
                    }
                    1 if ty == Ty::Ints => "a.clone()".to_owned(),
                    2 if ty == Ty::Chars => format!("{}.toCharArray()", self.text(0)),
                    _ => {
                        let parts: Vec<String> =
                            (0..2 + self.seeded.below(3)).map(|_| self.value(element, depth.min(1))).collect();
                        format!("new {} {{{}}}", ty.java(), parts.join(", "))
                    }
                }
            }
            Ty::Grid | Ty::Error => match self.seeded.below(2) {
                0 => "new int[2][3]".to_owned(),
                _ => format!("new int[][] {{a, {{{}, 8}}, a.clone()}}", self.whole(1)),
            },
            Ty::Cell => match self.variable(|ty| ty == Ty::Cell, false) {
                Some((name, _)) if self.seeded.one_in(2) => name,
                _ => format!("new Cell({})", self.whole(depth.min(1))),
            },
            Ty::List => format!("new ArrayList<>(List.of((int) ({}), (int) ({}), 3))", self.whole(1), self.whole(0)),
        }
    }

    /// Returns an expression whose type Java converts to `int` without a cast.
    pub(super) fn whole(&mut self, depth: usize) -> String {
        match self.number(depth) {
            (text, Ty::Long | Ty::Double) => format!("(int) ({text})"),
            (text, _) => text,
        }
    }

    pub(super) fn number(&mut self, depth: usize) -> (String, Ty) {
        if depth == 0 {
            return self.atom();
        }
        let wider = |a: Ty, b: Ty| match (a, b) {
            (Ty::Double, _) | (_, Ty::Double) => Ty::Double,
            (Ty::Long, _) | (_, Ty::Long) => Ty::Long,
            _ => Ty::Int,
        };
        match self.seeded.below(18) {
            0..=3 => {
                let ((a, x), (b, y)) = (self.number(depth - 1), self.number(depth - 1));
                (format!("({a} {} {b})", self.seeded.pick(&["+", "-", "*"])), wider(x, y))
            }
            5 => {
                let ((a, x), (b, y)) = (self.number(depth - 1), self.number(depth - 1));
                let b = if self.seeded.one_in(3) || y == Ty::Double { b } else { format!("({b} | 1)") };
                (format!("({a} {} {b})", self.seeded.pick(&["/", "%"])), wider(x, y))
            }
            6 => {
                let ((a, x), (b, y)) = (self.integer(depth - 1), self.integer(depth - 1));
                (format!("({a} {} {b})", self.seeded.pick(&["&", "|", "^"])), wider(x, y))
            }
            7 | 8 => {
                let ((a, x), (b, _)) = (self.integer(depth - 1), self.integer(depth - 1));
                let ty = if x == Ty::Long { Ty::Long } else { Ty::Int };
                (format!("({a} {} {b})", self.seeded.pick(&["<<", ">>", ">>>"])), ty)
            }
            9 => {
                let (a, x) = self.number(depth - 1);
                (format!("(-{a})"), wider(x, Ty::Int))
            }
            10 => {
                let (a, x) = self.integer(depth - 1);
                (format!("(~{a})"), wider(x, Ty::Int))
            }
            11 => {
                let to = [Ty::Int, Ty::Long, Ty::Short, Ty::Byte, Ty::Char][self.seeded.below(5)];
                let (a, _) = self.number(depth - 1);
                (format!("(({}) {a})", to.java()), if to == Ty::Long { Ty::Long } else { Ty::Int })
            }
            12 => {
                let condition = self.condition(depth - 1);
                let ((a, x), (b, y)) = (self.number(depth - 1), self.number(depth - 1));
                (format!("({condition} ? {a} : {b})"), wider(x, y))
            }
            13 => {
                let (a, b) = (self.whole(depth - 1), self.whole(depth - 1));
                (format!("Math.{}({a}, {b})", self.seeded.pick(&["max", "min", "floorMod"])), Ty::Int)
            }
            14 => (format!("mix({})", self.whole(depth - 1)), Ty::Int),
            4 => {
                let (a, b, c) =
                    (self.whole(depth - 1), self.value(Ty::Long, depth - 1), self.value(Ty::Char, depth - 1));
                (format!("pick({a}, {b}, {c})"), Ty::Long)
            }
            16 => match self.variable(|ty| ty == Ty::List, false) {
                Some((name, _)) => {
                    let (at, value) = (self.index(depth - 1), format!("(int) ({})", self.whole(depth - 1)));
                    match self.seeded.below(4) {
                        0 => (format!("(+{name}.get({at}))"), Ty::Int),
                        1 => (format!("(int) {name}.set({at}, {value})"), Ty::Int),
                        2 => (format!("{name}.indexOf({value})"), Ty::Int),
                        _ => (format!("{name}.size()"), Ty::Int),
                    }
                }
                None => self.atom(),
            },
            15 => self.assigning(depth - 1),
            _ => self.atom(),
        }
    }

    /// Returns a number that is not a `double`.
    pub(super) fn integer(&mut self, depth: usize) -> (String, Ty) {
        match self.number(depth) {
            (text, Ty::Double) => (format!("((long) {text})"), Ty::Long),
            found => found,
        }
    }

    /// Returns an assignment or an increment that is a value.
    pub(super) fn assigning(&mut self, depth: usize) -> (String, Ty) {
        let promoted = |ty: Ty| if matches!(ty, Ty::Long | Ty::Double) { ty } else { Ty::Int };
        let place = match self.seeded.below(6) {
            0 | 1 => self.element(depth),
            2 => Some(("seen".to_owned(), Ty::Int)),
            3 => self.member(),
            _ => self.variable(Ty::is_number, true),
        };
        let Some((place, ty)) = place else { return self.atom() };
        let text = match self.seeded.below(4) {
            0 => format!("{place}{}", self.seeded.pick(&["++", "--"])),
            1 => format!("({}{place})", self.seeded.pick(&["++", "--"])),
            2 => format!("({place} = {})", self.value(ty, depth)),
            _ => self.compound(&place, ty, depth),
        };
        (text, promoted(ty))
    }

    pub(super) fn compound(&mut self, place: &str, ty: Ty, depth: usize) -> String {
        let op = if ty == Ty::Double {
            self.seeded.pick(&["+=", "-=", "*=", "/="])
        } else {
            self.seeded.pick(&["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ">>>=", "&=", "|=", "^="])
        };
        let value = match op {
            "+=" | "-=" | "*=" => self.number(depth).0,
            "/=" | "%=" if ty == Ty::Double => self.number(depth).0,
            "/=" | "%=" => format!("({} | 1)", self.integer(depth).0),
            _ => self.integer(depth).0,
        };
        format!("({place} {op} {value})")
    }

    /// Returns a field of an object that code can assign.
    pub(super) fn member(&mut self) -> Option<(String, Ty)> {
        let (name, _) = self.variable(|ty| ty == Ty::Cell, false)?;
        let name = if self.seeded.one_in(4) { format!("({name} = new Cell({}))", self.whole(0)) } else { name };
        let (field, ty) = [("x", Ty::Int), ("y", Ty::Char), ("z", Ty::Long)][self.seeded.below(3)];
        Some((format!("{name}.{field}"), ty))
    }

    /// Returns an element of an array that code can assign.
    pub(super) fn element(&mut self, depth: usize) -> Option<(String, Ty)> {
        let (name, ty) = self.variable(|ty| ty.element().is_some() || ty == Ty::Grid, false)?;
        let index = self.index(depth);
        if ty == Ty::Grid {
            return Some((format!("{name}[{index}][{}]", self.index(0)), Ty::Int));
        }
        Some((format!("{name}[{index}]"), ty.element()?))
    }

    /// Returns an index that is often within the array.
    pub(super) fn index(&mut self, depth: usize) -> String {
        let of = self.whole(depth.min(1));
        match self.seeded.below(40) {
            0 => of,
            1 => format!("{of} % 3"),
            2 => "a.length".to_owned(),
            3..=9 => self.seeded.pick(&["0", "1", "a.length - 1"]).to_owned(),
            _ => format!("{of} & 1"),
        }
    }

    pub(super) fn atom(&mut self) -> (String, Ty) {
        let literals = |own: &mut Self| match own.seeded.below(6) {
            0 => (own.seeded.pick(&["1L", "(-7L)", "0x7fffffffffffffffL", "4294967296L"]).to_owned(), Ty::Long),
            1 => (own.seeded.pick(&["'x'", "'0'", "'\\uffff'", "'\\0'"]).to_owned(), Ty::Int),
            2 => (own.seeded.pick(&["0.5", "(-2.0)", "1e10", "3.0"]).to_owned(), Ty::Double),
            _ => (
                own.seeded
                    .pick(&["0", "1", "2", "7", "(-3)", "31", "100000", "0x7fffffff", "(-2147483648)"])
                    .to_owned(),
                Ty::Int,
            ),
        };
        match self.seeded.below(14) {
            0..=2 => literals(self),
            3 => self.element(0).map_or(("5".to_owned(), Ty::Int), |(text, ty)| (text, ty)),
            4 => (format!("(\"ab\" + {}).charAt({})", self.text(0), self.index(0)), Ty::Int),
            5 => {
                let (name, _) = self.variable(|ty| ty.element().is_some(), false).unwrap_or(("a".to_owned(), Ty::Ints));
                (format!("{name}.length"), Ty::Int)
            }
            6 => match self.variable(|ty| ty == Ty::Builder, false) {
                Some((name, _)) => (format!("{name}.length()"), Ty::Int),
                None => (format!("{}.length()", self.text(0)), Ty::Int),
            },
            7 => self.assigning(0),
            8 => self.member().map_or(("seen".to_owned(), Ty::Int), |found| found),
            _ => match self.variable(Ty::is_number, false) {
                Some(found) => found,
                None => literals(self),
            },
        }
    }

    pub(super) fn condition(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.variable(|ty| ty == Ty::Boolean, false) {
                Some((name, _)) if self.seeded.one_in(2) => name,
                _ => {
                    let ((a, _), (b, _)) = (self.atom(), self.atom());
                    format!("({a} {} {b})", self.seeded.pick(&["<", "<=", ">", ">=", "==", "!="]))
                }
            };
        }
        match self.seeded.below(9) {
            0 => format!("!{}", self.condition(depth - 1)),
            1 | 2 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a} {} {b})", self.seeded.pick(&["&&", "||", "^", "&", "|", "=="]))
            }
            3 => format!("{}.equals({})", self.text(0), self.text(0)),
            _ => {
                let ((a, _), (b, _)) = (self.number(depth - 1), self.number(depth - 1));
                format!("({a} {} {b})", self.seeded.pick(&["<", "<=", ">", ">=", "==", "!="]))
            }
        }
    }

    /// Returns a short string.
    pub(super) fn text(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.variable(|ty| matches!(ty, Ty::Text | Ty::Builder), false) {
                Some((name, Ty::Text)) => format!("cut({name})"),
                Some((name, _)) => format!("cut({name}.toString())"),
                None => "\"z\"".to_owned(),
            };
        }
        match self.seeded.below(5) {
            0 => format!("(\"\\u00e9\" + {}).substring({})", self.text(0), self.index(depth - 1)),
            1 => format!("String.valueOf({})", self.printable(depth - 1)),
            2 => self.seeded.pick(&["\"\"", "\"ab\"", "\"b\"", "\"\\n\""]).to_owned(),
            _ => {
                let parts: Vec<String> = (0..1 + self.seeded.below(3)).map(|_| self.printable(depth - 1)).collect();
                match self.seeded.below(3) {
                    0 => format!("({} + {})", parts.join(" + \":\" + "), self.text(0)),
                    1 => format!("({} + {})", self.text(0), parts.join(" + ")),
                    _ => format!("(\"\" + {})", parts.join(" + ")),
                }
            }
        }
    }

    /// Returns a value whose string is the same in every version of the two languages.
    pub(super) fn printable(&mut self, depth: usize) -> String {
        match self.seeded.below(5) {
            0 => match self.variable(|ty| ty == Ty::Char, false) {
                Some((name, _)) => name,
                None => "'q'".to_owned(),
            },
            1 => self.condition(depth),
            2 => "(char) ('a' + mix(i))".to_owned(),
            _ => self.integer(depth).0,
        }
    }
}
