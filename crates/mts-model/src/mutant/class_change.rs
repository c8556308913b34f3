//! The change of a class-level mutation, by names of Java classes, methods and fields. `mts-generate` makes it;
//! `mts-translate` replays it.

use serde::{Deserialize, Serialize};

/// One of several equal places in a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    /// The enclosing class.
    pub class: String,
    /// The method; `<init>` for a constructor.
    pub method: String,
    /// Zero-based index among the equal places, and their number.
    pub nth: (usize, usize),
}

/// A class-level mutation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassChange {
    /// An overriding method is deleted (IOD).
    DeleteMethod {
        /// Its class.
        class: String,
        /// Its name.
        method: String,
    },
    /// A statement `super.m(...)` that begins an overriding method ends it, or the reverse (IOP).
    MoveSuperCall {
        /// The class of the method.
        class: String,
        /// The method.
        method: String,
        /// Whether the call moves to the end.
        to_end: bool,
    },
    /// An overridden method is renamed, with the calls in its class (IOR).
    RenameOverridden {
        /// The parent class.
        class: String,
        /// The method.
        method: String,
    },
    /// `m(...)` becomes `super.m(...)` (ISI), or the reverse (ISD).
    Super {
        /// The nth such call of `name`.
        site: Site,
        /// The method that is called.
        name: String,
        /// Whether `super` is inserted.
        insert: bool,
    },
    /// The call `super(...)` is deleted, so the parent's default constructor runs (IPC).
    DropSuperCall {
        /// The class of the constructor.
        class: String,
    },
    /// `new P(...)` becomes `new C(...)` (PNC).
    Construct {
        /// The nth creation of `parent`.
        site: Site,
        /// P.
        parent: String,
        /// C.
        child: String,
    },
    /// Two adjacent arguments of a call are swapped (OAC).
    SwapArguments {
        /// The nth call of `name`.
        site: Site,
        /// The called method, or the constructed class.
        name: String,
        /// Index of the first of the two.
        first: usize,
    },
    /// `x` becomes `this.x`, if a parameter hides the field (JTI).
    InsertThis {
        /// The nth use of the parameter.
        site: Site,
        /// The field.
        field: String,
        /// The field's default value as Python text, for an initial value in a constructor.
        unset: Option<String>,
    },
    /// `this.x` becomes `x` (JTD).
    DeleteThis {
        /// The nth use of the field.
        site: Site,
        /// The field.
        field: String,
        /// The field's default value as Python text, if the use assigns it in a constructor.
        unset: Option<String>,
    },
    /// An instance field becomes static (JSI).
    MakeStatic {
        /// The class.
        class: String,
        /// The field.
        field: String,
        /// Its default value as Python text.
        unset: String,
    },
    /// A static field becomes an instance field (JSD).
    MakeInstance {
        /// The class.
        class: String,
        /// The field.
        field: String,
    },
    /// Fields keep their default values in a new object. JID: one field with an initialiser; JDC: all fields that a
    /// constructor without parameters sets, if it does nothing else.
    Unset {
        /// The class.
        class: String,
        /// Each field with its default value as Python text.
        fields: Vec<(String, String)>,
    },
    /// `x = y` on arrays becomes `x = y.clone()` (EOA).
    CopyContent {
        /// The nth assignment of `source`.
        site: Site,
        /// y.
        source: String,
    },
    /// `a.equals(b)` on objects of the file's classes becomes `a == b` (EOC).
    CompareIdentity {
        /// The nth such comparison.
        site: Site,
        /// a.
        left: String,
        /// b.
        right: String,
    },
    /// A call of an accessor (EAM) or mutator (EMM) becomes a call of another.
    CallOther {
        /// The nth call of `name`.
        site: Site,
        /// The method that was called.
        name: String,
        /// The method that is called.
        other: String,
    },
}

impl ClassChange {
    /// The place inside one method, if it changes nothing else.
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
