//! How much is kept.

use phase_core::prelude::*;
use phase_tools::Inspector;

#[phase(world = Vec<u64>, clone, pushes(Self))]
#[derive(Debug, Clone)]
struct GrowPhase(u64);

impl Phase for GrowPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.push(self.0);
        if self.0 + 1 < guard.world[0] {
            guard.push(Self(self.0 + 1));
        }
        guard.end()
    }
}

/// The bytes that the line at the top tells.
fn told(inspector: &mut Inspector<Vec<u64>>) -> u64 {
    let screen = inspector.screen(120, 30).to_string();
    let top = screen.lines().next().unwrap().to_owned();
    let mut words = top.split("past ").nth(1).unwrap().split_whitespace();
    let number: f64 = words.next().unwrap().parse().unwrap();
    let unit = match words.next().unwrap() {
        "B" => 1.0,
        "kB" => 1024.0,
        _ => 1024.0 * 1024.0,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number of bytes")]
    let bytes = (number * unit) as u64;
    bytes
}

#[test]
fn the_past_takes_no_more_than_it_may_and_every_moment_can_be_had() {
    const MOST: usize = 64 << 10;
    let mut phases = PhaseManager::new();
    phases.push(GrowPhase(0));
    let mut inspector = Inspector::new(phases, vec![2000]).remember(MOST);
    for _ in 0..2000 {
        inspector.press("l");
    }
    assert!(told(&mut inspector) <= MOST as u64, "{}", told(&mut inspector));
    for moment in [1, 700, 1999, 3] {
        inspector.press(&format!(":{moment}<Enter>"));
        let screen = inspector.screen(120, 30).to_string();
        assert!(screen.contains(&format!("moment {moment} of 2000")), "{screen}");
        let plus = screen.lines().find_map(|line| line.split("+ ").nth(1)).map(str::trim);
        assert_eq!(plus, Some(&*format!("{},", moment - 1)), "{screen}");
        assert!(screen.contains("GrowPhase ended"), "{screen}");
        assert!(told(&mut inspector) <= MOST as u64);
    }
}

#[test]
fn a_run_keeps_to_it_as_well() {
    const MOST: usize = 64 << 10;
    let mut phases = PhaseManager::new();
    phases.push(GrowPhase(0));
    let mut inspector = Inspector::new(phases, vec![5000]).remember(MOST);
    inspector.press("E");
    assert!(told(&mut inspector) <= MOST as u64, "{}", told(&mut inspector));
    inspector.press("h");
    assert!(inspector.screen(120, 30).to_string().contains("moment 4999 of 5000"));
}
