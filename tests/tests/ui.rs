//! What the compiler rejects, and what it says; and what it must accept.

use std::fs;
use std::path::PathBuf;

/// Each of these misuses one thing; beside it stands what the compiler has to say about that.
const FAIL: &str = "ui/fail/*/*.rs";
const PASS: &str = "ui/pass/*.rs";

#[test]
fn ui() {
    // To trybuild, a pattern that matches nothing is a test that passes.
    for pattern in [FAIL, PASS] {
        files(pattern).unwrap_or_else(|nothing| panic!("{nothing}"));
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail(FAIL);
    cases.pass(PASS);
}

/// The files that a pattern matches: one at least.
fn files(pattern: &str) -> Result<Vec<PathBuf>, String> {
    let paths = glob::glob(pattern).map_err(|error| format!("`{pattern}` is no pattern: {error}"))?;
    let files = paths.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if files.is_empty() { Err(format!("no file matches `{pattern}`")) } else { Ok(files) }
}

#[test]
fn a_pattern_without_files_is_an_error_that_names_it() {
    assert_eq!(files("ui/fial/*/*.rs").unwrap_err(), "no file matches `ui/fial/*/*.rs`");
    assert!(files("ui/fail/flow/*.stderr").is_ok());
}

/// A user can do nothing with the path of a module that is not public.
#[test]
fn messages_name_what_is_public_or_hidden_in_one_module() {
    let mut named = Vec::new();
    for file in files("ui/fail/*/*.stderr").unwrap() {
        let text = fs::read_to_string(&file).unwrap();
        for path in text.split("phase_core::").skip(1) {
            let (first, rest) =
                path.split_at(path.find(|c| c != '_' && !char::is_alphanumeric(c)).unwrap_or(0));
            let is_module =
                rest.starts_with("::") && first.starts_with(|c: char| c == '_' || c.is_lowercase());
            if is_module && !first.starts_with("__private_") {
                named.push(format!("{}: phase_core::{first}", file.display()));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}
