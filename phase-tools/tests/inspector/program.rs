//! Games under inspection that behave badly, for checks in a real terminal: the argument says how.

use phase_core::prelude::*;
use phase_tools::Inspector;

#[phase(world = u32, pushes(Self, PanicPhase, LoopPhase, PrintPhase, FloodPhase, ExitPhase), clone)]
#[derive(Debug, Clone)]
struct CountPhase(u32, How);

#[derive(Debug, Clone, Copy)]
enum How {
    Panic,
    Loop,
    Print,
    Grow,
    Never,
    Flood,
    Exit,
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct PanicPhase;

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct LoopPhase;

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct PrintPhase;

impl Phase for CountPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        match (self.0, self.1) {
            (0, How::Panic) => guard.push(PanicPhase),
            (0, How::Loop) => guard.push(LoopPhase),
            (0, How::Print) => guard.push(PrintPhase),
            (0, How::Flood) => guard.push(FloodPhase),
            (0, How::Exit) => guard.push(ExitPhase),
            (_, How::Never) => guard.push(Self(self.0, self.1)),
            (_, How::Grow) => (0..100_000).for_each(|_| guard.push(Self(self.0, self.1))),
            (left, how) => guard.push(Self(left - 1, how)),
        }
        guard.end()
    }
}

impl Phase for PanicPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        panic!("{} was one too many", guard.world);
    }
}

impl Phase for LoopPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        while std::hint::black_box(*guard.world) > 0 {}
        guard.end()
    }
}

/// Prints without an end.
#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct FloodPhase;

impl Phase for FloodPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        while std::hint::black_box(*guard.world) > 0 {
            println!("{}", "and on, ".repeat(1000));
        }
        guard.end()
    }
}

/// Ends the process.
#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct ExitPhase;

impl Phase for ExitPhase {
    fn start(&mut self, _: EndGuard<'_, Self>) -> Flow<Self> {
        eprintln!("there is no save to load");
        std::process::exit(3)
    }
}

impl Phase for PrintPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        println!("printed: {}", guard.world);
        eprintln!("\u{1b}[31mand complained\u{1b}[0m");
        guard.end()
    }
}

/// Asks again and again.
#[phase(world = u32, asks, pushes(Self, PanicPhase), clone)]
#[derive(Debug, Clone)]
struct AskPhase;

impl Asks for AskPhase {
    type Answer = u32;

    fn options(&self, _: Seat, _: &u32) -> Option<Vec<u32>> {
        Some(vec![1, 2])
    }

    fn answer(&mut self, _: Seat, answer: u32, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += answer;
        match *guard.world {
            world if world < 9 => guard.push(Self),
            _ => guard.push(PanicPhase),
        }
        guard.end()
    }
}

/// A main loop of its own, which answers each question with 2.
fn attached(fails: bool) -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut sum) = (PhaseManager::new(), 0);
    phases.push(AskPhase);
    let mut inspector = Inspector::new(PhaseManager::new(), 0).remember(1 << 20).attach()?;
    while inspector.run(&mut phases, &mut sum)? == RunStatus::Asking {
        assert!(!fails, "the loop has had enough");
        phases.answer::<AskPhase>(&mut sum, Seat::Player(0), 2)?;
    }
    println!("the loop ends at {sum}");
    Ok(())
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct SlowPhase;

impl Phase for SlowPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        // The first ones are fast, and have the inspector make many in a row.
        if *guard.world > 100_000 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        *guard.world += 1;
        guard.end()
    }
}

/// A main loop of its own whose phases get slow.
fn attached_slow() -> Result<(), Box<dyn std::error::Error>> {
    let (mut phases, mut count) = (PhaseManager::new(), 0);
    (0..101_000).for_each(|_| phases.push(SlowPhase));
    let mut inspector = Inspector::new(PhaseManager::new(), 0).remember(1 << 20).running().attach()?;
    while inspector.run(&mut phases, &mut count)? != RunStatus::Idle {}
    println!("the loop ends at {count}");
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("attached-slow") {
        return attached_slow();
    }
    if let Some("attached" | "attached-fails") = std::env::args().nth(1).as_deref() {
        return attached(std::env::args().nth(1).as_deref() == Some("attached-fails"));
    }
    let how = match std::env::args().nth(1).as_deref() {
        None => How::Panic,
        Some("loop") => How::Loop,
        Some("print") => How::Print,
        Some("grow") => How::Grow,
        Some("never") => How::Never,
        Some("flood") => How::Flood,
        Some("exit") => How::Exit,
        Some(other) => panic!("nothing is called {other}"),
    };
    let mut phases = PhaseManager::new();
    phases.push(CountPhase(2, how));
    // The lock is held as by a game that prints much.
    let _out = std::io::stdout().lock();
    let (phases, count) = Inspector::new(phases, 0)
        .remember(1 << 20)
        .act("panic, and catch it", |_, _| {
            let caught = std::panic::catch_unwind(|| panic!("caught"));
            drop(caught);
        })
        .run()?;
    println!("left at {count}, with {} phases", phases.len());
    Ok(())
}
