//! What the registry is asked again and again, sorted once and kept.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::ptr;

use once_cell::race::OnceBox;

use super::entry::{PhaseEntry, linked_in};

/// All entries that there were at some time.
pub(super) struct Table {
    /// The entry that had come last.
    newest: Option<&'static PhaseEntry>,
    /// By world, then by name, then by place.
    pub(super) entries: Vec<&'static PhaseEntry>,
    /// By the identity of the phase.
    by_phase: Vec<(TypeId, Registered)>,
    /// By the identity of the world.
    by_world: Vec<(TypeId, WorldTable)>,
    /// The table that takes the place of this one, if entries have appeared since.
    next: OnceBox<Table>,
}

/// The entries of one world.
pub(super) struct WorldTable {
    /// By name, then by place.
    pub(super) entries: Vec<&'static PhaseEntry>,
    /// All names of all entries, by name; a phase that has a name comes before one that had it.
    pub(super) names: Vec<Named>,
    /// The names that one phase alone has or had, from the place on that their hash says. Half of the places are empty.
    #[cfg(feature = "packed")]
    by_hash: Vec<Option<(&'static str, &'static PhaseEntry)>>,
}

/// A phase, as it is found by its identity.
struct Registered {
    entry: &'static PhaseEntry,
    /// Whether it is found by its name as well: no other of its world has that name, or had it.
    #[cfg(feature = "packed")]
    has_own_name: bool,
}

/// One name of a phase.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) entry: &'static PhaseEntry,
}

static FIRST: OnceBox<Table> = OnceBox::new();
static NO_PHASES: WorldTable = WorldTable {
    entries: Vec::new(),
    names: Vec::new(),
    #[cfg(feature = "packed")]
    by_hash: Vec::new(),
};

impl Table {
    /// The table of all entries that there are now.
    ///
    /// Entries are only ever added, by the start-up code of a program or of a plug-in, and each stands in front of
    /// those that were there before. So the first one tells whether a table has them all. One that has not is kept,
    /// since somebody may be reading it: there are no more of them than plug-ins.
    pub(super) fn current() -> &'static Self {
        let mut table = FIRST.get_or_init(|| Box::new(Self::new()));
        while !table.is_complete() {
            table = table.next.get_or_init(|| Box::new(Self::new()));
        }
        table
    }

    fn is_complete(&self) -> bool {
        match (linked_in().next(), self.newest) {
            (Some(now), Some(then)) => ptr::eq(now, then),
            (now, then) => now.is_none() && then.is_none(),
        }
    }

    fn new() -> Self {
        let mut entries: Vec<_> = linked_in().collect();
        let newest = entries.first().copied();
        entries.sort_by_key(|entry| (entry.world(), entry.name(), entry.position()));
        let mut worlds: Vec<_> = entries.iter().map(|entry| (entry.world_type(), *entry)).collect();
        worlds.sort_by_key(|(world, entry)| (*world, entry.name(), entry.position()));
        let by_world: Vec<_> = worlds
            .chunk_by(|(a, _), (b, _)| a == b)
            .map(|chunk| (chunk[0].0, WorldTable::new(chunk.iter().map(|(_, entry)| *entry).collect())))
            .collect();
        let mut by_phase: Vec<_> = entries
            .iter()
            .map(|entry| {
                let registered = Registered {
                    entry,
                    #[cfg(feature = "packed")]
                    has_own_name: find(&by_world, entry.world_type())
                        .is_some_and(|world| world.named(entry.name()).len() == 1),
                };
                (entry.phase_type(), registered)
            })
            .collect();
        by_phase.sort_by_key(|(phase, _)| *phase);
        Self { newest, entries, by_phase, by_world, next: OnceBox::new() }
    }

    pub(super) fn of_phase(&self, phase: TypeId) -> Option<&'static PhaseEntry> {
        find(&self.by_phase, phase).map(|registered| registered.entry)
    }

    #[cfg(feature = "packed")]
    pub(super) fn is_found_by_name(&self, phase: TypeId) -> bool {
        find(&self.by_phase, phase).is_some_and(|registered| registered.has_own_name)
    }

    pub(super) fn of_world(&'static self, world: TypeId) -> &'static WorldTable {
        find(&self.by_world, world).unwrap_or(&NO_PHASES)
    }

    /// In the order of [`entries`](Self::entries).
    pub(super) fn worlds(&self) -> impl Iterator<Item = &WorldTable> {
        let mut worlds: Vec<_> = self.by_world.iter().map(|(_, world)| world).collect();
        worlds.sort_by_key(|world| world.entries.first().map(|entry| (entry.world(), entry.position())));
        worlds.into_iter()
    }
}

fn find<T>(sorted: &[(TypeId, T)], id: TypeId) -> Option<&T> {
    let position = sorted.binary_search_by_key(&id, |(id, _)| *id).ok()?;
    sorted.get(position).map(|(_, found)| found)
}

impl WorldTable {
    fn new(entries: Vec<&'static PhaseEntry>) -> Self {
        let mut names: Vec<_> = entries
            .iter()
            .copied()
            .flat_map(|entry| entry.names().map(move |name| Named { name, entry }))
            .collect();
        // It is stable, so phases of one name stay in the order of their places.
        names.sort_by_key(|named| (named.name, named.is_former()));
        #[cfg(feature = "packed")]
        let by_hash = by_hash(&names);
        Self {
            entries,
            names,
            #[cfg(feature = "packed")]
            by_hash,
        }
    }

    /// The phase that has or had that name, if it is the only one: in a few steps, however many there are.
    #[cfg(feature = "packed")]
    pub(super) fn only_one_named(&self, name: &[u8]) -> Option<&'static PhaseEntry> {
        let places = self.by_hash.len();
        let mut place = hash(name);
        loop {
            let (known, entry) = (*self.by_hash.get(place & places.wrapping_sub(1))?)?;
            if known.as_bytes() == name {
                return Some(entry);
            }
            place += 1;
        }
    }

    /// The phases that have or had that name: one at most, if names are unique.
    pub(super) fn named(&self, name: &str) -> &[Named] {
        let from = &self.names[self.names.partition_point(|named| named.name < name)..];
        let end = from.iter().position(|named| named.name != name).unwrap_or(from.len());
        &from[..end]
    }
}

#[cfg(feature = "packed")]
fn by_hash(names: &[Named]) -> Vec<Option<(&'static str, &'static PhaseEntry)>> {
    let places = (2 * names.len()).next_power_of_two();
    let mut by_hash = alloc::vec![None; places];
    for named in names.chunk_by(|a, b| a.name == b.name) {
        if let [Named { name, entry }] = named {
            let from = hash(name.as_bytes());
            let free = (from..from + places).map(|place| place & (places - 1));
            if let Some(place) = free.into_iter().find(|place| by_hash[*place].is_none()) {
                by_hash[place] = Some((*name, *entry));
            }
        }
    }
    by_hash
}

/// A number far from the largest (FNV-1a).
#[cfg(feature = "packed")]
fn hash(name: &[u8]) -> usize {
    let hash =
        name.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (hash >> 8) as usize
}

impl Named {
    /// Whether the phase has another name today.
    pub(crate) fn is_former(&self) -> bool {
        self.entry.name() != self.name
    }
}
