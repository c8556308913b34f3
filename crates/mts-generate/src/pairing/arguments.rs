//! Maps Java arguments to Python parameters, by name and then by position.
//!
//! The module also checks that the tool can call the Python side with these arguments.

use super::similarity::identifiers::identifier_similarity;
use super::similarity::types::agree;
use mts_model::{Function, FunctionKind, JavaType, Pair, Param, jdk};
use std::collections::{BTreeMap, BTreeSet};

/// Reports whether a Python function accepts this number of arguments.
///
/// `__exit__` and `__deepcopy__` also accept 0 arguments, because Python itself passes their arguments.
pub(super) fn accepts(python: &Function, arguments: usize) -> bool {
    let required = python.params.iter().filter(|param| !param.optional).count();
    let takes_rest = python.params.iter().any(|param| param.is_rest);
    let most = if takes_rest { usize::MAX } else { python.params.len() };
    (required..=most).contains(&arguments) || (arguments == 0 && passes_all_arguments(python))
}

/// Reports whether Python itself passes all arguments of a special method.
///
/// The Java method has no parameter. For example, `with` passes the arguments of `__exit__`, the port of `close()`.
fn passes_all_arguments(python: &Function) -> bool {
    let params = match python.name.as_str() {
        "__exit__" => 3,
        "__deepcopy__" => 1,
        _ => return false,
    };
    python.kind == FunctionKind::Method && python.params.len() == params
}

/// Reports whether the first Python parameter takes Java's receiver.
///
/// An example is `Money.add(Money other)` with the port `add(money, other)`. The port is a function outside of a
/// class, or a static or class method whose first parameter has a usual name for the receiver. If Java's function is
/// the constructor of an inner class, the first parameter takes the outer object. The first parameter must be
/// required, and the number of the others must fit. If the port also accepts Java's arguments without the receiver,
/// the names and types must show that the first parameter is the receiver.
pub(super) fn takes_receiver(java: &Function, python: &Function) -> bool {
    let moved = match python.kind {
        FunctionKind::Function | FunctionKind::StaticMethod => {
            matches!(java.kind, FunctionKind::Method | FunctionKind::Abstract)
        }
        FunctionKind::Constructor => java.kind == FunctionKind::Constructor && java.scope.len() > 1,
        _ => false,
    };
    let Some((first, rest)) = python.params.split_first().filter(|_| moved) else { return false };
    if python.kind == FunctionKind::StaticMethod && !names_receiver(&first.name, java) {
        return false;
    }
    let required = rest.iter().filter(|param| !param.optional).count();
    let fits = !first.optional && (required..=rest.len()).contains(&java.params.len());
    let named = || java.params.iter().all(|param| identifier_similarity(&param.name, &first.name) < 0.9);
    fits && (!accepts(python, java.params.len()) || (named() && agreement(&java.params, rest) >= 1.0))
}

/// Reports whether a parameter has a usual name for an object of Java's class.
///
/// Such names are `self`, `this`, `obj`, `instance`, the initial of the class, and names with a word of the class
/// name.
fn names_receiver(name: &str, java: &Function) -> bool {
    let class = java.scope.last().map_or("", String::as_str);
    let initial = class.chars().next().filter(|_| name.len() == 1);
    matches!(name.trim_matches('_'), "self" | "this" | "obj" | "instance")
        || initial.is_some_and(|initial| name.eq_ignore_ascii_case(&initial.to_string()))
        || identifier_similarity(name, class) > 0.0
}

/// Returns the Python position of each Java parameter of a pair.
///
/// The list is empty if Python has too few parameters.
pub(super) fn positions(java: &Function, python: &Function) -> Vec<usize> {
    if python.kind == FunctionKind::Attribute {
        return (0..java.params.len()).collect();
    }
    if takes_receiver(java, python) {
        return map(&java.params, &python.params[1..]).into_iter().map(|at| at + 1).collect();
    }
    map(&java.params, &python.params)
}

