//! Every `#[phase]` linked into the program, for tools: names, places, docs, fields and declared flow.

#[cfg(feature = "serde")]
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "serde")]
use core::any::Any;
use core::any::TypeId;
use core::fmt;
use core::marker::PhantomData;

use crate::description::{DeclaredFlow, Edges};
use crate::phase::PhaseInfo;
#[cfg(feature = "serde")]
use crate::save::Read;

inventory::collect!(PhaseEntry);

/// One field of a phase, as written in its source.
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
    aliases: &'static [&'static str],
    flow: Option<DeclaredFlow>,
    /// Gives a `Read<W>` for its world, if the phase can be saved.
    #[cfg(feature = "serde")]
    reader: fn() -> Option<Box<dyn Any>>,
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
            ordered: P::__DESCRIPTION.best.is_some(),
            common: P::__DESCRIPTION.common,
            cloneable: P::__DESCRIPTION.clone.is_some(),
            aliases: P::__DESCRIPTION.aliases,
            flow: P::__DESCRIPTION.flow,
            #[cfg(feature = "serde")]
            reader: crate::save::read_of::<P>,
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

    /// Whether the phase can be saved.
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
        (self.reader)()?.downcast().ok().map(|read| *read)
    }

    /// The name of the phase, and those of its past.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// The phases that this one declares to unshift, in the order written.
    ///
    /// Each costs a pass over the registry.
    pub fn unshifts(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.unshifts))
    }

    /// The phases that this one declares to defer, in the order written.
    ///
    /// Each costs a pass over the registry.
    pub fn defers(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.defers))
    }

    /// The phases that this one declares to push, in the order written.
    ///
    /// Each costs a pass over the registry.
    pub fn pushes(&self) -> impl Iterator<Item = &'static PhaseEntry> + use<> {
        entries_of(self.flow.map_or(&[], |flow| flow.pushes))
    }

    pub(crate) fn phase(&self) -> TypeId {
        (self.phase)()
    }

    /// What it declares to unshift, to defer and to push.
    pub(crate) fn flow(&self) -> [Edges; 3] {
        self.flow.map_or([&[]; 3], |flow| [flow.unshifts, flow.defers, flow.pushes])
    }

    pub(crate) fn is_of_phase(&self, phase: TypeId) -> bool {
        self.phase() == phase
    }

    pub(crate) fn is_of_world<W: 'static>(&self) -> bool {
        (self.world)() == TypeId::of::<W>()
    }

    pub(crate) fn place(&self) -> Place {
        Place { file: self.source.file, line: self.source.line }
    }
}

/// Entries are equal if they are of the same phase.
impl PartialEq for PhaseEntry {
    fn eq(&self, other: &Self) -> bool {
        self.phase() == other.phase()
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
    edges.iter().filter_map(|phase| entry_of(phase()))
}

pub(crate) fn entry_of(phase: TypeId) -> Option<&'static PhaseEntry> {
    inventory::iter::<PhaseEntry>().find(|entry| entry.is_of_phase(phase))
}

/// Every `#[phase]` linked into the program, in a stable order: by world, then by name, then by place.
///
/// Running phases never needs the registry. It is filled by start-up code, before `main`:
///
/// - **Linking.** The entries of a crate are there if the linker keeps the crate: a dependency of which nothing is
///   used may be left out, entries and all. Mention one item of it (`use my_phases as _;` is not enough for every
///   linker; calling any function of it is).
/// - **Plug-ins.** The entries of a dynamic library appear when it is loaded.
/// - **WebAssembly.** Start-up code has to be called by hand, once, from `main` or the exported entry point:
///   `unsafe extern "C" { fn __wasm_call_ctors(); }`. Without it the registry is empty and games run all the same.
///
/// Costs a pass over all entries and sorting them.
///
/// # Examples
///
/// ```standalone_crate
/// # use phase_core::prelude::*;
/// for entry in registry().iter() {
///     println!("{} of {}, {}:{}", entry.name(), entry.world(), entry.file(), entry.line());
/// }
/// registry().check()?;
/// # Ok::<(), DuplicateNames>(())
/// ```
#[must_use]
pub fn registry() -> Registry {
    Registry { entries: sorted(|_| true) }
}

