//! What the compiler rejects, and what it says; and what it must accept.

/// Each file under `ui/fail` misuses one thing; beside it stands what the compiler has to say about that.
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/fail/*/*.rs");
    cases.pass("ui/pass/*.rs");
}
