//! Colours are for terminals, and for those who want them.

use std::process::Command;

use phase_examples::double_battle::cli;

use crate::transcript;

/// Run by the tests below, in a process of its own.
#[test]
#[ignore = "prints a battle; for the other tests of this file"]
fn battle_on_stdout() {
    cli::main([]);
}

/// What the program prints into a pipe, in an environment of which only the given variable matters.
fn in_a_pipe(variables: &[(&str, &str)]) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", "colour::battle_on_stdout", "--ignored", "--nocapture"]);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        process.env_remove(variable);
    }
    let output = process.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn none_in_a_pipe() {
    let printed = in_a_pipe(&[]);
    assert!(printed.contains(&transcript([])));
    assert!(!printed.contains('\x1b'));
}

#[test]
fn none_with_no_color_even_if_forced() {
    assert!(
        in_a_pipe(&[("CLICOLOR_FORCE", "1")]).contains("\x1b[31mBezel faints!"),
        "else this tests nothing"
    );
    assert!(!in_a_pipe(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\x1b'));
}
