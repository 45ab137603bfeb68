//! What is true of packed bytes alone.

mod bytes;
mod changes;
mod deep;
mod streams;

/// Phases that are there to be saved.
macro_rules! only_end {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}
use only_end;
