//! Text within JSON.

use std::fmt::{self, Write as _};

/// Prints as a string of JSON, with its quotes, that may stand in a script on a page as well.
pub(super) struct Json<'a>(pub(super) &'a str);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut rest = self.0;
        while let Some(at) = rest.find(needs_escape) {
            let (plain, special) = rest.split_at(at);
            f.write_str(plain)?;
            let mut chars = special.chars();
            match chars.next() {
                Some('"') => f.write_str("\\\"")?,
                Some('\\') => f.write_str("\\\\")?,
                Some(c) => write!(f, "\\u{:04x}", u32::from(c))?,
                None => {}
            }
            rest = chars.as_str();
        }
        write!(f, "{rest}\"")
    }
}

/// A script ends at a `<`, whatever it stands in, and there are programs for which lines end at U+2028 and U+2029.
fn needs_escape(c: char) -> bool {
    matches!(c, '"' | '\\' | '<' | '\u{2028}' | '\u{2029}') || c.is_control()
}
