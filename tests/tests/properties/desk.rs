//! What a manager and the queue of a running phase can both do.

use phase_core::Inserted;
use phase_core::prelude::*;

use crate::kind::Kind;
use crate::phases::{Actor, Burn, Heal, High, Low, Plain};
use crate::program::{How, Id, Look, Side};
use crate::scopes::{self, Reach, To};
use crate::why;
use crate::world::{Body, World};

pub(crate) trait Desk {
    fn queue(&mut self, how: How, body: Body);
    fn look(&mut self, look: Look, world: &mut World) -> String;
    fn clear(&mut self, world: &mut World);
    fn finish(&mut self, world: &mut World);
    fn halt(&mut self);
    fn reach(&mut self, reach: Reach, to: To, world: &mut World);
    /// In run order.
    fn queued_refs(&self) -> Vec<PhaseRef<'_>>;

    fn queued(&self) -> Vec<Id> {
        self.queued_refs().into_iter().map(|phase| body_of(phase).card.id).collect()
    }
}

/// What is queued has ids.
pub(crate) fn see_queued(desk: &impl Desk, world: &mut World) {
    for phase in desk.queued_refs() {
        see(phase, world);
    }
}

pub(crate) fn id_of(phase: PhaseRef<'_>) -> Id {
    body_of(phase).card.id
}

pub(crate) fn see(phase: PhaseRef<'_>, world: &mut World) {
    world.ids.see(body_of(phase).card.id, phase.id());
}

/// `$body`, with the type of a kind under the name of `$type`.
macro_rules! by_kind {
    ($kind:expr, $type:ident => $body:expr) => {
        match $kind {
            Kind::Plain => {
                type $type = Plain;
                $body
            }
            Kind::High => {
                type $type = High;
                $body
            }
            Kind::Low => {
                type $type = Low;
                $body
            }
            Kind::Burn => {
                type $type = Burn;
                $body
            }
            Kind::Heal => {
                type $type = Heal;
                $body
            }
        }
    };
}
pub(crate) use by_kind;

fn has_tag<P: Actor>(tag: usize) -> impl Fn(&P) -> bool {
    move |phase| phase.body().card.tag == tag
}

/// What a queued phase holds.
fn body_of(phase: PhaseRef<'_>) -> &Body {
    let body = by_kind!(Kind::named(phase.name()), P => phase.downcast_ref::<P>().map(P::body));
    body.expect("what has the name is of the type")
}

/// The methods that the two have under the same names.
macro_rules! shared_methods {
    () => {
        fn queue(&mut self, how: How, body: Body) {
            by_kind!(body.card.kind, P => match how {
                How::Push => self.push(P::new(body)),
                How::Unshift => self.unshift(P::new(body)),
                How::Defer => self.defer(P::new(body)),
            });
        }

        fn look(&mut self, look: Look, world: &mut World) -> String {
            match look {
                Look::Levels => self.levels().to_string(),
                Look::Contains(kind, tag) => {
                    by_kind!(kind, P => {
                        let contains = self.contains::<P>(has_tag(tag));
                        assert_eq!(self.find::<P>(has_tag(tag)).is_some(), contains);
                        contains.to_string()
                    })
                }
                Look::FindAll(kind) => {
                    by_kind!(kind, P => format!("{:?}", self.find_all::<P>().collect::<Vec<_>>()))
                }
                Look::Retag(kind, tag, new) => by_kind!(kind, P => {
                    let found = self.find_mut::<P>(has_tag(tag)).map(P::body_mut);
                    let was = found.as_ref().map(|body| *body.card);
                    if let Some(body) = found {
                        body.card.tag = new;
                    }
                    format!("{was:?}")
                }),
                Look::Remove(kind, tag) => by_kind!(kind, P => {
                    let removed = self.remove::<P>(has_tag(tag));
                    world.gone(removed.iter().map(|phase| phase.0.card.id).collect());
                    format!("{removed:?}")
                }),
                Look::RemoveAll(kind, tag) => by_kind!(kind, P => {
                    let before = self.queued();
                    let count = self.remove_all::<P>(has_tag(tag));
                    let after = self.queued();
                    world.gone(before.into_iter().filter(|id| !after.contains(id)).collect());
                    count.to_string()
                }),
                Look::Retain(tag) => {
                    let before = self.queued();
                    let count = self.retain(|phase| body_of(phase).card.tag != tag);
                    let after = self.queued();
                    world.gone(before.into_iter().filter(|id| !after.contains(id)).collect());
                    count.to_string()
                }
                Look::Replace(kind, tag, new) => {
                    let new = world.make(new);
                    world.origins.note(new.card.id, why::REPLACING);
                    by_kind!(kind, Old => by_kind!(new.card.kind, New => {
                        let result = self.replace(has_tag::<Old>(tag), New::new(new));
                        world.gone(vec![match &result {
                            Ok(old) => old.0.card.id,
                            Err(new) => new.0.card.id,
                        }]);
                        format!("{result:?}")
                    }))
                }
                Look::FindNamed(kind) => {
                    let found = self.find_named(kind.name()).expect("the name is registered");
                    assert_eq!(self.contains_named(kind.name()).ok(), Some(found.is_some()));
                    format!("{found:?}")
                }
                Look::RemoveNamed(kind) => {
                    let removed = self.remove_named(kind.name()).expect("the name is registered");
                    let phase = by_kind!(kind, P => removed.as_ref().and_then(AnyPhase::downcast_ref::<P>).map(P::body));
                    world.gone(phase.iter().map(|body| body.card.id).collect());
                    format!("{removed:?}")
                }
                Look::Insert(side, kind, new) => {
                    let new = world.make(new);
                    let card = new.card.id;
                    let inserted = by_kind!(kind, Old => by_kind!(new.card.kind, New => match side {
                        Side::Before => self.insert_before::<Old>(New::new(new)),
                        Side::After => self.insert_after::<Old>(New::new(new)),
                    }));
                    let is_beside = inserted == Inserted::Beside;
                    world.origins.note(card, if is_beside { why::INSERTED } else { why::UNSHIFTED });
                    is_beside.to_string()
                }
            }
        }

        fn queued_refs(&self) -> Vec<PhaseRef<'_>> {
            let mut levels: Vec<_> = self.levels().collect();
            levels.reverse();
            levels.into_iter().flat_map(|(_, phases)| phases).collect()
        }
    };
}

impl<P: Actor> Desk for Queue<'_, P> {
    shared_methods!();

    fn clear(&mut self, world: &mut World) {
        world.gone_with_undelivered(self.queued());
        Queue::clear(self);
    }

    fn finish(&mut self, world: &mut World) {
        world.gone_with_undelivered(self.queued());
        Queue::finish(self);
    }

    fn halt(&mut self) {
        Queue::halt(self);
    }

    fn reach(&mut self, reach: Reach, to: To, world: &mut World) {
        scopes::reach(self, reach, to, world);
    }
}

impl Desk for PhaseManager<World> {
    shared_methods!();

    fn clear(&mut self, world: &mut World) {
        PhaseManager::clear(self, world);
    }

    fn finish(&mut self, world: &mut World) {
        PhaseManager::finish(self, world);
    }

    fn halt(&mut self) {
        unreachable!("only a phase halts");
    }

    fn reach(&mut self, _: Reach, _: To, _: &mut World) {
        unreachable!("only a phase has been set off");
    }
}
