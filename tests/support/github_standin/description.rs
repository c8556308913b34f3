//! Checks requests and answers against GitHub's OpenAPI description: paths, parameters, and bodies
//! by their schemas. The schemas are JSON schema of draft 4, except for `nullable`.

use super::exchange::{Answer, Asked};
use flate2::read::GzDecoder;
use jsonschema::{Draft, Validator};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The loaded descriptions. Tests share them, with their validators.
static LOADED: Mutex<BTreeMap<&str, Arc<Description>>> = Mutex::new(BTreeMap::new());

pub struct Description {
    json: Json,
    /// The shared parts of schemas, as JSON schema.
    components: Json,
    /// The validators; the first use of each builds it.
    validators: Mutex<BTreeMap<String, Arc<Validator>>>,
}

/// An operation, with the values in its path.
struct Operation<'a> {
    template: &'a str,
    json: &'a Json,
    values: Vec<(String, String)>,
}

impl Description {
    pub fn load(name: &'static str) -> Arc<Self> {
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(loaded.entry(name).or_insert_with(|| Arc::new(Self::unpack(name))))
    }

    fn unpack(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/github").join(format!("{name}.json.gz"));
        let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let json: Json = serde_json::from_reader(GzDecoder::new(file)).expect("a description");
        let components = json!({ "schemas": as_json_schema(&json["components"]["schemas"]) });
        Self { json, components, validators: Mutex::default() }
    }

    /// Returns the problems of a request.
    pub fn of_request(&self, asked: &Asked, path: &str) -> Vec<String> {
        let name = format!("{} {path}", asked.method);
        let Some(operation) = self.operation(&asked.method, path) else {
            return vec![format!("{name}: there is no such operation")];
        };
        let mut problems = Vec::new();
        let parameters = self.parameters(operation.json);
        let given = operation.values.iter().map(|pair| ("path", pair.clone()));
        for (place, (key, value)) in given.chain(asked.query().into_iter().map(|pair| ("query", pair))) {
            match parameters.iter().find(|one| one["name"] == key.as_str() && one["in"] == place) {
                None => problems.push(format!("{name}: no parameter `{key}` in the {place}")),
                Some(parameter) => {
                    let schema = &parameter["schema"];
                    let typed = match schema["type"].as_str() {
                        Some("integer") => value.parse::<i64>().map_or(json!(value), |number| json!(number)),
                        Some("boolean") => value.parse::<bool>().map_or(json!(value), |truth| json!(truth)),
                        _ => json!(value),
                    };
                    let subject = format!("{} {} {key}", asked.method, operation.template);
                    problems.extend(
                        self.check(&subject, schema, &typed).into_iter().map(|why| format!("{name}: {key}: {why}")),
                    );
                }
            }
        }
        if asked.user_agent.is_none() {
            problems.push(format!("{name}: GitHub asks for a user agent"));
        }
        if asked.accept.as_deref() != Some("application/vnd.github+json") {
            problems.push(format!("{name}: accepts {:?}", asked.accept));
        }
        let body = &operation.json["requestBody"];
        let schema = &body["content"]["application/json"]["schema"];
        if !schema.is_null() && (!asked.body.is_null() || body["required"] == true) {
            let subject = format!("{} {} body", asked.method, operation.template);
            problems.extend(self.check(&subject, schema, &asked.body).into_iter().map(|why| format!("{name}: {why}")));
        } else if schema.is_null() && !asked.body.is_null() {
            problems.push(format!("{name}: takes no body"));
        }
        problems
    }

    /// Returns the problems of an answer that reports success.
    pub fn of_answer(&self, asked: &Asked, path: &str, answer: &Answer) -> Vec<String> {
        let Some(operation) = self.operation(&asked.method, path) else { return Vec::new() };
        if answer.status >= 400 {
            return Vec::new();
        }
        let name = format!("answer to {} {path}", asked.method);
        let response = self.followed(&operation.json["responses"][answer.status.to_string()]);
        if response.is_null() {
            return vec![format!("{name}: {} is not documented", answer.status)];
        }
        let schema = &response["content"]["application/json"]["schema"];
        if schema.is_null() {
            return (!answer.body.is_null()).then(|| format!("{name}: it has no body")).into_iter().collect();
        }
        let subject = format!("{} {} {}", asked.method, operation.template, answer.status);
        self.check(&subject, schema, &answer.body).into_iter().map(|why| format!("{name}: {why}")).collect()
    }

    /// Returns the description's own example of an answer.
    pub fn example(&self, path: &str, method: &str, status: &str) -> Json {
        let response = self.followed(&self.json["paths"][path][method]["responses"][status]);
        let examples = response["content"]["application/json"]["examples"].as_object().expect("examples");
        self.followed(examples.values().next().expect("an example"))["value"].clone()
    }

    fn operation(&self, method: &str, path: &str) -> Option<Operation<'_>> {
        let parts: Vec<&str> = path.split('/').collect();
        let paths = self.json["paths"].as_object()?;
        paths.iter().find_map(|(template, operations)| {
            let names: Vec<&str> = template.split('/').collect();
            let json = operations.get(method.to_lowercase())?;
            let mut values = Vec::new();
            let fits = names.len() == parts.len()
                && names.iter().zip(&parts).all(|(name, part)| {
                    match name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                        Some(name) => {
                            values.push((name.to_owned(), (*part).to_owned()));
                            !part.is_empty()
                        }
                        None => name == part,
                    }
                });
            fits.then_some(Operation { template, json, values })
        })
    }

    fn parameters<'a>(&'a self, operation: &'a Json) -> Vec<&'a Json> {
        operation["parameters"].as_array().into_iter().flatten().map(|one| self.followed(one)).collect()
    }

    fn followed<'a>(&'a self, node: &'a Json) -> &'a Json {
        match node["$ref"].as_str() {
            Some(target) => self.json.pointer(target.trim_start_matches('#')).expect("what is referred to"),
            None => node,
        }
    }

    fn check(&self, name: &str, schema: &Json, value: &Json) -> Vec<String> {
        let validator = {
            let mut known = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
            let build = || {
                let schema = json!({ "allOf": [as_json_schema(schema)], "components": self.components });
                Arc::new(jsonschema::options().with_draft(Draft::Draft4).build(&schema).expect("a schema"))
            };
            Arc::clone(known.entry(name.to_owned()).or_insert_with(build))
        };
        validator.iter_errors(value).map(|error| format!("{error} at {}", error.instance_path())).collect()
    }
}

/// Converts a schema of OpenAPI 3.0 to JSON schema.
///
/// OpenAPI 3.0 has `nullable`, and JSON schema has the type `null`.
fn as_json_schema(node: &Json) -> Json {
    match node {
        Json::Object(map) => {
            let mut out: Map<String, Json> = map
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "nullable" | "example" | "examples" | "description"))
                .map(|(key, value)| (key.clone(), as_json_schema(value)))
                .collect();
            // A property with such a name is not a keyword.
            if let Some(properties) = map.get("properties").and_then(Json::as_object) {
                let all = properties.iter().map(|(key, value)| (key.clone(), as_json_schema(value))).collect();
                out.insert("properties".to_owned(), Json::Object(all));
            }
            if map.get("nullable") == Some(&json!(true)) {
                return json!({ "anyOf": [out, { "type": "null" }] });
            }
            Json::Object(out)
        }
        Json::Array(items) => Json::Array(items.iter().map(as_json_schema).collect()),
        other => other.clone(),
    }
}
