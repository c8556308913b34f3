//! Tests that earlier pairs on the same workers do not affect a verdict.

use crate::support::{Fixture, Ran};

/// Ports of `return a + 1`, each of which changes the process.
const POLLUTERS: [(&str, &str); 4] = [
    ("Aa", "import math\n\n\ndef aa(a):\n    math.pi = 3\n    return a + 1\n"),
    ("Ab", "import decimal\n\n\ndef ab(a):\n    decimal.DefaultContext.prec = 2\n    return a + 1\n"),
    (
        "Ac",
        "import os\nimport time\n\n\ndef ac(a):\n    os.environ['TZ'] = 'XXX-9'\n    time.tzset()\n    return a + 1\n",
    ),
    ("Ad", "import string\n\n\ndef ad(a):\n    string.digits = 'x'\n    return a + 1\n"),
];

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_correct_port_passes_after_ports_that_pollute_the_process() {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 6\n");
    for (class, python) in POLLUTERS {
        let name = class.to_lowercase();
        let java =
            format!("public class {class} {{\n    static int {name}(int a) {{\n        return a + 1;\n    }}\n}}\n");
        fixture.write(&format!("java/{class}.java"), java);
        fixture.write(&format!("python/{name}.py"), python);
    }
    let java = "public class Zz {\n    static String zz(int a) {\n        return (int) (Math.PI * 100) + \" 28 0 \" + \
                Integer.toString(a % 10 + 10).length();\n    }\n}\n";
    let python = "import decimal\nimport math\nimport string\nimport time\n\n\ndef zz(a):\n    count = len(str(int(math.fmod(a, 10)) + 10))\n    \
                  assert string.digits == '0123456789'\n    \
                  return f'{int(math.pi * 100)} {decimal.Context().prec} {time.timezone} {count}'\n";
    fixture.write("java/Zz.java", java);
    fixture.write("python/zz.py", python);
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
    assert_eq!(ran.pair("Zz.zz")["head"]["ca_tests"], 1.0, "{}\n{}", ran.stdout, ran.reasons());
    let alone = fixture.mts(&["run", "--all", "--jobs", "1", "--pair", "Zz.zz"]);
    assert_eq!(alone.pair("Zz.zz")["head"], ran.pair("Zz.zz")["head"], "{}", alone.stdout);
}

