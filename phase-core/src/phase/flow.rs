//! The flow, which a phase gets for its end-guard, and returns.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

#[allow(unused_imports, reason = "for links in the documentation")]
use super::guard::EndGuard;
use super::traits::PhaseInfo;
use crate::kernel::{BoxError, Decision};

/// What becomes of the running phase: the end, a wait, a question, or a failure.
///
/// One that ends or waits is had from the [`EndGuard`] only; to fail, an error is enough. A `Result` of a flow and an error converts into one, so a helper with `?`
/// can be used as `self.try_start(guard).into()`.
///
/// # Examples
///
/// A phase whose work is in a helper of its own, in which `?` works:
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # use phase_core::BoxError;
/// # #[phase(world = Battle)]
/// # #[derive(Debug)]
/// # struct LoadPhase(&'static str);
/// impl LoadPhase {
///     fn load(&self, guard: EndGuard<'_, Self>) -> Result<Flow<Self>, BoxError> {
///         let power: u32 = self.0.parse()?;
///         guard.world.log.push(format!("power {power}"));
///         Ok(guard.end())
///     }
/// }
///
/// impl Phase for LoadPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         self.load(guard).into()
///     }
/// }
/// # let mut phases = PhaseManager::new();
/// # phases.push(LoadPhase("90"));
/// # phases.push(LoadPhase("ninety"));
/// # let mut battle = Battle::default();
/// # assert!(phases.run(&mut battle).is_err());
/// # assert_eq!(battle.log, ["power 90"]);
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
#[must_use = "return the flow from the phase: without it the phase has not ended"]
pub struct Flow<P: PhaseInfo> {
    pub(crate) decision: Decision,
    phase: PhantomData<fn() -> P>,
}

impl<P: PhaseInfo> Flow<P> {
    pub(super) fn new(decision: Decision) -> Self {
        Self { decision, phase: PhantomData }
    }
}

impl<P: PhaseInfo, E: Into<BoxError>> From<Result<Flow<P>, E>> for Flow<P> {
    fn from(result: Result<Self, E>) -> Self {
        result.unwrap_or_else(|error| Self::new(Decision::Fail(Box::new(error.into()))))
    }
}

impl<P: PhaseInfo> fmt::Debug for Flow<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Flow").field("phase", &P::NAME).field("decision", &self.decision).finish()
    }
}
