use phase_core::prelude::*;
use serde::{Deserialize, Serialize};

#[phase(save)]
#[derive(Debug, Serialize, Deserialize)]
pub struct HitPhase<T>(T);

impl<T: std::fmt::Debug + Send + Sync + 'static> Phase for HitPhase<T> {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() {}