/// Returns a copy of the Python function that has parameters for all Java arguments.
///
/// If Java passes several arguments to `*args`, the copy has one parameter for each of them, such as `*args[0]`.
/// `*args` stays a single parameter if the last Java argument may fill `*args` alone (it is a sequence or optional),
/// or if a Python parameter after `*args` has the name of a Java parameter. A nested function gets a parameter for
/// each captured variable whose value Java passes as an argument.
pub(super) fn with_all_arguments(java: &Function, python: &Function) -> Function {
    let mut python = python.clone();
    if let Some(at) = python.params.iter().position(|param| param.is_rest)
        && python.kind != FunctionKind::Nested
        && java.params.len() > at + 1
        && !java.params.last().is_some_and(|last| last.optional || last.ty.element().is_some())
        && python.params[at + 1..].iter().all(|param| names(&java.params, &param.name).is_none())
    {
        let rest = python.params.remove(at);
        let one = |number: usize| Param { name: format!("*{}[{number}]", rest.name), is_rest: false, ..rest.clone() };
        python.params.splice(at..at, (0..java.params.len() - at).map(one));
    }
    let like =
        |name: &str, least: f64| java.params.iter().position(|param| identifier_similarity(&param.name, name) >= least);
    let mut free: Vec<bool> = java.params.iter().map(|param| names(&python.params, &param.name).is_none()).collect();
    for name in python.captured.iter().flatten().filter(|_| python.kind == FunctionKind::Nested) {
        let found = like(name, 1.0).or_else(|| like(name, 0.9)).filter(|at| free[*at]);
        if let Some(at) = found {
            free[at] = false;
            python.params.push(Param { name: name.clone(), ty: JavaType::Unknown, optional: false, is_rest: false });
        }
    }
    python
}

/// Returns the numbered parameters, such as `s1` and `s2`, by the name without the number.
///
/// Each list entry holds the number of a parameter and its index in `params`. The entries are sorted by
/// number.
fn series(params: &[Param]) -> BTreeMap<&str, Vec<(u32, usize)>> {
    let mut all: BTreeMap<&str, Vec<(u32, usize)>> = BTreeMap::new();
    for (at, param) in params.iter().enumerate() {
        let stem = param.name.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Ok(number) = param.name[stem.len()..].parse() {
            all.entry(stem.trim_end_matches('_')).or_default().push((number, at));
        }
    }
    all.values_mut().for_each(|members| members.sort_unstable());
    all
}

/// Returns the index of the first parameter with this name or an abbreviated form.
fn names(params: &[Param], name: &str) -> Option<usize> {
    params.iter().position(|param| identifier_similarity(&param.name, name) >= 0.9)
}

/// Returns the Python position of each Java parameter; empty if Python has too few.
///
/// First the function matches numbered parameters (`s1`, `s2`), equal names, abbreviated names and initials. Then it
/// matches the other parameters in order: first by compatible types, and at the end without regard to types.
fn map(java: &[Param], python: &[Param]) -> Vec<usize> {
    let mut taken = vec![false; python.len()];
    let mut places: Vec<Option<usize>> = vec![None; java.len()];
    let in_python = series(python);
    for (stem, members) in series(java).into_iter().filter(|(_, members)| members.len() > 1) {
        // The port may use the numbers `s0, s1` where Java uses `s1, s2`. The numbers of the port have no
        // gaps and start with 0 or 1.
        let is_shifted = |others: &&Vec<(u32, usize)>| {
            let numbers = others.iter().map(|(number, _)| *number);
            others.len() == members.len()
                && others[0].0 < 2
                && numbers.eq(others[0].0..others[0].0 + members.len() as u32)
        };
        let others = in_python.get(stem).filter(is_shifted);
        for ((_, at), (_, to)) in members.into_iter().zip(others.into_iter().flatten()) {
            places[at] = Some(*to);
            taken[*to] = true;
        }
    }
    // Match equal names before abbreviated names. Otherwise an abbreviated name could take the parameter that
    // has an equal name.
    for least in [1.0, 0.9] {
        for (place, param) in places.iter_mut().zip(java).filter(|(place, _)| place.is_none()) {
            let fits = |at: &usize| !taken[*at] && identifier_similarity(&param.name, &python[*at].name) >= least;
            *place = (0..python.len()).find(fits);
            if let Some(at) = *place {
                taken[at] = true;
            }
        }
    }
    for (at, to) in initials(java, &places, python, &taken) {
        places[at] = Some(to);
        taken[to] = true;
    }
    // The first pass uses only positions with a compatible type. The second pass ignores types: if no type
    // fits, one of the declared types is wrong.
    for heeded in [true, false] {
        for (at, place) in places.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
            let contradicts = |to: usize| {
                let (java, python) = (&java[at].ty, &python[to].ty);
                agree(java, python) == Some(false) || is_function(java) && is_plain(python)
            };
            let free = |to: &usize| taken.get(*to) == Some(&false) && !(heeded && contradicts(*to));
            // Prefer the same position, then the first free required parameter, then any free parameter.
            let mut all = 0..python.len();
            let required = all.clone().find(|to| free(to) && !python[*to].optional);
            *place = Some(at).filter(free).or(required).or_else(|| all.find(free));
            if let Some(at) = *place {
                taken[at] = true;
            }
        }
    }
    places.into_iter().collect::<Option<Vec<usize>>>().unwrap_or_default()
}

