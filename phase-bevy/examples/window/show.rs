//! How the duel looks.

use bevy::prelude::*;
use phase_bevy::prelude::Seat;

use super::duel::{Animation, Fighter, Motion, Said};

/// The last line that was said.
#[derive(Component)]
pub(crate) struct Words;

fn home(fighter: &Fighter) -> Vec3 {
    let side = if fighter.seat == Seat::Player(0) { -1.0 } else { 1.0 };
    Vec3::new(200.0 * side, 0.0, 0.0)
}

/// Each fighter is a square, of which the colour tells how it is.
pub(crate) fn fighters(
    new: Query<'_, '_, (Entity, &Fighter), Without<Sprite>>,
    mut shown: Query<'_, '_, (&Fighter, &mut Sprite, &mut Transform)>,
    mut commands: Commands<'_, '_>,
) {
    for (entity, fighter) in &new {
        let sprite = Sprite::from_color(Color::WHITE, Vec2::splat(120.0));
        commands.entity(entity).insert((sprite, Transform::from_translation(home(fighter))));
    }
    for (fighter, mut sprite, mut transform) in &mut shown {
        let hp = f32::from(u8::try_from(fighter.hp).unwrap_or(u8::MAX)) / 20.0;
        sprite.color =
            if fighter.is_guarding { Color::srgb(0.3, 0.5, hp) } else { Color::srgb(1.0 - hp, hp, 0.2) };
        *transform = Transform::from_translation(home(fighter));
    }
}

/// A fighter in motion is somewhere else, or looks differently.
pub(crate) fn motions(
    animations: Query<'_, '_, &Animation>,
    mut fighters: Query<'_, '_, (&mut Sprite, &mut Transform), With<Fighter>>,
) {
    for Animation { fighter, motion, left, frames } in &animations {
        let Ok((mut sprite, mut transform)) = fighters.get_mut(*fighter) else { continue };
        let [left, frames] = [*left, *frames].map(|n| f32::from(u8::try_from(n).unwrap_or(u8::MAX)));
        let done = 1.0 - left / frames;
        match motion {
            Motion::Lunge => transform.translation.x *= 1.0 - done,
            Motion::Flash => sprite.color = Color::WHITE,
            Motion::Fall => transform.rotation = Quat::from_rotation_z(done * std::f32::consts::FRAC_PI_2),
        }
    }
}

/// What is said stands below.
pub(crate) fn words(
    mut said: MessageReader<'_, '_, Said>,
    mut words: Query<'_, '_, &mut Text2d, With<Words>>,
    mut commands: Commands<'_, '_>,
) {
    let Some(Said(last)) = said.read().last() else { return };
    match words.single_mut() {
        Ok(mut text) => text.0.clone_from(last),
        Err(_) => {
            commands.spawn((Words, Text2d::new(last.clone()), Transform::from_xyz(0.0, -150.0, 0.0)));
        }
    }
}
