//! The change of a class-level mutant, with the names of Java classes, methods and fields.
//!
//! `mts-generate` creates the change, and `mts-translate` makes the same change in the port.

use serde::{Deserialize, Serialize};

/// A place in a method. Several places of the method may have the same code.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    /// The name of the enclosing class.
    pub class: String,
    /// The name of the method; `<init>` for a constructor.
    pub method: String,
    /// The zero-based index among the places with this code, and the number of places.
    pub nth: (usize, usize),
}

/// A class-level mutation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassChange {
    /// The mutant deletes an overriding method (IOD).
    DeleteMethod {
        /// The class.
        class: String,
        /// The name of the method.
        method: String,
    },
    /// A statement `super.m(...)` moves between the start and the end of an overriding method (IOP).
    MoveSuperCall {
        /// The class of the method.
        class: String,
        /// The method.
        method: String,
        /// Whether the call moves to the end.
        to_end: bool,
    },
    /// An overridden method gets another name, also in the calls inside its class (IOR).
    RenameOverridden {
        /// The parent class, which declares the overridden method.
        class: String,
        /// The method.
        method: String,
    },
    /// `m(...)` becomes `super.m(...)` (ISI), or the reverse (ISD).
    Super {
        /// The place, counted among the calls of `name` with or without `super`.
        site: Site,
        /// The name of the called method.
        name: String,
        /// Whether the mutant inserts `super`. If not, the mutant deletes `super`.
        insert: bool,
    },
    /// The mutant deletes the call `super(...)`, so the default constructor of the parent runs (IPC).
    DropSuperCall {
        /// The class of the constructor.
        class: String,
    },
    /// `new P(...)` becomes `new C(...)` (PNC).
    Construct {
        /// The place, counted among the expressions `new P(...)`.
        site: Site,
        /// The class `P`.
        parent: String,
        /// The class `C`.
        child: String,
    },
    /// The mutant swaps two adjacent arguments of a call (OAC).
    SwapArguments {
        /// The place, counted among the calls of `name`.
        site: Site,
        /// The called method, or the constructed class.
        name: String,
        /// The index of the first of the two arguments.
        first: usize,
    },
    /// `x` becomes `this.x`, if a parameter hides the field (JTI).
    InsertThis {
        /// The place, counted among the uses of the parameter.
        site: Site,
        /// The field.
        field: String,
        /// The field's default value as Python text, for `this.x = x` in a constructor. `None` elsewhere.
        unset: Option<String>,
    },
    /// `this.x` becomes `x` (JTD).
    DeleteThis {
        /// The place, counted among the uses of the field.
        site: Site,
        /// The field.
        field: String,
        /// The field's default value as Python text, for an assignment in a constructor. `None` for other uses.
        unset: Option<String>,
    },
    /// An instance field becomes static (JSI).
    MakeStatic {
        /// The class.
        class: String,
        /// The field.
        field: String,
        /// The default value as Python text.
        unset: String,
    },
    /// A static field becomes an instance field (JSD).
    MakeInstance {
        /// The class.
        class: String,
        /// The field.
        field: String,
    },
    /// Fields keep their default values in a new object.
    ///
    /// For JID, this is one field with an initialiser. For JDC, these are all fields that a constructor without
    /// parameters sets, if the constructor does nothing else.
    Unset {
        /// The class.
        class: String,
        /// Each field with its default value as Python text.
        fields: Vec<(String, String)>,
    },
    /// `x = y` on arrays becomes `x = y.clone()` (EOA).
    CopyContent {
        /// The place, counted among the assignments of `source`.
        site: Site,
        /// The expression `y`.
        source: String,
    },
    /// `a.equals(b)` on objects of the file's classes becomes `a == b` (EOC).
    CompareIdentity {
        /// The place, counted among the comparisons of `left` and `right`.
        site: Site,
        /// The expression `a`.
        left: String,
        /// The expression `b`.
        right: String,
    },
    /// A call of an accessor (EAM) or mutator (EMM) becomes a call of another.
    CallOther {
        /// The place, counted among the calls of `name`.
        site: Site,
        /// The name of the method before the change.
        name: String,
        /// The name of the method after the change.
        other: String,
    },
}

impl ClassChange {
    /// Returns the place of the change. `None` if the change is not at one place of a method.
    #[must_use]
    pub fn site(&self) -> Option<&Site> {
        match self {
            Self::Super { site, .. }
            | Self::Construct { site, .. }
            | Self::SwapArguments { site, .. }
            | Self::InsertThis { site, .. }
            | Self::DeleteThis { site, .. }
            | Self::CopyContent { site, .. }
            | Self::CompareIdentity { site, .. }
            | Self::CallOther { site, .. } => Some(site),
            Self::DeleteMethod { .. }
            | Self::MoveSuperCall { .. }
            | Self::RenameOverridden { .. }
            | Self::DropSuperCall { .. }
            | Self::MakeStatic { .. }
            | Self::MakeInstance { .. }
            | Self::Unset { .. } => None,
        }
    }
}
