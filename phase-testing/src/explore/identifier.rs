//! Names for the functions of a test that is written.

/// Words that no function can be called, though they are made of letters.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield", "Self", "_",
];

fn is_identifier(text: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts_well = text.starts_with(|c: char| !c.is_ascii_digit());
    starts_well && text.chars().all(is_of_word) && !KEYWORDS.contains(&text)
}

/// A text as the name of a function: as it is, if it can be one, and else the words of it in snake case, behind `kind`
/// where they can't stand alone.
///
/// Of other letters than those of ASCII it is not known here which may stand in a name.
pub(super) fn identifier(text: &str, kind: &str) -> String {
    if is_identifier(text) {
        return text.to_owned();
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let snake = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if is_identifier(&snake) { snake } else { behind(kind, &snake) }
}

/// A name behind a word, which makes it another one, and one that can be used.
pub(super) fn behind(kind: &str, name: &str) -> String {
    if name.is_empty() { kind.to_owned() } else { format!("{kind}_{name}") }
}
