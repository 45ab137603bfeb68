//! What `#[phase]` tells the runtime about a phase's type beyond its name and world.

use core::any::{TypeId, type_name};
use core::fmt;
use core::marker::PhantomData;

use super::asks::Asks;
#[cfg(feature = "packed")]
use super::codec::layout;
#[cfg(feature = "serde")]
use super::codec::{Codec, Saved};
use super::flow::Flow;
use super::guard::EndGuard;
use super::ordered::{self, InGroup, OrderGroup, Ordered};
use super::restores::Restore;
#[cfg(feature = "serde")]
use super::traits::Phase;
use super::traits::PhaseInfo;
use crate::kernel::{Ask, Ordering, Plain};
use crate::kernel::{ReadAnswer, WriteAnswer};

/// `Waits::update` of a phase that has it.
pub type Update<P> = fn(&mut P, EndGuard<'_, P>) -> Flow<P>;

/// The abilities of a phase that its traits alone can't tell generic code.
pub struct Description<P: PhaseInfo> {
    pub(crate) update: Option<Update<P>>,
    pub(crate) restore: Option<Restore<P>>,
    pub(crate) asking: Option<Asking<P>>,
    pub(crate) secret: bool,
    pub(crate) ordering: Option<Ordering<P::World>>,
    pub(crate) flow: Option<DeclaredFlow>,
    pub(crate) common: bool,
    pub(crate) clone: Option<fn(&P) -> P>,
    #[cfg(feature = "pool")]
    pub(crate) plain: Option<Plain<P>>,
    /// Names under which phases of this type were saved in the past.
    pub(crate) aliases: &'static [&'static str],
    #[cfg(feature = "serde")]
    pub(crate) codec: Option<Codec<P>>,
    /// Another number where the data of phases of this type is laid out otherwise.
    #[cfg(feature = "packed")]
    pub(crate) layout: u64,
}

/// How a phase asks whose type is not known.
#[derive(Debug)]
pub struct Asking<P: PhaseInfo> {
    pub(crate) as_ask: fn(&P) -> &dyn Ask<P::World>,
    pub(crate) as_ask_mut: fn(&mut P) -> &mut dyn Ask<P::World>,
    pub(crate) answer: fn() -> &'static str,
    #[cfg(feature = "serde")]
    pub(crate) write: Option<WriteAnswer>,
    #[cfg(feature = "serde")]
    pub(crate) read: Option<ReadAnswer>,
}

impl<P: Asks> Asking<P> {
    pub(crate) const fn new() -> Self {
        Self {
            as_ask: |phase| phase,
            as_ask_mut: |phase| phase,
            answer: type_name::<P::Answer>,
            #[cfg(feature = "serde")]
            write: None,
            #[cfg(feature = "serde")]
            read: None,
        }
    }
}

impl<P: PhaseInfo> Clone for Asking<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PhaseInfo> Copy for Asking<P> {}

/// A phase in one list of a declared flow.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    phase: fn() -> TypeId,
    name: fn() -> &'static str,
    written: &'static str,
}

impl Edge {
    /// The edge to `C`, as the list writes it.
    #[must_use]
    pub const fn to<C: 'static>(written: &'static str) -> Self {
        Self { phase: TypeId::of::<C>, name: type_name::<C>, written }
    }

    pub(crate) const fn phase(self) -> fn() -> TypeId {
        self.phase
    }

    pub(crate) const fn written(self) -> &'static str {
        self.written
    }

    /// Whether the type has parameters, so that it is in no registry. Its full name ends with them, whatever it is called in
    /// the list.
    pub(crate) fn has_parameters(self) -> bool {
        (self.name)().ends_with('>')
    }
}

/// The phases in one list of a declared flow.
pub type Edges = &'static [Edge];

/// What a phase declares to queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeclaredFlow {
    pub(crate) unshifts: Edges,
    pub(crate) defers: Edges,
    pub(crate) pushes: Edges,
}

impl<P: PhaseInfo> Description<P> {
    /// Describes an open phase (one that may queue anything), which waits if `update` is given.
    #[must_use]
    pub const fn new(update: Option<Update<P>>) -> Self {
        Self {
            update,
            restore: None,
            asking: None,
            secret: false,
            ordering: None,
            flow: None,
            common: false,
            clone: None,
            #[cfg(feature = "pool")]
            plain: None,
            aliases: &[],
            #[cfg(feature = "serde")]
            codec: None,
            #[cfg(feature = "packed")]
            layout: 0,
        }
    }

    /// Describes a phase that is handed new tickets, if it is.
    #[must_use]
    pub const fn restored(mut self, restore: Option<Restore<P>>) -> Self {
        self.restore = restore;
        self
    }

