//! The types of the phases.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// Ordered, the highest key first.
    High,
    /// Ordered, the lowest key first, and with answers of another type.
    Low,
    /// Ordered together with `Heal`, the highest key first.
    Burn,
    /// With answers of another type than `Burn`.
    Heal,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Plain, Self::High, Self::Low, Self::Burn, Self::Heal];

    pub(crate) fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.name() == name).expect("there are no others")
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "Plain",
            Self::High => "High",
            Self::Low => "Low",
            Self::Burn => "Burn",
            Self::Heal => "Heal",
        }
    }

    /// Those that run in one order are of one group, which is called by one of them.
    pub(crate) fn group(self) -> Option<Self> {
        match self {
            Self::Plain => None,
            Self::High | Self::Low => Some(self),
            Self::Burn | Self::Heal => Some(Self::Burn),
        }
    }

    /// Whether its answers are of the wider of the two types.
    pub(crate) fn has_wide_answers(self) -> bool {
        matches!(self, Self::Low | Self::Heal)
    }
}
