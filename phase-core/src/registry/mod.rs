//! Every `#[phase]` linked into the program, for saves, calls by name, and tools.

mod duplicates;
mod entry;
mod name_error;
mod table;

use core::any::{TypeId, type_name};
use core::fmt;
use core::marker::PhantomData;

pub use duplicates::DuplicateNames;
pub use entry::{Field, PhaseEntry, Source};
#[cfg(feature = "serde")]
pub(crate) use name_error::EMPTY_REGISTRY;
pub use name_error::NameError;
use table::{Table, WorldTable};

/// The entry of the phase with this identity.
pub(crate) fn entry_of(phase: TypeId) -> Option<&'static PhaseEntry> {
    Table::current().of_phase(phase)
}

/// Whether the phase with this identity is there, and no other of its world goes by its name.
#[cfg(feature = "packed")]
pub(crate) fn is_found_by_name(phase: TypeId) -> bool {
    Table::current().is_found_by_name(phase)
}

/// Every `#[phase]` linked into the program, in a stable order: by world, then by name, then by place.
///
/// Running phases never needs the registry; saving and loading them does, and so do calls by name. It is filled by
/// start-up code, before `main`:
///
/// - **Linking.** The entries of a crate are there if the linker keeps the crate: a dependency of which nothing is
///   used may be left out, entries and all. Mention one item of it (`use my_phases as _;` is not enough for every
///   linker; calling any function of it is).
/// - **Plug-ins.** The entries of a dynamic library appear when it is loaded.
/// - **WebAssembly.** The registry fills by itself, with wasm-bindgen or without: where nothing mentions the start-up code,
///   the linker has each exported function call it first. What empties the registry is a function that mentions
///   `__wasm_call_ctors`, is exported or linked in otherwise, and is not called: then the linker leaves the start-up code
///   to it. To call it once, before all else, spares the walk through all entries with which every call of an exported
///   function begins otherwise, some nanoseconds a phase; that is worth it where the page calls often.
///   With an empty registry games run all the same, and saving is an error that says so.
///
/// The entries are sorted once, by the first call, or the first save or look-up by name; and once more after a plug-in
/// has brought new ones. Every other call finds them sorted, and costs next to nothing.
///
/// # Examples
///
/// ```standalone_crate
/// # use phase_core::prelude::*;
/// for entry in registry().iter() {
///     println!("{} of {}: {}", entry.name(), entry.world(), entry.docs());
/// }
/// registry().check()?;
/// # Ok::<(), DuplicateNames>(())
/// ```
#[must_use]
pub fn registry() -> Registry {
    Registry { table: Table::current() }
}

/// All phases linked into the program when it was asked for; see [`registry`].
///
/// # Examples
///
/// ```standalone_crate
/// # use phase_core::prelude::*;
/// let phases = registry();
/// println!("{} phases are linked in", phases.iter().len());
/// phases.check()?; // in a test: names in saves are unique
/// # Ok::<(), DuplicateNames>(())
/// ```
#[derive(Clone, Copy)]
pub struct Registry {
    table: &'static Table,
}

impl Registry {
    /// The phases of all worlds.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static PhaseEntry> + '_ {
        self.table.entries.iter().copied()
    }

    /// The phases of the world `W`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// let names: Vec<_> = registry().of::<Duel>().iter().map(PhaseEntry::name).collect();
    /// assert_eq!(names, ["DrawPhase", "EndTurnPhase", "PlayPhase"]);
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn of<W: 'static>(&self) -> WorldRegistry<W> {
        WorldRegistry { table: self.table.of_world(TypeId::of::<W>()), world: PhantomData }
    }

    /// Whether nothing is linked in, as where start-up code does not run.
    pub(crate) fn is_empty(self) -> bool {
        self.table.entries.is_empty()
    }

    /// Checks that no two phases of one world have one name.
    ///
    /// # Errors
    ///
    /// [`DuplicateNames`], with all such names and the places of both phases.
    pub fn check(&self) -> Result<(), DuplicateNames> {
        duplicates::check(self.table.worlds())
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("entries", &self.table.entries).finish()
    }
}

/// The phases of one world; see [`Registry::of`].
///
/// # Examples
///
/// A console that offers the phases of its game:
///
/// ```
#[doc = include_str!("../scaffold/duel.txt")]
/// let phases = registry().of::<Duel>();
/// for entry in phases.iter() {
///     println!("{:<16} {}", entry.name(), entry.docs());
/// }
/// assert!(phases.get("DrawPhase").is_some());
/// assert!(phases.get("DragPhase").is_none());
/// ```
///
/// The game around it: [a duel](crate::guide::games#a-duel).
pub struct WorldRegistry<W> {
    table: &'static WorldTable,
    world: PhantomData<fn() -> W>,
}

impl<W: 'static> WorldRegistry<W> {
    /// The phases of the world, by name.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static PhaseEntry> + '_ {
        self.table.entries.iter().copied()
    }

    /// The phase of that name; the first by place if [`check`](Self::check) finds several.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static PhaseEntry> {
        self.table.named(name).iter().find(|named| !named.is_former()).map(|named| named.entry)
    }

    /// The phases that are not declared `save`, for a game's own test that everything can be saved.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/dungeon.txt")]
    /// let forgotten: Vec<_> = registry().of::<Dungeon>().not_savable().collect();
    /// assert_eq!(forgotten[0].name(), "MonsterPhase");
    /// # assert_eq!(forgotten.len(), 1);
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    #[cfg(feature = "serde")]
    pub fn not_savable(&self) -> impl Iterator<Item = &'static PhaseEntry> + '_ {
        self.iter().filter(|entry| !entry.is_savable())
    }

    /// The world as its phases write it, or by its full name if there are none.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// assert_eq!(registry().of::<Duel>().world(), "Duel");
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    #[must_use]
    pub fn world(self) -> &'static str {
        self.iter().map(PhaseEntry::world).min().unwrap_or(type_name::<W>())
    }

    /// The phase of that name, if there are not two.
    pub(crate) fn named(self, name: &str) -> Result<Option<&'static PhaseEntry>, DuplicateNames> {
        let same_name = self.table.named(name);
        let now = same_name.partition_point(|named| !named.is_former());
        duplicates::only(&same_name[..now])
    }

    /// The phase that has that name or had it, if there are not two.
    #[cfg(feature = "serde")]
    pub(crate) fn known_as(self, name: &str) -> Result<Option<&'static PhaseEntry>, DuplicateNames> {
        duplicates::only(self.table.named(name))
    }

    /// The phase that has or had that name, if it is the only one.
    #[cfg(feature = "packed")]
    pub(crate) fn only_one_named(self, name: &[u8]) -> Option<&'static PhaseEntry> {
        self.table.only_one_named(name)
    }

    /// Checks that no two phases of the world have one name.
    ///
    /// # Errors
    ///
    /// [`DuplicateNames`], with all such names and the places of both phases.
    pub fn check(&self) -> Result<(), DuplicateNames> {
        duplicates::check([self.table].into_iter())
    }
}

impl<W> Clone for WorldRegistry<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for WorldRegistry<W> {}

impl<W> fmt::Debug for WorldRegistry<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldRegistry").field("entries", &self.table.entries).finish()
    }
}
