//! Reads TransCoder's data set of GeeksforGeeks programs (Roziere et al. 2020).
//!
//! The files are `java/ID.java` and `python/ID.py`. Each file is a script with the function
//! `f_gold`, a placeholder line for a translation, and a `main` that calls both functions. The list
//! `param` of the Python script has the calls.

use crate::bench::corpora::layouts::paired_texts;
use crate::bench::corpora::layouts::paired_texts::{Loaded, PairSources};
use crate::bench::corpora::layouts::python_literal;
use mts_model::error::Result;
use std::path::Path;

const FUNCTION: &str = "f_gold";

/// Loads the folder with the subfolders `java` and `python`.
pub(crate) fn load(folder: &Path) -> Result<Loaded> {
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for file in paired_texts::files(&folder.join("java"))? {
        let Some(id) =
            file.to_string_lossy().strip_suffix(".java").and_then(|path| path.rsplit('/').next()).map(str::to_owned)
        else {
            continue;
        };
        let beside = folder.join("python").join(format!("{id}.py"));
        if !beside.is_file() {
            skipped.push((id, "there is no Python script of this name".to_owned()));
            continue;
        }
        match pair(&id, &paired_texts::text(&file)?, &paired_texts::text(&beside)?) {
            Ok(found) => match paired_texts::row(found) {
                Ok(row) => rows.push(row),
                Err(why) => skipped.push((id, why)),
            },
            Err(why) => skipped.push((id, why)),
        }
    }
    Ok(Loaded { rows, skipped })
}

fn pair(id: &str, java: &str, python: &str) -> std::result::Result<PairSources<'static>, String> {
    let (function, main) = python.split_once("#TOFILL").ok_or("the Python script has no line #TOFILL")?;
    let (_, list) = main.split_once("param =").ok_or("the Python script has no list `param`")?;
    let inputs = python_literal::calls(list.trim_start())?;
    let (class, _) = java.split_once("//TOFILL").ok_or("the Java script has no line //TOFILL")?;
    // Current JDKs do not have this class, and few programs use it, so the loader removes the import.
    let class = class.replace("import javafx.util.Pair;", "");
    let java = format!("{}\n}}\n", class.trim_end());
    Ok(PairSources {
        id: id.to_owned(),
        java,
        python: function.to_owned(),
        method: FUNCTION,
        function: FUNCTION,
        inputs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mts_model::Value;

    const JAVA: &str = "import java.util.*;\nimport javafx.util.Pair;\npublic class HALF{\nstatic int f_gold ( int [ ] a , \
        char c ) {\n  return a [ 0 ] / 2 + c ;\n}\n\n//TOFILL\n\npublic static void main(String args[]) {\n  \
        System.out.println(f_filled(null, 'a'));\n}\n}\n";
    const PYTHON: &str = "import math\ndef f_gold ( a , c ) :\n    return a [ 0 ] // 2 + ord ( c )\n\n#TOFILL\n\nif __name__ == \
        '__main__':\n    param = [\n    ([1, -2],'x',),\n    ([30],'\\'',)\n        ]\n    n_success = 0\n";

    #[test]
    fn a_script_becomes_its_function_with_the_calls_of_its_list() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("java/HALF.java", JAVA), ("python/HALF.py", PYTHON), ("java/ALONE.java", JAVA)] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("in one")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let loaded = crate::bench::corpora::layouts::load(folder.path()).expect("loads");
        assert_eq!(loaded.skipped, [("ALONE".to_owned(), "there is no Python script of this name".to_owned())]);
        let row = &loaded.rows[0];
        assert_eq!((row.id.as_str(), row.java_class.as_str(), row.java_method.as_str()), ("HALF", "HALF", "f_gold"));
        assert!(!row.java.contains("javafx") && !row.java.contains("main"), "{}", row.java);
        assert_eq!(row.inputs.len(), 2);
        assert_eq!(row.inputs[0][0], Value::List(vec![Value::Int(1), Value::Int(-2)]));
        assert_eq!(row.java_params[1].to_string(), "char");
    }

    #[test]
    fn the_error_for_a_script_of_another_layout_has_a_reason() {
        assert!(pair("A", JAVA, "def f_gold(a):\n    pass\n").is_err_and(|why| why.contains("#TOFILL")));
        assert!(pair("A", JAVA, "#TOFILL\nparam = [(f(1),)]").is_err_and(|why| why.contains("literal")));
        assert!(pair("A", "class A {}", PYTHON).is_err_and(|why| why.contains("//TOFILL")));
    }
}
