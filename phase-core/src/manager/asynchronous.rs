//! Running from an async host.

use core::future::{Future, poll_fn};
use core::task::{Context, Poll};

use super::PhaseManager;
use super::drive::RunStatus;
use super::running::{Rest, Running};
use crate::kernel::Fate;
use crate::kernel::RunError;

impl<W: 'static> PhaseManager<W> {
    /// Runs until nothing can proceed without the host, and sleeps while a suspended phase's ticket is out.
    ///
    /// The future completes when the manager is idle, halted, asks, or waits to be updated. Ending or dropping the ticket
    /// wakes it, and so does what comes in an [`inbox`](Self::inbox); it never polls in between. A suspended phase that is
    /// [`Waits`](crate::Waits) is updated whenever the future is polled; so for a deadline have it polled then, beside a
    /// timer of your runtime. It needs no particular runtime. Dropping it half way loses nothing: the
    /// next `run` or `run_async` goes on. The start limit counts anew each time that the future is woken.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # #[phase]
    /// # #[derive(Debug)]
    /// # struct DownloadPhase;
    /// impl Phase for DownloadPhase {
    ///     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
    ///         guard.suspend(|_, ticket| {
    ///             std::thread::spawn(move || ticket.end());
    ///         })
    ///     }
    /// }
    ///
    /// let mut phases = PhaseManager::new();
    /// phases.push(DownloadPhase);
    /// let status = pollster::block_on(phases.run_async(&mut ()))?;
    /// assert_eq!(status, RunStatus::Idle);
    /// # Ok::<(), RunError>(())
    /// ```
    pub fn run_async<'a>(
        &'a mut self,
        world: &'a mut W,
    ) -> impl Future<Output = Result<RunStatus, RunError>> + use<'a, W> {
        poll_fn(move |context| self.poll_run(world, context))
    }

    /// One poll of [`run_async`](Self::run_async): for hosts that write their own futures.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    ///
    /// # Examples
    ///
    /// Here the task is one that does nothing when woken, as in a test:
    ///
    /// ```
    #[doc = include_str!("../scaffold/story.txt")]
    /// use std::task::{Context, Waker};
    ///
    /// # let mut story = Story::default();
    /// # let mut phases = PhaseManager::new();
    /// let mut context = Context::from_waker(Waker::noop());
    /// phases.push(ChoicePhase);
    /// assert!(phases.poll_run(&mut story, &mut context).is_pending());
    ///
    /// story.choice.take().unwrap().end()?; // wakes the task
    /// assert!(phases.poll_run(&mut story, &mut context).is_ready());
    /// # Ok::<(), StaleTicket>(())
    /// ```
    ///
    /// The game around it: [a story](crate::guide::games#a-story).
    pub fn poll_run(
        &mut self,
        world: &mut W,
        context: &mut Context<'_>,
    ) -> Poll<Result<RunStatus, RunError>> {
        loop {
            let status = self.run(world);
            let (Ok(RunStatus::Waiting), Some(Running { rest: Rest::Suspended(keeper), .. })) =
                (&status, &self.running)
            else {
                return Poll::Ready(status);
            };
            keeper.wake(context.waker());
            self.wake_on_letters(context.waker());
            if keeper.fate() == Fate::Live && !self.has_letters() {
                return Poll::Pending;
            }
        }
    }
}
