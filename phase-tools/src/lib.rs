//! Pictures, checks, pages, traces and recordings of the phases of a game, for those who write it. What a game ships with is
//! [`phase_core`] alone; this crate shows what that knows.
//!
//! # A first picture
//!
//! Each phase declares what it queues, and the compiler holds it to that, so a picture of the declared flow is true.
//! [`graph()`] draws it up for one world, and names what is wrong with it:
//!
//! ```
//! use phase_core::prelude::*;
//! use phase_tools::graph;
//!
//! pub struct Battle;
//!
//! /// A battler uses its move.
//! #[phase(world = Battle, unshifts(MoveEffectPhase), defers(FaintPhase))]
//! #[derive(Debug)]
//! pub struct MovePhase;
//!
//! /// A move shows its effect.
//! #[phase(world = Battle, leaf)]
//! #[derive(Debug)]
//! pub struct MoveEffectPhase;
//!
//! /// A creature leaves the field.
//! #[phase(world = Battle, leaf)]
//! #[derive(Debug)]
//! pub struct FaintPhase;
//! # impl Phase for MovePhase {
//! #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
//! # }
//! # impl Phase for MoveEffectPhase {
//! #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
//! # }
//! # impl Phase for FaintPhase {
//! #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
//! # }
//!
//! let flow = graph(registry().of::<Battle>()).rooted_at::<MovePhase>();
//! assert_eq!(flow.check(), []); // nothing is wrong with it
//! assert_eq!(
//!     flow.to_mermaid(),
//!     r#"flowchart LR
//!     MovePhase(["MovePhase"])
//!     MoveEffectPhase["MoveEffectPhase"]
//!     FaintPhase["FaintPhase"]
//!     MovePhase --> MoveEffectPhase
//!     MovePhase -. defers .-> FaintPhase
//!     linkStyle 1 stroke-dasharray:8 4
//! "#
//! );
//! ```
//!
//! # Why did this run?
//!
//! A [`Trace`] keeps what happens in a game: print it to see what ran, or ask it why a phase did:
//!
//! ```
//! use phase_core::prelude::*;
//! use phase_tools::Trace;
//!
//! #[phase(unshifts(MovePhase))]
//! #[derive(Debug)]
//! pub struct TurnPhase(u32);
//!
//! impl Phase for TurnPhase {
//!     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
//!         guard.unshift(MovePhase("Cut"));
//!         guard.end()
//!     }
//! }
//!
//! #[phase(defers(FaintPhase))]
//! #[derive(Debug)]
//! pub struct MovePhase(&'static str);
//!
//! impl Phase for MovePhase {
//!     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
//!         guard.defer(FaintPhase);
//!         guard.end()
//!     }
//! }
//!
//! #[phase(leaf)]
//! #[derive(Debug)]
//! pub struct FaintPhase;
//! # impl Phase for FaintPhase {
//! #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
//! # }
//!
//! let (trace, mut phases) = (Trace::new(), PhaseManager::new());
//! trace.attach(&mut phases);
//! phases.push(TurnPhase(1));
//! phases.run(&mut ())?;
//! assert_eq!(
//!     trace.to_string(),
//!     r#"1. TurnPhase(1): pushed by the host, ended
//!   2. MovePhase("Cut"): unshifted by 1, ended
//!     3. FaintPhase: deferred by 2, ended
//! "#
//! );
//! let why = trace.last::<FaintPhase>().and_then(|faint| trace.why(faint)).unwrap();
//! assert_eq!(
//!     why.to_string(),
//!     r#"FaintPhase, deferred by
//! MovePhase("Cut"), unshifted by
//! TurnPhase(1), pushed by the host
//! "#
//! );
//! # Ok::<(), RunError>(())
//! ```
//!
//! The same trace can be looked at: `to_html` makes a page of it (feature `timeline`), and
//! [`to_chrome_json`](Trace::to_chrome_json) a file for Perfetto. `spans` (feature `tracing`) tells those who have subscribers of the
//! crate `tracing` while the game runs.
//!
//! # What there is
//!
//! | call | what it gives |
//! |---|---|
//! | [`Graph::check`] | phases that nothing queues, cycles that nest without end, names that stand twice, and more: a test for each game |
//! | [`Graph`]'s `Display` | the flow as text, phase by phase |
//! | [`Graph::to_mermaid`] | a flowchart for Markdown, as GitHub shows it |
//! | [`Graph::to_dot`] | the source of a picture for Graphviz |
//! | [`Graph::to_svg`] | a picture, made without any other program |
//! | `catalogue`, `write_catalogue` | all phases of a world on one HTML page, with the picture, their docs and a search |
//! | [`Graph::observe`] | how often each declared edge was taken in a game, in all of these |
//! | [`Trace`]'s `Display` | what ran, as a tree: the same text on each run, for tests that compare it |
//! | [`Trace::why`] | the chain of phases that led to one |
//! | `Trace::to_html` | the trace as a page to look at: bars for what ran and waited, folding, filters, and why |
//! | [`Trace::to_chrome_json`] | the trace as a file for `chrome://tracing` and Perfetto |
//! | `spans` | a span of the crate `tracing` for each phase that runs |
//! | `Inspector` | a game under inspection in a terminal, forwards and backwards, with breakpoints and answers |
//! | [`Trace::bounded`] | what has happened lately, in so many bytes |
//! | `Recorder` | a game that is recorded: all that the host does, and what comes of it, as text |
//! | `Recording::replay` | the recording played again, in a game that may have changed, up to the first difference |
//! | `Recording::resume_at` | the game as it stood before a step, to go on in another way |
//! | `Recording::hidden_chance` | where two runs of one game differ |
//!
//! [`Graph::nodes`] and [`Graph::edges`] are there for pictures and checks of your own.
//!
//! # Where it goes
//!
//! A game needs this crate for its tests, and perhaps for an example that writes the catalogue, so it goes under
//! `[dev-dependencies]`; a game whose reports are to tell what has happened ships with a [`Trace`] or a `Recorder` as well. Graphs and the
//! catalogue read the [`registry`](phase_core::registry), which holds the phases that are linked into the program: call
//! them where the crate with the phases is used.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `catalogue` | `catalogue` and `write_catalogue`; brings a parser for Markdown |
//! | `inspector` | `Inspector`; brings `ratatui` with `crossterm`, and needs Rust 1.88 |
//! | `record` | the module `record`, with `Recorder` and `Recording`; brings serde and JSON |
//! | `timeline` | `Trace::to_html` |
//! | `tracing` | `spans`; brings the crate `tracing` |
//!
//! Of the features of `phase-core`, `causes` is switched on, and `serde` by `record`; the others are left as the game has them.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "catalogue")]
mod catalogue;
mod escape;
mod graph;
#[cfg(feature = "inspector")]
mod inspector;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "tracing")]
mod spans;
mod trace;

#[cfg(feature = "catalogue")]
pub use catalogue::{catalogue, write_catalogue};
pub use graph::{EdgeKind, Finding, Graph, GraphEdge, GraphNode, graph};
#[cfg(feature = "inspector")]
pub use inspector::{Inspector, Screen};
#[cfg(feature = "record")]
pub use record::{Divergence, Recorder, Recording, Replayed};
#[cfg(feature = "tracing")]
pub use spans::spans;
pub use trace::{Trace, TraceEvent, TraceKind, Why};

/// Has the README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
