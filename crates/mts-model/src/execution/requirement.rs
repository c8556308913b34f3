//! Requirements: things outside the repository that the code under test needs.
//!
//! A missing requirement is not a fault of the code, so the tool never makes a verdict of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something outside the repository that code needs and that this environment lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Requirement {
    /// A Python module by its full name. Neither Python nor the repository has it.
    PythonModule(String),
    /// A module of Python's standard library that this interpreter lacks.
    StandardModule(String),
    /// An installed Python module that fails to load, for example without its native library.
    PythonLibrary {
        /// The module.
        module: String,
        /// The message of Python.
        message: String,
    },
    /// A Python distribution that is not installed, whose metadata the code reads.
    PythonDistribution(String),
    /// A native library that Java code loads, with the message of the JVM.
    NativeLibrary(String),
    /// A newer JDK than the named one, for the code's syntax or class files.
    NewerJdk(String),
    /// A successful build of the Java project, because the build supplies the libraries.
    Build {
        /// The build tool.
        tool: String,
        /// The first error of the tool.
        message: String,
    },
}

/// Python modules whose distribution has another name, each with the name of the distribution.
///
/// A package index cannot say which distribution has a module, so this table lists the most used modules.
const DISTRIBUTIONS: [(&str, &str); 16] = [
    ("Crypto", "pycryptodome"),
    ("OpenSSL", "pyOpenSSL"),
    ("PIL", "Pillow"),
    ("attr", "attrs"),
    ("bs4", "beautifulsoup4"),
    ("cv2", "opencv-python-headless"),
    ("dateutil", "python-dateutil"),
    ("docx", "python-docx"),
    ("dotenv", "python-dotenv"),
    ("git", "GitPython"),
    ("jwt", "PyJWT"),
    ("serial", "pyserial"),
    ("skimage", "scikit-image"),
    ("sklearn", "scikit-learn"),
    ("yaml", "PyYAML"),
    ("zmq", "pyzmq"),
];

/// The top-level names that the modules of many distributions share.
const NAMESPACES: [&str; 4] = ["azure", "google", "ruamel", "zope"];

impl Requirement {
    /// Returns the same requirement with only the first line of its message.
    ///
    /// A requirement without a message stays the same.
    pub(crate) fn with_first_lines(&self) -> Self {
        match self.clone() {
            Self::PythonLibrary { module, message } => Self::PythonLibrary { module, message: first_line(&message) },
            Self::NativeLibrary(message) => Self::NativeLibrary(first_line(&message)),
            Self::Build { tool, message } => Self::Build { tool, message: first_line(&message) },
            other => other,
        }
    }

    /// Describes how a person can supply the requirement.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::PythonModule(module) => {
                let top = module.split('.').next().unwrap_or(module);
                let known = DISTRIBUTIONS.iter().find(|(name, _)| *name == top).map(|(_, distribution)| *distribution);
                let is_package = top == module && !NAMESPACES.contains(&top);
                match known.or(is_package.then_some(top)) {
                    Some(distribution) => {
                        format!("install the module with `pip install {distribution}`, or set `python.requirements`")
                    }
                    None => format!("install the package that provides `{module}`, or set `python.requirements`"),
                }
            }
            Self::StandardModule(_) => {
                "install Python with its whole standard library, or set `python.command`".to_owned()
            }
            Self::PythonLibrary { .. } => {
                "install the library with the package manager of the system, or another version of the module"
                    .to_owned()
            }
            Self::PythonDistribution(name) => {
                format!(
                    "install the package with `pip install {name}`, or with `pip install .` if the package is the \
                     project itself"
                )
            }
            Self::NativeLibrary(_) => "install the library with the package manager of the system".to_owned(),
            Self::Build { tool, .. } => {
                format!(
                    "make {tool} build the project on this machine, or set `build: sources` and `classpath` of the root \
                     in mts.yml"
                )
            }
            Self::NewerJdk(_) => "install a newer JDK, and set `java.home`".to_owned(),
        }
    }
}

/// Returns the first line of a message of a tool, a runtime or a worker.
#[must_use]
pub fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PythonModule(module) => write!(f, "the Python module `{module}`, which is not installed"),
            Self::StandardModule(module) => {
                write!(f, "`{module}` of Python's standard library, which this Python lacks")
            }
            Self::PythonLibrary { module, message } => {
                write!(f, "the Python module `{module}`, which is installed and does not load: {message}")
            }
            Self::PythonDistribution(name) => {
                write!(f, "the metadata of the Python package `{name}`, which is not installed")
            }
            Self::NativeLibrary(message) => write!(f, "a native library, which the JVM does not find: {message}"),
            Self::Build { tool, message } => write!(f, "a build by {tool}, which fails: {message}"),
            Self::NewerJdk(found) => write!(f, "a newer JDK than {found}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_for_a_missing_module_names_the_distribution_that_provides_it() {
        let help = |module: &str| Requirement::PythonModule(module.to_owned()).help();
        assert_eq!(help("numpy"), "install the module with `pip install numpy`, or set `python.requirements`");
        assert!(help("google").starts_with("install the package that provides `google`"), "{}", help("google"));
        assert_eq!(help("yaml"), "install the module with `pip install PyYAML`, or set `python.requirements`");
        assert_eq!(
            help("google.cloud.storage"),
            "install the package that provides `google.cloud.storage`, or set `python.requirements`"
        );
    }

    #[test]
    fn a_requirement_is_read_as_the_workers_send_it() {
        let read = |text: &str| serde_json::from_str::<Requirement>(text).expect("a requirement");
        assert_eq!(read(r#"{"python_module":"numpy"}"#), Requirement::PythonModule("numpy".to_owned()));
        let library = Requirement::PythonLibrary { module: "cv2".to_owned(), message: "libGL.so.1".to_owned() };
        assert_eq!(read(r#"{"python_library":{"module":"cv2","message":"libGL.so.1"}}"#), library);
    }
}
