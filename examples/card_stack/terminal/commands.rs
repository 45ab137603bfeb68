//! What a line means that somebody has typed.

/// What a person wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// A choice.
    Number(usize),
    /// Nothing was typed.
    Enter,
    Help,
    Board,
    Cards,
    Undo,
    Redo,
    /// Save to this file.
    Save(&'a str),
    Quit,
    /// None of these.
    Unknown,
}

impl<'a> Command<'a> {
    pub(super) const HELP: [(&'static str, &'static str); 7] = [
        ("b", "shows the board, your hand, and what is on the stack"),
        ("c", "shows all cards, with what they do"),
        ("u", "undoes your last answer, and then the one before, and so on"),
        ("r", "takes an undo back"),
        ("s FILE", "saves the duel at this question, for `--load FILE`"),
        ("q", "leaves the duel"),
        ("?", "shows this"),
    ];

    pub(super) fn of(line: &'a str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Enter,
            ("?" | "h" | "help", "") => Self::Help,
            ("b" | "board", "") => Self::Board,
            ("c" | "cards", "") => Self::Cards,
            ("u" | "undo", "") => Self::Undo,
            ("r" | "redo", "") => Self::Redo,
            ("s" | "save", file) => Self::Save(file),
            ("q" | "quit", "") => Self::Quit,
            (number, "") => number.parse().map_or(Self::Unknown, Self::Number),
            _ => Self::Unknown,
        }
    }
}