/// Matches Java parameters of one letter with Python parameters that start with this letter.
///
/// Examples are `w`, `h` and `d` for `width`, `height` and `depth`. The result is empty unless at least three Java
/// parameters have no place yet, and each of them is the initial of a different Python parameter.
fn initials(java: &[Param], places: &[Option<usize>], python: &[Param], taken: &[bool]) -> Vec<(usize, usize)> {
    let is_letter = |param: &Param| param.name.chars().count() == 1;
    let starts = |param: &Param, name: &Param| {
        let first = |param: &Param| param.name.chars().next().map(|letter| letter.to_ascii_lowercase());
        first(param) == first(name) && !is_letter(name) && agree(&param.ty, &name.ty) != Some(false)
    };
    let open: Vec<usize> = (0..java.len()).filter(|at| places[*at].is_none()).collect();
    let place = |at: &usize| {
        let mut all = (0..python.len()).filter(|to| !taken[*to] && starts(&java[*at], &python[*to]));
        let to = all.next().filter(|_| is_letter(&java[*at]))?;
        all.next().is_none().then_some((*at, to))
    };
    let found: Vec<(usize, usize)> = open.iter().filter_map(place).collect();
    let different: BTreeSet<usize> = found.iter().map(|(_, to)| *to).collect();
    if open.len() >= 3 && different.len() == open.len() { found } else { Vec::new() }
}

/// Reports whether a Java type is a functional interface of the JDK.
fn is_function(java: &JavaType) -> bool {
    java.jdk_class().is_some_and(|simple| jdk::functional_type(simple).is_some())
}

/// Reports whether the values of a type of the port are booleans, numbers or strings.
fn is_plain(python: &JavaType) -> bool {
    matches!(python, JavaType::Primitive(_) | JavaType::String)
}

/// Returns each Java parameter with the name of the Python parameter that takes it.
///
/// If the pair does not have a position for each Java parameter, the function matches the parameters by name alone.
/// An example is a nested function that captures some of the values. If the port takes the receiver as an argument,
/// the receiver comes first, with the name `this`. The list is empty for an attribute.
pub(super) fn parameter_names(pair: &Pair) -> Vec<(String, Option<String>)> {
    let (java, python) = (&pair.java, &pair.python);
    if python.kind == FunctionKind::Attribute {
        return Vec::new();
    }
    let by_name = |param: &Param| names(&python.params, &param.name);
    let places = java.params.iter().enumerate().map(|(at, param)| {
        let place = if pair.arguments.len() == java.params.len() { Some(pair.arguments[at]) } else { by_name(param) };
        (param.name.clone(), place.and_then(|at| Some(python.params.get(at)?.name.clone())))
    });
    let receiver = takes_receiver_argument(pair)
        .then(|| ("this".to_owned(), python.params.first().map(|param| param.name.clone())));
    receiver.into_iter().chain(places).collect()
}

