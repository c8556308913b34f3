use super::*;
use mts_model::Operator;
use mts_model::error::ExitCode;
use serde_json::Value as Json;

fn refused(text: &str) -> Error {
    let error = Config::parse(text, "mts.yml").expect_err("a refusal");
    assert_eq!(error.code, ExitCode::Usage);
    error
}

#[test]
fn an_empty_file_is_the_default_configuration() {
    for text in ["", "# only a comment\n", "version: 1\n"] {
        assert_eq!(Config::parse(text, "mts.yml").expect(text), Config::default());
    }
}

#[test]
fn the_example_is_the_default_configuration() {
    assert_eq!(Config::parse(EXAMPLE, "mts.example.yml").expect("the example"), Config::default());
}

/// Collects every property name of the schema, including the names in `$defs`.
fn keys(schema: &serde_json::Value, into: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                // Under `properties`, every key is a name, even the key `properties`.
                if let Some(named) = value.as_object().filter(|_| key == "properties") {
                    into.extend(named.keys().cloned());
                    named.values().for_each(|value| keys(value, into));
                } else {
                    keys(value, into);
                }
            }
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| keys(value, into)),
        _ => {}
    }
}

#[test]
fn the_example_mentions_every_key_of_the_schema() {
    let mut all = Vec::new();
    keys(&schema(), &mut all);
    assert!(all.len() > 40, "{all:?}");
    for key in all {
        assert!(EXAMPLE.contains(&format!("{key}:")), "mts.example.yml does not mention `{key}`");
    }
}

#[test]
fn the_commented_keys_of_the_example_are_valid_too() {
    let mut text = String::new();
    for line in EXAMPLE.lines() {
        let bare = line.trim_start();
        let commented = bare.strip_prefix("# ").filter(|rest| {
            rest.split_once(": ").is_some_and(|(key, _)| key.ends_with("-mts") || ["rel-tol", "home"].contains(&key))
        });
        // List items under `key: []` and entries under `key: {}` are one level deeper.
        if let Some(item) = bare.strip_prefix("#  ") {
            for empty in [" []\n", " {}\n"] {
                if text.ends_with(empty) {
                    text.truncate(text.len() - empty.len());
                    text.push('\n');
                }
            }
            let depth = line.len() - bare.len() + 2;
            text.push_str(&format!("{}{item}\n", " ".repeat(depth)));
        } else if let Some(rest) = commented {
            text.push_str(&format!("  {rest}\n"));
        } else if !bare.starts_with('#') {
            text.push_str(&format!("{line}\n"));
        }
    }
    let config = Config::parse(&text, "mts.example.yml").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(config.roots[0].java, "src/main/java");
    assert_eq!(config.pairs[0].arguments, Some(vec![1, 0]));
    assert_eq!(config.mutation.skip[0].calls, ["audit.*", "System.err.*"]);
    assert_eq!(config.gate.max_overall_mts, Some(0.1));
    assert_eq!(config.compare.rel_tol, Some(1e-9));
    assert_eq!(config.compare.exceptions["acme.OverdrawnException"], ["OverdrawnError"]);
    assert_eq!(config.java.home.as_deref(), Some("/usr/lib/jvm/java-17"));
}

#[test]
fn a_skip_rule_names_a_pair_calls_or_operators() {
    let text = "mutation:\n  skip:\n    - calls: [\"log.*\"]\n    - pair: legacy/**\n      operators: [AOIS]\n";
    let skip = Config::parse(text, "mts.yml").expect("a configuration").mutation.skip;
    assert_eq!((skip[0].calls[0].as_str(), skip[1].pair.as_deref()), ("log.*", Some("legacy/**")));
    assert_eq!(skip[1].operators, [Operator::AOIS]);
    let empty = refused("mutation:\n  skip:\n    - {}\n");
    assert!(empty.message.contains("would skip everything") && empty.location.starts_with("mts.yml:3:"), "{empty}");
    let unknown = refused("mutation:\n  skip:\n    - call: [log.*]\n");
    assert!(unknown.help.contains("`calls`") && unknown.location.starts_with("mts.yml:3:"), "{unknown}");
}

