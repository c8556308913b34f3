//! What a class-level mutation does, in names: those of Java's classes, methods and fields. Made by `mutation`,
//! replayed by `translation`.

use serde::{Deserialize, Serialize};

/// A place among equal ones in a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    /// The class that the method is in.
    pub class: String,
    /// The method; `<init>` for a constructor.
    pub method: String,
    /// Which of its equal places, from 0, of how many.
    pub nth: (usize, usize),
}

/// A class-level mutation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassChange {
    /// An overriding method goes (IOD).
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
        /// Whether it goes to the end.
        to_end: bool,
    },
    /// A method that is overridden gets another name, in its class and its calls there (IOR).
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
        /// Whether `super` is put in.
        insert: bool,
    },
    /// The arguments of `super(...)` go with the call: the parent is made as by default (IPC).
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
    /// Two neighbouring arguments of a call change places (OAC).
    SwapArguments {
        /// The nth call of `name`.
        site: Site,
        /// The method that is called, or the class that is made.
        name: String,
        /// The place of the first of the two.
        first: usize,
    },
    /// `x` becomes `this.x` where a parameter hides the field (JTI).
    InsertThis {
        /// The nth use of the parameter.
        site: Site,
        /// The field.
        field: String,
        /// What the field has, as Python, where the use is what a constructor sets it to.
        unset: Option<String>,
    },
    /// `this.x` becomes `x` (JTD).
    DeleteThis {
        /// The nth use of the field.
        site: Site,
        /// The field.
        field: String,
        /// What the field has when it is not set, as Python, where the use sets it in a constructor.
        unset: Option<String>,
    },
    /// A field becomes one of the class (JSI).
    MakeStatic {
        /// The class.
        class: String,
        /// The field.
        field: String,
        /// What it has when it is not set, as Python.
        unset: String,
    },
    /// A field of the class becomes one of its objects (JSD).
    MakeInstance {
        /// The class.
        class: String,
        /// The field.
        field: String,
    },
    /// Fields are not set when an object is made (JID: one that has an initialiser; JDC: those that a constructor
    /// without parameters sets, and nothing else).
    Unset {
        /// The class.
        class: String,
        /// Each with what it has when it is not set, as Python.
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
    /// A call of one accessor becomes a call of another (EAM), or of one mutator (EMM).
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
    /// The place inside one method that is all it changes, where it is that.
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
