//! The mutation operators of methods, one family a file. Where operators are registered, and which mutants are kept, is
//! decided by `mutation`.

pub(super) mod arithmetic;
pub(super) mod assignment;
pub(super) mod conditional;
pub(super) mod deletion;
pub(super) mod increment;
pub(super) mod logical;
pub(super) mod relational;
pub(super) mod statement;