fn sorted(keep: impl Fn(&PhaseEntry) -> bool) -> Vec<&'static PhaseEntry> {
    let mut entries: Vec<_> = inventory::iter::<PhaseEntry>().filter(|entry| keep(entry)).collect();
    entries.sort_by_key(|e| (e.world(), e.name(), e.module_path(), e.file(), e.line()));
    entries
}

/// All phases linked into the program; see [`registry`].
#[derive(Debug, Clone)]
pub struct Registry {
    entries: Vec<&'static PhaseEntry>,
}

impl Registry {
    /// The phases of all worlds.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static PhaseEntry> + '_ {
        self.entries.iter().copied()
    }

    /// The phases of the world `W`.
    #[must_use]
    pub fn of<W: 'static>(&self) -> WorldRegistry<W> {
        let entries = self.entries.iter().copied().filter(|e| e.is_of_world::<W>()).collect();
        WorldRegistry { entries, world: PhantomData }
    }

    /// Checks that no two phases of one world have one name.
    ///
    /// # Errors
    ///
    /// [`DuplicateNames`], with all such names and the places of both phases.
    pub fn check(&self) -> Result<(), DuplicateNames> {
        check(&self.entries)
    }
}

/// The phases of one world; see [`Registry::of`].
pub struct WorldRegistry<W> {
    entries: Vec<&'static PhaseEntry>,
    world: PhantomData<fn() -> W>,
}

impl<W: 'static> WorldRegistry<W> {
    /// The phases of the world, by name.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static PhaseEntry> + '_ {
        self.entries.iter().copied()
    }

    /// The phase of that name; the first by place if [`check`](Self::check) finds several.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static PhaseEntry> {
        self.entries.iter().copied().find(|entry| entry.name == name)
    }

    /// The phases that are not declared `save`, for a game's own test that everything can be saved.
    #[cfg(feature = "serde")]
    pub fn not_savable(&self) -> impl Iterator<Item = &'static PhaseEntry> + '_ {
        self.entries.iter().copied().filter(|entry| !entry.is_savable())
    }

    /// Those of that name: one at most, if names are unique.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.entries.retain(|entry| entry.name == name);
        self
    }

    /// Checks that no two phases of the world have one name.
    ///
    /// # Errors
    ///
    /// [`DuplicateNames`], with all such names and the places of both phases.
    pub fn check(&self) -> Result<(), DuplicateNames> {
        check(&self.entries)
    }
}

impl<W> Clone for WorldRegistry<W> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), world: PhantomData }
    }
}

impl<W> fmt::Debug for WorldRegistry<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldRegistry").field("entries", &self.entries).finish()
    }
}

fn check(entries: &[&'static PhaseEntry]) -> Result<(), DuplicateNames> {
    let mut by_name: Vec<_> =
        entries.iter().flat_map(|entry| entry.names().map(move |name| (name, *entry))).collect();
    by_name.sort_by_key(|(name, _)| *name);
    let mut duplicates = Vec::new();
    for same_name in by_name.chunk_by(|(a, _), (b, _)| a == b) {
        for (i, (name, first)) in same_name.iter().enumerate() {
            let twin = same_name[i + 1..].iter().find(|(_, second)| (second.world)() == (first.world)());
            if let Some((_, second)) = twin {
                duplicates.push(Duplicate {
                    name,
                    world: first.world(),
                    first: first.place(),
                    second: second.place(),
                });
            }
        }
    }
    if duplicates.is_empty() { Ok(()) } else { Err(DuplicateNames { duplicates }) }
}

/// Two phases of one world have the same name, so that a name alone does not tell which is meant.
///
/// Phases run all the same; saving and look-ups by name need unique names. `#[phase(name = "..")]` gives one of the
/// two another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateNames {
    duplicates: Vec<Duplicate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Duplicate {
    name: &'static str,
    world: &'static str,
    first: Place,
    second: Place,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    file: &'static str,
    line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Display for DuplicateNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Duplicate { name, world, first, second }) in self.duplicates.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}two phases of `{world}` are named `{name}`: at {first} and at {second}")?;
        }
        f.write_str("; give one another name with `#[phase(name = \"..\")]`")
    }
}

impl core::error::Error for DuplicateNames {}
