//! Tests every number against `tests/fixtures/metrics.json`. The README in that folder names the
//! published library that computed each number.

use super::bleu::{Counts, Variant};
use super::pdg::{EdgeKind, Graph};
use super::*;
use mts_model::TokenRule;
use serde_json::Value as Json;

fn golden() -> Json {
    serde_json::from_str(include_str!("../../../tests/fixtures/metrics.json")).expect("the golden numbers")
}

fn cases() -> Vec<Json> {
    let cases = golden()["cases"].as_array().expect("cases").clone();
    assert_eq!(cases.len(), 14);
    cases
}

fn near(seen: f64, expected: &Json, what: &str) {
    let expected = expected.as_f64().unwrap_or_else(|| panic!("{what}: no number"));
    assert!((seen - expected).abs() < 1e-9, "{what}: {seen}, golden {expected}");
}

fn text<'c>(case: &'c Json, key: &str) -> &'c str {
    case[key].as_str().expect("a text")
}

fn strings(list: &Json) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word")).collect()
}

/// Returns the lengths of the reference and of the candidate.
fn lengths(of: &Json) -> Json {
    serde_json::json!([of["len_ref"], of["len_cand"]])
}

/// Returns the sizes of the trees or graphs of the reference and of the candidate.
fn sizes(of: &Json) -> Json {
    serde_json::json!([of["size_ref"], of["size_cand"]])
}

#[test]
fn the_tokens_equal_those_of_pythons_tokenizer() {
    for case in cases() {
        for side in ["reference", "candidate"] {
            assert_eq!(tokens::py(text(&case, side)), Ok(strings(&case["py_tokens"][side])), "{} {side}", case["id"]);
        }
    }
}

#[test]
fn bleu_is_that_of_avatar_nltk_and_sacrebleu() {
    for case in cases() {
        let (reference, candidate) = (text(&case, "reference"), text(&case, "candidate"));
        let both = |rule| match rule {
            "ws" => (tokens::ws(reference), tokens::ws(candidate)),
            _ => (tokens::py(reference).expect("tokens"), tokens::py(candidate).expect("tokens")),
        };
        for rule in ["ws", "py"] {
            let (reference, candidate) = both(rule);
            let expected = &case["bleu"][rule];
            let score = |variant| bleu::bleu(&reference, &candidate, variant);
            let what = format!("{} {rule}", case["id"]);
            let avatar = &expected["avatar_addone_all"];
            let counts = Counts::new(&[&reference], &candidate);
            assert_eq!(serde_json::json!(counts.matches), avatar["matches"], "{what}");
            assert_eq!(serde_json::json!(counts.possible), avatar["possible"], "{what}");
            assert_eq!(serde_json::json!([counts.shortest, counts.candidate]), lengths(expected), "{what}");
            for n in 0..4 {
                let precision = (counts.matches[n] + 1) as f64 / (counts.possible[n] + 1) as f64;
                near(precision, &avatar["precisions"][n], &what);
            }
            near(score(Variant::AvatarAddOneAll), &avatar["score"], &what);
            near(score(Variant::NltkMethod1), &expected["nltk_method1_eps0_1"], &what);
            near(score(Variant::NltkMethod2), &expected["nltk_method2"], &what);
            near(score(Variant::SacrebleuNone), &expected["sacrebleu_none"], &what);
            near(score(Variant::SacrebleuExp), &expected["sacrebleu_exp"], &what);
            near(score(Variant::SacrebleuAddOne), &expected["sacrebleu_addk1"], &what);
        }
    }
}

#[test]
fn bleu_of_a_corpus_adds_up_counts_and_several_references_are_pooled() {
    let golden = golden();
    let mut sum = Counts::default();
    for case in cases() {
        let token = |key| tokens::py(case[key].as_str().expect("a text")).expect("tokens");
        sum.add(&Counts::new(&[&token("reference")], &token("candidate")));
    }
    let expected = &golden["corpus_bleu_py_tokens"];
    assert_eq!(serde_json::json!([sum.shortest, sum.candidate]), lengths(expected));
    assert_eq!(
        serde_json::json!([sum.matches, sum.possible]),
        serde_json::json!([expected["matches"], expected["possible"]])
    );
    // The brevity penalty is the score divided by the geometric mean of the precisions.
    let log = |n: usize| ((sum.matches[n] + 1) as f64 / (sum.possible[n] + 1) as f64).ln();
    let mean = ((0..4).map(log).sum::<f64>() / 4.0).exp();
    near(sum.score(Variant::AvatarAddOneAll) / mean, &expected["bp"], "brevity");
    near(sum.score(Variant::AvatarAddOneAll), &expected["score"], "corpus");
    near(sum.score(Variant::SacrebleuNone), &expected["sacrebleu_none"], "corpus, sacrebleu");

    let several = &golden["multi_reference_bleu"];
    let candidate = strings(&several["candidate"]);
    let references: Vec<Vec<&str>> = several["references"].as_array().expect("a list").iter().map(strings).collect();
    let score = |references: &[&[&str]]| Counts::new(references, &candidate).score(Variant::AvatarAddOneAll);
    near(score(&[&references[0], &references[1]]), &several["pooled"]["score"], "pooled");
    near(score(&[&references[0]]), &several["single_first"], "first");
    near(score(&[&references[1]]), &several["single_second"], "second");
}

