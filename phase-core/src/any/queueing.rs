//! The declared flow at run time, for phases of which the compiler does not know the type.

use core::fmt;

use super::any_phase::AnyPhase;
use super::queueable::enter_any;
use crate::kernel::Schedule;
use crate::phase::{
    CommonOf, DeclaredFlow, Deferrable, DeferredBy, Edges, PhaseInfo, Pushable, PushedBy, Queue, Unshiftable,
    UnshiftedBy,
};

/// A phase was to be queued by one that does not declare it.
///
/// The phase is in the error, so nothing is lost.
///
/// # Examples
///
/// ```
#[doc = include_str!("../scaffold/battle.txt")]
/// # #[phase(world = Battle, unshifts(MovePhase))]
/// # #[derive(Debug)]
/// # struct ScriptPhase;
/// impl Phase for ScriptPhase {
///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
///         let faint = AnyPhase::new(FaintPhase("Bezel"));
///         if let Err(undeclared) = guard.queue.unshift_any(faint) {
///             // `ScriptPhase` does not declare that it unshifts `FaintPhase`; ..
///             guard.world.log.push(undeclared.to_string());
///         }
///         guard.end()
///     }
/// }
/// # let mut battle = Battle::default();
/// # let mut phases = PhaseManager::new();
/// # phases.push(ScriptPhase);
/// # phases.run(&mut battle).unwrap();
/// # let start = "`ScriptPhase` does not declare that it unshifts `FaintPhase`; ";
/// # assert!(battle.log[0].starts_with(start));
/// ```
///
/// The game around it: [a battle](crate::guide::games#a-battle).
pub struct Undeclared<W: 'static> {
    by: &'static str,
    by_leaf: bool,
    how: &'static str,
    phase: AnyPhase<W>,
}

impl<W: 'static> Undeclared<W> {
    /// The phase, back.
    ///
    /// # Examples
    ///
    /// A phase that declares that it pushes the other, and not that it unshifts it:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle, pushes(FaintPhase))]
    /// # #[derive(Debug)]
    /// # struct ScriptPhase;
    /// # impl Phase for ScriptPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         run_script(self, guard).into()
    /// #     }
    /// # }
    /// # fn run_script(
    /// #     _: &mut ScriptPhase,
    /// #     mut guard: EndGuard<'_, ScriptPhase>,
    /// # ) -> Result<Flow<ScriptPhase>, phase_core::BoxError> {
    /// let faint = AnyPhase::new(FaintPhase("Bezel"));
    /// if let Err(undeclared) = guard.queue.unshift_any(faint) {
    ///     guard.queue.push_any(undeclared.into_phase())?;
    /// }
    /// # Ok(guard.end())
    /// # }
    /// # let mut battle = Battle::default();
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ScriptPhase);
    /// # phases.run(&mut battle).unwrap();
    /// # assert_eq!(battle.log, ["Bezel faints"]);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    #[must_use]
    pub fn into_phase(self) -> AnyPhase<W> {
        self.phase
    }
}

impl<W: 'static> fmt::Display for Undeclared<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, by_leaf, how, phase } = self;
        let name = phase.name();
        write!(f, "`{by}` does not declare that it {how} `{name}`; ")?;
        if *by_leaf {
            write!(f, "write `{how}({name})` in the place of `leaf` in the `#[phase(..)]` of `{by}`")
        } else {
            write!(f, "add `{how}({name})` to the `#[phase(..)]` of `{by}`")
        }
    }
}

impl<W: 'static> fmt::Debug for Undeclared<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undeclared")
            .field("by", &self.by)
            .field("by_leaf", &self.by_leaf)
            .field("how", &self.how)
            .field("phase", &self.phase)
            .finish()
    }
}

impl<W: 'static> core::error::Error for Undeclared<W> {}

