//! Text within XML and HTML.

use std::fmt::{self, Write as _};

/// Text that means itself wherever it stands in XML or HTML: between tags and in attributes with quotes.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(c)?,
                // XML can't hold these at all.
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
