//! Restricts file access by Landlock: the files that a worker may read, execute and write.
//!
//! It also restricts network and signals, as far as Landlock supports that. `calls` protects modes,
//! owners, times and attributes of files.

use super::{Protection, SandboxRules};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use std::path::PathBuf;

/// Restricts files to the rules, and network and signals as far as Landlock supports that.
pub fn files(rules: &SandboxRules) -> Protection {
    match restrict(rules) {
        Ok(told) => told,
        Err(error) => Protection::lacking(format!("landlock: not applied ({error})")),
    }
}

fn restrict(rules: &SandboxRules) -> Result<Protection, RulesetError> {
    let abi = ABI::V6;
    let reading = AccessFs::ReadFile | AccessFs::ReadDir;
    let read: Vec<&PathBuf> = rules.read.iter().filter(|path| !rules.execute.contains(path)).collect();
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rules(path_beneath_rules(&rules.sources.listed, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(read.iter().copied().chain(&rules.sources.readable), reading))?
        .add_rules(path_beneath_rules(&rules.execute, reading | AccessFs::Execute))?
        .add_rules(path_beneath_rules(["/dev/null"], AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([&rules.write], AccessFs::from_all(abi) & !AccessFs::Execute))?
        .restrict_self()?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => format!("v{}", effective_abi as i32),
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => "not in this kernel".to_owned(),
    };
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => Protection::lacking(format!("landlock: not applied ({version})")),
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Protection::applied(format!(
            "landlock: {version}, reads only listed files, writes only to the scratch folder"
        )),
    })
}
