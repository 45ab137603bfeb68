//! What JavaScript calls. `web/game.js` is the other side of it.
//!
//! All data goes through one buffer: JavaScript asks for its place by [`text_at`], writes there what it has to say as UTF-8, and
//! calls; what comes back stands in the same buffer. A call gives the length of that, or, if it is what went wrong, -1 less
//! the length.
//!
//! Nothing here is `unsafe` but the attribute `no_mangle`, which names a function for the linker. What has to be true for it is that no
//! other function has the name. JavaScript writes into the memory of the module, but can't do so while Rust runs, since the
//! module calls nothing of it; and of what it writes into the buffer all that Rust takes for granted is that it is bytes. Were it
//! to write elsewhere, it would break its own game and nothing else: the memory of a module is all that the module can reach.

use std::cell::RefCell;
use std::panic;

use serde::Serialize;

use crate::session::{Beginning, Session};

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

type Said = Result<String, String>;

/// Makes the buffer so long, and gives the place of its first byte.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn text_at(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// To be called first: lets [`last_words`] know of a panic.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn set_up() {
    panic::set_hook(Box::new(|info| {
        LAST_WORDS.with(|words| {
            if let Ok(mut words) = words.try_borrow_mut() {
                *words = info.to_string();
            }
        });
    }));
}

/// What a panic has said. After one, this is the only function that may be called: the others may find a battle that
/// has been left half way.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn last_words() -> isize {
    say(Ok(LAST_WORDS.take()))
}

/// Begins the battle of the text, a [`Beginning`] as JSON, and gives the view of it.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn begin() -> isize {
    say(heard().and_then(|text| {
        let beginning: Beginning = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        take_up(Session::begin(beginning)?)
    }))
}

/// Goes on with the save of the text, and gives the view of it. If it is no save, the battle that there was goes on.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn load(playouts: u32) -> isize {
    say(heard().and_then(|text| take_up(Session::load(&text, u64::from(playouts))?)))
}

/// Does what the line in the text says, and gives the view of what comes of it.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn type_line() -> isize {
    say(heard().and_then(|line| {
        with_session(|session| {
            session.type_line(&line)?;
            seen(session)
        })
    }))
}

/// Gives the view as it stands.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn view() -> isize {
    say(with_session(|session| seen(session)))
}

/// Gives the save of the battle as it stands.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn save() -> isize {
    say(with_session(|session| session.save()))
}

/// Gives what a terminal would show.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn transcript() -> isize {
    say(with_session(|session| Ok(session.transcript())))
}

/// Gives what has happened as a page.
#[cfg(feature = "timeline")]
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn timeline() -> isize {
    say(with_session(|session| Ok(session.timeline())))
}

/// What JavaScript has said.
fn heard() -> Said {
    String::from_utf8(TEXT.take()).map_err(|_| "this is no text in UTF-8".to_owned())
}

fn say(said: Said) -> isize {
    let (text, is_well) = match said {
        Ok(text) => (text, true),
        Err(text) => (text, false),
    };
    // No text is longer than half of the memory.
    let length = isize::try_from(text.len()).unwrap_or(isize::MAX);
    TEXT.set(text.into_bytes());
    if is_well { length } else { -1 - length }
}

fn take_up(session: Session) -> Said {
    let seen = seen(&session);
    SESSION.set(Some(session));
    seen
}

fn with_session(act: impl FnOnce(&mut Session) -> Said) -> Said {
    SESSION.with_borrow_mut(|session| match session {
        Some(session) => act(session),
        None => Err("there is no battle yet".to_owned()),
    })
}

fn seen(session: &Session) -> Said {
    json(&session.view())
}

fn json(value: &impl Serialize) -> Said {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
