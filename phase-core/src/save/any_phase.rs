//! One phase as data, as [`WorldRegistry::build`](crate::WorldRegistry::build) reads it.

use serde::ser::{Error, Serialize, Serializer};

use crate::any::AnyPhase;

/// Writes the phase itself, without its name, if it is declared `#[phase(save)]`:
/// [`build`](crate::WorldRegistry::build) reads it back.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/dungeon.txt")]
/// let phase: AnyPhase<Dungeon> = BurnPhase { damage: 3 }.into();
/// let data = serde_json::to_string(&phase)?;
/// assert_eq!(data, r#"{"damage":3}"#);
///
/// let mut reader = serde_json::Deserializer::from_str(&data);
/// let again = registry().of::<Dungeon>().build(phase.name(), &mut reader)?;
/// assert_eq!(format!("{again:?}"), format!("{phase:?}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
impl<W: 'static> Serialize for AnyPhase<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.get().as_serialize() {
            Some(data) => erased_serde::serialize(data, serializer),
            None => Err(Error::custom(format_args!(
                "phase `{}` cannot be written; declare it `#[phase(save)]`, with serde's derives",
                self.name()
            ))),
        }
    }
}
