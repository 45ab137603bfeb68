//! Words from outside the program, which may be of any length, in messages for people.

use core::fmt;

/// A text of which no more is shown than its first and its last characters, with `..` for what is between.
pub(crate) struct Cut<'t> {
    text: &'t str,
    most: usize,
}

impl<'t> Cut<'t> {
    /// A name, as somebody has given it.
    pub(crate) fn name(text: &'t str) -> Self {
        Self { text, most: 100 }
    }

    /// A whole message, which says what is wrong at its beginning, and often where at its end.
    #[cfg(feature = "serde")]
    pub(crate) fn message(text: &'t str) -> Self {
        Self { text, most: 400 }
    }

    /// Whether something is left out.
    pub(crate) fn is_cut(&self) -> bool {
        self.text.chars().nth(self.most).is_some()
    }
}

impl fmt::Display for Cut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, most } = *self;
        if !self.is_cut() {
            return f.write_str(text);
        }
        let tail = most / 4;
        let start: usize = text.chars().take(most - tail).map(char::len_utf8).sum();
        let end: usize = text.chars().rev().take(tail).map(char::len_utf8).sum();
        write!(f, "{}..{}", &text[..start], &text[text.len() - end..])
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::Cut;

    #[test]
    fn only_what_is_too_long_is_cut_and_never_within_a_character() {
        for (text, shown) in [
            ("", ""),
            ("12345678", "12345678"),
            ("123456789", "123456..89"),
            ("éééééééé", "éééééééé"),
            ("ééééééééé", "éééééé..éé"),
            (
                "a\u{1f409}b\u{1f409}c\u{1f409}d\u{1f409}e\u{1f409}",
                "a\u{1f409}b\u{1f409}c\u{1f409}..e\u{1f409}",
            ),
        ] {
            assert_eq!(Cut { text, most: 8 }.to_string(), shown);
        }
    }
}
