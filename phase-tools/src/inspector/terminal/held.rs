//! A terminal that is held, and is given back whatever happens.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

#[cfg(unix)]
use super::printed::Printed;
use crate::inspector::model::{take_note, told_before};
use ratatui::layout::Size;

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync + 'static>;

/// How long a frame that is being written may take before the terminal is given back all the same.
const PATIENCE: Duration = Duration::from_millis(300);

/// The one who holds the terminal, for signals, which come to the whole process.
static HOLDER: Mutex<Option<Arc<Shared>>> = Mutex::new(None);

thread_local! {
    /// What is dropped where a thread ends the process by `exit`, as far as the system drops what belongs to a thread then.
    static AT_EXIT: AtExit = const { AtExit(Cell::new(None)) };
}

/// Gives back the terminal that a thread has taken, if that thread ends before.
struct AtExit(Cell<Option<ThreadId>>);

impl Drop for AtExit {
    fn drop(&mut self) {
        let holder = holder().clone();
        if let Some(shared) = holder.filter(|shared| Some(shared.driver) == self.0.get()) {
            shared.give_back_at_exit();
        }
    }
}

/// Gives the terminal back when it is dropped, and before a panic is told.
pub(super) struct Held {
    shared: Arc<Shared>,
    hook: Arc<Hook>,
}

/// A terminal as all threads know it that write to it or give it back.
pub(super) struct Shared {
    is_ours: AtomicBool,
    /// Whether the process is about to stop or to end, so that nobody may take the terminal again.
    is_leaving: AtomicBool,
    /// Whether something else has been on the screen.
    pub(super) is_stale: AtomicBool,
    /// Standard output as a file of our own: the program may hold the lock of the other one.
    out: File,
    /// What the program prints meanwhile.
    #[cfg(unix)]
    printed: Printed,
    /// The thread on which the game runs.
    driver: ThreadId,
    writing: Mutex<()>,
}

impl Held {
    pub(super) fn take() -> io::Result<Self> {
        let shared = Arc::new(Shared {
            is_ours: AtomicBool::new(false),
            is_leaving: AtomicBool::new(false),
            is_stale: AtomicBool::new(true),
            out: own_stdout()?,
            #[cfg(unix)]
            printed: Printed::new()?,
            driver: thread::current().id(),
            writing: Mutex::new(()),
        });
        #[cfg(unix)]
        super::signals::watch()?;
        let hook = Arc::new(panic::take_hook());
        let (ours, told) = (Arc::clone(&shared), Arc::clone(&hook));
        panic::set_hook(Box::new(move |panic| {
            // What comes out of the game is shown where it stands.
            if take_note(panic) {
                return;
            }
            // What another thread tells is printed among the panes, like all else.
            if ours.shows_panic_of(thread::current().id()) {
                told(panic);
                return;
            }
            ours.give_back();
            for before in told_before() {
                eprintln!("the game {before}");
            }
            told(panic);
        }));
        *holder() = Some(Arc::clone(&shared));
        AT_EXIT.with(|at_exit| at_exit.0.set(Some(shared.driver)));
        let held = Self { shared, hook };
        held.take_again()?;
        Ok(held)
    }

    /// Takes the terminal again if it was given back for a while.
    pub(super) fn take_again(&self) -> io::Result<()> {
        self.shared.take()
    }

    /// Whether everything has to be drawn anew, since something else has been on the screen.
    pub(super) fn is_stale(&self) -> bool {
        self.shared.is_stale.swap(false, Ordering::SeqCst)
    }

    pub(super) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // What was printed without the end of a line is still here.
        let _ = io::stdout().flush();
        self.shared.give_back();
        *holder() = None;
        if thread::panicking() {
            // The hook can't be put back now, and does no harm: it hands everything on.
            return;
        }
        let hook = Arc::clone(&self.hook);
        panic::set_hook(Box::new(move |panic| hook(panic)));
    }
}

fn holder() -> MutexGuard<'static, Option<Arc<Shared>>> {
    HOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal that is held now.
#[cfg(unix)]
pub(super) fn held() -> Option<Arc<Shared>> {
    holder().clone()
}

