//! Finds entries that no phase can be meant by, since their names are misspelt.

use phase_core::{NameError, PhaseEntry, registry};

use super::Play;
use super::log::Log;

impl<W: 'static> Play<W> {
    /// What is wrong with the name at the beginning of an entry: no phase of the world goes by it, and none has started
    /// that is meant. Nothing if it does not look like the name of a phase at all.
    ///
    /// A `Debug` may begin with any word, as that of an enum does with the variant. So a word looks like a name only if a
    /// name is like it, or ends in the same word, which `Phase` is for most.
    pub(super) fn misspelt(&self, log: &Log, entry: &str) -> Option<NameError> {
        let name = leading_word(entry);
        if log.starts().any(|(_, start)| start.is_meant_by(entry) || start.name == name) {
            return None;
        }
        let phases = registry().of::<W>();
        // Those with parameters are in no registry, but may be known from who queues them.
        let with_parameters = phases.iter().flat_map(PhaseEntry::children_with_parameters);
        let mut names = phases
            .iter()
            .map(PhaseEntry::name)
            .chain(with_parameters.map(|entry| without_path(entry.name())));
        let ending = last_word(name);
        let ends_alike = phases.iter().any(|phase| last_word(phase.name()) == ending);
        let error = self.phases.find_named(name).err()?;
        let NameError::Unknown { nearest, .. } = &error else { return None };
        let looks_like_one = nearest.is_some() || ends_alike;
        (looks_like_one && names.all(|known| known != name)).then_some(error)
    }

    /// What is wrong with the names of entries, a line for each; for the end of a failure.
    pub(super) fn all_misspelt(&self, log: &Log, entries: &[&str]) -> String {
        /// A list that is wrong altogether is not told more clearly by more of them.
        const TOLD: usize = 5;
        let mut told: Vec<String> = Vec::new();
        for error in entries.iter().filter_map(|entry| self.misspelt(log, entry)) {
            let line = format!("\n{error}");
            if told.len() < TOLD && !told.contains(&line) {
                told.push(line);
            }
        }
        told.concat()
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether an entry is a word, as a name is.
pub(super) fn is_word(entry: &str) -> bool {
    leading_word(entry) == entry
}

fn leading_word(entry: &str) -> &str {
    entry.find(|c| !is_of_word(c)).map_or(entry, |end| &entry[..end])
}

/// Of a type as it is written in a list its name alone.
fn without_path(written: &str) -> &str {
    let path = written.split('<').next().unwrap_or(written).trim_end();
    path.rsplit("::").next().unwrap_or(path).trim_start()
}

/// Of a name in camel case what it ends in.
fn last_word(name: &str) -> &str {
    name.rfind(char::is_uppercase).map_or(name, |start| &name[start..])
}
