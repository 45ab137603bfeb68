//! The world that the phases act on.

/// What has been said.
#[derive(Debug, Default)]
pub struct Scene {
    /// The lines that have not yet been shown.
    pub shown: Vec<String>,
}

impl Scene {
    /// Shows a line.
    pub fn show(&mut self, line: impl Into<String>) {
        self.shown.push(line.into());
    }
}
