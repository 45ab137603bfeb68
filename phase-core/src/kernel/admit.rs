//! How a phase of a type that is known comes to a door.

use core::any::Any;

#[cfg(feature = "causes")]
use super::lineage::Kind;
#[cfg(feature = "packed")]
use super::packing::Packing;
#[cfg(feature = "pool")]
use super::plain::Plain;

/// What a type has to tell before a phase of it comes in.
pub(crate) trait Admit: Any + Sized {
    /// Whether its phases run by priority.
    const IS_ORDERED: bool;
    /// How a phase is copied, if it can be.
    #[cfg(feature = "pool")]
    const CLONE: Option<fn(&Self) -> Self>;
    /// Whether a copy of its bytes is as good.
    #[cfg(feature = "pool")]
    const PLAIN: Option<Plain<Self>>;
    /// The type, as causes tell it.
    #[cfg(feature = "causes")]
    const KIND: &'static Kind;
    /// What packed bytes tell of the type, if its phases can be saved.
    #[cfg(feature = "packed")]
    const PACKING: Option<&'static Packing>;
}

/// Stores a phase that is about to come in: `stored!(schedule, phase: Phase)`.
///
/// A macro and not a function, because the compiler follows the phases that queue each other from one to the next, and
/// every function in between makes that way longer, up to where a large game meets the recursion limit.
macro_rules! stored {
    ($schedule:ident, $phase:ident: $Phase:ident) => {{
        if const { <$Phase as $crate::kernel::Admit>::IS_ORDERED } {
            $schedule.pending.insert($crate::kernel::Pending::ORDER);
        }
        #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
        let mut phase = $crate::kernel::Stored::new($phase, &mut $schedule.spare);
        #[cfg(feature = "causes")]
        phase.set_id($schedule.next_id());
        $crate::kernel::SameWorld::same(phase)
    }};
}
pub(crate) use stored;

/// Has a phase come in by a door of a [`Schedule`](super::Schedule): `enter!(schedule, push, phase: Phase)`.
macro_rules! enter {
    ($schedule:expr, $door:ident, $phase:ident: $Phase:ident) => {{
        let schedule = &mut *$schedule;
        let phase = $crate::kernel::stored!(schedule, $phase: $Phase);
        schedule.$door(phase);
    }};
}
pub(crate) use enter;