/// Returns the share of Java parameters that the Python function also has.
///
/// The Python function has a Java parameter if one of its parameters has the same or an abbreviated name, and
/// the two types do not contradict each other. The share is 0 if Java has no parameters.
pub(super) fn agreement(java: &[Param], python: &[Param]) -> f64 {
    let fits =
        |a: &Param, b: &Param| identifier_similarity(&a.name, &b.name) >= 0.9 && agree(&a.ty, &b.ty) != Some(false);
    let agreeing = java.iter().filter(|param| python.iter().any(|other| fits(param, other))).count();
    if java.is_empty() {
        0.0
    } else {
        super::similarity::identifiers::count(agreeing) / super::similarity::identifiers::count(java.len())
    }
}

/// Reports whether the port has a similar parameter for each Java parameter.
///
/// The names are similar and the types compatible, or `*args` takes the argument.
#[must_use]
pub fn has_same_parameters(pair: &Pair) -> bool {
    let is_rest = |at: usize| pair.python.params.get(at).is_some_and(|param| param.name.starts_with('*'));
    let places = pair.java.params.iter().zip(&pair.arguments);
    let named: Vec<Param> = places.filter(|(_, at)| !is_rest(**at)).map(|(param, _)| param.clone()).collect();
    named.is_empty() || agreement(&named, &pair.python.params) >= 1.0
}

/// Scores how well the declared parameter types of both functions match, from -1 to 1.
///
/// The score is `(compatible - incompatible) / number of Java parameters`, and 0 if Java has no parameters.
pub(super) fn typed(java: &Function, python: &Function) -> f64 {
    let positions = positions(java, python);
    let said =
        java.params.iter().zip(&positions).filter_map(|(param, at)| agree(&param.ty, &python.params.get(*at)?.ty));
    let (yes, no): (Vec<bool>, Vec<bool>) = said.partition(|agrees| *agrees);
    let (yes, no) = (super::similarity::identifiers::count(yes.len()), super::similarity::identifiers::count(no.len()));
    if java.params.is_empty() { 0.0 } else { (yes - no) / super::similarity::identifiers::count(java.params.len()) }
}

/// Checks that the tool can call both sides of a pair with the same arguments.
///
/// # Errors
///
/// Returns an error if the two sides cannot take the same arguments. The error is the reason, in
/// one line for the report.
pub fn callable(pair: &Pair) -> Result<(), String> {
    let (java, python) = (&pair.java, &pair.python);
    if java.kind == FunctionKind::Abstract {
        return Err(format!("`{}` has no body in Java", java.qualified()));
    }
    if java.is_entry_point() {
        let why = "the function is the entry point of a program: list the program under `programs` in mts.yml";
        return Err(why.to_owned());
    }
    if python.kind == FunctionKind::Attribute {
        return accessor(java, python);
    }
    if python.kind == FunctionKind::Nested && python.captured.is_none() {
        return Err(format!(
            "cargo mts cannot call the nested function `{}`: this function or another nested function beside it has a \
             decorator or a default value, or the outer function is itself nested",
            python.name
        ));
    }
    if pair.arguments.len() < java.params.len() {
        let (given, needed, most) = (pair.arguments.len(), parameters(java.params.len()), python.params.len());
        return Err(if most < java.params.len() {
            format!(
                "Java has {needed}, but Python has only {most}: add parameters to the port, or list the Java function \
                 under `unpaired` in mts.yml"
            )
        } else {
            format!("Java has {needed}, but `arguments` has only {given}: write one position for each Java parameter")
        });
    }
    let mut seen = vec![false; python.params.len()];
    for at in &pair.arguments {
        match seen.get_mut(*at) {
            None => {
                return Err(format!(
                    "`arguments` has position {at}, but Python has only {}; positions start at 0",
                    parameters(seen.len())
                ));
            }
            Some(true) => return Err(format!("`arguments` has position {at} twice; write each position once")),
            Some(place) => *place = true,
        }
    }
    if java.params.is_empty() && passes_all_arguments(python) {
        return Ok(());
    }
    let missing = (0..).zip(&python.params).find(|(at, param)| !param.optional && !seen[*at]);
    match missing {
        Some((0, _)) if takes_receiver_argument(pair) => Ok(()),
        Some((_, param)) => Err(missing_argument(param)),
        None => Ok(()),
    }
}

