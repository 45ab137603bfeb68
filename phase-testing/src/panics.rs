//! Panics in the game under test, with their place, and without a word on the terminal.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_CATCHING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What a game has panicked with.
#[derive(Debug)]
pub(crate) struct Panicked {
    pub(crate) message: String,
    /// File, line and column.
    pub(crate) place: Option<String>,
}

/// Calls `call`, and gives what it panics with.
pub(crate) fn catch<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    hear_of_places();
    let before = IS_CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IS_CATCHING.set(before);
    result.map_err(|payload| Panicked { message: text_of(&*payload), place: PLACE.take() })
}

/// Only a hook is told where a panic is. It stays for good, and passes on all panics but those that are caught here.
fn hear_of_places() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_CATCHING.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                hook(info);
            }
        }));
    });
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a value that is no text").to_owned()
}
