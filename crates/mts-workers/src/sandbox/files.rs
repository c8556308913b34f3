//! Restricts file access by Landlock: the files that a worker may read, execute and write.
//!
//! It also restricts network and signals, as far as Landlock supports that. `calls` protects modes,
//! owners, times and attributes of files.

use super::{Protection, SandboxRules};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The access rights that this tool knows.
const KNOWN: ABI = ABI::V6;

/// The rules in the kernel's number format, for a process that restricts itself.
#[derive(Debug, Serialize)]
pub struct FileRules {
    /// The restricted rights on files and on the network, and the restricted scopes.
    handled: [u64; 3],
    /// The rights on files and on everything below folders.
    granted: Vec<(u64, PathBuf)>,
}

/// Restricts files to the rules, and network and signals as far as Landlock supports that.
///
/// The second value has the same rules for the processes that this process forks. It is `None`
/// without Landlock.
pub fn files(rules: &SandboxRules) -> (Protection, Option<FileRules>) {
    match restrict(rules) {
        Ok(told) => told,
        Err(error) => (Protection::lacking(format!("landlock: not applied ({error})")), None),
    }
}

/// Returns the files and folders of the rules with the rights on them.
fn granted(rules: &SandboxRules) -> Vec<(&Path, BitFlags<AccessFs>)> {
    let reading = AccessFs::ReadFile | AccessFs::ReadDir;
    let read = rules.read.iter().filter(|path| !rules.execute.contains(path));
    let mut granted: Vec<(&Path, BitFlags<AccessFs>)> = Vec::new();
    granted.extend(rules.sources.listed.iter().map(|path| (path.as_path(), AccessFs::ReadDir.into())));
    granted.extend(read.chain(&rules.sources.readable).map(|path| (path.as_path(), reading)));
    granted.extend(rules.execute.iter().map(|path| (path.as_path(), reading | AccessFs::Execute)));
    granted.push((Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile));
    granted.push((&rules.write, AccessFs::from_all(KNOWN) & !AccessFs::Execute));
    granted
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
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => {
            ("not in this kernel".to_owned(), ABI::Unsupported)
        }
    };
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => (Protection::lacking(format!("landlock: not applied ({version})")), None),
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
fn in_numbers(granted: &[(&Path, BitFlags<AccessFs>)], abi: ABI) -> FileRules {
    let handled = [AccessFs::from_all(abi).bits(), AccessNet::from_all(abi).bits(), Scope::from_all(abi).bits()];
    let one = |(path, access): &(&Path, BitFlags<AccessFs>)| {
        let about = path.metadata().ok()?;
        let possible = if about.is_dir() { AccessFs::from_all(abi) } else { AccessFs::from_file(abi) };
        Some(((*access & possible).bits(), path.to_path_buf()))
    };
    FileRules { handled, granted: granted.iter().filter_map(one).filter(|(access, _)| *access != 0).collect() }
}