/// Returns the error message for a required Python parameter that gets no Java argument.
#[must_use]
pub fn missing_argument(param: &Param) -> String {
    format!("the Python parameter `{}` is required, and no Java parameter supplies it", param.name)
}

/// Checks that the Java method of an attribute is a getter or a setter.
fn accessor(java: &Function, python: &Function) -> Result<(), String> {
    match (java.kind, java.params.len(), &java.returns) {
        (FunctionKind::Method, 0, returns) if *returns != JavaType::Void => Ok(()),
        (FunctionKind::Method, 1, _) => Ok(()),
        _ => Err(format!(
            "`{}` is an attribute in Python, and `{}` is not a getter or a setter",
            python.qualified(),
            java.qualified()
        )),
    }
}

/// Reports whether the port takes Java's receiver as its first argument.
///
/// The argument positions of the pair must then not use position 0.
#[must_use]
pub fn takes_receiver_argument(pair: &Pair) -> bool {
    takes_receiver(&pair.java, &pair.python) && !pair.arguments.contains(&0)
}

fn parameters(n: usize) -> String {
    if n == 1 { "1 parameter".to_owned() } else { format!("{n} parameters") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{java, python};
    use super::*;
    use mts_model::{PairReason, PairingRule};
    use proptest::prelude::*;

    fn mapped(from: &str, to: &str) -> Vec<usize> {
        map(&java(&format!("A.java#A.f({from})")).params, &python(&format!("a.py:f({to})")).params)
    }

    #[test]
    fn parameter_names_take_precedence_over_positions() {
        assert_eq!(mapped("int a, int b", "a, b"), [0, 1]);
        assert_eq!(mapped("int a, int b", "b, a"), [1, 0]);
        assert_eq!(mapped("int x, int y", "a, b"), [0, 1]);
        assert_eq!(mapped("Tree tree, int symbolLimit", "lengths=, tree=, symbollimit="), [1, 2]);
        assert_eq!(mapped("int[] codeLengths", "codelengths=, tree="), [0]);
        assert_eq!(mapped("int x, int length", "len, y"), [1, 0]);
        assert_eq!(mapped("int x", "options=, value"), [0]);
        assert_eq!(mapped("String s1, String s2", "s0, s1"), [0, 1], "the port counts from 0");
        assert_eq!(mapped("int x1, int y1, int x2, int y2", "x0, y0, x1, y1"), [0, 1, 2, 3]);
        assert_eq!(mapped("int s1, int s2", "s2, s1"), [1, 0]);
        assert_eq!(mapped("int x, int y", "a"), [0_usize; 0]);
        assert_eq!(mapped("int w, int h, int d", "height, width, depth"), [1, 0, 2]);
        assert_eq!(mapped("String s, int n", "name, size"), [0, 1], "two letters may fit by chance");
        assert_eq!(mapped("int N, int n, int c", "number, size, capacity"), [0, 1, 2], "one name for two letters");
        assert_eq!(mapped("int w, int h, int d", "width, which, depth"), [0, 1, 2], "two names with one letter");
    }

    #[test]
    fn types_that_both_sides_declare_decide_if_names_do_not() {
        let typed = |text: &str| {
            let param = |one: &str| {
                let (ty, name) = one.split_once(' ').expect("a type and a name");
                Param {
                    name: name.to_owned(),
                    ty: JavaType::parse(ty).expect("a type"),
                    optional: false,
                    is_rest: false,
                }
            };
            text.split(", ").map(param).collect::<Vec<Param>>()
        };
        assert_eq!(map(&typed("String title, int width"), &typed("int cells, String label")), [1, 0]);
        assert_eq!(map(&typed("int a, int b"), &typed("String x, String y")), [0, 1], "all are wrong");
        assert_eq!(map(&typed("String title, int width"), &typed("? cells, ? label")), [0, 1]);
        assert!(agreement(&typed("int n, int size"), &typed("int n, String size")) < 0.6);
    }

    #[test]
    fn variable_arguments_become_one_parameter_for_each_argument_of_java() {
        let places = |from: &str, to: &str| {
            let (from, to) = (java(&format!("A.java#A.f({from})")), python(&format!("a.py:f({to})")));
            positions(&from, &with_all_arguments(&from, &to))
        };
        assert_eq!(places("int a, int b", "*all"), [0, 1]);
        assert_eq!(places("int a, int b, int c", "a, *all, named="), [0, 1, 2]);
        assert_eq!(places("int[] a", "*all"), [0], "the array has all arguments");
        assert_eq!(places("int a, int[] rest", "*all"), [0_usize; 0], "the array has the rest of them");
        assert_eq!(places("int a, int b, int named", "*all, named="), [0_usize; 0], "the name stands behind them");
        assert!(accepts(&python("a.py:f(a, *all)"), 9) && !accepts(&python("a.py:f(a, *all)"), 0));
    }

    #[test]
    fn a_class_method_gets_the_receiver_only_if_a_parameter_has_its_name() {
        let from = java("Tank.java#FuelTank.fill()");
        let takes = |param: &str| {
            let mut to = python(&format!("tank.py:FuelTank.fill({param})"));
            to.kind = FunctionKind::StaticMethod;
            takes_receiver(&from, &to)
        };
        assert!(takes("tank") && takes("self_") && takes("f") && takes("fuel_tank"));
        assert!(!takes("text") && !takes("x"));
    }

    #[test]
    fn java_arguments_that_a_nested_function_captures_follow_its_parameters() {
        let from = java("A.java#A.f(int from, int least, List<String> found)");
        let mut nested = python("a.py:f(start)");
        nested.kind = FunctionKind::Nested;
        nested.captured = Some(["collect", "found", "least", "other"].map(str::to_owned).into());
        let seeing = with_all_arguments(&from, &nested);
        let names: Vec<&str> = seeing.params.iter().map(|param| param.name.as_str()).collect();
        assert_eq!(names, ["start", "found", "least"]);
        assert_eq!(positions(&from, &seeing), [0, 2, 1]);
        nested.kind = FunctionKind::Function;
        assert_eq!(with_all_arguments(&from, &nested).params.len(), 1);
    }

    #[test]
    fn a_pair_that_cannot_be_called_has_a_reason() {
        let pair = |from: &str, to: &str| {
            let (java, python) = (java(&format!("A.java#A.f({from})")), python(&format!("a.py:f({to})")));
            let arguments = map(&java.params, &python.params);
            let reason = PairReason { rule: PairingRule::Name, detail: String::new(), confidence: 1.0 };
            Pair { java, python, arguments, reason, dispatch_on: None }
        };
        assert_eq!(callable(&pair("int a", "a, b=")), Ok(()));
        assert_eq!(callable(&pair("", "")), Ok(()));
        assert_eq!(callable(&pair("", "a")), Ok(()), "the object goes first");
        assert!(callable(&pair("int a", "a, b")).unwrap_err().contains("`b` is required"));
        assert!(callable(&pair("int a, int b", "a")).unwrap_err().contains("only 1"));
        let mut twice = pair("int a, int b", "a, b");
        twice.arguments = vec![1, 1];
        assert!(callable(&twice).unwrap_err().contains("twice"));
        twice.arguments = vec![0, 5];
        assert!(callable(&twice).unwrap_err().contains("position 5"));
    }

    proptest! {
        #[test]
        fn no_python_parameter_gets_two_arguments(from in prop::collection::vec("[a-c]{1,2}", 0..5), to in prop::collection::vec("[a-c]{1,2}", 0..5)) {
            let from: Vec<String> = from.iter().map(|name| format!("int {name}")).collect();
            let places = mapped(&from.join(", "), &to.join(", "));
            prop_assert_eq!(places.len(), if from.len() > to.len() { 0 } else { from.len() });
            let mut sorted = places.clone();
            sorted.sort_unstable();
            sorted.dedup();
            prop_assert_eq!(sorted.len(), places.len());
            prop_assert!(places.iter().all(|at| *at < to.len()));
        }
    }
}
