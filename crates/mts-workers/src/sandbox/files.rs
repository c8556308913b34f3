//! Restricts file access by Landlock: the files that a worker may read, execute and write.
//!
//! This module also restricts network and signals, as far as Landlock can. `calls` protects modes,
//! owners, times and attributes of files.

use super::{Protection, SandboxRules};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The newest version of Landlock whose access rights the tool restricts.
const KNOWN: ABI = ABI::V6;

/// The rules in the kernel's number format, for a process that restricts itself.
#[derive(Debug, Serialize)]
pub struct FileRules {
    /// The restricted rights on files and on the network, and the restricted scopes.
    handled: [u64; 3],
    /// The rights on files and on everything below folders.
    granted: Vec<(u64, PathBuf)>,
}

/// Restricts files to the rules, and network and signals as far as Landlock can.
///
/// The second value has the same rules for the processes that this process forks. `None` if the kernel has no Landlock.
pub fn files(rules: &SandboxRules) -> (Protection, Option<FileRules>) {
    match restrict(rules) {
        Ok(restricted) => restricted,
        Err(error) => (Protection::not_applied(format!("cargo mts cannot apply Landlock: {error}")), None),
    }
}

/// The folder with the settings of programs that the machine's owner installed.
///
/// The settings may contain credentials. The folder is inside a system folder that workers may read.
const SETTINGS: &str = "/usr/local/etc";

/// Returns the files and folders of the rules with the rights on them.
fn granted(rules: &SandboxRules) -> Vec<(PathBuf, BitFlags<AccessFs>)> {
    let reading = AccessFs::ReadFile | AccessFs::ReadDir;
    let list = BitFlags::from(AccessFs::ReadDir);
    let mut granted = Vec::new();
    for path in rules.read.iter().filter(|path| !rules.execute.contains(path)) {
        let (listed, read) = without(path, Path::new(SETTINGS));
        granted.extend(listed.into_iter().map(|path| (path, list)));
        granted.extend(read.into_iter().map(|path| (path, reading)));
    }
    granted.extend(rules.sources.listed.iter().map(|path| (path.clone(), list)));
    granted.extend(rules.sources.readable.iter().map(|path| (path.clone(), reading)));
    granted.extend(rules.execute.iter().map(|path| (path.clone(), reading | AccessFs::Execute)));
    granted.push((PathBuf::from("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile));
    granted.push((rules.write.clone(), AccessFs::from_all(KNOWN) & !AccessFs::Execute));
    granted
}

/// Returns the folders to list and the paths to read, without one part.
///
/// With these rights, a worker reads `path`, but not `part`.
fn without(path: &Path, part: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if place.starts_with(part) {
        return (Vec::new(), Vec::new());
    }
    if !part.starts_with(&place) || !part.exists() {
        return (Vec::new(), vec![path.to_path_buf()]);
    }
    let (mut listed, mut read) = (vec![place.clone()], Vec::new());
    for entry in std::fs::read_dir(&place).into_iter().flatten().flatten() {
        // The function skips links. If a worker may read the target of a link, other rules contain the target.
        if !entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            let (more_listed, more_read) = without(&entry.path(), part);
            listed.extend(more_listed);
            read.extend(more_read);
        }
    }
    (listed, read)
}

fn restrict(rules: &SandboxRules) -> Result<(Protection, Option<FileRules>), RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?;
    let granted = granted(rules);
    for (path, access) in &granted {
        ruleset = ruleset.add_rules(path_beneath_rules([path], *access))?;
    }
    if rules.forks {
        // Each forked process reads its own folder, and restricts itself to this folder.
        ruleset = ruleset.add_rules(path_beneath_rules([PROCESSES], AccessFs::ReadFile | AccessFs::ReadDir))?;
    }
    let status = ruleset.restrict_self()?;
    let (version, abi) = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => (format!("v{}", effective_abi as i32), effective_abi),
        LandlockStatus::NotEnabled => ("not enabled in this kernel".to_owned(), ABI::Unsupported),
        LandlockStatus::NotImplemented => ("not in this kernel".to_owned(), ABI::Unsupported),
    };
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => {
            (Protection::not_applied(format!("cargo mts cannot apply Landlock: {version}")), None)
        }
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => (
            Protection::applied(format!(
                "landlock: {version}, reads only listed files, writes only to the scratch folder"
            )),
            Some(in_numbers(&granted, abi)),
        ),
    })
}

/// The folder of all processes.
const PROCESSES: &str = "/proc";

/// Returns the rules in the number format of this version of the kernel's interface.
fn in_numbers(granted: &[(PathBuf, BitFlags<AccessFs>)], abi: ABI) -> FileRules {
    let handled = [AccessFs::from_all(abi).bits(), AccessNet::from_all(abi).bits(), Scope::from_all(abi).bits()];
    let one = |(path, access): &(PathBuf, BitFlags<AccessFs>)| {
        let about = path.metadata().ok()?;
        let possible = if about.is_dir() { AccessFs::from_all(abi) } else { AccessFs::from_file(abi) };
        Some(((*access & possible).bits(), path.clone()))
    };
    FileRules { handled, granted: granted.iter().filter_map(one).filter(|(access, _)| *access != 0).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_folder_is_excluded() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a folder");
        for path in ["local/etc/s", "local/lib", "lib/local/etc"] {
            std::fs::create_dir_all(root.join(path)).expect("folders");
        }
        let part = root.join("local/etc");
        let (listed, mut read) = without(&root, &part);
        read.sort();
        assert_eq!(listed, [root.clone(), root.join("local")]);
        assert_eq!(read, [root.join("lib"), root.join("local/lib")]);
        assert_eq!(without(&root.join("lib"), &part), (Vec::new(), vec![root.join("lib")]));
        assert_eq!(without(&root.join("local/etc/s"), &part), (Vec::new(), Vec::new()));
    }
}