#[test]
fn codebleu_and_its_parts_are_those_of_the_package() {
    for case in cases() {
        let (reference, candidate) = (text(&case, "reference"), text(&case, "candidate"));
        let trees = [reference, candidate].map(|text| Syntax::python(text).expect("a tree"));
        let flows = trees.each_ref().map(|tree| DataFlow::from_syntax(tree).expect("a data flow"));
        let syntax = syntax_match::syntax_match(&trees[0], &trees[1]);
        let dataflow = dataflow::dataflow_match(&flows[0], &flows[1]);
        let py = |text| tokens::py(text).expect("tokens");
        for (key, left, right) in [
            ("codebleu_ws_canonical", tokens::ws(reference), tokens::ws(candidate)),
            ("codebleu_py_tokens_canonical", py(reference), py(candidate)),
        ] {
            let (expected, what) = (&case[key], format!("{} {key}", case["id"]));
            let ngram = bleu::bleu(&left, &right, Variant::NltkMethod1);
            let weighted = codebleu::weighted_ngram_match(&left, &right);
            near(ngram, &expected["ngram_match_score"], &what);
            near(weighted, &expected["weighted_ngram_match_score"], &what);
            near(syntax, &expected["syntax_match_score"], &what);
            // The result of the package itself, without the parts that depend on its hash seed.
            let package = &case[key.trim_end_matches("_canonical")];
            near(ngram, &package["ngram_match_score"], &what);
            near(weighted, &package["weighted_ngram_match_score"], &what);
            near(syntax, &package["syntax_match_score"], &what);
            near(Weights::default().codebleu(ngram, weighted, syntax, dataflow), &expected["codebleu"], &what);
            assert_eq!(dataflow.is_none(), expected["dataflow_match_score"].is_null(), "{what}");
            if let Some(dataflow) = dataflow {
                near(dataflow, &expected["dataflow_match_score"], &what);
                let golden = &case["dataflow"];
                near(dataflow, &golden["canonical_score"], &what);
                near(dataflow * golden["total"].as_f64().expect("a number"), &golden["matched"], &what);
                let official = golden["official_scores_over_6_hash_seeds"].as_array().expect("a list");
                assert!(
                    official.iter().any(|score| (score.as_f64().unwrap_or(-1.0) - dataflow).abs() < 1e-9),
                    "{what}"
                );
            }
        }
        let relation = |relation| match relation {
            dataflow::Relation::ComesFrom => "comesFrom",
            dataflow::Relation::ComputedFrom => "computedFrom",
        };
        for (flow, key) in flows.iter().zip(["ref_norm", "cand_norm"]) {
            let named = |number: &usize| format!("var_{number}");
            let row = |(own, of, sources): &(usize, dataflow::Relation, Vec<usize>)| {
                serde_json::json!([named(own), relation(*of), sources.iter().map(named).collect::<Vec<_>>()])
            };
            let rows: Vec<Json> = flow.normalised().iter().map(row).collect();
            assert_eq!(Json::from(rows), case["dataflow"][key], "{} {key}", case["id"]);
        }
        for (flow, key) in flows.iter().zip(["ref_edges", "cand_edges"]) {
            let row = |one: &dataflow::Flow| {
                serde_json::json!([flow.name(one.at), one.at, relation(one.relation), one.sources])
            };
            let rows: Vec<Json> = flow.flows.iter().map(row).collect();
            assert_eq!(Json::from(rows), case["dataflow"][key], "{} {key}", case["id"]);
        }
    }
}

