//! What a static type of Java's says of how values of it are compared: as which number, with which elements,
//! in an order or without.

use crate::model::{JavaType, Primitive};

pub(super) fn number_type(ty: &JavaType) -> Option<Primitive> {
    match ty.simple_class() {
        Some("OptionalDouble") => Some(Primitive::Double),
        Some("OptionalInt") => Some(Primitive::Int),
        Some("OptionalLong") => Some(Primitive::Long),
        _ => ty.unboxed(),
    }
}

pub(super) fn element(ty: &JavaType) -> JavaType {
    match ty {
        JavaType::Array(element) => (**element).clone(),
        JavaType::Class { args, .. } if args.len() == 1 => args[0].clone(),
        _ => JavaType::Unknown,
    }
}

/// Sets and maps whose order is part of their meaning.
pub(super) fn keeps_order(ty: &JavaType) -> bool {
    const MARKS: [&str; 6] = ["Linked", "Tree", "Sorted", "Navigable", "Sequenced", "ConcurrentSkipList"];
    ty.simple_class().is_some_and(|name| MARKS.iter().any(|mark| name.starts_with(mark)))
}

/// Collections that are lists to the workers, yet iterate in an order that Java leaves open.
pub(super) fn has_no_order(ty: &JavaType) -> bool {
    matches!(ty.simple_class(), Some("PriorityQueue" | "PriorityBlockingQueue"))
}
