//! What is wrong with a scenario, and where.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;

/// What is wrong with a scenario file, in one line: the file and the place, what is wrong, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    place: String,
    message: String,
}

impl Fault {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
            _ => error.to_string(),
        };
        let message =
            format!("cannot read the scenario: {why}; give the path of a TOML file, or none at all");
        Self::new(path.display().to_string(), &message)
    }

    /// Names from a file may hold anything; what is said of them has to stay one line, and leave the terminal alone.
    fn new(place: String, message: &str) -> Self {
        Self { place, message: message.replace(char::is_control, "?") }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A [`Fault`] that does not know its file yet.
#[derive(Debug)]
pub(super) struct Wrong {
    span: Option<Range<usize>>,
    message: String,
}

impl Wrong {
    pub(super) fn at<T>(value: &Spanned<T>, message: impl Into<String>) -> Self {
        Self { span: Some(value.span()), message: message.into() }
    }

    pub(super) fn somewhere(message: impl Into<String>) -> Self {
        Self { span: None, message: message.into() }
    }

    pub(super) fn in_file(self, path: &Path, text: &str) -> Fault {
        let path = path.display();
        let place = match self.span.and_then(|span| text.get(..span.start)) {
            Some(before) => {
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
                format!("{path}:{line}:{column}")
            }
            None => path.to_string(),
        };
        Fault::new(place, &self.message)
    }
}

impl From<&toml::de::Error> for Wrong {
    fn from(error: &toml::de::Error) -> Self {
        Self { span: error.span(), message: reworded(error.message()) }
    }
}

/// Puts what serde says of keys into the words of all other messages.
fn reworded(message: &str) -> String {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match names.as_slice() {
        [key, known @ ..] if message.starts_with("unknown field") => unknown_text("key", key, known),
        [value, known @ ..] if message.starts_with("unknown variant") => unknown_text("value", value, known),
        [key] if message.starts_with("missing field") => format!("the key `{key}` is missing; add it"),
        _ => message.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// That a name means nothing, with a guess at what was meant.
pub(super) fn unknown(kind: &str, name: &Spanned<String>, known: &[&str]) -> Wrong {
    Wrong::at(name, unknown_text(kind, name.get_ref(), known))
}

fn unknown_text(kind: &str, given: &str, known: &[&str]) -> String {
    let distance = |other: &str| strsim::damerau_levenshtein(&given.to_lowercase(), &other.to_lowercase());
    let nearest = known.iter().map(|known| (distance(known), known)).min();
    let hint = match nearest {
        Some((distance, nearest)) if distance <= given.chars().count().div_ceil(3) => {
            format!("did you mean `{nearest}`?")
        }
        Some(_) => format!("known are {}", quoted(known)),
        None => "there are none".to_owned(),
    };
    format!("unknown {kind} `{given}`; {hint}")
}

/// Names in a row, each in backticks.
pub(super) fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
