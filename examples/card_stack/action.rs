//! What a duelist can do, and what stands on the stack once it is done.

use serde::{Deserialize, Serialize};

use super::cards::{Aim, Card, Kind, Speed};
use super::duel::{AllyId, Duel};
use super::player::Player;

/// Tells an action from all others of the duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActionId(pub u32);

/// What an action goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A duelist.
    Duelist(Player),
    /// An ally on the board.
    Ally(AllyId),
    /// A card on the stack.
    Spell(ActionId),
}

/// What a duelist chooses to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Plays a card, on a target if it needs one.
    Play(Card, Option<Target>),
    /// Attacks with an ally.
    Attack(AllyId, Target),
    /// Does nothing more.
    Pass,
}

/// What is done by an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// A card is played.
    Card(Card),
    /// An ally attacks.
    Attack(AllyId),
}

/// A choice that has been made, and that resolves once nobody answers it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Which one it is.
    pub id: ActionId,
    /// Who has done it.
    pub by: Player,
    /// What it does.
    pub deed: Deed,
    /// What it goes to.
    pub at: Option<Target>,
    /// Whether there is no card to it that would have to go anywhere.
    pub is_copy: bool,
}

impl Action {
    /// The card, if it is one.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        match self.deed {
            Deed::Card(card) => Some(card),
            Deed::Attack(_) => None,
        }
    }
}

/// When a duelist is asked what to do.
#[derive(Debug, Clone, Copy)]
pub enum Moment<'a> {
    /// In the own turn, with nothing on the stack.
    Main,
    /// In answer to what is on the stack, the topmost first.
    Response(&'a [Action]),
}

impl Duel {
    /// All that a duelist can do; to pass is the last of it.
    #[must_use]
    pub fn choices(&self, player: Player, moment: Moment<'_>) -> Vec<Choice> {
        let mut hand = self[player].hand.clone();
        hand.sort_unstable();
        hand.dedup();
        let mut choices = Vec::new();
        for card in hand.into_iter().filter(|&card| self.may_play(player, card, moment)) {
            match card.print().kind {
                Kind::Ally(..) | Kind::Spell(Aim::Nothing) => choices.push(Choice::Play(card, None)),
                Kind::Spell(aim) => {
                    let targets = self.targets(player, aim, moment).into_iter();
                    choices.extend(targets.map(|target| Choice::Play(card, Some(target))));
                }
            }
        }
        if matches!(moment, Moment::Main) {
            for ally in self.allies_of(player).filter(|ally| ally.is_ready) {
                let foes = self.allies_of(player.other()).map(|foe| Target::Ally(foe.id));
                let targets = foes.chain([Target::Duelist(player.other())]);
                choices.extend(targets.map(|target| Choice::Attack(ally.id, target)));
            }
        }
        choices.push(Choice::Pass);
        choices
    }

    fn may_play(&self, player: Player, card: Card, moment: Moment<'_>) -> bool {
        let print = card.print();
        let has_room = !card.is_ally() || self.allies_of(player).count() < Self::MOST_ALLIES;
        let is_time = print.speed == Speed::Quick || matches!(moment, Moment::Main);
        print.cost <= self[player].power && has_room && is_time
    }

    fn targets(&self, player: Player, aim: Aim, moment: Moment<'_>) -> Vec<Target> {
        let allies = || self.allies.iter().map(|ally| Target::Ally(ally.id));
        let stack = match moment {
            Moment::Main => &[],
            Moment::Response(stack) => stack,
        };
        let cards = |fits: fn(Card) -> bool| {
            let fitting = stack.iter().filter(move |action| action.card().is_some_and(fits));
            fitting.map(|action| Target::Spell(action.id))
        };
        match aim {
            Aim::Nothing => vec![],
            Aim::Harm => allies().chain([Target::Duelist(player.other())]).collect(),
            Aim::Own => {
                let own = self.allies_of(player).map(|ally| Target::Ally(ally.id));
                own.chain([Target::Duelist(player)]).collect()
            }
            Aim::Ally => allies().collect(),
            Aim::Spell => cards(|_| true).collect(),
            Aim::Copyable => cards(|card| !card.is_ally()).collect(),
        }
    }
}
