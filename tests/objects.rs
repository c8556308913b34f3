//! Objects of the project as receivers and arguments, made by the same recipe on both sides, with real
//! compilers and interpreters.

#![expect(clippy::expect_used, reason = "a test tells its failure by a panic")]

mod support;

use support::{Fixture, Ran};

/// Findings of the originals that are errors.
fn errors(ran: &Ran, name: &str) -> Vec<String> {
    let findings = ran.pair(name)["findings"].as_array().expect("findings").clone();
    let errors = findings.into_iter().filter(|finding| finding["kind"] == "original" && finding["severity"] == "error");
    errors.map(|finding| finding["input"].as_str().unwrap_or_default().to_owned()).collect()
}

fn inputs(ran: &Ran, name: &str) -> u64 {
    ran.pair(name)["head"]["inputs"].as_u64().expect("a count")
}

#[test]
fn objects_are_made_alike_on_both_sides_or_the_pair_says_why() {
    let fixture = Fixture::whole("objects");
    let ran = fixture.mts(&["run", "--all"]);
    let made = [
        "Item.<init>",
        "Item.of",
        "Item.label",
        "Item.equals",
        "Item.isDearerThan",
        "Basket.addItem",
        "Basket.dearest",
        "Basket.due",
        "Basket.Builder.item",
        "Basket.Builder.build",
        "Rebate.apply",
        "Fixed.cut",
        "Side.step",
        "Total.labels",
        "Total.bytes",
        "Total.letters",
        "Total.greet",
    ];
    for name in made {
        assert!(inputs(&ran, name) >= 5, "{name}: {}", ran.reasons());
        assert_eq!(errors(&ran, name), Vec::<String>::new(), "{name}");
    }
    // The one that is ported wrongly is found, by a basket with something in it.
    let found = errors(&ran, "Total.addTwice");
    assert!(found.len() == 1 && found[0].contains("addItem(") || found[0].contains(".item("), "{found:?}");
    // A constructor that keeps another number is told once, and not as a finding of all that is called on it.
    assert_eq!(errors(&ran, "Skewed.<init>").len(), 1);
    for name in ["Skewed.twice", "Skewed.setMore"] {
        assert_eq!((inputs(&ran, name), errors(&ran, name)), (0, vec![]), "{name}");
        let told = ran.pair(name)["findings"].to_string();
        assert!(told.contains("`self.kept` is not made alike on both sides"), "{told}");
    }
}

#[test]
fn a_suite_file_may_say_how_an_object_is_made() {
    let fixture = Fixture::whole("objects");
    let calls = |maker: &str| {
        format!(
            r#"{{"version": 1, "pair": "Item.label()", "inputs": [{{"args": [], "receiver": [
                {{"$new": "{maker}", "args": ["pear", 3], "then": [["Item.setPrice(int)", [4]]]}}]}}]}}"#
        )
    };
    fixture.write("mts/inputs/item.json", calls("Item.of(String,int)"));
    let ran = fixture.mts(&["run", "--pair", "Item.label"]);
    assert!(inputs(&ran, "Item.label") > 1, "{}", ran.reasons());
    assert!(errors(&ran, "Item.label").is_empty());
    fixture.write("mts/inputs/item.json", calls("Item.made(String,int)"));
    let refused = fixture.mts(&["run", "--pair", "Item.label"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("`$new` names `Item.made(String,int)`"), "{}", refused.stderr);
}
