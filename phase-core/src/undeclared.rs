//! The declared flow at run time, for phases of which the compiler does not know the type.

use core::fmt;

use crate::description::{DeclaredFlow, Edges};
use crate::erased::AnyPhase;
use crate::phase::PhaseInfo;

/// A phase was to be queued by one that does not declare it.
///
/// The phase is in the error, so nothing is lost.
pub struct Undeclared<W: 'static> {
    by: &'static str,
    how: &'static str,
    phase: AnyPhase<W>,
}

impl<W: 'static> Undeclared<W> {
    /// The phase, back.
    #[must_use]
    pub fn into_phase(self) -> AnyPhase<W> {
        self.phase
    }
}

impl<W: 'static> fmt::Display for Undeclared<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, how, phase } = self;
        let name = phase.name();
        write!(
            f,
            "`{by}` does not declare that it {how} `{name}`; add `{how}({name})` to the `#[phase(..)]` of `{by}`"
        )
    }
}

impl<W: 'static> fmt::Debug for Undeclared<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undeclared")
            .field("by", &self.by)
            .field("how", &self.how)
            .field("phase", &self.phase)
            .finish()
    }
}

impl<W: 'static> core::error::Error for Undeclared<W> {}

/// The phase, if `P` may queue it.
pub(crate) fn declared<P: PhaseInfo>(
    phase: AnyPhase<P::World>,
    how: &'static str,
    list: impl Fn(DeclaredFlow) -> Edges,
) -> Result<AnyPhase<P::World>, Undeclared<P::World>> {
    let Some(flow) = P::__DESCRIPTION.flow else { return Ok(phase) };
    let child = phase.0.as_any().type_id();
    if phase.0.is_common() || list(flow).iter().any(|declared| declared() == child) {
        return Ok(phase);
    }
    Err(Undeclared { by: P::NAME, how, phase })
}
