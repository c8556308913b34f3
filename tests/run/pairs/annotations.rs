//! Tests Java sources with annotations that no library on the class path declares.

use crate::support::Fixture;

#[test]
fn java_is_compiled_without_annotations_that_are_not_on_the_class_path() {
    let fixture = Fixture::empty();
    fixture.write(
        "java/acme/Share.java",
        "package acme;\n\nimport androidx.annotation.IntRange;\nimport androidx.annotation.NonNull;\nimport org.api.Level;\n\n\
         @Level(Level.Kind.STABLE)\npublic class Share {\n    static final int MOST = 900;\n\n    \
         @IntRange(from = 0, to = MOST)\n    static int share(@org.checks.Positive int n) {\n        @NonNull Integer cut = Cut.cut(n);\n        return cut + 4;\n    }\n}\n",
    );
    fixture.write(
        "java/acme/Cut.java",
        "package acme;\n\nimport org.jetbrains.annotations.*;\n\nclass Cut {\n    @NotNull\n    static Integer cut(int n) {\n        return n % 50;\n    }\n}\n",
    );
    fixture.write("python/share.py", "import math\n\n\ndef share(n):\n    return int(math.fmod(n, 50)) + 4\n");
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all"]);
    let (inputs, equal) = (ran.head("Share.share", "inputs"), ran.head("Share.share", "inputs_equal"));
    assert!(inputs >= 5 && inputs == equal && ran.head("Share.share", "counted") > 0, "{}", ran.pair("Share.share"));
    let notes = ran.pair("Share.share")["notes"].to_string();
    for name in
        ["androidx.annotation.IntRange", "org.api.Level", "org.checks.Positive", "org.jetbrains.annotations.NotNull"]
    {
        assert!(notes.contains(name), "{name}: {notes}");
    }
}

#[test]
fn a_missing_class_that_the_code_needs_is_the_reason_of_its_pairs() {
    let fixture = Fixture::empty();
    for (class, import, line) in [
        ("Used", "import org.gone.Level;", "@Level static int f(int n) { return Level.of(n); }"),
        // Lombok writes a check into the method.
        ("Written", "import lombok.NonNull;", "static int f(@NonNull Integer n) { return n + 1; }"),
    ] {
        fixture.write(&format!("java/{class}.java"), format!("{import}\nclass {class} {{\n    {line}\n}}\n"));
        fixture.write(&format!("python/{}.py", class.to_lowercase()), "def f(n):\n    return n + 1\n");
    }
    fixture.commit("all");
    let reasons = fixture.mts(&["run", "--all"]).reasons();
    assert!(reasons.contains("package org.gone does not exist"), "{reasons}");
    assert!(reasons.contains("package lombok does not exist"), "{reasons}");
}

#[test]
fn java_is_compiled_with_the_imports_of_the_jdk_that_a_file_lacks() {
    let fixture = Fixture::empty();
    let java = "class Solution {\n    static List<Integer> doubled(int[] numbers) {\n        Map<Integer, Integer> seen = new HashMap<>();\n        List<Integer> found = new ArrayList<>();\n        for (int n : numbers) {\n            seen.merge(n, 1, Integer::sum);\n            if (seen.get(n) == 2) {\n                found.add(n);\n            }\n        }\n        return found;\n    }\n}\n";
    let python = "def doubled(numbers):\n    seen = {}\n    found = []\n    for n in numbers:\n        seen[n] = seen.get(n, 0) + 1\n        if seen[n] == 2:\n            found.append(n)\n    return found\n";
    fixture.write("java/0001-doubled.java", java).write("python/doubled.py", python);
    // A package comes before the imports.
    let own = "package acme;\n\nclass Kept {\n    static int kept(int n) {\n        BigInteger big = BigInteger.valueOf(n);\n        return big.bitLength();\n    }\n}\n";
    fixture
        .write("java/acme/Kept.java", own)
        .write("python/kept.py", "def kept(n):\n    return (n if n >= 0 else ~n).bit_length()\n");
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all"]);
    for (name, import) in [("Solution.doubled", "`java.util.ArrayList`"), ("Kept.kept", "`java.math.BigInteger`")] {
        let (inputs, equal) = (ran.head(name, "inputs"), ran.head(name, "inputs_equal"));
        assert!(inputs >= 5 && inputs == equal, "{}", ran.pair(name));
        assert!(ran.pair(name)["notes"].to_string().contains(import), "{}", ran.pair(name));
    }
}
