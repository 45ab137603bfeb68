//! The catalogue: one page that holds together, with nothing in it but what is meant to be.

#![cfg_attr(clippy, allow(dead_code, reason = "phases that are drawn and never made"))]

mod docs;
mod links;
mod page;

use phase_core::prelude::*;
use phase_tools::{catalogue, graph};

/// The world of the catalogue.
pub(crate) struct Library;

/// Lends a book; see [`ReturnPhase`], [the loan](crate::LoanPhase) and [`Vec`].
///
/// # Rules
///
/// 1. One book each, `[0, 1]` of them at a time.
/// 2. **No** ~~pens~~ near [the desk](javascript:alert(1)), but [this](https://example.org/?a=1&b="2").
///
/// <script>alert("docs")</script>
///
/// <img src=x onerror=alert(1)> and ![a picture](https://example.org/x.png) & <b>bold</b>
///
/// ```rust
/// let tags = "</code></pre><script>alert(2)</script>";
/// ```
///
/// | a | b |
/// |---|---|
/// | 1 | <i>2</i> |
#[phase(world = Library, unshifts(LoanPhase), defers(ReturnPhase, LoanPhase))]
#[derive(Debug)]
struct LendPhase {
    _reader: Option<Vec<&'static str>>,
}

/// A loan begins.
#[phase(world = Library, leaf)]
#[derive(Debug)]
enum LoanPhase {
    #[expect(dead_code, reason = "only its fields matter")]
    Short { days: u8 },
    #[expect(dead_code, reason = "only its fields matter")]
    Long(u16),
}

#[phase(world = Library, name = "Return<\"Book\"> & 'more'", pushes(LendPhase))]
#[derive(Debug)]
struct ReturnPhase;

/// Nobody queues it.
#[phase(world = Library, leaf)]
#[derive(Debug)]
struct LostPhase;

/// May queue what it likes.
#[phase(world = Library, name = "</title><script>alert(3)</script>")]
#[derive(Debug)]
struct InjectedPhase;

#[phase(world = Library, common, leaf)]
#[derive(Debug)]
struct HushPhase;

macro_rules! only_ends {
    ($($phase:ty),*) => {$(
        impl Phase for $phase {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }
    )*};
}
use only_ends;

only_ends!(LendPhase, LoanPhase, ReturnPhase, LostPhase, InjectedPhase, HushPhase);

fn page() -> String {
    catalogue(&graph(registry().of::<Library>()).rooted_at::<LendPhase>())
}

/// The section about one phase.
fn section(id: &str) -> String {
    let page = page();
    let start = page.find(&format!("<article id=\"phase-{id}\"")).expect("the phase has a section");
    let rest = &page[start..];
    rest[..rest.find("</article>").expect("it ends")].to_owned()
}
