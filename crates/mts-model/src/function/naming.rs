//! Naming conventions of both languages for exceptions and fields.

/// Returns the usual Python name of a Java exception: `NotFoundError` for `NotFoundException`.
///
/// `None` if the name does not end with `Exception`, or has no other part.
#[must_use]
pub fn python_exception_name(java: &str) -> Option<String> {
    let stem = java.strip_suffix("Exception").filter(|stem| !stem.is_empty())?;
    Some(format!("{stem}Error"))
}

/// Returns the normalized name of a field: lower case, without underscores and the prefix `m_`.
///
/// The function also removes the class name that Python's name mangling adds: `_Box__max_size` of the class `Box`
/// becomes `maxsize`. `class` is the class of the object, with or without its package.
#[must_use]
pub fn plain_field(class: &str, name: &str) -> String {
    let own = name.strip_prefix(&mangled(class)).or_else(|| inherited(name)).unwrap_or(name).trim_start_matches('_');
    own.strip_prefix("m_").filter(|rest| !rest.is_empty()).unwrap_or(own).replace('_', "").to_lowercase()
}

/// Reports whether a field name is the mangled name of a base class's private field.
///
/// `class` is the class of the object. A mangled name such as `_Base__size` starts with the name of the base class.
#[must_use]
pub fn is_inherited_field(class: &str, name: &str) -> bool {
    !name.starts_with(&mangled(class)) && inherited(name).is_some()
}

/// Returns the start of the mangled private names of a class: `_Box__` for `Box`.
fn mangled(class: &str) -> String {
    let simple = class.trim().rsplit(['.', '$']).next().unwrap_or_default();
    format!("_{}__", simple.trim_start_matches('_'))
}

/// Returns the plain name of a class's mangled private field, such as `size` for `_Box__size`.
fn inherited(name: &str) -> Option<&str> {
    let (owner, field) = name.strip_prefix('_')?.split_once("__")?;
    let is_class = owner.starts_with(char::is_uppercase) && owner.chars().all(char::is_alphanumeric);
    (is_class && !field.is_empty()).then_some(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_field_has_the_same_plain_name_in_its_class_and_in_a_subclass() {
        for name in ["__itemCount", "_Box__itemCount", "_item_count", "m_itemCount", "_Crate__item_count"] {
            assert_eq!(plain_field("acme.Box", name), "itemcount", "{name}");
        }
        assert_eq!(plain_field("Box", "_item__count"), "itemcount", "no class");
        assert_eq!(plain_field("box", "_box__size"), "size", "the object's own class may have any name");
        assert_eq!(plain_field("Box", "_Crate__"), "crate");
        assert!(is_inherited_field("Box", "_Crate__size") && !is_inherited_field("acme.Box", "_Box__size"));
    }
}
