//! What is wrong with a scenario, and where.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;

use crate::double_battle::fault::Fault;

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
        Fault::new(&place, &self.message)
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