    /// Describes a phase that asks, if it does.
    #[must_use]
    pub const fn asking(mut self, asking: Option<Asking<P>>) -> Self {
        self.asking = asking;
        self
    }

    /// Says how answers to the phase are written: not without serde.
    #[cfg(not(feature = "serde"))]
    #[must_use]
    pub const fn answers_written(self, _: Option<WriteAnswer>) -> Self {
        self
    }

    /// Says how answers to the phase are written, if they can be.
    #[cfg(feature = "serde")]
    #[must_use]
    pub const fn answers_written(mut self, write: Option<WriteAnswer>) -> Self {
        if let Some(asking) = &mut self.asking {
            asking.write = write;
        }
        self
    }

    /// Says how answers to the phase are read: not without serde.
    #[cfg(not(feature = "serde"))]
    #[must_use]
    pub const fn answers_read(self, _: Option<ReadAnswer>) -> Self {
        self
    }

    /// Says how answers to the phase are read, if they can be.
    #[cfg(feature = "serde")]
    #[must_use]
    pub const fn answers_read(mut self, read: Option<ReadAnswer>) -> Self {
        if let Some(asking) = &mut self.asking {
            asking.read = read;
        }
        self
    }

    /// Marks the phase as one that is shown by its name alone.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Describes a phase that declares what it queues.
    #[must_use]
    pub const fn closed(mut self, unshifts: Edges, defers: Edges, pushes: Edges) -> Self {
        self.flow = Some(DeclaredFlow { unshifts, defers, pushes });
        self
    }

    /// Marks the phase as one that any phase may queue.
    #[must_use]
    pub const fn common(mut self) -> Self {
        self.common = true;
        self
    }

    /// Describes a phase that can be copied.
    #[must_use]
    pub const fn cloned(mut self) -> Self
    where
        P: Cloned,
    {
        self.clone = Some(P::clone);
        self
    }

    /// Says whether a copy of its bytes is as good as a clone.
    #[cfg_attr(not(feature = "pool"), allow(unused_mut, reason = "it makes no difference to boxes"))]
    #[must_use]
    pub const fn plain(mut self, plain: Option<Plain<P>>) -> Self {
        #[cfg(feature = "pool")]
        {
            self.plain = plain;
        }
        #[cfg(not(feature = "pool"))]
        let _ = plain;
        self
    }

    /// Describes a phase that can be written and read, also under names that it had in the past.
    #[cfg(feature = "serde")]
    #[must_use]
    pub const fn saved(mut self, aliases: &'static [&'static str]) -> Self
    where
        P: Phase + Saved,
    {
        self.codec = Some(Codec::new());
        self.aliases = aliases;
        self
    }

    /// Says how the data of the phase is laid out: what its variants, its fields and their types are, as written.
    #[cfg(feature = "packed")]
    #[must_use]
    pub const fn laid_out(mut self, parts: &'static [&'static str]) -> Self {
        self.layout = layout(parts);
        self
    }

    /// Marks the phase as one that runs by priority.
    #[must_use]
    pub const fn ordered(mut self) -> Self
    where
        P: Ordered,
    {
        self.ordering = Some(Ordering { group: TypeId::of::<P>, best: ordered::best::<P>, key: None });
        self
    }

    /// Marks the phase as one that runs by priority among the phases of a group.
    #[must_use]
    pub const fn ordered_in<G: OrderGroup>(mut self) -> Self
    where
        P: InGroup<G>,
    {
        // `PhantomData`, so that a group that is a phase itself is not the group of the phases of that type alone.
        let (best, key) = (ordered::best_of_group::<P::World, G>, ordered::key_in_group::<P, G>);
        self.ordering = Some(Ordering { group: TypeId::of::<PhantomData<G>>, best, key: Some(key) });
        self
    }
}

impl<P: PhaseInfo> fmt::Debug for Description<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description")
            .field("waits", &self.update.is_some())
            .field("ordered", &self.ordering.is_some())
            .field("open", &self.flow.is_none())
            .field("common", &self.common)
            .field("aliases", &self.aliases)
            .finish_non_exhaustive()
    }
}

/// A phase that can be copied: what `#[phase(clone)]` asks of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared `clone`, but does not implement `Clone`",
    label = "needs `Clone`",
    note = "put `#[derive(Clone)]` on `{Self}`, or take `clone` out of its `#[phase(..)]`"
)]
pub trait Cloned: PhaseInfo + Clone {}

impl<P: PhaseInfo + Clone> Cloned for P {}
