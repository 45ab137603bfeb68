//! Duels made for one rule each.

use phase_core::AnyAnswer;
use phase_core::prelude::*;
use phase_examples::card_stack::action::{ActionId, Choice, Target};
use phase_examples::card_stack::cards::Card;
use phase_examples::card_stack::duel::Duel;
use phase_examples::card_stack::game::Game;
use phase_examples::card_stack::phases::{MainPhase, ResolvePhase, TurnPhase};
use phase_examples::card_stack::player::Player::{self, Alder, Wren};

/// A duel in the turn of Wren, who is asked what to do; both can pay for anything.
pub(crate) struct Scene {
    pub(crate) game: Game,
}

impl Scene {
    /// With these cards in the hands.
    pub(crate) fn new(wren: &[Card], alder: &[Card]) -> Self {
        let mut game = Game::new(1);
        game.phases.clear(&mut game.duel);
        game.phases.push(TurnPhase { player: Wren });
        let mut scene = Self { game };
        scene.run();
        for (player, hand) in [(Wren, wren), (Alder, alder)] {
            let duelist = &mut scene.duel()[player];
            duelist.hand = hand.to_vec();
            (duelist.power, duelist.most_power) = (20, 20);
        }
        assert_eq!(scene.asked(), Some((Wren.seat(), MainPhase::NAME)));
        scene.told();
        scene
    }

    /// With an ally on the board, which may attack.
    pub(crate) fn with(mut self, owner: Player, card: Card) -> Self {
        let id = self.duel().arrive(owner, card);
        self.duel().ally_mut(id).unwrap().is_ready = true;
        self
    }

    pub(crate) fn duel(&mut self) -> &mut Duel {
        &mut self.game.duel
    }

    /// Plays a card that goes to nothing.
    pub(crate) fn plays(&mut self, player: Player, card: Card) -> &mut Self {
        self.answers(player.seat(), Choice::Play(card, None))
    }

    /// Plays a card on something.
    pub(crate) fn plays_on(&mut self, player: Player, card: Card, target: Target) -> &mut Self {
        self.answers(player.seat(), Choice::Play(card, Some(target)))
    }

    /// Attacks with the first such ally.
    pub(crate) fn attacks(&mut self, player: Player, card: Card, target: Target) -> &mut Self {
        let Target::Ally(ally) = self.ally(player, card) else { panic!("allies are allies") };
        self.answers(player.seat(), Choice::Attack(ally, target))
    }

    pub(crate) fn passes(&mut self, player: Player) -> &mut Self {
        self.answers(player.seat(), Choice::Pass)
    }

    pub(crate) fn discards(&mut self, player: Player, card: Card) -> &mut Self {
        self.answers(player.seat(), card)
    }

    /// Gives an answer, which has to be taken, and goes on to the next question.
    fn answers(
        &mut self,
        seat: Seat,
        answer: impl Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static,
    ) -> &mut Self {
        let Game { phases, duel, .. } = &mut self.game;
        phases.answer_any(duel, seat, AnyAnswer::new(answer)).unwrap();
        self.run();
        self
    }

    /// Goes on to the next question of a duelist; the first card of a deck is drawn.
    fn run(&mut self) {
        let Game { phases, duel, .. } = &mut self.game;
        let draw = |question: &Question<'_, Duel>, seat, duel: &Duel| match seat {
            Seat::Chance => question.pick(seat, duel, 0),
            Seat::Player(_) => None,
        };
        phases.play(duel, draw).unwrap();
    }

    /// The first such ally.
    pub(crate) fn ally(&self, owner: Player, card: Card) -> Target {
        let ally = self.game.duel.allies_of(owner).find(|ally| ally.card == card);
        Target::Ally(ally.expect("the ally is on the board").id)
    }

    /// A card on the stack, the topmost of its kind.
    pub(crate) fn on_stack(&self, card: Card) -> Target {
        let queued = self.game.phases.find::<ResolvePhase>(|queued| queued.0.card() == Some(card));
        Target::Spell(queued.map_or(ActionId(0), |queued| queued.0.id))
    }

    /// What has been said since this was asked last, set in by its depth.
    pub(crate) fn told(&mut self) -> Vec<String> {
        let said = self.game.duel.said.drain(..);
        said.map(|said| format!("{}{}", "  ".repeat(said.depth), said.text)).collect()
    }

    /// Who is asked, and by which phase.
    pub(crate) fn asked(&self) -> Option<(Seat, &'static str)> {
        let question = self.game.phases.question()?;
        Some((question.seats(&self.game.duel)[0], question.name()))
    }

    /// All that can be answered.
    pub(crate) fn options(&self) -> Vec<AnyAnswer> {
        let (seat, _) = self.asked().expect("somebody is asked");
        self.game.phases.question().unwrap().options(seat, &self.game.duel).unwrap()
    }
}

pub(crate) const WREN: Target = Target::Duelist(Wren);
pub(crate) const ALDER: Target = Target::Duelist(Alder);
