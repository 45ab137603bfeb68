//! Going through all phases of a manager.

use super::PhaseManager;
use crate::kernel::PhaseMut;

impl<W: 'static> PhaseManager<W> {
    /// Hands every phase to `visit`, to be changed: the one that waits, the parked ones, innermost first, and the queued ones in
    /// run order.
    ///
    /// For what a host has to do to all of them, whatever their type: after loading, an engine has given its entities
    /// new numbers, and each phase that holds one has to learn it.
    ///
    /// If `visit` panics, the phases that come after stay as they are. Takes time linear in the number of phases.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// phases.push(LinePhase("Who goes there?"));
    /// phases.push(LinePhase("Friend or foe?"));
    /// phases.run(&mut story)?; // the first one waits
    ///
    /// // The player has changed the language.
    /// let translate = |line| if line == "Who goes there?" { "Wer da?" } else { "Freund oder Feind?" };
    /// phases.for_each_mut(|mut phase| {
    ///     if let Some(LinePhase(line)) = phase.downcast_mut() {
    ///         *line = translate(*line);
    ///     }
    /// });
    /// assert_eq!(phases.current().unwrap().downcast_ref(), Some(&LinePhase("Wer da?")));
    /// assert_eq!(phases.levels().to_string(), r#"0: [LinePhase("Freund oder Feind?")]"#);
    /// # Ok::<(), RunError>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(PhaseMut<'_>)) {
        for resting in self.running.iter_mut().chain(self.parked.iter_mut().rev()) {
            visit(resting.phase.as_mut());
        }
        self.schedule.tree.for_each_mut(|phase| visit(phase.as_mut()));
    }
}
