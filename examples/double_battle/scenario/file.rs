//! The shape of a scenario file. Every value keeps its place, so that a message can point to it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use toml::Spanned;

use crate::double_battle::moves::Target;

/// A whole number of which nothing is known yet, so that a message about its range can say what it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whole(pub(super) i128);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number.into()))
            }

            fn visit_i128<E: Error>(self, number: i128) -> Result<Whole, E> {
                Ok(Whole(number))
            }
        }

        deserializer.deserialize_i64(Reader)
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub(super) title: Spanned<String>,
    pub(super) seed: Option<Spanned<Whole>>,
    pub(super) turn_limit: Option<Spanned<Whole>>,
    #[serde(default, rename = "move")]
    pub(super) moves: Vec<MoveEntry>,
    #[serde(default, rename = "team")]
    pub(super) teams: Vec<TeamEntry>,
    #[serde(default, rename = "turn")]
    pub(super) turns: Vec<Spanned<TurnEntry>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveEntry {
    pub(super) name: Spanned<String>,
    pub(super) target: Target,
    pub(super) accuracy: Option<Spanned<Whole>>,
    pub(super) priority: Option<Spanned<Whole>>,
    #[serde(default)]
    pub(super) contact: bool,
    pub(super) power: Option<Spanned<Whole>>,
    pub(super) heal: Option<Spanned<Whole>>,
    pub(super) flinch: Option<Spanned<Whole>>,
    #[serde(default)]
    pub(super) stats: StatsEntry,
    #[serde(default)]
    pub(super) call: bool,
    #[serde(default)]
    pub(super) song: bool,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StatsEntry {
    pub(super) attack: Option<Spanned<Whole>>,
    pub(super) defence: Option<Spanned<Whole>>,
    pub(super) speed: Option<Spanned<Whole>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TeamEntry {
    pub(super) name: Spanned<String>,
    #[serde(default, rename = "creature")]
    pub(super) creatures: Vec<CreatureEntry>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CreatureEntry {
    pub(super) name: Spanned<String>,
    pub(super) hp: Spanned<Whole>,
    pub(super) attack: Spanned<Whole>,
    pub(super) defence: Spanned<Whole>,
    pub(super) speed: Spanned<Whole>,
    pub(super) ability: Option<Spanned<String>>,
    pub(super) second_wind: Option<Spanned<Whole>>,
    pub(super) moves: Spanned<Vec<Spanned<String>>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnEntry {
    pub(super) auto: Option<Spanned<bool>>,
    pub(super) orders: Option<Vec<OrderEntry>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderEntry {
    pub(super) creature: Spanned<String>,
    #[serde(rename = "move")]
    pub(super) used: Spanned<String>,
    pub(super) target: Option<Spanned<String>>,
}
