//! The names of the arguments.

use std::fmt;

/// An argument that the attribute knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    World,
    Name,
    Crate,
    Unshifts,
    Defers,
    Pushes,
    Leaf,
    Common,
    Ordered,
    Save,
    Clone,
    Asks,
    Secret,
}

impl Key {
    /// What this version accepts, in the order in which complaints list it.
    const ACCEPTED: [Self; 13] = [
        Self::World,
        Self::Name,
        Self::Crate,
        Self::Unshifts,
        Self::Defers,
        Self::Pushes,
        Self::Leaf,
        Self::Common,
        Self::Ordered,
        Self::Save,
        Self::Clone,
        Self::Asks,
        Self::Secret,
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ACCEPTED.into_iter().find(|key| key.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::Name => "name",
            Self::Crate => "crate",
            Self::Unshifts => "unshifts",
            Self::Defers => "defers",
            Self::Pushes => "pushes",
            Self::Leaf => "leaf",
            Self::Common => "common",
            Self::Ordered => "ordered",
            Self::Save => "save",
            Self::Clone => "clone",
            Self::Asks => "asks",
            Self::Secret => "secret",
        }
    }

    /// The argument as it could be written.
    pub(crate) const fn sample(self) -> &'static str {
        match self {
            Self::World => "world = Battle",
            Self::Name => "name = \"Move\"",
            Self::Crate => "crate = ::phase_core",
            Self::Unshifts => "unshifts(FaintPhase)",
            Self::Defers => "defers(FaintPhase)",
            Self::Pushes => "pushes(FaintPhase)",
            Self::Leaf => "leaf",
            Self::Common => "common",
            Self::Ordered => "ordered",
            Self::Save => "save",
            Self::Clone => "clone",
            Self::Asks => "asks",
            Self::Secret => "secret",
        }
    }

    /// Whether the argument lists phases.
    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Unshifts | Self::Defers | Self::Pushes)
    }

    /// The accepted arguments, for a complaint.
    pub(crate) fn accepted() -> String {
        listed(Self::ACCEPTED.map(Self::name))
    }

    /// The accepted argument that was probably meant by `word`.
    pub(crate) fn nearest(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let distance = |key: &Self| strsim::damerau_levenshtein(&word, key.name());
        Self::ACCEPTED.into_iter().min_by_key(distance).filter(|nearest| distance(nearest) <= 2)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `` `a`, `b` and `c` ``
pub(crate) fn listed(names: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_mistakes_find_the_argument_meant() {
        let typed = [
            ("unshift", Some(Key::Unshifts)),
            ("unshfits", Some(Key::Unshifts)),
            ("psuhse", Some(Key::Pushes)),
            ("defer", Some(Key::Defers)),
            ("push", Some(Key::Pushes)),
            ("World", Some(Key::World)),
            ("wrold", Some(Key::World)),
            ("ordred", Some(Key::Ordered)),
            ("leafs", Some(Key::Leaf)),
            ("priority", None),
            ("x", None),
            ("", None),
        ];
        for (word, meant) in typed {
            assert_eq!(Key::nearest(word), meant, "{word}");
        }
    }

    #[test]
    fn every_sample_begins_with_its_name() {
        for key in Key::ACCEPTED {
            assert!(key.sample().starts_with(key.name()));
            assert_eq!(Key::named(key.name()), Some(key));
        }
    }
}
