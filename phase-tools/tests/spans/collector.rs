//! A subscriber that collects what it is told.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Fields by their names.
type Fields = BTreeMap<&'static str, String>;

#[derive(Debug, Clone, Default)]
pub(crate) struct Collector(Arc<Mutex<Collected>>);

#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// All that were ever opened: the first one has the id 1.
    pub(crate) spans: Vec<Span>,
    /// The level, the span, if any, and the fields.
    pub(crate) events: Vec<(String, Option<usize>, Fields)>,
    /// How many are open, and the most that ever were.
    pub(crate) open: (usize, usize),
    entered: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) fields: Fields,
    /// The places of others.
    pub(crate) parent: Option<usize>,
    pub(crate) follows: Vec<usize>,
    handles: usize,
}

impl Collector {
    pub(crate) fn collected(&self) -> MutexGuard<'_, Collected> {
        self.0.lock().unwrap()
    }
}

impl Collected {
    /// What a span has in a field, without quotes.
    pub(crate) fn field(&self, span: usize, name: &str) -> Option<String> {
        Some(self.spans[span].fields.get(name)?.trim_matches('"').to_owned())
    }
}

fn place(id: &Id) -> usize {
    usize::try_from(id.into_u64()).unwrap() - 1
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "phase_tools"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut collected = self.collected();
        let mut fields = Fields::new();
        span.record(&mut Collect(&mut fields));
        let around = if span.is_contextual() { collected.entered.last().copied() } else { None };
        let parent = span.parent().map(place).or(around);
        assert!(parent.is_none_or(|parent| collected.spans[parent].handles > 0), "a parent that has closed");
        collected.spans.push(Span { fields, parent, follows: Vec::new(), handles: 1 });
        collected.open.0 += 1;
        collected.open.1 = collected.open.1.max(collected.open.0);
        Id::from_u64(collected.spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        values.record(&mut Collect(&mut self.collected().spans[place(span)].fields));
    }

    fn record_follows_from(&self, span: &Id, follows: &Id) {
        self.collected().spans[place(span)].follows.push(place(follows));
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::new();
        event.record(&mut Collect(&mut fields));
        let level = event.metadata().level().to_string();
        self.collected().events.push((level, event.parent().map(place), fields));
    }

    fn enter(&self, id: &Id) {
        self.collected().entered.push(place(id));
    }

    fn exit(&self, _: &Id) {
        self.collected().entered.pop();
    }

    fn clone_span(&self, id: &Id) -> Id {
        self.collected().spans[place(id)].handles += 1;
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut collected = self.collected();
        let span = &mut collected.spans[place(&id)];
        span.handles -= 1;
        let is_closed = span.handles == 0;
        collected.open.0 -= usize::from(is_closed);
        is_closed
    }
}

struct Collect<'a>(&'a mut Fields);

impl Visit for Collect<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}
