//! Globs over paths and names. Only this module uses `globset`.

use globset::{GlobBuilder, GlobSet};

/// The highest number of characters of a glob.
const LONGEST: usize = 1_000;

/// A compiled glob: `*`, `**`, `?`, `[ab]` and `{a,b}`.
#[derive(Clone, Debug)]
pub struct Glob(GlobSet);

impl Glob {
    /// Compiles a glob for names: `*` matches any characters.
    ///
    /// # Errors
    /// Returns an error if the text is not a glob, is too long, or needs too much memory.
    pub fn from_name_pattern(text: &str) -> Result<Self, String> {
        Self::compile(text, &mut GlobBuilder::new(text))
    }

    /// Compiles a glob for names that ignores upper and lower case.
    ///
    /// # Errors
    /// Returns an error if [`Glob::from_name_pattern`] fails.
    pub fn from_name_pattern_in_any_case(text: &str) -> Result<Self, String> {
        Self::compile(text, GlobBuilder::new(text).case_insensitive(true))
    }

    /// Compiles a glob for paths: `*` does not match `/`, and `**` does.
    ///
    /// # Errors
    /// Returns an error if [`Glob::from_name_pattern`] fails.
    pub fn from_path_pattern(text: &str) -> Result<Self, String> {
        Self::compile(text, GlobBuilder::new(text).literal_separator(true))
    }

    fn compile(text: &str, builder: &mut GlobBuilder<'_>) -> Result<Self, String> {
        if text.chars().count() > LONGEST {
            return Err(format!("the glob is too long: write at most {LONGEST} characters"));
        }
        let glob = builder.build().map_err(|error| error.to_string())?;
        let too_large = |_| "the glob is too large: write fewer wildcards".to_owned();
        GlobSet::builder().add(glob).build().map(Self).map_err(too_large)
    }

    /// Reports whether the glob matches the whole text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_in_a_path_pattern_matches_within_one_folder() {
        assert!(Glob::from_path_pattern("a/*.rs").expect("a glob").is_match("a/b.rs"));
        assert!(!Glob::from_path_pattern("a/*.rs").expect("a glob").is_match("a/b/c.rs"));
        assert!(Glob::from_path_pattern("a/**").expect("a glob").is_match("a/b/c.rs"));
        assert!(Glob::from_name_pattern("log.*").expect("a glob").is_match("log.a/b"));
        assert!(Glob::from_name_pattern_in_any_case("ao*").expect("a glob").is_match("AORB"));
    }

    #[test]
    fn a_glob_that_cannot_be_compiled_is_refused_with_its_reason() {
        assert!(Glob::from_name_pattern("[").expect_err("open").contains("unclosed"));
        assert!(Glob::from_name_pattern(&"*".repeat(1_001)).expect_err("long").contains("1000 characters"));
        let nested = format!("{}a{}", "{x,".repeat(200), "}".repeat(200));
        assert!(
            Glob::from_name_pattern(&nested).expect_err("nested").contains("too large"),
            "compiled, it would be huge"
        );
    }
}
