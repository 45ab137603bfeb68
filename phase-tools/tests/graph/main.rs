//! The graph of a world's declared flow: what it holds, how it is drawn, and what it finds to be wrong.

#![cfg_attr(clippy, allow(dead_code, reason = "phases that are drawn and never made"))]

mod asking;
mod checking;
mod escaping;
mod faults;
mod geometry;
mod golden;
mod hundred;
mod observed;
mod parameters;
mod parts;
mod quay;

/// Phases that only end.
macro_rules! only_ends {
    ($($phase:ty),* $(,)?) => {$(
        impl phase_core::Phase for $phase {
            fn start(&mut self, guard: phase_core::EndGuard<'_, Self>) -> phase_core::Flow<Self> {
                guard.end()
            }
        }
    )*};
}
use only_ends;
