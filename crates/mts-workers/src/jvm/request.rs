//! The Java worker's request for one unit, and the cache key of the compiled unit.

use crate::{JavaUnit, Limits, SourceSegment, patience, protocol};
use mts_model::compilation_unit::resource_folders;
use mts_model::{Factory, Input, JavaType};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Returns the request without its run requests. With `probes`, the worker answers with digests.
pub(super) fn request(unit: &JavaUnit, inputs: &[Input], probes: Option<usize>, limits: &Limits) -> Json {
    let segments: Vec<Json> = unit
        .segments
        .iter()
        .map(|segment| match segment {
            SourceSegment::Shared(text) => json!([null, text]),
            SourceSegment::Copy { copy, text } => json!([copy, text]),
        })
        .collect();
    let erased = |types: &[JavaType]| types.iter().map(JavaType::erased_name).collect::<Vec<_>>();
    let factory = |factory: &Factory| {
        let params = erased(&factory.params);
        json!({ "name": factory.name, "class": factory.class, "method": factory.method, "params": params })
    };
    let factories: Vec<Json> = unit.entry.factories.iter().map(factory).collect();
    json!({
        "key": key(unit),
        "path": unit.path,
        "pieces": segments,
        "entry": {
            "class": unit.entry.class,
            "method": unit.entry.method,
            "params": erased(&unit.entry.signature.params),
            "receiver": erased(&unit.entry.receiver),
            "factories": factories,
        },
        "extra_classes": extra_classes(unit),
        "construct_only": unit.entry.construct_only,
        "reverse_unspecified_order": unit.reverse_unspecified_order,
        "program": unit.entry.signature.is_program(),
        "isolation": unit.isolation,
        "compile_separately": unit.compile_separately,
        "sourcepath": unit.sourcepath,
        "resources": resource_folders(&unit.sourcepath).collect::<Vec<_>>(),
        "classes": unit.classes,
        "classpath": unit.classpath,
        "level": unit.level,
        "stdout": limits.stdout_of(&unit.entry.signature),
        "patience_ms": patience(limits),
        "probes": probes,
        "inputs": protocol::inputs(inputs),
        "is_new_pair": false,
    })
}

/// Returns the outermost classes in the unit's recipes, without the class of the unit.
///
/// The request names these classes, because the text of the unit does not always name them.
fn extra_classes(unit: &JavaUnit) -> BTreeSet<&str> {
    let own = unit.path.trim_end_matches(".java").replace('/', ".");
    let outermost = unit.entry.factories.iter().map(|factory| factory.class.split('$').next().unwrap_or_default());
    outermost.filter(|class| *class != own).collect()
}

/// Returns the cache key of a compiled unit.
///
/// The key is a hash of all inputs of the compilation, without the contents of the project's
/// folders. These contents do not change while a worker runs.
fn key(unit: &JavaUnit) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&bytes.len().to_le_bytes());
        hasher.update(bytes);
    };
    part(unit.path.as_bytes());
    for segment in &unit.segments {
        match segment {
            SourceSegment::Shared(text) => {
                part(&[]);
                part(text.as_bytes());
            }
            SourceSegment::Copy { copy, text } => {
                part(&copy.to_le_bytes());
                part(text.as_bytes());
            }
        }
    }
    for folders in [&unit.sourcepath, &unit.classes, &unit.classpath] {
        part(&folders.len().to_le_bytes());
        folders.iter().for_each(|folder| part(folder.as_os_str().as_encoded_bytes()));
    }
    extra_classes(unit).iter().for_each(|class| part(class.as_bytes()));
    unit.level.iter().for_each(|option| part(option.as_bytes()));
    hasher.finalize().to_hex().to_string()
}