#[test]
fn an_unknown_key_is_refused_with_its_place_and_the_nearest_key() {
    let error = refused("version: 1\ngate:\n  max-mts: 0.1\n  max_mts_increase: 0.1\n");
    assert_eq!(error.message, "unknown key `max_mts_increase` in `gate`");
    assert_eq!(error.location, "mts.yml:4:3");
    assert_eq!(error.help, "did you mean `max-mts-increase`?");
}

#[test]
fn the_help_for_a_key_in_the_wrong_section_names_the_correct_section() {
    let error = refused("min-mirrored: 0.4\n");
    assert_eq!(error.location, "mts.yml:1:1");
    assert_eq!(error.help, "`min-mirrored` belongs in `gate:`");
}

#[test]
fn an_unknown_word_is_refused_with_the_nearest_word() {
    let error = refused("gate:\n  fail-on: allways\n  on-drift: warning\n");
    assert!(error.message.contains("unknown value `allways` in `gate.fail-on`"), "{error}");
    let error = refused("mutation:\n  operators: [AORB, AROS]\n");
    assert!(error.location.starts_with("mts.yml:2:"), "{error}");
}

#[test]
fn a_value_out_of_range_is_refused_at_its_place() {
    for (text, place) in [
        ("gate:\n  max-mts: 1.5\n", "mts.yml:2:12"),
        ("gate:\n  min-ca: -1\n", "mts.yml:2:11"),
        ("gate:\n  min-mirrored: .nan\n", "mts.yml:2:17"),
        ("gate:\n  new-max-mts: 7\n", "mts.yml:2:16"),
        ("gate:\n  min-mutants: -3\n", "mts.yml:2:16"),
        ("inputs:\n  max: 0\n", "mts.yml:2:8"),
        ("inputs:\n  seed: xyz\n", "mts.yml:2:9"),
        ("inputs:\n  files: 'a{b'\n", "mts.yml:2:10"),
        ("budgets:\n  factor: 0\n", "mts.yml:2:11"),
        ("version: 2\n", "mts.yml:1:10"),
        ("exclude: [ok, 'a{']\n", "mts.yml:1:15"),
        ("roots:\n  - java: ../elsewhere\n", "mts.yml:2:11"),
        ("roots:\n  - python: /abs\n", "mts.yml:2:13"),
        ("pairs:\n  - java: ''\n    python: f\n", "mts.yml:2:11"),
        ("gate:\n  max-mts: high\n", "mts.yml:2:12"),
        ("sandbox: [auto]\n", "mts.yml:1:10"),
    ] {
        let error = refused(text);
        assert_eq!(error.location, place, "{text}{error}");
    }
}

#[test]
fn invalid_yaml_is_refused_with_its_place() {
    let error = refused("gate:\n  max-mts: [\n");
    assert!(error.location.starts_with("mts.yml:"), "{error}");
    refused("- a\n- b\n");
    refused("gate: 3\n");
    refused("version: 1\nversion: 1\n");
    refused("pairs:\n  - java: A.f\n");
}

#[test]
fn a_text_that_is_nested_too_deeply_or_too_long_is_refused_at_once() {
    for deep in ["[", "{", "- ", "? ", "{a: [", "a: {b: "] {
        let error = refused(&format!("version: 1\nroots:\n{}", deep.repeat(100_000)));
        assert_eq!(error.message, "the text is nested deeper than 100 levels");
        assert_eq!(error.location, "mts.yml:3", "{deep}");
    }
    let error = refused(&format!("# {}\n", "-".repeat(1 << 20)));
    assert!(error.message.contains("more than 1048576 bytes"), "{error}");
    Config::parse(&format!("# {}\nversion: 1\n", "-".repeat(1 << 19)), "mts.yml").expect("a long comment");
}

#[test]
fn a_byte_order_mark_is_ignored() {
    Config::parse("\u{feff}version: 1\r\ngate:\r\n  max-mts: 0.5\r\n", "mts.yml").expect("a configuration");
}

