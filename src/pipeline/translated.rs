//! A corpus's programs with what the built-in translator makes of their Java in the place of the port,
//! and the folder that its support module is imported from.

use crate::analysis::PairJob;
use crate::error::{Error, Result};
use crate::execution::PythonEntry;
use crate::lang::SourceFile;
use crate::model::Language;
use crate::translation::builtin::{self, MODULE, Mode, SUPPORT, Style};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// A folder with the support module.
pub(super) fn support() -> Result<TempDir> {
    let folder = tempfile::tempdir().map_err(|e| Error::io("make a folder", &std::env::temp_dir(), &e))?;
    let file = folder.path().join(format!("{MODULE}.py"));
    std::fs::write(&file, SUPPORT).map_err(|e| Error::io("write the support module", &file, &e))?;
    Ok(folder)
}

/// The job with the translation of its own Java as its port. What has no translation gets a port that
/// fails, for that counts against the translator.
pub(super) fn job(mut job: PairJob, mode: Mode, support: &Path) -> std::result::Result<PairJob, String> {
    let style = Style { mode, keeps_names: false };
    let (text, qualname) = match builtin::translate(&job.java, Some(&job.pair.java), style) {
        Ok(port) => (port.text, port.qualname),
        Err(error) => {
            let name = job.pair.python.name.clone();
            (format!("def {name}(*args):\n    raise NotImplementedError({:?})\n", error.what), name)
        }
    };
    let python = SourceFile::parse(&job.python.path, text, Language::Python).map_err(|e| e.to_string())?;
    let function = python.functions.iter().find(|f| f.qualified() == qualname);
    let function = function.ok_or_else(|| format!("the translation has no {qualname}"))?;
    job.pair.python = function.clone();
    job.python_context.entry = PythonEntry { qualname, ..job.python_context.entry };
    job.python_context.path = vec![support.to_path_buf()];
    job.python = Arc::new(python);
    Ok(job)
}
