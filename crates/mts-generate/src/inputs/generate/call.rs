//! Generates one call: first lengths, then containers, then related numbers.
//!
//! A related number is a length, an index or an element of a container.

use super::containers::{ElementStyle, ValueMaker};
use super::literals::Literals;
use super::parameter_relations::{Dimension, ParamFacts, ParamRole, element};
use super::random::Random;
use super::{InputSetting, Stage, strings};
use crate::inputs::coerce::range;
use crate::inputs::object_recipes;
use mts_model::{JavaType, Param, Primitive, Value};
use std::collections::BTreeMap;

/// A generator of calls of one function.
pub struct CallMaker<'c> {
    /// The parameters of the function.
    pub params: &'c [Param],
    /// The facts about each parameter.
    pub facts: &'c [ParamFacts],
    /// The constants of the code.
    pub literals: &'c Literals,
}

impl CallMaker<'_> {
    /// Generates the arguments of one call.
    ///
    /// After the typical stage, only one parameter of a call has an unusual value, so that one unusual value does
    /// not hide another. `turn` chooses this parameter.
    pub fn call(&self, setting: InputSetting, turn: usize, random: &mut Random) -> Vec<Value> {
        let odd = matches!(setting.stage, Stage::Boundary | Stage::Extreme)
            .then(|| turn.checked_rem(self.params.len()).unwrap_or_default());
        let setting_of = |p: usize| match odd {
            Some(o) if o != p => InputSetting { stage: Stage::Typical, size: 4 },
            _ => setting,
        };
        let lengths = self.lengths(&setting_of, random);
        let style = ElementStyle::choose(
            InputSetting { stage: setting.stage.min(Stage::Typical), ..setting },
            self.literals,
            random,
        );
        let mut args: Vec<Value> = Vec::with_capacity(self.params.len());
        for (p, param) in self.params.iter().enumerate() {
            let own = setting_of(p);
            let style = match own.stage {
                Stage::Boundary | Stage::Extreme => ElementStyle::choose(own, self.literals, random),
                _ if random.draw_bool(25) => ElementStyle::choose(own, self.literals, random),
                _ => style,
            };
            let maker = ValueMaker {
                setting: own,
                style,
                literals: self.literals,
                positions: self.facts[p].positions,
                depth: object_recipes::DEEPEST,
            };
            let dims: Vec<Option<usize>> = (0..3).map(|depth| lengths.get(&(p, depth)).copied()).collect();
            let value = match self.relative(p, &args, &dims, own, random) {
                _ if own.stage == Stage::Boundary && self.facts[p].null_checked && random.draw_bool(40) => Value::Null,
                Some(value) => value,
                None => maker.value(&param.ty, &self.facts[p], &dims, random),
            };
            args.push(value);
        }
        for p in 0..self.params.len() {
            if let Some(value) = self.coupled(p, &args, setting_of(p), random) {
                args[p] = value;
            }
        }
        self.order_positions(&mut args, random);
        args
    }

    /// Chooses the length of each dimension; related dimensions have equal lengths.
    fn lengths(&self, setting_of: &impl Fn(usize) -> InputSetting, random: &mut Random) -> BTreeMap<Dimension, usize> {
        let mut lengths: BTreeMap<Dimension, usize> = BTreeMap::new();
        let recursive = self.facts.iter().any(|fact| fact.recurses);
        for (p, fact) in self.facts.iter().enumerate() {
            let ParamRole::Length(of) = &fact.role else { continue };
            let stages = of.iter().map(|(a, _)| setting_of(*a).stage).chain([setting_of(p).stage]);
            let stage = stages.max().unwrap_or(Stage::Simple);
            let agreed = of.iter().find_map(|at| lengths.get(at).copied());
            let length = agreed.unwrap_or_else(|| self.length(stage, setting_of(p).size, recursive, random));
            for at in of {
                lengths.entry(*at).or_insert(length);
            }
        }
        for (p, param) in self.params.iter().enumerate() {
            let Some(inner) = element(&param.ty) else { continue };
            let stage = setting_of(p).stage;
            let is_array = matches!(param.ty, JavaType::Array(_));
            if is_array && !lengths.contains_key(&(p, 0)) {
                let length = self.length(stage, setting_of(p).size, recursive, random);
                // Arrays without a length parameter mostly have equal lengths.
                let same = lengths.iter().find(|((other, depth), _)| *other < p && *depth == 0).map(|(_, n)| *n);
                let length = same.filter(|_| random.draw_bool(60)).unwrap_or(length);
                lengths.insert((p, 0), length);
            }
            let nested = is_array && matches!(inner, JavaType::Array(_));
            if nested && !lengths.contains_key(&(p, 1)) && random.draw_bool(75) {
                let square = lengths.get(&(p, 0)).copied().unwrap_or(2);
                lengths.insert((p, 1), square);
            }
            if stage != Stage::Boundary {
                for (depth, least) in self.facts[p].least.iter().enumerate() {
                    // The code reads an element at a constant index, such as `a[3]`. Rows are always long enough for
                    // this index. The outermost dimension is mostly long enough, but not always, because the code
                    // may check the length first.
                    if depth > 0 || random.draw_bool(85) {
                        self.at_least(&mut lengths, (p, depth), *least);
                    }
                }
            }
        }
        lengths
    }

    fn at_least(&self, lengths: &mut BTreeMap<Dimension, usize>, at: Dimension, least: usize) {
        if lengths.get(&at).is_none_or(|n| *n >= least) {
            return;
        }
        let together = self.facts.iter().find_map(|fact| match &fact.role {
            ParamRole::Length(of) if of.contains(&at) => Some(of.clone()),
            _ => None,
        });
        for dimension in together.unwrap_or_else(|| vec![at]) {
            lengths.insert(dimension, least);
        }
    }

    fn length(&self, stage: Stage, size: usize, recursive: bool, random: &mut Random) -> usize {
        match stage {
            Stage::Simple => random.length(1, 3),
            Stage::Typical => {
                let mined = random.pick(&self.literals.ints).and_then(|n| usize::try_from(*n).ok());
                match mined {
                    Some(n) if n <= 32 && !recursive && random.draw_bool(12) => n,
                    _ => random.length(2, 3 + size),
                }
            }
            Stage::Boundary => *random.pick(&[0, 1, 1, 2]).unwrap_or(&1),
            Stage::Extreme => random.length(3, if recursive { 10 } else { 40 }),
        }
    }

    /// Generates a value that is related to an earlier argument.
    ///
    /// The function derives a string from an earlier string. An array shares elements with an
    /// earlier array, because functions of two sequences mostly compare the sequences. Returns `None`
    /// in half of all cases, after the typical stage, and without an earlier argument of the type.
    fn relative(
        &self,
        p: usize,
        args: &[Value],
        dims: &[Option<usize>],
        setting: InputSetting,
        random: &mut Random,
    ) -> Option<Value> {
        let ty = &self.params[p].ty;
        let earlier = (0..p).rev().find(|q| self.params[*q].ty == *ty)?;
        if setting.stage > Stage::Typical || !random.draw_bool(50) {
            return None;
        }
        match args.get(earlier)? {
            Value::Str(s) if *ty == JavaType::String && dims.first().copied().flatten().is_none() => {
                Some(Value::Str(strings::relative(s, random)))
            }
            Value::List(items) if element(ty).is_some_and(|e| element(&e).is_none()) && !items.is_empty() => {
                let wanted = dims.first().copied().flatten().unwrap_or(items.len());
                let mut shared: Vec<Value> = items.iter().cycle().take(wanted).cloned().collect();
                if random.draw_bool(60) {
                    random.shuffle(&mut shared);
                }
                Some(Value::List(shared))
            }
            _ => None,
        }
    }

    /// Generates the value of a parameter that depends on other arguments.
    ///
    /// The value is a length, an index, an element to search for, or a number related to an earlier
    /// number. Returns `None` if the parameter keeps its value.
    fn coupled(&self, p: usize, args: &[Value], setting: InputSetting, random: &mut Random) -> Option<Value> {
        let ty = &self.params[p].ty;
        match &self.facts[p].role {
            ParamRole::Length(of) => {
                let length = of.iter().filter_map(|at| length_at(args, *at)).min()?;
                let length = i64::try_from(length).ok()?;
                let n = match setting.stage {
                    // A length that is too large or negative occurs only if this parameter has the unusual value of
                    // the call.
                    Stage::Boundary => *random.pick(&[0, length, length - 1, 1, length + 1, -1]).unwrap_or(&0),
                    Stage::Typical if random.draw_bool(12) => random.between(0, length),
                    _ => length,
                };
                self.number(p, n)
            }
            ParamRole::Index(at) => {
                let length = i64::try_from(length_at(args, *at)?).ok()?;
                let n = match setting.stage {
                    Stage::Boundary => *random.pick(&[0, length - 1, length, -1]).unwrap_or(&0),
                    _ => random.between(0, (length - 1).max(0)),
                };
                self.number(p, n)
            }
            ParamRole::Free => match ty.unboxed()? {
                Primitive::Boolean => None,
                _ if setting.stage != Stage::Typical => None,
                _ if random.draw_bool(40) => sought(ty, self.params, args, random),
                _ if random.draw_bool(20) => self.related_number(p, args, random),
                _ => None,
            },
        }
    }

    /// Generates a number related to an earlier number.
    ///
    /// The number is equal, adjacent, a multiple, half, the square or the negation.
    fn related_number(&self, p: usize, args: &[Value], random: &mut Random) -> Option<Value> {
        let numbers: Vec<i64> = (0..p)
            .filter(|q| self.facts[*q].role == ParamRole::Free)
            .filter_map(|q| if let Value::Int(n) = args[q] { Some(n) } else { None })
            .collect();
        let n = *random.pick(&numbers)?;
        let number = match random.below(6) {
            0 => n,
            1 => n.saturating_add(random.between(-1, 1)),
            2 => n.saturating_mul(random.between(2, 4)),
            3 => n / 2,
            4 => n.saturating_mul(n),
            _ => n.saturating_neg(),
        };
        let out_of_reach = (self.facts[p].counts || self.facts[p].recurses) && !(0..60).contains(&number);
        if out_of_reach || number.unsigned_abs() > 1_000_000 { None } else { self.number(p, number) }
    }

    /// Reports whether an argument breaks a relation that the code assumes.
    ///
    /// If the code reads the length of the array, no length and no index is outside. Otherwise, a
    /// length is outside if it is larger than the array, or if it is negative and the code never
    /// compares it with a constant. An index is outside if it is less than -1 or greater than the
    /// length of the array, and the code never compares it with a constant.
    pub fn is_outside(&self, args: &[Value]) -> bool {
        let is_measured = |of: &[Dimension]| of.iter().any(|(p, _)| self.facts[*p].measured);
        self.facts.iter().zip(args).any(|(fact, arg)| {
            let Value::Int(n) = arg else { return false };
            let length = |of: &[Dimension]| {
                of.iter().filter_map(|at| length_at(args, *at)).min().and_then(|length| i64::try_from(length).ok())
            };
            match &fact.role {
                ParamRole::Length(of) if *n < 0 => !fact.guarded && !is_measured(of),
                ParamRole::Length(of) => !is_measured(of) && length(of).is_some_and(|length| *n > length),
                ParamRole::Index(at) => {
                    !fact.guarded && !is_measured(&[*at]) && length(&[*at]).is_some_and(|length| *n < -1 || *n > length)
                }
                ParamRole::Free => false,
            }
        })
    }

    /// Returns the integer of a parameter's type that is nearest to `n`.
    ///
    /// Returns `None` if the type of the parameter is not an integer type.
    pub fn number(&self, p: usize, n: i64) -> Option<Value> {
        let (low, high) =
            range(self.params[p].ty.unboxed().filter(|own| own.is_integral() && *own != Primitive::Char)?);
        Some(Value::Int(n.clamp(low, high)))
    }

    /// Mostly swaps two indexes of one array if the first index is larger.
    ///
    /// Examples of such parameters are `left` and `right`.
    pub fn order_positions(&self, args: &mut [Value], random: &mut Random) {
        let positions: Vec<(usize, Dimension)> = self
            .facts
            .iter()
            .enumerate()
            .filter_map(|(p, fact)| if let ParamRole::Index(at) = fact.role { Some((p, at)) } else { None })
            .collect();
        for pair in positions.windows(2) {
            let ((a, first), (b, second)) = (pair[0], pair[1]);
            if let (Value::Int(x), Value::Int(y)) = (&args[a], &args[b])
                && first == second
                && x > y
                && random.draw_bool(85)
            {
                args.swap(a, b);
            }
        }
    }
}

