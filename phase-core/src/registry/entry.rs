//! What the registry knows about one phase, and where it gets that from.

#[cfg(feature = "serde")]
use core::any::Any;
use core::any::TypeId;
use core::fmt;

use super::entry_of;
#[cfg(feature = "packed")]
use crate::kernel::Unpack;
#[cfg(all(feature = "causes", feature = "serde"))]
use crate::kernel::{Admit, Kind};
#[cfg(feature = "packed")]
use crate::phase::unpack_of;
use crate::phase::{DeclaredFlow, Edges, PhaseInfo};
#[cfg(feature = "serde")]
use crate::phase::{Read, read_of};

mod children;

inventory::collect!(PhaseEntry);

/// The entries of all phases whose start-up code has run, the last one first.
pub(super) fn linked_in() -> impl Iterator<Item = &'static PhaseEntry> {
    inventory::iter::<PhaseEntry>.into_iter()
}

/// One field of a phase, as written in its source.
///
/// # Examples
///
/// An editor that lists what a phase is made of:
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// # /// Deals damage.
/// # #[phase(world = Duel)]
/// # #[derive(Debug)]
/// # struct HitPhase { target: usize, damage: u32 }
/// let entry = registry().of::<Duel>().get("HitPhase").unwrap();
/// let fields = entry.fields().iter().map(|f| format!("{}: {}", f.name(), f.ty()));
/// assert_eq!(fields.collect::<Vec<_>>(), ["target: usize", "damage: u32"]);
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    variant: Option<&'static str>,
    name: &'static str,
    ty: &'static str,
}

impl Field {
    /// For expansions of `#[phase]` alone.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(variant: Option<&'static str>, name: &'static str, ty: &'static str) -> Self {
        Self { variant, name, ty }
    }

    /// The variant that the field belongs to, for a phase that is an enum.
    #[must_use]
    pub const fn variant(&self) -> Option<&'static str> {
        self.variant
    }

    /// The name of the field, or its position (`0`, `1`, ..) if it has none.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The type of the field.
    #[must_use]
    pub const fn ty(&self) -> &'static str {
        self.ty
    }
}

/// Where a phase was found, as the expansion of `#[phase]` sees it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Source {
    /// The world, as written.
    pub world: &'static str,
    /// `module_path!()`.
    pub module_path: &'static str,
    /// `file!()`.
    pub file: &'static str,
    /// `line!()`.
    pub line: u32,
    /// The user's doc comment, a line each, without the leading space.
    pub docs: &'static str,
    /// The fields in source order.
    pub fields: &'static [Field],
}

/// What the registry knows about one phase.
///
/// # Examples
///
/// ```
/// use phase_core::prelude::*;
///
/// pub struct Battle;
///
/// /// A creature leaves the field.
/// #[phase(world = Battle)]
/// #[derive(Debug)]
/// pub struct FaintPhase { slot: usize }
///
/// let entry = registry().of::<Battle>().get("FaintPhase").unwrap();
/// assert_eq!(entry.world(), "Battle");
/// assert_eq!(entry.docs(), "A creature leaves the field.");
/// assert_eq!((entry.fields()[0].name(), entry.fields()[0].ty()), ("slot", "usize"));
/// ```
#[allow(clippy::struct_excessive_bools, reason = "these are independent facts about a phase")]
pub struct PhaseEntry {
    name: &'static str,
    source: Source,
    phase: fn() -> TypeId,
    world: fn() -> TypeId,
    waits: bool,
    ordered: bool,
    common: bool,
    cloneable: bool,
    secret: bool,
    #[cfg(all(feature = "causes", feature = "serde"))]
    kind: Option<&'static Kind>,
    answer: Option<fn() -> &'static str>,
    aliases: &'static [&'static str],
    flow: Option<DeclaredFlow>,
    /// Gives a `Read<W>` for its world, if the phase can be saved.
    #[cfg(feature = "serde")]
    reader: fn() -> Option<&'static dyn Any>,
    /// Gives an `Unpack<W>` for its world, if the phase can be saved.
    #[cfg(feature = "packed")]
    unpack: fn() -> Option<&'static dyn Any>,
    /// How its data is laid out in packed bytes.
    #[cfg(feature = "packed")]
    layout: u64,
}

