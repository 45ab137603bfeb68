use phase_core::prelude::*;

#[phase(clone)]
#[derive(Debug, Clone)]
pub struct ChoicePhase;

impl Phase for ChoicePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        wait_for_ever(guard)
    }
}

fn wait_for_ever<P: Suspends>(guard: EndGuard<'_, P>) -> Flow<P> {
    guard.suspend(|_, ticket| std::mem::forget(ticket))
}
fn main() {}
