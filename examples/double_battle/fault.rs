//! What is wrong with a file that the game reads, and where.

use std::fmt;
use std::io;
use std::path::Path;

use crate::escape::escape;

/// What is wrong with a file, in one line: the file and the place, what is wrong, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    place: String,
    message: String,
}

impl Fault {
    pub(crate) fn unreadable(path: &Path, what: &str, error: &io::Error, advice: &str) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
            _ => error.to_string(),
        };
        Self::new(&path.display().to_string(), &format!("cannot read the {what}: {why}; {advice}"))
    }

    /// Paths, and names from a file, may hold anything; what is said of them has to stay one line, and leave the
    /// terminal alone.
    pub(crate) fn new(place: &str, message: &str) -> Self {
        Self { place: escape(place), message: message.replace(char::is_control, "?") }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}
