//! The story on one screen.
