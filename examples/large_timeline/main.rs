//! Plays a game of 100,000 events, in which everything happens that a timeline shows, and writes its page to a file.
//!
//! ```sh
//! cargo run --example large_timeline -- target/timeline/large.html
//! ```

use std::path::PathBuf;

use phase_core::prelude::*;
use phase_tools::Trace;

/// A turn: each creature moves.
#[phase(unshifts(MovePhase), pushes(SummaryPhase))]
#[derive(Debug)]
pub struct TurnPhase {
    number: u32,
}

impl Phase for TurnPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for slot in 0..4 {
            guard.unshift(MovePhase { slot, luck: self.number * 4 + slot });
        }
        guard.push(SummaryPhase);
        guard.end()
    }
}

/// A creature moves.
#[phase(unshifts(HitPhase, AnimationPhase, OddPhase), defers(FaintPhase))]
#[derive(Debug)]
pub struct MovePhase {
    slot: u32,
    luck: u32,
}

impl Phase for MovePhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(AnimationPhase { frames: (self.luck + self.slot) % 5 });
        for _ in 0..=self.luck % 2 {
            guard.unshift(HitPhase(self.luck % 17));
        }
        if self.luck % 50 == 0 {
            guard.unshift(OddPhase(
                "</script><script>document.title = 'broken'</script><!-- & \u{2028} \"'\\ <b>",
            ));
        }
        if self.luck % 7 == 0 {
            guard.defer(FaintPhase);
        }
        guard.end()
    }
}

/// Waits for some frames.
#[phase(leaf)]
#[derive(Debug)]
pub struct AnimationPhase {
    frames: u32,
}

impl Phase for AnimationPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.frames == 0 { guard.end() } else { guard.wait() }
    }
}

impl Waits for AnimationPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        self.frames -= 1;
        if self.frames == 0 { guard.end() } else { guard.wait() }
    }
}

/// A hit.
#[phase(leaf)]
#[derive(Debug)]
pub struct HitPhase(pub u32);

impl Phase for HitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        if self.0 == 16 { guard.fail("the target is <gone>") } else { guard.end() }
    }
}

/// A text that a page has to be careful with.
#[phase(leaf)]
#[derive(Debug)]
pub struct OddPhase(pub &'static str);

impl Phase for OddPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

/// A creature leaves the field, and there is no summary of that turn.
#[phase(leaf)]
#[derive(Debug)]
pub struct FaintPhase;

impl Phase for FaintPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.queue.retain(|phase| phase.name() != "SummaryPhase");
        guard.end()
    }
}

/// What has happened.
#[phase(leaf)]
#[derive(Debug)]
pub struct SummaryPhase;

impl Phase for SummaryPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn main() -> std::io::Result<()> {
    let path = PathBuf::from(std::env::args_os().nth(1).unwrap_or("target/timeline/large.html".into()));
    let (trace, mut phases) = (Trace::new(), PhaseManager::new());
    trace.attach(&mut phases);
    for number in 1.. {
        if trace.events().len() >= 100_000 {
            break;
        }
        for number in number * 50..number * 50 + 50 {
            phases.push(TurnPhase { number });
            // A failure costs the phase; the others go on.
            while !matches!(phases.run(&mut ()), Ok(RunStatus::Idle)) {}
        }
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&path, trace.to_html())?;
    println!("{}: {} events", path.display(), trace.events().len());
    Ok(())
}
