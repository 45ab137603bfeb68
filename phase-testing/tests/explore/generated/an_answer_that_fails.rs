// cargo test an_answer_that_fails
#[test]
fn an_answer_that_fails() {
    // failed: phase `ChoosePhase { deeds: [None, None] }` failed in `answer`, set off by RoundPhase: unanswerable
    let (mut phases, mut world) = new_game();
    let way = [
        (phase_core::Seat::Player(0), 0), // ChoosePhase { deeds: [None, None] } asks player 0, who answers Blow(1)
        (phase_core::Seat::Player(1), 1), // ChoosePhase { deeds: [Some(Blow(1)), None] } asks player 1, who answers Blow(2)
        (phase_core::Seat::Chance, 0), // ChancePhase asks chance, who answers 0
        (phase_core::Seat::Player(0), 0), // ChoosePhase { deeds: [None, None] } asks player 0, who answers Blow(1)
    ];
    for (seat, option) in way {
        while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}
        let question = phases.question().expect("somebody is asked");
        let answer = question.pick(seat, &world, option).expect("there is this option");
        phases.answer_any(&mut world, seat, answer).unwrap();
    }
    let report = phase_testing::explore(&phases, &world).depth(0).run();
    assert!(report.findings.is_empty(), "{report}");
}