#[test]
fn string_and_tree_similarity_have_the_distances_of_apted_and_zss() {
    for case in cases() {
        let (reference, candidate) = (text(&case, "reference"), text(&case, "candidate"));
        let token = |text| tokens::py(text).expect("tokens");
        let (left, right) = (token(reference), token(candidate));
        assert_eq!(Json::from(edits::distance(&left, &right)), case["sts"]["edit_distance"], "{}", case["id"]);
        near(edits::similarity(&left, &right), &case["sts"]["score"], "sts");
        if case["trs"].is_null() {
            continue;
        }
        let tree = |text| Tree::from_syntax(&Syntax::python(text).expect("a tree"));
        let (left, right) = (tree(reference), tree(candidate));
        assert_eq!(left.brackets(), text(&case["trs"], "tree_ref"), "{}", case["id"]);
        assert_eq!(right.brackets(), text(&case["trs"], "tree_cand"), "{}", case["id"]);
        assert_eq!(Json::from(tree::distance(&left, &right)), case["trs"]["ted"], "{}", case["id"]);
        assert_eq!(serde_json::json!([left.size(), right.size()]), sizes(&case["trs"]), "{}", case["id"]);
        near(tree::similarity(&left, &right).expect("small trees"), &case["trs"]["score"], "trs");
    }
}

fn rows(graph: &Graph) -> Json {
    graph.edges.iter().map(|(from, to, kind)| serde_json::json!([from, to, EdgeKind::word(*kind)])).collect()
}

/// Sorts the edges. In the fixture, the edges of one pair of nodes are sorted by their words.
fn sorted(edges: &Json) -> Json {
    let mut list: Vec<(u64, u64, String)> = serde_json::from_value(edges.clone()).expect("edges");
    list.sort();
    serde_json::json!(list)
}

#[test]
fn dependence_graphs_have_the_optimal_edit_distances_of_the_golden_file() {
    let mut compared = 0;
    for case in cases() {
        if case["trs"].is_null() {
            continue;
        }
        let tree = |key| Syntax::python(text(&case, key)).expect("a tree");
        let graphs = pdg::of_both(&tree("reference"), &tree("candidate"));
        let expected = &case["grs"];
        if expected.is_null() {
            assert!(graphs.is_err_and(|reason| reason.contains("heigth")), "{}", case["id"]);
            continue;
        }
        let (left, right) = graphs.unwrap_or_else(|reason| panic!("{}: {reason}", case["id"]));
        for (graph, nodes, edges) in [(&left, "nodes_ref", "edges_ref"), (&right, "nodes_cand", "edges_cand")] {
            assert_eq!(Json::from(graph.labels.clone()), expected[nodes], "{}", case["id"]);
            assert_eq!(sorted(&rows(graph)), sorted(&expected[edges]), "{}", case["id"]);
        }
        assert_eq!(expected["ged_proved_optimal"], true, "{}", case["id"]);
        assert_eq!(Json::from(graph_edit::distance(&left, &right)), expected["ged_exact"], "{}", case["id"]);
        assert_eq!(serde_json::json!([left.size(), right.size()]), sizes(expected), "{}", case["id"]);
        near(graph_edit::similarity(&left, &right).expect("small graphs"), &expected["score"], "grs");
        let (apart, both) = exas::distance(&left, &right).expect("small graphs");
        assert_eq!(Json::from(apart), expected["exas4"]["l1"], "{}", case["id"]);
        let norms = expected["exas4"]["norm_ref"].as_u64().zip(expected["exas4"]["norm_cand"].as_u64());
        assert_eq!(Some(both), norms.map(|(left, right)| left + right), "{}", case["id"]);
        near(exas::similarity(&left, &right).expect("small graphs"), &expected["exas4"]["score"], "exas");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

#[test]
fn ruby_reports_the_level_of_its_score() {
    for case in cases() {
        let seen = similarity(text(&case, "reference"), text(&case, "candidate"), &Choice::default()).expect("scores");
        let what = case["id"].as_str().expect("a name");
        assert_eq!(seen.tokens, TokenRule::Py);
        assert_eq!(Json::from(seen.ruby.level.word()), case["ruby"]["level"], "{what}");
        near(seen.ruby.score, &case["ruby"]["score"], what);
        near(seen.bleu, &case["bleu"]["py"]["avatar_addone_all"]["score"], what);
        near(seen.codebleu.expect("a score"), &case["codebleu_py_tokens_canonical"]["codebleu"], what);
        if let Some(trs) = seen.trs {
            near(trs, &case["trs"]["score"], what);
        }
        let nulls = [("trs", seen.trs), ("grs", seen.grs), ("dataflow_match", seen.dataflow_match)];
        for (key, score) in nulls {
            assert_eq!(score.is_none(), seen.missing.contains_key(key), "{what} {key}: {:?}", seen.missing);
        }
    }
}
