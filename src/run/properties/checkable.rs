//! Converts properties and pairs for the engine, and converts test counts to results.

use mts_engine::PairJob;
use mts_engine::properties::{CheckedProperty, TestProgram};
use mts_model::error::{Error, Result};
use mts_model::{Property, PropertyResult, PropertyTestCounts};
use std::sync::Arc;

pub(crate) fn result(property: &Property, found: PropertyTestCounts) -> PropertyResult {
    let (name, severity) = (property.name.clone(), property.severity);
    PropertyResult { name, severity, syntactic: property.is_syntactic(), found }
}

/// Converts a property to the form that the engine checks.
///
/// # Errors
/// Returns a usage error if the property is invalid.
pub(crate) fn checkable(property: &Property) -> Result<CheckedProperty> {
    CheckedProperty::new(property).map_err(|(key, fault)| {
        Error::usage(format!("property `{}`, {key}: {}", property.name, fault.message)).help(fault.help)
    })
}

/// Converts a pair's Java function to a program for the engine.
///
/// # Errors
/// Returns the reason why the engine cannot use the function.
pub(crate) fn program(id: &str, job: &PairJob) -> std::result::Result<TestProgram, String> {
    let tree = job.java.lower(&job.pair.java).ok_or("cargo mts cannot parse the Java function")?;
    if job.suite.inputs.is_empty() {
        return Err("the pair has no inputs".to_owned());
    }
    Ok(TestProgram {
        id: id.to_owned(),
        java: Arc::clone(&job.java),
        function: job.pair.java.clone(),
        tree,
        java_context: job.java_context.clone(),
        own_arguments: job.java_context.entry.signature.params.len(),
        python_context: job.python_context.clone(),
        inputs: Arc::new(job.suite.inputs.clone()),
        like: None,
    })
}
