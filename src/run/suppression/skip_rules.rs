//! The rules `mutation.skip` and `mutation.skip-logging` of the configuration.

use crate::config::Config;
use crate::run::revision::Revision;
use mts_engine::{GeneratedPair, VerdictSettings};
use mts_generate::mutation::suppress::calls::CallPatterns;
use mts_generate::pairing::Selector;
use mts_model::OperatorProfile;
use mts_model::error::{Error, Result};
use mts_model::{Function, Language, Mutant, Operator};

/// The parsed rules `mutation.skip` and `mutation.skip-logging`.
#[derive(Clone, Debug, Default)]
pub struct SkipRules {
    pub(super) skips: Vec<Skip>,
    pub(super) logging: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Skip {
    pub(super) pair: Option<Selector>,
    pub(super) calls: Option<CallPatterns>,
    pub(super) operators: Vec<Operator>,
}

impl SkipRules {
    /// Parses the rules of a configuration.
    ///
    /// # Errors
    /// Returns a usage error if a selector or glob is invalid.
    pub fn from_config(config: &Config) -> Result<Self> {
        let place = |error: Error| error.at("mutation.skip");
        let mut skips = Vec::new();
        for skip in &config.mutation.skip {
            let calls = (!skip.calls.is_empty()).then(|| CallPatterns::new(skip.calls.iter().map(String::as_str)));
            skips.push(Skip {
                pair: skip.pair.as_deref().map(Selector::parse).transpose().map_err(place)?,
                calls: calls.transpose().map_err(|what| place(Error::usage(what)))?,
                operators: skip.operators.clone(),
            });
        }
        // muJava has no rule for logging calls, so its profile disables this rule.
        let logging = config.mutation.skip_logging && config.mutation.profile == OperatorProfile::Default;
        Ok(Self { skips, logging })
    }

    /// Returns the ids of skipped class-level mutants of a program outside all paired functions.
    ///
    /// Rules with call patterns do not apply, because a field contains no call.
    pub(crate) fn outside(&self, program: &GeneratedPair, settings: &VerdictSettings) -> Vec<String> {
        let job = program.job();
        let is_meant = |skip: &&Skip| {
            let pair = skip.pair.as_ref();
            skip.calls.is_none() && pair.is_none_or(|one| one.matches(&job.pair.java) || one.matches(&job.pair.python))
        };
        let rules: Vec<&Skip> = self.skips.iter().filter(is_meant).collect();
        let (false, Ok(targets)) = (rules.is_empty(), program.targets()) else { return Vec::new() };
        let members = job.program.iter().flat_map(|program| &program.members);
        let paired: Vec<&Function> =
            members.filter(|member| member.pair.is_some()).map(|member| &member.java).collect();
        let is_in =
            |function: &&&Function, one: &Mutant| one.edits.iter().all(|edit| function.span.contains(edit.span));
        let is_outside = |one: &&Mutant| !paired.iter().any(|function| is_in(&function, one));
        let is_skipped = |one: &&Mutant| {
            rules.iter().any(|skip| skip.operators.is_empty() || skip.operators.contains(&one.operator))
        };
        targets.class_mutants(settings).filter(is_outside).filter(is_skipped).map(|one| one.id.clone()).collect()
    }

    /// Returns a message for each selector that matches no function.
    ///
    /// Returns nothing if the revision has no parsed function.
    pub(crate) fn unused(&self, revision: &Revision) -> Vec<String> {
        let all = [revision.functions(Language::Java), revision.functions(Language::Python)].concat();
        let selectors = self.skips.iter().filter_map(|skip| skip.pair.as_ref());
        let unused = selectors.filter(|one| !all.is_empty() && !all.iter().any(|function| one.matches(function)));
        unused.map(|one| format!("mutation.skip: no function matches `{}`", one.text())).collect()
    }
}