/// Runs a right pair after a pair whose Java side runs `statement`.
///
/// Both pairs run on the same workers. The right pair reads the login timeout of the JDK, and must
/// pass as it passes alone.
fn with_a_right_pair_after(statement: &str) -> Ran {
    let fixture = Fixture::empty();
    fixture.write("mts.yml", "version: 1\ninputs:\n  max: 6\n");
    let java = format!(
        "public class Aa {{\n    static int aa(int a) throws Exception {{\n        {statement}\n        return a + 1;\n    }}\n}}\n"
    );
    fixture.write("java/Aa.java", java).write("python/aa.py", "def aa(a):\n    return a + 1\n");
    let java = "public class Zz {\n    static int zz(int a) {\n        int first = a % 1000;\n        int second = first * 2;\n        \
                int third = second - first;\n        int fourth = third + 3;\n        int fifth = fourth - 3;\n        \
                return fifth + java.sql.DriverManager.getLoginTimeout();\n    }\n}\n";
    let python = "import math\n\n\ndef zz(a):\n    first = int(math.fmod(a, 1000))\n    second = first * 2\n    \
                  third = second - first\n    fourth = third + 3\n    fifth = fourth - 3\n    return fifth + 0\n";
    fixture.write("java/Zz.java", java).write("python/zz.py", python);
    fixture.commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
    assert_eq!(ran.pair("Zz.zz")["head"]["ca_tests"], 1.0, "{}\n{}", ran.stdout, ran.reasons());
    let alone = fixture.mts(&["run", "--all", "--jobs", "1", "--pair", "Zz.zz"]);
    assert_eq!(alone.pair("Zz.zz")["head"], ran.pair("Zz.zz")["head"], "{}", alone.stdout);
    assert_eq!(alone.pair("Zz.zz")["findings"], ran.pair("Zz.zz")["findings"], "{}", alone.stdout);
    ran
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_correct_pair_passes_after_a_pair_that_calls_a_static_setter_of_the_jdk() {
    with_a_right_pair_after("java.sql.DriverManager.setLoginTimeout(7);");
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_difference_that_only_a_polluted_jvm_shows_is_no_verdict() {
    let hidden = "Class.forName(\"java.sql.DriverManager\").getMethod(\"setLoginTimeout\", int.class).invoke(null, 7);";
    with_a_right_pair_after(hidden);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_pair_fails_even_if_a_polluted_jvm_hides_the_difference() {
    let fixture = Fixture::empty();
    // The smallest pair runs first. The tool does not watch the names of its threads.
    let java = "public class Aa {\n    static int aa(int a) {\n        \
                Thread.currentThread().setName(\"used\");\n        return a + 1;\n    }\n}\n";
    fixture.write("java/Aa.java", java).write("python/aa.py", "def aa(a):\n    return a + 1\n");
    let java = "public class Zz {\n    static int zz(int a) {\n        int sum = a;\n        \
                for (int i = 0; i < 3; i++) {\n            \
                sum += Thread.currentThread().getName().equals(\"used\") ? 2 : 1;\n        }\n        return sum;\n    }\n}\n";
    let python = "def zz(a):\n    sum = a\n    for i in range(3):\n        sum += 2\n    return sum - (1 << 32 if sum >= 1 << 31 else 0)\n";
    fixture.write("java/Zz.java", java).write("python/zz.py", python).commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
    assert_eq!(ran.pair("Aa.aa")["head"]["ca_tests"], 1.0, "{}", ran.stdout);
    assert_eq!(ran.pair("Zz.zz")["head"]["ca_tests"], 0.0, "{}", ran.stdout);
}

// A pair runs before and after the wrong pair, so that the order of a confirmation does not matter.
#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_pair_that_calls_a_jdk_setter_indirectly_does_not_share_its_jvm() {
    let map = "new java.net.FileNameMap() {\n            public String getContentTypeFor(String name) {\n                \
               return \"x\";\n            }\n        }";
    let type_of = "java.net.FileNameMap.class";
    let detours = [
        format!("java.net.URLConnection.class.getMethod(\"setFileNameMap\", {type_of}).invoke(null, {map});"),
        format!(
            "java.lang.invoke.MethodHandles.lookup().findStatic(java.net.URLConnection.class, \"setFileNameMap\", \
             java.lang.invoke.MethodType.methodType(void.class, {type_of})).invokeWithArguments({map});"
        ),
        format!(
            "new java.beans.Statement(java.net.URLConnection.class, \"setFileNameMap\", new Object[] {{{map}}}).execute();"
        ),
        format!("CLASSConnection.setFileNameMap({map});"),
    ];
    let subclass = "abstract class CLASSConnection extends java.net.URLConnection {\n    CLASSConnection() {\n        \
                    super(null);\n    }\n}\n";
    for detour in detours {
        let fixture = Fixture::empty();
        let loop_of_zz = "        for (int i = 0; i < 9; i++) {\n            a += i * a - i;\n        }\n";
        for (class, more) in [("Aa", ""), ("Zz", loop_of_zz)] {
            let java = format!(
                "public class CLASS {{\n    static int run(int a) throws Throwable {{\n        {detour}\n{more}        \
                 return a;\n    }}\n}}\n\n{subclass}"
            );
            fixture.write(&format!("java/{class}.java"), java.replace("CLASS", class));
            fixture.write(&format!("python/{}.py", class.to_lowercase()), "def run(a):\n    return a\n");
        }
        let java = "public class Mm {\n    static int run(int a) {\n        int sum = a & 255;\n        \
                    sum += java.net.URLConnection.guessContentTypeFromName(\"a.txt\").length();\n        \
                    return sum;\n    }\n}\n";
        let python = "def run(a):\n    sum = a & 255\n    sum += 1\n    return sum\n";
        fixture.write("java/Mm.java", java).write("python/mm.py", python).commit("all");
        let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
        assert_eq!(ran.pair("Aa.run")["head"]["ca_tests"], 1.0, "{detour}\n{}{}", ran.stdout, ran.reasons());
        assert_eq!(ran.pair("Mm.run")["head"]["ca_tests"], 0.0, "{detour}\n{}", ran.stdout);
    }
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn a_wrong_pair_fails_after_a_pair_that_changes_a_security_provider() {
    let fixture = Fixture::empty();
    // The smallest pair runs first.
    let java = "import java.security.*;\n\npublic class Aa {\n    static int aa(int a) {\n        \
                Provider provider = Security.getProvider(\"SUN\");\n        provider.clear();\n        \
                provider.put(\"MessageDigest.SHA-256\", \"sun.security.provider.MD5\");\n        return a + 1;\n    }\n}\n";
    fixture.write("java/Aa.java", java).write("python/aa.py", "def aa(a):\n    return a + 1\n");
    let java = "import java.security.*;\n\npublic class Zz {\n    static int zz(int a) throws NoSuchAlgorithmException {\n        \
                int sum = 0;\n        for (int i = 0; i < 3; i++) {\n            sum += \
                MessageDigest.getInstance(\"SHA-256\").digest(new byte[] {(byte) (a + i)})[0] & 255;\n            \
                if (sum > 100) {\n                sum -= i;\n            }\n        }\n        return sum;\n    }\n}\n";
    // The port uses another digest.
    let python = "import hashlib\n\n\ndef zz(a):\n    sum = 0\n    for i in range(3):\n        \
                  sum += hashlib.md5(bytes([(a + i) & 255])).digest()[0]\n        \
                  if sum > 100:\n            sum -= i\n    return sum\n";
    fixture.write("java/Zz.java", java).write("python/zz.py", python).commit("all");
    let ran = fixture.mts(&["run", "--all", "--jobs", "1"]);
    assert_eq!(ran.pair("Aa.aa")["head"]["ca_tests"], 1.0, "{}", ran.stdout);
    assert_eq!(ran.pair("Zz.zz")["head"]["ca_tests"], 0.0, "{}", ran.stdout);
}

#[test]
#[ignore = "takes over four seconds: `cargo test -- --ignored`"]
fn files_with_a_class_of_the_same_name_run_with_their_own_class() {
    let fixture = Fixture::empty();
    for (name, constant) in [("first", 2), ("second", 3), ("third", 5)] {
        let java =
            format!("class Solution {{\n    public int {name}(int n) {{\n        return n * {constant};\n    }}\n}}\n");
        let python = format!("class Solution:\n    def {name}(self, n: int) -> int:\n        return n * {constant}\n");
        fixture.write(&format!("java/{name}.java"), java).write(&format!("python/{name}.py"), python);
    }
    fixture.write("mts.yml", "roots:\n  - java: java\n    python: python\n").commit("solutions");
    let ran = fixture.mts(&["run", "--all"]);
    for name in ["first", "second", "third"] {
        let pair = format!("Solution.{name}");
        assert!(ran.head(&pair, "inputs") >= 5, "{}", ran.stdout);
        assert_eq!(ran.head(&pair, "inputs"), ran.head(&pair, "inputs_equal"), "{}", ran.stdout);
    }
}

#[test]
fn a_folder_with_the_name_of_a_python_module_can_contain_scripts() {
    let fixture = Fixture::empty();
    let java = "package array;\n\nclass Sums {\n    static int doubled(int n) {\n        return n + n;\n    }\n}\n";
    fixture.write("java/array/Sums.java", java);
    fixture.write("python/array/sums.py", "import helper\n\n\ndef doubled(n):\n    return helper.add(n, n)\n");
    fixture.write("python/array/helper.py", "def add(a, b):\n    return a + b\n");
    fixture.write("mts.yml", "roots:\n  - java: java\n    python: python\n").commit("ported");
    let ran = fixture.mts(&["run", "--all"]);
    assert!(ran.head("Sums.doubled", "inputs") >= 5, "{}", ran.stdout);
    assert_eq!(ran.pair("Sums.doubled")["head"]["ca_tests"], 1.0, "{}", ran.stdout);
}