impl Shared {
    /// Takes the terminal, unless it is ours.
    pub(super) fn take(&self) -> io::Result<()> {
        let _writing = self.lock();
        if !self.is_leaving.load(Ordering::SeqCst) && !self.is_ours.swap(true, Ordering::SeqCst) {
            enable_raw_mode()?;
            execute!(&self.out, EnterAlternateScreen)?;
            #[cfg(unix)]
            self.printed.begin()?;
            self.is_stale.store(true, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Whether a panic of a thread can be read though the terminal is ours.
    fn shows_panic_of(&self, thread: ThreadId) -> bool {
        #[cfg(unix)]
        let is_printed = self.printed.has_errors() && self.is_ours.load(Ordering::SeqCst);
        #[cfg(not(unix))]
        let is_printed = false;
        is_printed && cfg!(panic = "unwind") && thread != self.driver
    }

    /// The lines that the program has printed since the last call.
    #[cfg(unix)]
    pub(super) fn printed(&self) -> Vec<String> {
        self.printed.lines()
    }

    /// Has what is printed take no more memory than is of use, while nobody takes its lines.
    #[cfg(unix)]
    pub(super) fn cut_printed(&self) {
        self.printed.cut();
    }

    /// Takes the terminal once more, which somebody else has used without being given it.
    #[cfg(unix)]
    pub(super) fn take_anew(&self) -> io::Result<()> {
        if self.is_ours.swap(false, Ordering::SeqCst) {
            disable_raw_mode()?;
            self.take()?;
        }
        Ok(())
    }

    /// Gives the terminal back; whether it was ours.
    pub(super) fn give_back(&self) -> bool {
        let _writing = self.lock();
        let was_ours = self.is_ours.swap(false, Ordering::SeqCst);
        if was_ours {
            #[cfg(unix)]
            self.printed.end();
            // There is nobody to tell if this fails.
            let _ = execute!(&self.out, LeaveAlternateScreen, Show);
            let _ = disable_raw_mode();
        }
        was_ours
    }

    /// Gives the terminal back as the process ends, and tells what was printed last: why it ends may be in it.
    fn give_back_at_exit(&self) {
        if !self.give_back() {
            return;
        }
        #[cfg(unix)]
        for line in self.printed.lines() {
            let _ = writeln!(&self.out, "{line}");
        }
    }

    /// Gives the terminal back as long as something is done in which the process stops.
    #[cfg(unix)]
    pub(super) fn while_given_back(&self, stop: impl FnOnce()) {
        self.is_leaving.store(true, Ordering::SeqCst);
        let was_ours = self.give_back();
        stop();
        self.is_leaving.store(false, Ordering::SeqCst);
        if was_ours {
            // There is nobody to tell if this fails.
            let _ = self.take();
        }
    }

    /// Gives the terminal back before the process ends, without waiting for one that does not take it.
    pub(super) fn give_back_in_time(self: &Arc<Self>) {
        self.is_leaving.store(true, Ordering::SeqCst);
        let (shared, (done, is_done)) = (Arc::clone(self), std::sync::mpsc::channel());
        thread::spawn(move || {
            shared.give_back();
            let _ = done.send(());
        });
        let _ = is_done.recv_timeout(PATIENCE * 2);
    }

    /// How large the terminal is.
    pub(super) fn size(&self) -> io::Result<Size> {
        #[cfg(unix)]
        {
            let size = rustix::termios::tcgetwinsize(&self.out)?;
            Ok(Size::new(size.ws_col, size.ws_row))
        }
        #[cfg(not(unix))]
        {
            let (width, height) = ratatui::crossterm::terminal::size()?;
            Ok(Size::new(width, height))
        }
    }

    /// Writes to the terminal, as long as it is ours.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_ours.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = &self.out;
        out.write_all(bytes)?;
        out.flush()
    }

    /// Writes to the terminal if nobody else does.
    pub(super) fn write_if_free(&self, bytes: &[u8]) {
        if let (Ok(_writing), true) = (self.writing.try_lock(), self.is_ours.load(Ordering::SeqCst)) {
            let mut out = &self.out;
            let _ = out.write_all(bytes).and_then(|()| out.flush());
        }
    }

    /// Waits until nobody writes, for a while: a terminal that does not read keeps its writer for ever.
    fn lock(&self) -> Option<MutexGuard<'_, ()>> {
        let begin = Instant::now();
        loop {
            match self.writing.try_lock() {
                Ok(lock) => return Some(lock),
                Err(TryLockError::Poisoned(lock)) => return Some(lock.into_inner()),
                Err(TryLockError::WouldBlock) if begin.elapsed() > PATIENCE => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

fn own_stdout() -> io::Result<File> {
    #[cfg(unix)]
    let out = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let out = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(out.into())
}