#[test]
fn a_contradiction_is_refused() {
    let error = refused("compare: {exact-floats: true, rel-tol: 0.1}");
    assert!(error.message.contains("rel-tol"), "{error}");
    assert_eq!(error.location, "mts.yml");
}

#[test]
fn a_seed_is_a_number_or_hexadecimal_text() {
    for (text, seed) in [("7", 7), ("'ff'", 255), ("'0xff'", 255), ("deadbeef", 0xdead_beef), ("'10'", 16)] {
        let config = Config::parse(&format!("inputs: {{seed: {text}}}"), "mts.yml").expect(text);
        assert_eq!(config.inputs.seed, seed, "{text}");
    }
    refused("inputs: {seed: '+1'}");
    refused("inputs: {seed: -1}");
    refused("inputs: {seed: '11112222333344445'}");
}

#[test]
fn the_paths_of_roots_are_normalized() {
    let config = Config::parse("roots: [{java: ./src/main/java/, python: .}]", "mts.yml").expect("roots");
    assert_eq!(config.roots, [Root { java: "src/main/java".to_owned(), ..Root::default() }]);
}

#[test]
fn a_written_configuration_is_read_back_unchanged() {
    let mut config = Config::default();
    config.gate.max_overall_mts = Some(0.3);
    config.pairs.push(PairEntry { java: "A.f".to_owned(), python: "f".to_owned(), arguments: None });
    let text = serde_yaml::to_string(&config).expect("YAML");
    assert_eq!(Config::parse(&text, "mts.yml").expect("the same"), config);
}

#[test]
fn a_folder_without_configuration_has_the_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Config::load(folder.path()).expect("defaults"), (Config::default(), Origin::Defaults));
}

#[test]
fn the_help_for_a_wrong_file_name_names_the_correct_one() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mts.yaml"), "version: 1\n").expect("a file");
    let error = Config::load(folder.path()).expect_err("a refusal");
    assert!(error.help.contains("mts.yml"), "{error}");
}

#[test]
fn the_metadata_of_a_cargo_manifest_is_a_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = |table: &str| {
        let text = format!("[workspace]\nmembers = []\n\n[workspace.metadata.mts.gate]\n{table}\n");
        std::fs::write(folder.path().join("Cargo.toml"), text).expect("a manifest");
        Config::load(folder.path())
    };
    let (config, origin) = manifest("max-mts = 0.5").expect("a configuration");
    assert_eq!(origin, Origin::CargoMetadata("Cargo.toml".to_owned()));
    assert_eq!(config.gate, Gate { max_mts: 0.5, ..Gate::default() });
    let error = manifest("max-mtss = 0.5").expect_err("a refusal");
    assert_eq!(error.help, "did you mean `max-mts`?");
    // The file `mts.yml` has priority.
    std::fs::write(folder.path().join(FILE), "gate: {max-mts: 0.7}").expect("a file");
    assert_eq!(manifest("max-mts = 0.5").expect("a configuration").1, Origin::File(FILE.to_owned()));
}

#[test]
fn the_published_schema_is_the_one_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/mts.schema.json");
    let current = format!("{:#}\n", schema());
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, &current).expect("the schema");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(published, current, "stale: run UPDATE_SCHEMAS=1 cargo test --lib config::");
}

#[test]
fn the_schema_accepts_the_example_and_refuses_invalid_files() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let example: serde_json::Value = serde_yaml::from_str(EXAMPLE).expect("YAML");
    assert!(validator.is_valid(&example), "{:?}", validator.iter_errors(&example).collect::<Vec<_>>());
    for wrong in [r#"{"gate": {"max-mts": 2}}"#, r#"{"gates": {}}"#, r#"{"sandbox": "on"}"#] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).expect("JSON")), "{wrong}");
    }
}

#[test]
fn only_supported_class_level_operators_are_accepted_under_their_key() {
    let read = |names: &str| Config::parse(&format!("mutation: {{class-operators: [{names}]}}"), "mts.yml");
    assert_eq!(read("IOD, JTD").expect("both are made").mutation.class_operators.len(), 2);
    let message = |names: &str| read(names).expect_err("refused").message;
    assert!(message("AMC").contains("AMC is not supported: Python does not check access levels"), "{}", message("AMC"));
    assert!(
        message("AORB").contains("AORB is not a class-level operator: move it to mutation.operators"),
        "{}",
        message("AORB")
    );
}

