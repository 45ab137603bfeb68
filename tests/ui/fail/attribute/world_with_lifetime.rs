use phase_core::prelude::*;

pub struct Ctx<'a> {
    log: &'a mut Vec<String>,
}

#[phase(world = Ctx<'_>)]
#[derive(Debug)]
struct AnonymousPhase;

impl Phase for AnonymousPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.log.push("named".to_owned());
        guard.end()
    }
}

#[phase(world = Option<Ctx<'a>>, unshifts(AnonymousPhase))]
#[derive(Debug)]
struct NamedPhase;

impl Phase for NamedPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(AnonymousPhase);
        guard.end()
    }
}

fn main() {
    let mut log = Vec::new();
    let mut phases = PhaseManager::new();
    phases.push(NamedPhase);
    let _ = phases.run(&mut Some(Ctx { log: &mut log }));
}
