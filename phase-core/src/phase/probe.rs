//! What the expansion of `#[phase]` finds out about a phase from the traits that it has.

use core::marker::PhantomData;

use super::abilities::Update;
use super::traits::{PhaseInfo, Waits};

/// Finds out whether a concrete phase waits.
///
/// `Probe::<P>::__PHASE_UPDATE` names the inherent constant where `P: Waits`, and otherwise that of [`CannotWait`], which
/// the expansion has in scope; so no argument of the attribute has to say it.
#[derive(Debug)]
pub struct Probe<P>(PhantomData<fn() -> P>);

impl<P: Waits> Probe<P> {
    /// `P::update`.
    pub const __PHASE_UPDATE: Option<Update<P>> = Some(P::update);
}

/// The answer for phases without [`Waits`].
pub trait CannotWait<P: PhaseInfo> {
    /// Nothing.
    const __PHASE_UPDATE: Option<Update<P>> = None;
}

impl<P: PhaseInfo> CannotWait<P> for Probe<P> {}