/// Returns the length of a dimension. `None` if the argument has no length.
pub fn length_at(args: &[Value], (p, depth): Dimension) -> Option<usize> {
    let mut at = args.get(p)?;
    for _ in 0..depth {
        let Value::List(items) = at else { return None };
        match items.first() {
            Some(first) => at = first,
            None => return Some(0),
        }
    }
    match at {
        Value::List(items) => Some(items.len()),
        Value::Str(s) => Some(s.encode_utf16().count()),
        _ => None,
    }
}

/// Returns an element, or a sum of two elements, of a container among the arguments.
///
/// The element must fit the type.
fn sought(ty: &JavaType, params: &[Param], args: &[Value], random: &mut Random) -> Option<Value> {
    let holders: Vec<&Value> = params
        .iter()
        .zip(args)
        .filter(|(param, _)| element(&param.ty).is_some_and(|e| e.unboxed().is_some() && e.unboxed() == ty.unboxed()))
        .map(|(_, value)| value)
        .collect();
    match *random.pick(&holders)? {
        Value::List(items) => {
            let one = random.pick(items)?.clone();
            match (&one, random.pick(items)?) {
                (Value::Int(a), Value::Int(b)) if random.draw_bool(25) => {
                    let (low, high) = range(ty.unboxed()?);
                    Some(Value::Int(a.saturating_add(*b).clamp(low, high)))
                }
                _ => Some(one),
            }
        }
        Value::Str(s) => {
            let chars: Vec<char> = s.chars().filter(|c| c.len_utf16() == 1).collect();
            random.pick(&chars).map(|c| Value::Str(c.to_string()))
        }
        _ => None,
    }
}
