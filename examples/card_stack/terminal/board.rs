//! What is going on, as one of the duelists may see it.

use std::io;

use super::page::Page;
use crate::card_stack::action::Action;
use crate::card_stack::cards::{Card, Kind, Speed};
use crate::card_stack::duel::{Ally, Duel};
use crate::card_stack::game::Game;
use crate::card_stack::phases::ResolvePhase;
use crate::card_stack::player::Player;
use crate::double_battle::text::Tone;

/// Shows both sides of the board, the stack, and the hand of one of the duelists.
pub(super) fn write_board(game: &Game, player: Player, page: &mut Page<'_>) -> io::Result<()> {
    let Game { duel, phases, .. } = game;
    for side in [player.other(), player] {
        write_side(duel, side, page)?;
    }
    let stack: Vec<Action> = phases.find_all::<ResolvePhase>().map(|queued| queued.0).collect();
    if !stack.is_empty() {
        page.write(0, Tone::Heading, "On the stack, the first to resolve on top:")?;
        for action in &stack {
            let at = action.at.map(|target| format!(" on {}", duel.name_of(target, stack.iter())));
            page.write(1, Tone::Plain, &format!("{}{}", duel.title(action), at.unwrap_or_default()))?;
        }
    }
    let mut hand = duel[player].hand.clone();
    hand.sort_unstable();
    let hand: Vec<String> = hand.iter().map(|card| format!("{card} ({})", card.print().cost)).collect();
    let hand = if hand.is_empty() { "nothing".to_owned() } else { hand.join(", ") };
    page.write(0, Tone::Plain, &format!("{player} holds: {hand}"))
}

fn write_side(duel: &Duel, player: Player, page: &mut Page<'_>) -> io::Result<()> {
    let duelist = &duel[player];
    let ward = if duelist.ward > 0 { format!(" (ward {})", duelist.ward) } else { String::new() };
    let counts = [
        format!("life {}{ward}", duelist.life),
        format!("power {} of {}", duelist.power, duelist.most_power),
        format!("{} in hand", duelist.hand.len()),
        format!("{} to draw", duelist.deck.len()),
        format!("{} used up", duelist.pile.len()),
    ];
    page.write(0, Tone::Heading, &format!("{:6} {}", player.to_string(), counts.join(", ")))?;
    for ally in duel.allies_of(player) {
        page.write(1, Tone::Plain, &ally_text(ally, duel.active))?;
    }
    Ok(())
}

fn ally_text(ally: &Ally, active: Player) -> String {
    let mut parts = vec![format!("{:11} {}", ally.card.name(), numbers(ally))];
    parts
        .extend((ally.owner == active).then(|| if ally.is_ready { "ready" } else { "not ready" }.to_owned()));
    parts.extend((ally.ward > 0).then(|| format!("ward {}", ally.ward)));
    let text = ally.card.print().text;
    parts.join(", ") + if text.is_empty() { "" } else { ". " } + text
}

/// The strength and the toughness that is left.
pub(super) fn numbers(ally: &Ally) -> String {
    format!("{}/{}", ally.strength(), ally.toughness())
}

/// What a card is, in a line.
pub(super) fn card_text(card: Card) -> String {
    let print = card.print();
    let kind = match print.kind {
        Kind::Ally(strength, toughness) => format!(", ally {strength}/{toughness}"),
        Kind::Spell(_) if print.speed == Speed::Quick => ", quick".to_owned(),
        Kind::Spell(_) => String::new(),
    };
    let space = if print.text.is_empty() { "" } else { " " };
    format!("{card}, {} power{kind}.{space}{}", print.cost, print.text)
}

/// Shows all cards.
pub(super) fn write_cards(page: &mut Page<'_>) -> io::Result<()> {
    for card in Card::ALL {
        let print = card.print();
        page.write(0, Tone::Plain, &format!("{}x {}", print.copies, card_text(card)))?;
    }
    page.note("Each deck holds so many of each. Quick cards can be played in answer to others.")
}
