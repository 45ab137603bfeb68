//! Look-ups by name, which a typo must not turn into a silent 'no'.

use crate::agenda::Agenda;
use crate::erased::{AnyPhase, PhaseRef};
use crate::registry::{NameError, PhaseEntry, registry};

impl<W: 'static> Agenda<W> {
    pub(crate) fn find_named(&self, name: &str) -> Result<Option<PhaseRef<'_>>, NameError> {
        let phases = registry().of::<W>();
        let is_known = phases.named(name).map_err(NameError::Duplicate)?.is_some();
        let found = self.tree.in_run_order().find(|phase| phase.name() == name);
        if found.is_none() && !is_known {
            return Err(NameError::unknown(name, phases, phases.iter().map(PhaseEntry::name)));
        }
        Ok(found.map(AnyPhase::as_ref))
    }

    pub(crate) fn remove_named(&mut self, name: &str) -> Result<Option<AnyPhase<W>>, NameError> {
        if self.find_named(name)?.is_none() {
            return Ok(None);
        }
        Ok(self.tree.remove_first(|phase| phase.name() == name))
    }
}
