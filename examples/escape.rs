//! Text from elsewhere, made fit for one line in a terminal.

/// The text with its control characters escaped, so that it stays one line, and leaves the terminal alone.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() {
            escaped.extend(char.escape_default());
        } else {
            escaped.push(char);
        }
    }
    escaped
}
