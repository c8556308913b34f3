//! Decides by declared types whether two parameters can correspond.

use super::identifiers::is_same_identifier;
use mts_model::jdk::{self, JdkType, Order, PythonClass, TypeShape};
use mts_model::{JavaType, Primitive};

/// The kinds of types that both languages share.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TypeKind {
    Whole,
    Real,
    Truth,
    Letter,
    Text,
    Sequence,
    Bytes,
    Set,
    Map,
    Class(String),
}

/// Reports whether the types of two parameters agree.
///
/// Returns `None` if one type is unknown, or if ports often change the Java type to the Python type.
pub(in crate::pairing) fn agree(java: &JavaType, python: &JavaType) -> Option<bool> {
    use TypeKind::{Bytes, Class, Letter, Real, Sequence, Set, Text, Whole};
    match (kind(java)?, kind(python)?) {
        (a, b) if a == b => Some(true),
        (Class(a), Class(b)) => is_same_identifier(&a, &b).then_some(true),
        (Letter, Text) | (Bytes, Sequence) | (Sequence, Bytes) => Some(true),
        // A port may change a class to any type. Python has no separate types for chars and arrays,
        // and some sets become other collections.
        (Class(_), _) | (_, Class(_)) => None,
        (Whole, Real) | (Real, Whole) | (Letter, Whole) | (Set, Sequence) | (Sequence, Set | Text) | (Bytes, Text) => {
            None
        }
        _ => Some(false),
    }
}

/// Reports whether a parameter of this type takes values of several classes.
pub(in crate::pairing) fn is_wide(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Class { .. }) && matches!(kind(ty), None | Some(TypeKind::Class(_)))
}

/// Reports whether the end of a name names this type, such as `int` in `write_int`.
pub(in crate::pairing) fn is_called(ty: &JavaType, ending: &[String]) -> bool {
    let known: &[&str] = match kind(ty) {
        Some(TypeKind::Whole) => &["int", "integer", "long", "number", "num"],
        Some(TypeKind::Real) => &["float", "double", "real"],
        Some(TypeKind::Truth) => &["bool", "boolean"],
        Some(TypeKind::Letter) => &["char", "chr", "character"],
        Some(TypeKind::Text) => &["str", "string", "text"],
        Some(TypeKind::Sequence) => &["list", "array", "sequence", "seq"],
        Some(TypeKind::Bytes) => &["bytes", "bytearray"],
        Some(TypeKind::Set) => &["set"],
        Some(TypeKind::Map) => &["map", "dict", "mapping"],
        Some(TypeKind::Class(class)) => return super::identifiers::words(&class) == ending,
        None => return false,
    };
    matches!(ending, [one] if known.contains(&one.as_str()))
}

fn kind(ty: &JavaType) -> Option<TypeKind> {
    Some(match ty {
        JavaType::Primitive(p) | JavaType::Boxed(p) => match p {
            Primitive::Boolean => TypeKind::Truth,
            Primitive::Char => TypeKind::Letter,
            Primitive::Float | Primitive::Double => TypeKind::Real,
            _ => TypeKind::Whole,
        },
        JavaType::String => TypeKind::Text,
        JavaType::Array(element) if element.primitive() == Some(Primitive::Byte) => TypeKind::Bytes,
        JavaType::Array(_) => TypeKind::Sequence,
        JavaType::Class { name, args } => {
            let simple = ty.simple_class().unwrap_or(name);
            if let Some(row) = jdk::jdk_type(simple) {
                return of_jdk(row, args);
            }
            match jdk::shape_by_name(simple) {
                // By convention, one letter is a type variable.
                _ if simple.len() < 2 => return None,
                Some(TypeShape::Map) => TypeKind::Map,
                Some(TypeShape::Set) => TypeKind::Set,
                Some(_) => TypeKind::Sequence,
                None => TypeKind::Class(simple.to_owned()),
            }
        }
        JavaType::Unknown | JavaType::Void | JavaType::Null | JavaType::Convention(_) | JavaType::ExitStatus => {
            return None;
        }
    })
}

/// Returns the kind of a JDK type.
///
/// Returns `None` if ports use different types for the JDK type.
fn of_jdk(row: &JdkType, args: &[JavaType]) -> Option<TypeKind> {
    match row.shape {
        // A value of these types can be a list or a set.
        TypeShape::Sequence if row.order == Order::Iterated || row.name == "Collection" => None,
        TypeShape::Sequence => Some(TypeKind::Sequence),
        TypeShape::Set => Some(TypeKind::Set),
        TypeShape::Map => Some(TypeKind::Map),
        TypeShape::Text => Some(TypeKind::Text),
        TypeShape::BigInteger => Some(TypeKind::Whole),
        TypeShape::Decimal => Some(TypeKind::Real),
        TypeShape::Optional => kind(args.first()?),
        TypeShape::Any | TypeShape::Number | TypeShape::Variable => None,
        TypeShape::Other => Some(match row.python {
            PythonClass::Int => TypeKind::Whole,
            PythonClass::Bool => TypeKind::Truth,
            _ => TypeKind::Class(row.name.to_owned()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_agree_contradict_or_are_undecided() {
        let ty = |text: &str| JavaType::parse(text).expect("a type");
        for (java, python, wanted) in [
            ("long", "int", Some(true)),
            ("String", "String", Some(true)),
            ("char", "String", Some(true)),
            ("int[]", "List<int>", Some(true)),
            ("acme.BookShelf", "BookShelf", Some(true)),
            ("Map<String, Integer>", "Map", Some(true)),
            ("int", "String", Some(false)),
            ("boolean", "int", Some(false)),
            ("List<String>", "Map", Some(false)),
            ("int", "double", None),
            ("char[]", "String", None),
            ("Catalogue", "BookIndex", None),
            ("Path", "String", None),
            ("Object", "int", None),
            ("int", "?", None),
        ] {
            assert_eq!(agree(&ty(java), &ty(python)), wanted, "{java} {python}");
        }
    }
}
