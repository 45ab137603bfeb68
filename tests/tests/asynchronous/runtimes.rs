//! One game, told alike wherever it runs, and wherever its tickets go.

use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use phase_core::prelude::*;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{LocalSet, spawn_blocking, yield_now};

use crate::errand::{Log, errand, just, manager, told};
use crate::ringing::watched;

type Work = Box<dyn FnOnce() + Send>;
/// Has something done elsewhere, or later, or both.
type Later = Arc<dyn Fn(Work) + Send + Sync>;

/// Tickets that are ended and dropped elsewhere, and waits within waits.
async fn game(later: Later) -> String {
    let ends = |name| {
        let later = Arc::clone(&later);
        errand(name, move |ticket| later(Box::new(move || ticket.end().expect("it is live"))))
    };
    let abandons = |name| {
        let later = Arc::clone(&later);
        errand(name, move |ticket| later(Box::new(move || drop(ticket))))
    };
    let grandchildren = [ends("E"), just("F"), abandons("G"), ends("H")];
    let mut phases = manager([
        ends("A").with([ends("B"), just("C").with([ends("D").with(grandchildren)]), abandons("I")]),
        ends("J"),
    ]);
    let mut log = Log::new();
    loop {
        let outcome = phases.run_async(&mut log).await;
        log.push(told(&outcome));
        if outcome.is_ok() {
            return log.join(" ");
        }
    }
}

const TOLD: &str = "A A. B B. C C. D D. E E. F F. G G! [abandoned] H H. I I! [abandoned] J J. [idle]";

fn at_once(work: Work) {
    work();
}

fn on_a_thread(work: Work) {
    thread::spawn(work);
}

fn tokio_ways() -> Vec<Later> {
    vec![
        Arc::new(at_once),
        Arc::new(on_a_thread),
        Arc::new(|work| drop(tokio::spawn(async { work() }))),
        Arc::new(|work| {
            tokio::spawn(async {
                yield_now().await;
                work();
            });
        }),
        Arc::new(|work| {
            tokio::spawn(async {
                tokio::time::sleep(Duration::from_millis(1)).await;
                work();
            });
        }),
        Arc::new(|work| drop(spawn_blocking(work))),
    ]
}

fn play_on_tokio(runtime: &Runtime) {
    for later in tokio_ways() {
        let told = runtime.block_on(game(Arc::clone(&later)));
        assert_eq!(told, TOLD);
        let told = runtime.block_on(async { tokio::spawn(game(later)).await.unwrap() });
        assert_eq!(told, TOLD);
    }
    let games = || (0..200).map(|i| tokio::spawn(game(Arc::clone(&tokio_ways()[i % 6])))).collect::<Vec<_>>();
    runtime.block_on(async {
        for game in games() {
            assert_eq!(game.await.unwrap(), TOLD);
        }
    });
}

#[test]
fn tokio_on_one_thread() {
    watched(|| {
        play_on_tokio(&Builder::new_current_thread().enable_time().build().unwrap());
    });
}

#[test]
fn tokio_on_many_threads() {
    watched(|| {
        play_on_tokio(&Builder::new_multi_thread().worker_threads(4).enable_time().build().unwrap());
    });
}

#[test]
fn smol_tasks() {
    watched(|| {
        let ways: [Later; 5] = [
            Arc::new(at_once),
            Arc::new(on_a_thread),
            Arc::new(|work| smol::spawn(async { work() }).detach()),
            Arc::new(|work| {
                let task = smol::spawn(async {
                    smol::Timer::after(Duration::from_millis(1)).await;
                    work();
                });
                task.detach();
            }),
            Arc::new(|work| smol::unblock(work).detach()),
        ];
        for later in &ways {
            assert_eq!(smol::block_on(game(Arc::clone(later))), TOLD);
            assert_eq!(smol::block_on(smol::spawn(game(Arc::clone(later)))), TOLD);
        }
        let games: Vec<_> = (0..200).map(|i| smol::spawn(game(Arc::clone(&ways[i % 5])))).collect();
        for game in games {
            assert_eq!(smol::block_on(game), TOLD);
        }
    });
}

#[test]
fn pollster_alone() {
    watched(|| {
        for later in [Arc::new(at_once) as Later, Arc::new(on_a_thread)] {
            assert_eq!(pollster::block_on(game(later)), TOLD);
        }
    });
}

/// Waits for something outside, in a world that can't leave its thread.
#[phase(world = Rc<str>, leaf)]
#[derive(Debug)]
struct LocalPhase;

impl Phase for LocalPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.suspend(|_, ticket| on_a_thread(Box::new(move || ticket.end().expect("it is live"))))
    }
}

#[test]
fn a_world_that_is_not_send_stays_on_its_thread() {
    watched(|| {
        let game = || async {
            let mut phases = PhaseManager::new();
            phases.push(LocalPhase);
            phases.run_async(&mut Rc::from("world")).await.unwrap()
        };
        assert_eq!(pollster::block_on(game()), RunStatus::Idle);
        let runtime = Builder::new_current_thread().build().unwrap();
        let local = LocalSet::new();
        let status = local.block_on(&runtime, async { tokio::task::spawn_local(game()).await.unwrap() });
        assert_eq!(status, RunStatus::Idle);
        assert_eq!(smol::block_on(smol::LocalExecutor::new().run(game())), RunStatus::Idle);
    });
}
