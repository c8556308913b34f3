//! The output folder.
