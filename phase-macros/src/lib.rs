//! The [`#[phase]`](macro@phase) attribute of [`phase-core`](https://docs.rs/phase-core), which re-exports it: depend
//! on that crate, not on this one.
//!
//! # How it is built
//!
//! Tokens go through `parse` (what is written), `model` (what it means) and `expand` (the code it becomes). The first
//! two collect every mistake they find and go on; the last can't fail. What a mistake leaves open is filled with what
//! was probably meant, so that the compiler has nothing to add to the report.

#![forbid(unsafe_code)]

mod borrowed;
mod comment;
mod expand;
mod faults;
mod item;
mod key;
mod layout;
mod model;
mod parameters;
mod parse;
mod pieces;
mod section;
mod spelling;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use quote::quote;

use crate::faults::Faults;
use crate::item::Item;
use crate::model::Model;

/// Makes a struct or enum a phase.
///
/// It writes the impl of `PhaseInfo`, so that the type can implement `Phase`; the impls that say what the phase may
/// queue; the phase's entry in the registry; and a section on its page in rustdoc. The type needs `Debug`, has to be
/// `Send + Sync + 'static`, and has no lifetimes.
///
/// # Arguments
///
/// All are optional, in any order, each once.
///
/// | argument | meaning | without it |
/// |---|---|---|
/// | `world = TYPE` | the game state that the phase acts on; as visible as the phase is | `()` |
/// | `name = "..."` | the name in saves, look-ups and tools, unique in its world | the name of the type |
/// | `unshifts(A, B)` | the phases that it may unshift | see below |
/// | `defers(A, B)` | the phases that it may defer | see below |
/// | `pushes(A, B)` | the phases that it may push | see below |
/// | `leaf` | it queues nothing | see below |
/// | `common` | any phase of the world may queue it, through `queue.common()`, without declaring it | only those that declare it |
/// | `ordered` or `ordered(Group)` | it runs by priority, among its type or among all types of an `OrderGroup`; needs `impl Ordered` | it runs in the order queued |
/// | `save` or `save(alias = "Old")` | it can be saved, also from a time when it had another name; needs serde's derives and the feature `serde` or `packed` | it can't |
/// | `clone` | it can be copied by forks; needs `Clone` | it can't |
/// | `asks` | it asks as soon as it starts: its `impl Phase` is written; needs `impl Asks` | `impl Phase` is yours |
/// | `secret` | errors, traces and pages show its name, and not its `Debug` | they show its `Debug` |
/// | `crate = PATH` | where `phase_core` is to be found, if it is renamed or re-exported | `::phase_core` |
///
/// A phase that is declared `save` or `clone` can be suspended only if it is `Restores`, too.
///
/// A phase with any of `unshifts`, `defers`, `pushes` and `leaf` is closed: it may queue what it lists, in the way it
/// lists it, and nothing else. A phase with none of them is open: it may queue any phase of its world. In a list,
/// `Self` is the phase itself.
///
/// # Type parameters
///
/// A phase may have type and const parameters. A type parameter without any bound is `Debug + Send + Sync + 'static`, and with
/// `clone` also `Clone`, as if the type said so. One with bounds is what they say, and `'static`. Impls such as that of `Waits`
/// may ask for that and no more: a bound of their own goes on the type as well. Such a phase stands for any number of types with one name, so that it is in no
/// registry, can't be saved, and is drawn as a leaf where another one lists it, by the name written there.
///
/// ```
/// use phase_core::prelude::*;
/// use std::fmt::Debug;
///
/// pub trait Effect: Debug + Send + Sync + 'static {
///     fn power(&self) -> u32;
/// }
///
/// #[phase(world = u32, leaf)]
/// #[derive(Debug)]
/// pub struct EffectPhase<E: Effect>(E);
///
/// impl<E: Effect> Phase for EffectPhase<E> {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         *guard.world += self.0.power();
///         guard.end()
///     }
/// }
///
/// #[derive(Debug)]
/// struct Fire;
/// impl Effect for Fire {
///     fn power(&self) -> u32 { 7 }
/// }
///
/// let (mut damage, mut phases) = (0, PhaseManager::new());
/// phases.push(EffectPhase(Fire));
/// phases.run(&mut damage)?;
/// assert_eq!(damage, 7);
/// assert_eq!(EffectPhase::<Fire>::NAME, "EffectPhase");
/// # Ok::<(), RunError>(())
/// ```
///
/// A bound that only `impl Waits` has is found when the program is built:
///
/// ```compile_fail
/// # use phase_core::prelude::*;
/// # use std::fmt::{Debug, Display};
/// #[phase]
/// #[derive(Debug)]
/// struct ShowPhase<T>(T); // write `ShowPhase<T: Display>`
///
/// impl<T: Display + Debug + Send + Sync + 'static> Phase for ShowPhase<T> {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.wait()
///     }
/// }
///
/// impl<T: Display + Debug + Send + Sync + 'static> Waits for ShowPhase<T> {
///     fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.end()
///     }
/// }
/// # PhaseManager::new().push(ShowPhase(7));
/// ```
///
/// # What nothing makes
///
/// A phase that nothing makes is reported by `cargo clippy`, as dead code, unless it can be saved, and so be made from
/// data. The compiler by itself reports none: to it the entry in the registry is a use.
///
/// # Examples
///
/// The smallest phase acts on no world and may queue anything:
///
/// ```
/// use phase_core::prelude::*;
///
/// #[phase]
/// #[derive(Debug)]
/// struct FooPhase;
///
/// impl Phase for FooPhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.end()
///     }
/// }
///
/// assert_eq!(FooPhase::NAME, "FooPhase");
/// ```
///
/// A phase with a world that declares what it queues:
///
/// ```
/// use phase_core::prelude::*;
///
/// pub struct Battle {
///     log: Vec<String>,
/// }
///
/// /// A battler uses its move.
/// #[phase(world = Battle, name = "Move", unshifts(DamagePhase))]
/// #[derive(Debug)]
/// pub struct MovePhase {
///     user: usize,
/// }
///
/// impl Phase for MovePhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push(format!("{} uses its move", self.user));
///         guard.unshift(DamagePhase);
///         guard.end()
///     }
/// }
///
/// #[phase(world = Battle, leaf)]
/// #[derive(Debug)]
/// pub struct DamagePhase;
///
/// impl Phase for DamagePhase {
///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
///         guard.world.log.push("it hits".to_owned());
///         guard.end()
///     }
/// }
///
/// let mut battle = Battle { log: Vec::new() };
/// let mut phases = PhaseManager::new();
/// phases.push(MovePhase { user: 1 });
/// phases.run(&mut battle)?;
/// assert_eq!(battle.log, ["1 uses its move", "it hits"]);
///
/// let entry = registry().of::<Battle>().get("Move").unwrap();
/// assert_eq!(entry.docs(), "A battler uses its move.");
/// assert_eq!(entry.unshifts().next().unwrap().name(), "DamagePhase");
/// # Ok::<(), RunError>(())
/// ```
///
/// A crate that re-exports the runtime, or renames it, is named by its path from `::` or `crate`:
///
/// ```
/// mod engine {
///     pub use phase_core as phases;
/// }
///
/// #[engine::phases::phase(crate = crate::engine::phases)]
/// #[derive(Debug)]
/// struct IntroPhase;
/// # fn main() {}
/// ```
#[proc_macro_attribute]
pub fn phase(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expanded(arguments.into(), item.into()).into()
}

fn expanded(arguments: proc_macro2::TokenStream, item: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let mut faults = Faults::default();
    let Item { head, body, definition } = Item::read(item, &mut faults);
    let Some(definition) = definition else {
        // Without a type there is nothing that the arguments could be wrong about.
        let faults = faults.to_compile_errors();
        return quote!(#head #body #faults);
    };
    let arguments = parse::arguments(arguments, &mut faults);
    let model = Model::new(arguments, definition, &mut faults);
    let section = section::section(&model);
    let code = expand::expand(&model);
    let faults = faults.to_compile_errors();
    quote!(#head #section #body #code #faults)
}
