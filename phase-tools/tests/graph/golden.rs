//! The graph as text, Mermaid and DOT, letter for letter.

use expect_test::expect_file;

use crate::quay;

#[test]
fn as_text() {
    expect_file!["golden/quay.txt"].assert_eq(&quay::flow().to_string());
}

#[test]
fn as_mermaid() {
    expect_file!["golden/quay.mmd"].assert_eq(&quay::flow().to_mermaid());
}

#[test]
fn as_dot() {
    expect_file!["golden/quay.dot"].assert_eq(&quay::flow().to_dot());
}

#[test]
fn as_a_picture() {
    expect_file!["golden/quay.svg"].assert_eq(&quay::flow().to_svg());
}
