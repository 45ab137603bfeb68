// cargo test no_more_hp
#[test]
fn no_more_hp() {
    // broken: "No more hp!" does not hold
    let (mut phases, mut world) = new_game();
    let way = [
        (phase_core::Seat::Player(0), 0), // ChoosePhase { deeds: [None, None] } asks player 0, who answers Blow(1)
        (phase_core::Seat::Player(1), 0), // ChoosePhase { deeds: [Some(Blow(1)), None] } asks player 1, who answers Blow(1)
        (phase_core::Seat::Chance, 0), // ChancePhase asks chance, who answers 0
        (phase_core::Seat::Player(0), 0), // ChoosePhase { deeds: [None, None] } asks player 0, who answers Blow(1)
        (phase_core::Seat::Player(1), 0), // ChoosePhase { deeds: [Some(Blow(1)), None] } asks player 1, who answers Blow(1)
        (phase_core::Seat::Chance, 2), // ChancePhase asks chance, who answers 1
    ];
    for (seat, option) in way {
        while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}
        let question = phases.question().expect("somebody is asked");
        let answer = question.pick(seat, &world, option).expect("there is this option");
        phases.answer_any(&mut world, seat, answer).unwrap();
    }
    while phases.run(&mut world).unwrap() == phase_core::RunStatus::Waiting {}
    // To be written or imported: `invariant_no_more_hp`, which says whether the invariant holds.
    assert!(invariant_no_more_hp(&world, &phases));
}