/// Keys with texts that are not paths: names, selectors and expressions.
const NO_PATHS: [&str; 5] = ["inputs.seed", "pairs[].java", "pairs[].python", "properties[].", "random.python"];

/// Collects the keys of the schema with a free text: `roots[].java`, `compare.exceptions.*[]`.
fn text_keys(schema: &Json, node: &Json, key: &str, found: &mut Vec<String>) {
    if let Some(name) = node["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return text_keys(schema, &schema["$defs"][name], key, found);
    }
    let is_text =
        node["type"] == "string" || node["type"].as_array().is_some_and(|types| types.contains(&"string".into()));
    if is_text && node["enum"].is_null() && node["const"].is_null() {
        found.push(key.to_owned());
    }
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    for (name, inner) in node["properties"].as_object().into_iter().flatten() {
        text_keys(schema, inner, &below(name), found);
    }
    for either in ["anyOf", "oneOf", "allOf"].iter().flat_map(|all| node[*all].as_array().into_iter().flatten()) {
        text_keys(schema, either, key, found);
    }
    text_keys_of(schema, &node["items"], format!("{key}[]"), found);
    text_keys_of(schema, &node["additionalProperties"], below("*"), found);
}

fn text_keys_of(schema: &Json, node: &Json, key: String, found: &mut Vec<String>) {
    if node.is_object() {
        text_keys(schema, node, &key, found);
    }
}

/// Returns a document in which this key has this text, with the other required keys.
fn document(key: &str, text: &str) -> String {
    key.rsplit('.')
        .fold(Json::from(text), |value, part| {
            let name = part.trim_end_matches("[]");
            let value = if part.ends_with("[]") { Json::from(vec![value]) } else { value };
            let mut map = serde_json::Map::from_iter([(name.to_owned(), value)]);
            if key.starts_with("programs[]") && part != "programs[]" {
                ["java", "python", "tests"].iter().for_each(|beside| _ = map.entry(*beside).or_insert("beside".into()));
            }
            Json::Object(map)
        })
        .to_string()
}

proptest::proptest! {
    #[test]
    fn no_key_lets_a_change_choose_a_path_outside_of_the_repository(
        // The underscore keeps the path apart from the paths of the defaults, such as `mts/inputs`.
        way in r"(/|/[a-z]{1,3}/|\.\./|\.\./\.\./|[a-z]{1,3}/\.\./\.\./)_[a-z]{3,9}",
    ) {
        let schema = schema();
        let mut keys = Vec::new();
        text_keys(&schema, &schema, "", &mut keys);
        keys.retain(|key| !NO_PATHS.iter().any(|known| key.starts_with(known)));
        proptest::prop_assert!(keys.contains(&"roots[].classpath[]".to_owned()), "{:?}", keys);
        let root = Root { java: "src".to_owned(), python: "py".to_owned(), ..Root::default() };
        let base = Config { roots: vec![root], ..Config::default() };
        for key in keys {
            let plain = Config::parse(&document(&key, "lib"), "mts.yml");
            proptest::prop_assert!(plain.is_ok(), "{}: {:?}", key, plain);
            let Ok(head) = Config::parse(&document(&key, &way), "mts.yml") else { continue };
            let (in_force, _) = Config::effective(&base, &head);
            // The tool resolves and checks the paths of an added root before it reads any file
            // there.
            let trusted = Config { roots: in_force.roots.iter().filter(|r| !r.is_added).cloned().collect(), ..in_force };
            let text = serde_json::to_string(&trusted).expect("JSON");
            proptest::prop_assert!(!text.contains(&way), "{}: {}", key, way);
        }
    }
}

#[test]
fn the_schema_describes_keys_without_the_links_of_the_manual() {
    let schema = schema().to_string();
    assert!(!schema.contains("]("), "{schema}");
    assert!(schema.contains("\"Operators to use, such as `[AORB, ROR]`. If the list is empty or missing,"), "{schema}");
}
