//! Panics in the game under test, with their place.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<Catching> = const { Cell::new(Catching::Nothing) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether panics are caught here, and whether the terminal hears of those.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Catching {
    Nothing,
    Silently,
    Aloud,
}

/// What a game has panicked with.
#[derive(Debug)]
pub(crate) struct Panicked {
    pub(crate) message: String,
    /// File, line and column.
    pub(crate) place: Option<String>,
}

/// Calls `call`, and gives what it panics with, without a word on the terminal.
pub(crate) fn catch<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_as(Catching::Silently, call)
}

/// Calls `call`, and gives what it panics with. That is told as ever, with a backtrace if there is to be one.
pub(crate) fn catch_aloud<T>(call: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_as(Catching::Aloud, call)
}

fn catch_as<T>(catching: Catching, call: impl FnOnce() -> T) -> Result<T, Panicked> {
    hear_of_places();
    let before = CATCHING.replace(catching);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    CATCHING.set(before);
    result.map_err(|payload| Panicked { message: text_of(&*payload), place: PLACE.take() })
}

/// Only a hook is told where a panic is. It stays for good, and passes on all panics but those that are caught here.
fn hear_of_places() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let catching = CATCHING.get();
            if catching != Catching::Nothing {
                PLACE.set(info.location().map(ToString::to_string));
            }
            if catching != Catching::Silently {
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
