//! Phases with type parameters, of which there is no more to know than what the lists of others say.

use alloc::vec::Vec;

use super::{PhaseEntry, Source};
use crate::phase::{DeclaredFlow, Edge};

impl PhaseEntry {
    /// The phases with type parameters that this one declares to queue, each once: what stands for them in a drawing.
    ///
    /// A type with parameters stands for any number of types, and is in no [registry](crate::registry()). All that is known
    /// of one is how it is written in the list, which is its name here, and where; it counts as a leaf.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/battle.txt")]
    /// #[phase(world = Battle, leaf)]
    /// #[derive(Debug)]
    /// pub struct EffectPhase<E>(E);
    /// # impl<E: std::fmt::Debug + Send + Sync + 'static> Phase for EffectPhase<E> {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    ///
    /// #[phase(world = Battle, unshifts(EffectPhase<u8>, MessagePhase))]
    /// #[derive(Debug)]
    /// pub struct CastPhase;
    ///
    /// let entry = registry().of::<Battle>().get("CastPhase").unwrap();
    /// let with_parameters: Vec<_> = entry.children_with_parameters().collect();
    /// assert_eq!(with_parameters[0].name(), "EffectPhase<u8>");
    /// assert_eq!(with_parameters.len(), 1);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn children_with_parameters(&self) -> impl Iterator<Item = Self> + use<> {
        let Source { world, module_path, file, line, .. } = self.source;
        let world_type = self.world;
        let mut children: Vec<Edge> = Vec::new();
        for edge in self.flow.iter().flat_map(|flow| [flow.unshifts, flow.defers, flow.pushes]).flatten() {
            let is_known = |known: &Edge| known.phase()() == edge.phase()();
            if edge.has_parameters() && !children.iter().any(is_known) {
                children.push(*edge);
            }
        }
        children.into_iter().map(move |edge| Self {
            name: edge.written(),
            source: Source { world, module_path, file, line, docs: "", fields: &[] },
            phase: edge.phase(),
            world: world_type,
            waits: false,
            ordered: false,
            common: false,
            cloneable: false,
            secret: false,
            #[cfg(all(feature = "causes", feature = "serde"))]
            kind: None,
            answer: None,
            aliases: &[],
            flow: Some(DeclaredFlow { unshifts: &[], defers: &[], pushes: &[] }),
            #[cfg(feature = "serde")]
            reader: || None,
            #[cfg(feature = "packed")]
            unpack: || None,
            #[cfg(feature = "packed")]
            layout: 0,
        })
    }
}
