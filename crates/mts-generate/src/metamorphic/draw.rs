//! Draws a random transformation of one function. The module `writing` writes the transformation as
//! text.

use super::change::{ConstantCondition, NeutralStatement, VariantChange};
use super::{ParsedFunction, Transformation, names, removal, writing};
use mts_lang::ir::Kind;
use mts_lang::signature_spans;
use mts_model::{FunctionKind, NodeId, Random};

/// Draws a change of this kind.
///
/// Returns `None` if the function has no place for the change. The result is also `None` for a
/// constructor, and for [`Transformation::Merge`], which needs two functions.
#[must_use]
pub fn draw(transformation: Transformation, side: ParsedFunction<'_>, random: &mut Random) -> Option<VariantChange> {
    // A constructor has no name of its own, and its first call must stay the first statement.
    if side.function.kind == FunctionKind::Constructor {
        return None;
    }
    let text = [side.file.text.as_str()];
    let local = |random: &mut Random| names::fresh("", 6, &text, &[], random);
    match transformation {
        Transformation::RenameParam => {
            let free = |at: &usize| {
                let param = &side.function.params[*at];
                !param.name.is_empty() && signature_spans::uses(side.file, side.function, &param.name).is_some()
            };
            let free: Vec<usize> = (0..side.function.params.len()).filter(free).collect();
            let param = *random.pick(&free)?;
            Some(VariantChange::RenameParam { param, name: local(random) })
        }
        Transformation::AddParam => {
            if side.function.params.iter().any(|param| param.optional) {
                return None;
            }
            // All calls must get the new argument.
            writing::calls(side)?;
            let name = names::fresh("prm", 3, &text, &[], random);
            let other = names::fresh("", 6, &text, std::slice::from_ref(&name), random);
            let form = match random.below(5) {
                0 => NeutralStatement::Subtract(random.between(-10, 10)),
                1 => NeutralStatement::Add(random.between(-10, 10)),
                2 => NeutralStatement::Set(random.between(-10, 10)),
                3 => NeutralStatement::Product(other, random.between(-10, 10)),
                _ => NeutralStatement::Sum(other, random.between(1, 5)),
            };
            Some(VariantChange::AddParam { name, form })
        }
        Transformation::AddConditional => {
            let condition = match random.below(4) {
                0 => ConstantCondition::Constant(true),
                1 => ConstantCondition::Constant(false),
                2 => {
                    let n = random.between(-100, 100);
                    ConstantCondition::Same(n, n)
                }
                _ => {
                    let n = random.between(-100, 100);
                    ConstantCondition::Same(n, n + random.between(1, 100))
                }
            };
            Some(VariantChange::Insert(NeutralStatement::If(condition, local(random), random.between(-100, 100))))
        }
        Transformation::AddLoop => {
            let counter = local(random);
            let over = names::fresh("", 6, &text, std::slice::from_ref(&counter), random);
            let n = random.between(1, 100);
            let is_count = random.draw_bool(50);
            Some(VariantChange::Insert(if is_count {
                NeutralStatement::Count(counter, over, n)
            } else {
                NeutralStatement::Total(counter, over, n)
            }))
        }
        Transformation::ChBranchCond => {
            let conditions =
                side.tree.preorder(side.tree.root).into_iter().filter(|id| *side.tree.kind(*id) == Kind::If);
            let conditions: Vec<NodeId> =
                conditions.filter_map(|id| side.tree.child(id, 0)).filter(|id| is_free(side, *id)).collect();
            let node = *random.pick(&conditions)?;
            Some(VariantChange::ReplaceCondition { node, by: condition(random) })
        }
        Transformation::RmLoop => {
            let loops: Vec<NodeId> = removal::removable(side);
            Some(VariantChange::RemoveLoop { node: *random.pick(&loops)? })
        }
        Transformation::Merge => None,
    }
}

/// Reports whether the condition has source text, and neither assigns nor binds a variable.
fn is_free(side: ParsedFunction<'_>, condition: NodeId) -> bool {
    !side.tree.node(condition).outer.is_empty()
        && side.tree.preorder(condition).into_iter().all(|id| {
            !matches!(
                side.tree.kind(id),
                Kind::Assign
                    | Kind::AugAssign(_)
                    | Kind::Increment(_)
                    | Kind::Walrus
                    | Kind::InstanceOf(_)
                    | Kind::Opaque(_)
            )
        })
}

fn condition(random: &mut Random) -> ConstantCondition {
    let five = |random: &mut Random| [(); 5].map(|()| random.between(1, 10));
    let word = |random: &mut Random| names::fresh("", 8, &[], &[], random);
    match random.below(7) {
        0 => ConstantCondition::Quotient(five(random)),
        1 => ConstantCondition::Decimal(five(random)),
        2 => ConstantCondition::Product([(); 3].map(|()| random.between(1, 100))),
        form => {
            let one = word(random);
            let other = if form < 5 { one.clone() } else { word(random) };
            ConstantCondition::Texts(one, other, form % 2 == 1)
        }
    }
}