impl<P: PhaseInfo> Queue<'_, P> {
    /// Pushes a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// [`Undeclared`], with the phase in it. A phase that declares nothing may queue anything.
    ///
    /// # Examples
    ///
    /// A phase that queues whatever a script has built:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # #[phase(world = Battle, pushes(MovePhase))]
    /// # #[derive(Debug)]
    /// # struct ScriptPhase(Option<AnyPhase<Battle>>);
    /// impl Phase for ScriptPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         let Some(built) = self.0.take() else { return guard.end() };
    ///         match guard.queue.push_any(built) {
    ///             Ok(()) => guard.end(),
    ///             Err(undeclared) => guard.fail(undeclared),
    ///         }
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(ScriptPhase(Some(MovePhase("Aspen").into())));
    /// # phases.push(ScriptPhase(Some(FaintPhase("Bezel").into())));
    /// # phases.step(&mut Battle::default()).unwrap();
    /// # assert!(phases.step(&mut Battle::default()).is_err());
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn push_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "pushes", |flow| flow.pushes)?;
        enter_any(self.schedule, phase, Schedule::push);
        Ok(())
    }

    /// Unshifts a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// As for [`push_any`](Self::push_any).
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/duel.txt")]
    /// # #[phase(world = Duel)]
    /// # #[derive(Debug)]
    /// # struct FlipPhase { heads: bool }
    /// impl Phase for FlipPhase {
    ///     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         let next: AnyPhase<Duel> =
    ///             if self.heads { DrawPhase(2).into() } else { EndTurnPhase.into() };
    ///         match guard.queue.unshift_any(next) {
    ///             Ok(()) => guard.end(),
    ///             Err(undeclared) => guard.fail(undeclared),
    ///         }
    ///     }
    /// }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(FlipPhase { heads: false });
    /// # phases.step(&mut Duel::default()).unwrap();
    /// # assert_eq!(phases.levels().to_string(), "1: [EndTurnPhase]");
    /// ```
    ///
    /// The game around it: [a duel](crate::guide::games#a-duel).
    pub fn unshift_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "unshifts", |flow| flow.unshifts)?;
        enter_any(self.schedule, phase, Schedule::unshift);
        Ok(())
    }

    /// Defers a phase of any type, if the running phase declares that it may.
    ///
    /// # Errors
    ///
    /// As for [`push_any`](Self::push_any).
    ///
    /// # Examples
    ///
    /// A helper that lets a mod say what a curse comes to:
    ///
    /// ```
    #[doc = include_str!("../scaffold/battle.txt")]
    /// # use phase_core::BoxError;
    /// # #[phase(world = Battle)]
    /// # #[derive(Debug)]
    /// # struct CursePhase;
    /// type Outcome = AnyPhase<Battle>;
    ///
    /// fn curse(queue: &mut Queue<'_, CursePhase>, outcome: Outcome) -> Result<(), BoxError> {
    ///     queue.defer_any(outcome)?;
    ///     queue.unshift(MessagePhase("A chill runs down your spine."));
    ///     Ok(())
    /// }
    /// # impl Phase for CursePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.attempt(|mut guard| {
    /// #             curse(&mut guard.queue, FaintPhase("Bezel").into())?;
    /// #             Ok(guard.end())
    /// #         })
    /// #     }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(CursePhase);
    /// # phases.step(&mut Battle::default()).unwrap();
    /// # assert_eq!(phases.len(), 2);
    /// ```
    ///
    /// The game around it: [a battle](crate::guide::games#a-battle).
    pub fn defer_any(&mut self, phase: AnyPhase<P::World>) -> Result<(), Undeclared<P::World>> {
        let phase = declared::<P>(phase, "defers", |flow| flow.defers)?;
        enter_any(self.schedule, phase, Schedule::defer);
        Ok(())
    }
}

// What an `AnyPhase` may be queued by is left to the methods above.

#[diagnostic::do_not_recommend]
impl<P, W> UnshiftedBy<P> for AnyPhase<W> {}

#[diagnostic::do_not_recommend]
impl<P, W> DeferredBy<P> for AnyPhase<W> {}

#[diagnostic::do_not_recommend]
impl<P, W> PushedBy<P> for AnyPhase<W> {}

// Impls that never apply, as each asks for itself. With a second candidate beside the impl for phases, the compiler
// complains about the bound, whose words lead to the methods above; with that one alone, about what `AnyPhase` lacks to
// be a phase.

#[diagnostic::do_not_recommend]
impl<V, W> Unshiftable<V> for AnyPhase<W> where Self: Unshiftable<V> {}

#[diagnostic::do_not_recommend]
impl<V, W> Deferrable<V> for AnyPhase<W> where Self: Deferrable<V> {}

#[diagnostic::do_not_recommend]
impl<V, W> Pushable<V> for AnyPhase<W> where Self: Pushable<V> {}

#[diagnostic::do_not_recommend]
impl<V, W> CommonOf<V> for AnyPhase<W> where Self: CommonOf<V> {}

/// The phase, if `P` may queue it.
fn declared<P: PhaseInfo>(
    phase: AnyPhase<P::World>,
    how: &'static str,
    list: impl Fn(DeclaredFlow) -> Edges,
) -> Result<AnyPhase<P::World>, Undeclared<P::World>> {
    let Some(flow) = P::__DESCRIPTION.flow else { return Ok(phase) };
    let child = phase.0.get().as_any().type_id();
    if phase.0.get().is_common() || list(flow).iter().any(|declared| declared.phase()() == child) {
        return Ok(phase);
    }
    let by_leaf = [flow.unshifts, flow.defers, flow.pushes].iter().all(|list| list.is_empty());
    Err(Undeclared { by: P::NAME, by_leaf, how, phase })
}
