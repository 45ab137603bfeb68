use phase_core::prelude::*;

#[phase(clone)]
#[derive(Debug, Clone)]
pub struct ChoicePhase;

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

impl Suspends for ChoicePhase {}
fn main() {}
