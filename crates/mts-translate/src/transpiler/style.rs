//! The options and the result of a translation.

mts_model::named_values! {
    /// The translation mode. Its name is also the name of the translator with this mode.
    Mode = Faithful {
        /// Keep Java's behaviour where Java and Python differ.
        Faithful = "faithful",
        /// Write idiomatic Python.
        Plain = "plain",
    }
}

/// The options of a translation.
#[derive(Clone, Copy, Debug, Default)]
pub struct TranslationStyle {
    /// The translation mode.
    pub mode: Mode,
    /// Whether the translation keeps Java's spelling of names.
    pub keeps_names: bool,
}

/// The translation of a function or a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TranslatedPort {
    /// The text of the Python module.
    pub text: String,
    /// The qualified name of the requested function. Empty for a whole file.
    pub qualname: String,
    /// Whether the caller must call the function on an instance of its class.
    pub on_instance: bool,
}