impl PhaseEntry {
    /// For expansions of `#[phase]` alone.
    #[doc(hidden)]
    #[must_use]
    pub const fn new<P: PhaseInfo>(source: Source) -> Self {
        Self {
            name: P::NAME,
            source,
            phase: TypeId::of::<P>,
            world: TypeId::of::<P::World>,
            waits: P::__DESCRIPTION.update.is_some(),
            ordered: P::__DESCRIPTION.ordering.is_some(),
            common: P::__DESCRIPTION.common,
            cloneable: P::__DESCRIPTION.clone.is_some(),
            secret: P::__DESCRIPTION.secret,
            #[cfg(all(feature = "causes", feature = "serde"))]
            kind: Some(P::KIND),
            answer: match P::__DESCRIPTION.asking {
                Some(asking) => Some(asking.answer),
                None => None,
            },
            aliases: P::__DESCRIPTION.aliases,
            flow: P::__DESCRIPTION.flow,
            #[cfg(feature = "serde")]
            reader: read_of::<P>,
            #[cfg(feature = "packed")]
            unpack: unpack_of::<P>,
            #[cfg(feature = "packed")]
            layout: P::__DESCRIPTION.layout,
        }
    }

    /// The name of the phase.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The world of the phase, as written in its `#[phase(world = ..)]`.
    #[must_use]
    pub const fn world(&self) -> &'static str {
        self.source.world
    }

    /// The path of the module that defines the phase.
    #[must_use]
    pub const fn module_path(&self) -> &'static str {
        self.source.module_path
    }

    /// The source file that defines the phase, as the compiler was given it.
    #[must_use]
    pub const fn file(&self) -> &'static str {
        self.source.file
    }

    /// The line of the phase's `#[phase]` in [`file`](Self::file), from 1.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.source.line
    }

    /// The doc comment of the phase, without what `#[phase]` adds to it; empty if there is none.
    #[must_use]
    pub const fn docs(&self) -> &'static str {
        self.source.docs
    }

    /// The fields of the phase in source order; for an enum those of all variants.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.source.fields
    }

    /// Whether the phase declares no flow, and so may queue anything.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.flow.is_none()
    }

    /// Whether the phase declares that it queues nothing.
    #[must_use]
    pub const fn is_leaf(&self) -> bool {
        match self.flow {
            None => false,
            Some(flow) => flow.unshifts.is_empty() && flow.defers.is_empty() && flow.pushes.is_empty(),
        }
    }

    /// Whether the phase can wait by being updated.
    #[must_use]
    pub const fn waits(&self) -> bool {
        self.waits
    }

    /// Whether the phase runs by priority.
    #[must_use]
    pub const fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Whether any phase of the world may queue this one without declaring it.
    #[must_use]
    pub const fn is_common(&self) -> bool {
        self.common
    }

    /// Whether the phase can be copied, as [`fork`](crate::PhaseManager::fork) does.
    #[must_use]
    pub const fn is_clone(&self) -> bool {
        self.cloneable
    }

    /// Whether errors, traces and pages show the phase by its name alone.
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        self.secret
    }

    /// The type of the answers to the phase, if it asks: its name without the path, or in full if it has parameters.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/table.txt")]
    /// let entry = registry().of::<Table>().get("ShowPhase").unwrap();
    /// assert_eq!(entry.answer(), Some("Hand"));
    /// ```
    ///
    /// The game around it: [a table](crate::guide::games#a-table).
    #[must_use]
    pub fn answer(&self) -> Option<&'static str> {
        let name = (self.answer?)();
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':');
        Some(if is_plain { name.rsplit("::").next().unwrap_or(name) } else { name })
    }

    /// Whether the phase can be saved.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn is_savable(&self) -> bool {
        (self.reader)().is_some()
    }

    /// The names under which the phase was saved in the past.
    #[must_use]
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// How to read the phase, if it is one of this world and can be saved.
    #[cfg(feature = "serde")]
    pub(crate) fn reader<W: 'static>(&self) -> Option<Read<W>> {
        (self.reader)()?.downcast_ref().copied()
    }

    /// How to unpack the phase, if it is one of this world and can be saved.
    #[cfg(feature = "packed")]
    pub(crate) fn unpack<W: 'static>(&self) -> Option<Unpack<W>> {
        (self.unpack)()?.downcast_ref().copied()
    }

    /// How the data of the phase is laid out in packed bytes.
    #[cfg(feature = "packed")]
    pub(crate) fn layout(&self) -> u64 {
        self.layout
    }

    /// The type, as causes tell it.
    #[cfg(all(feature = "causes", feature = "serde"))]
    pub(crate) fn kind(&self) -> Option<&'static Kind> {
        self.kind
    }

    /// The name of the phase, and those of its past.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// The phases that this one declares to unshift, in the order written.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// #[phase(world = Battle, unshifts(MessagePhase, MovePhase), defers(FaintPhase))]
    /// #[derive(Debug)]
    /// struct QuakePhase;
    ///
    /// let entry = registry().of::<Battle>().get("QuakePhase").unwrap();
    /// let unshifts: Vec<_> = entry.unshifts().map(PhaseEntry::name).collect();
    /// assert_eq!(unshifts, ["MessagePhase", "MovePhase"]);
    /// # assert_eq!([entry.defers().count(), entry.pushes().count()], [1, 0]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn unshifts(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.unshifts))
    }

    /// The phases that this one declares to defer, in the order written.
    pub fn defers(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.defers))
    }

    /// The phases that this one declares to push, in the order written.
    pub fn pushes(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.pushes))
    }

    /// The types of the phases that this one declares to unshift, in the order written.
    ///
    /// Unlike [`unshifts`](Self::unshifts), it costs nothing, and also tells those that the linker has left out, with
    /// their entries.
    ///
    /// # Examples
    ///
    /// A check that all phases that another one lists are in the registry:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// #[phase(world = Battle, unshifts(MessagePhase, MovePhase))]
    /// #[derive(Debug)]
    /// struct QuakePhase;
    ///
    /// let phases = registry().of::<Battle>();
    /// let is_there = |child| phases.iter().any(|entry| entry.phase_type() == child);
    /// let entry = phases.get("QuakePhase").unwrap();
    /// assert!(entry.unshift_types().all(is_there));
    /// # assert_eq!(entry.unshift_types().len(), 2);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn unshift_types(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        types_of(self.flow.map_or(&[], |flow| flow.unshifts))
    }

    /// The types of the phases that this one declares to defer; see [`unshift_types`](Self::unshift_types).
    #[must_use]
    pub fn defer_types(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        types_of(self.flow.map_or(&[], |flow| flow.defers))
    }

    /// The types of the phases that this one declares to push; see [`unshift_types`](Self::unshift_types).
    #[must_use]
    pub fn push_types(&self) -> impl ExactSizeIterator<Item = TypeId> + use<> {
        types_of(self.flow.map_or(&[], |flow| flow.pushes))
    }

    /// The type of the phase.
    ///
    /// # Examples
    ///
    /// A table of what a tool knows about phases, by their types:
    ///
    /// ```
    /// use std::any::TypeId;
    /// use std::collections::HashMap;
    ///
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let icons = HashMap::from([(TypeId::of::<DrawPhase>(), '+'), (TypeId::of::<PlayPhase>(), '!')]);
    /// let entry = registry().of::<Duel>().get("PlayPhase").unwrap();
    /// assert_eq!(icons[&entry.phase_type()], '!');
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn phase_type(&self) -> TypeId {
        (self.phase)()
    }

    /// The type of the phase's world, which tells apart what [`world`](Self::world) writes alike.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let of_the_duel = |entry: &&PhaseEntry| entry.world_type() == std::any::TypeId::of::<Duel>();
    /// assert_eq!(registry().iter().filter(of_the_duel).count(), 3);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn world_type(&self) -> TypeId {
        (self.world)()
    }

    pub(crate) fn place(&self) -> SourceLine {
        SourceLine { file: self.source.file, line: self.source.line }
    }

    /// What tells phases of one name apart, for an order that is the same in each run.
    pub(super) fn position(&self) -> impl Ord + use<> {
        (self.source.module_path, self.source.file, self.source.line)
    }
}

/// The line on which a phase is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceLine {
    file: &'static str,
    line: u32,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Entries are equal if they are of the same phase.
impl PartialEq for PhaseEntry {
    fn eq(&self, other: &Self) -> bool {
        self.phase_type() == other.phase_type()
    }
}

impl Eq for PhaseEntry {}

impl fmt::Debug for PhaseEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhaseEntry")
            .field("name", &self.name)
            .field("world", &self.source.world)
            .field("module_path", &self.source.module_path)
            .field("place", &format_args!("{}", self.place()))
            .finish_non_exhaustive()
    }
}

fn entries_of(edges: Edges) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
    edges.iter().filter_map(|edge| entry_of(edge.phase()()))
}

fn types_of(edges: Edges) -> impl ExactSizeIterator<Item = TypeId> + use<> {
    edges.iter().map(|edge| edge.phase()())
}
