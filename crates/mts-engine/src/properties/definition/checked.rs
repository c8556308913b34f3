//! Validates a property: known names, valid expressions, and derived programs in a possible order.

use crate::properties::definition::relation::{Relation, RelationKind};
use crate::properties::language::expression::Expression;
use crate::properties::language::fault::{FaultDescription, PropertyFault};
use crate::properties::language::question::Slot;
use mts_generate::metamorphic::Transformation;
use mts_model::error::nearest;
use mts_model::options::NamedOption;
use mts_model::{Mode, Property};
use std::collections::BTreeSet;

/// The highest number of programs of a test.
const MOST_PROGRAMS: usize = 6;

/// A valid property with its parsed expressions.
pub struct CheckedProperty {
    /// The property as the user wrote it.
    pub property: Property,
    /// The derived programs. In a test, these programs come after the programs of the corpus.
    pub derived: Vec<DerivedProgram>,
    /// The precondition. It names only Java programs, and no translation.
    pub requires: Expression,
    /// The condition of `when`. If this condition is false, the property holds.
    pub when: Expression,
    /// The condition that must hold if the condition of `when` holds.
    pub ensures: Expression,
}

/// The way in which a program is derived from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivationKind {
    /// A transformation, which gives another function.
    Transformation(Transformation),
    /// A relation, which gives the same function with other inputs.
    Relation(Relation),
}

impl DerivationKind {
    /// Returns the transformation. `None` for a relation.
    #[must_use]
    pub fn transformation(self) -> Option<Transformation> {
        match self {
            Self::Transformation(transformation) => Some(transformation),
            Self::Relation(_) => None,
        }
    }
}

/// A program that is derived from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedProgram {
    /// The way of the derivation.
    pub by: DerivationKind,
    /// The indexes of the source programs.
    pub of: Vec<usize>,
}

impl CheckedProperty {
    /// Validates a property.
    ///
    /// # Errors
    /// Returns the first fault of the property, with the key that has the fault.
    pub fn new(property: &Property) -> Result<Self, PropertyFault> {
        if property.name.trim().is_empty() || property.name.contains('\n') {
            return Err((
                "name",
                FaultDescription::new("the name is empty or has several lines", "give the property a name of one line"),
            ));
        }
        let programs = property.k();
        if property.inputs == 0 || programs > MOST_PROGRAMS {
            let (drawn, derived) = (property.inputs, property.derive.len());
            let what = format!("wrong number of programs: `inputs` is {drawn}, and `derive` has length {derived}");
            let help = format!(
                "set `inputs` to at least 1, and use at most {MOST_PROGRAMS} programs in all; the base in `history` \
                 counts too"
            );
            return Err(("inputs", FaultDescription::new(what, help)));
        }
        let beyond_translators = property.mode.iter().any(|mode| *mode != Mode::Translator);
        let derived = derived(property)?;
        let relates = |derived: &DerivedProgram| matches!(derived.by, DerivationKind::Relation(_));
        if beyond_translators && (property.inputs > 1 || !derived.iter().all(relates)) {
            let help = "set `inputs` to 1, and derive only calls with other arguments, such as permute(x1, 0)";
            return Err((
                "mode",
                FaultDescription::new(
                    "the modes `pair` and `history` have one pair, and the property has several programs",
                    help,
                ),
            ));
        }
        let names = |slot: fn(usize) -> Slot| (0..programs).map(move |at| slot(at).name());
        let sources: Vec<String> = names(Slot::Source).collect();
        let all: Vec<String> = names(Slot::Source).chain(names(Slot::Translated)).collect();
        let read = |key, text: &str, names: &[String]| Expression::parse(text, names).map_err(|fault| (key, fault));
        Ok(Self {
            requires: read("requires", &property.requires, &sources)?,
            when: read("when", &property.when, &all)?,
            ensures: read("ensures", &property.ensures, &all)?,
            derived,
            property: property.clone(),
        })
    }
}

/// Parses the derivations in `derive`. The results have the order of the variables.
fn derived(property: &Property) -> Result<Vec<DerivedProgram>, PropertyFault> {
    let wrong = |what: String, help: String| ("derive", FaultDescription::new(what, help));
    let first = property.k() - property.derive.len();
    let wanted: Vec<String> = (first..property.k()).map(|at| Slot::Source(at).name()).collect();
    let mut found = Vec::new();
    let known: BTreeSet<&String> = property.derive.keys().collect();
    if let Some(other) = known.iter().find(|name| !wanted.contains(**name)) {
        return Err(wrong(
            format!("`{other}` is not a valid name for a derived program"),
            format!("use the names {}", wanted.join(", ")),
        ));
    }
    for name in &wanted {
        let text = property.derive.get(name).map_or("", String::as_str);
        let parts = text.trim().strip_suffix(')').and_then(|text| text.split_once('('));
        let Some((by, of)) = parts else {
            return Err(wrong(
                format!("`{text}` is not a transformation"),
                format!("write, for example, {name}: renameParam(x1)"),
            ));
        };
        let relations = RelationKind::ALL.iter().map(|kind| kind.name());
        let names: Vec<&str> = Transformation::ALL.iter().map(|by| by.name()).chain(relations).collect();
        let before = first + found.len();
        let place = |of: &str| (0..before).find(|at| Slot::Source(*at).name() == of.trim());
        let mut parts = of.split(',');
        let program = parts.next().and_then(place);
        if let Some(relation) = Relation::parse(by.trim(), &parts.collect::<Vec<_>>()) {
            let by = DerivationKind::Relation(relation?);
            let help = || format!("the first argument must be a program that comes before {name}");
            let source = program.ok_or_else(|| wrong(format!("`{text}` has wrong arguments"), help()))?;
            found.push(DerivedProgram { by, of: vec![source] });
            continue;
        }
        let Some(by) = Transformation::ALL.into_iter().find(|own| own.name() == by.trim()) else {
            let help = match nearest(by.trim(), &names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known: {}", names.join(", ")),
            };
            return Err(wrong(format!("unknown transformation `{}`", by.trim()), help));
        };
        let places: Option<Vec<usize>> = of.split(',').map(place).collect();
        match places {
            Some(of) if of.len() == by.takes() => {
                found.push(DerivedProgram { by: DerivationKind::Transformation(by), of })
            }
            _ => {
                let programs = if by.takes() == 1 { "one program that comes" } else { "two programs that come" };
                let help = format!("{} needs {programs} before {name}", by.name());
                return Err(wrong(format!("`{text}` has wrong arguments"), help));
            }
        }
    }
    Ok(found)
}
