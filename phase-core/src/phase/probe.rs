//! What the expansion of `#[phase]` finds out about a phase from the traits that it has.

use core::marker::PhantomData;

use super::abilities::{Asking, Update};
use super::asks::Asks;
use super::restores::{Restore, Restores};
use super::traits::{PhaseInfo, Waits};
#[cfg(feature = "serde")]
use crate::kernel::AnyAnswer;
use crate::kernel::{Plain, ReadAnswer, WriteAnswer};

/// Finds out what a concrete phase is able to.
///
/// `Probe::<P>::__PHASE_UPDATE` names the inherent constant where `P: Waits`, and otherwise that of [`CannotWait`], which
/// the expansion has in scope; so no argument of the attribute has to say it. The same for the others.
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

impl<P: Restores> Probe<P> {
    /// `P::on_restore`.
    pub const __PHASE_RESTORE: Option<Restore<P>> = Some(P::on_restore);
}

/// The answer for phases without [`Restores`].
pub trait CannotRestore<P: PhaseInfo> {
    /// Nothing.
    const __PHASE_RESTORE: Option<Restore<P>> = None;
}

impl<P: PhaseInfo> CannotRestore<P> for Probe<P> {}

impl<P: Asks> Probe<P> {
    /// How `P` asks.
    pub const __PHASE_ASKING: Option<Asking<P>> = Some(Asking::new());
}

/// The answer for phases without [`Asks`].
pub trait CannotAsk<P: PhaseInfo> {
    /// Nothing.
    const __PHASE_ASKING: Option<Asking<P>> = None;
}

impl<P: PhaseInfo> CannotAsk<P> for Probe<P> {}

impl<P: Copy> Probe<P> {
    /// That `P` is plain data.
    pub const __PHASE_PLAIN: Option<Plain<P>> = Some(Plain::new());
}

/// The answer for phases that are not `Copy`.
pub trait IsNotPlain<P: PhaseInfo> {
    /// Nothing.
    const __PHASE_PLAIN: Option<Plain<P>> = None;
}

impl<P: PhaseInfo> IsNotPlain<P> for Probe<P> {}

#[cfg(feature = "serde")]
impl<P: Asks<Answer: serde::Serialize>> Probe<P> {
    /// How answers to `P` are written.
    pub const __PHASE_WRITE_ANSWER: Option<WriteAnswer> = Some(|answer| {
        answer.downcast_ref::<P::Answer>().map(|answer| answer as &dyn erased_serde::Serialize)
    });
}

/// The answer for phases whose answers have no `Serialize`.
pub trait CannotWriteAnswer {
    /// Nothing.
    const __PHASE_WRITE_ANSWER: Option<WriteAnswer> = None;
}

impl<P> CannotWriteAnswer for Probe<P> {}

#[cfg(feature = "serde")]
impl<P: Asks<Answer: serde::Deserialize<'static>>> Probe<P> {
    /// How answers to `P` are read.
    pub const __PHASE_READ_ANSWER: Option<ReadAnswer> =
        Some(|deserializer| erased_serde::deserialize::<P::Answer>(deserializer).map(AnyAnswer::new));
}

/// The answer for phases whose answers have no `Deserialize`.
pub trait CannotReadAnswer {
    /// Nothing.
    const __PHASE_READ_ANSWER: Option<ReadAnswer> = None;
}

impl<P> CannotReadAnswer for Probe<P> {}
