//! Saves in which something else stands in the place of each of their parts.

use ciborium::Value as Cbor;
use serde_json::Value as Json;

use super::{real_save, survive};
use crate::format::Format;

/// A tree of values, of which any can be replaced.
trait Node: Clone {
    fn children(&mut self) -> Vec<&mut Self>;

    /// Calls back with the whole tree once for each node and each of the values that it could be.
    fn vary(&self, others: &[Self], mut each: impl FnMut(&Self)) {
        let mut tree = self.clone();
        for nth in 0..count(&mut tree) {
            for other in others {
                let mut tree = self.clone();
                *find(&mut tree, &mut nth.clone()).expect("there are so many") = other.clone();
                each(&tree);
            }
        }
    }
}

fn count<N: Node>(node: &mut N) -> usize {
    1 + node.children().into_iter().map(count).sum::<usize>()
}

fn find<'n, N: Node>(node: &'n mut N, nth: &mut usize) -> Option<&'n mut N> {
    if *nth == 0 {
        return Some(node);
    }
    *nth -= 1;
    node.children().into_iter().find_map(|child| find(child, nth))
}

impl Node for Json {
    fn children(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Array(items) => items.iter_mut().collect(),
            Self::Object(fields) => fields.values_mut().collect(),
            _ => vec![],
        }
    }
}

impl Node for Cbor {
    fn children(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Array(items) => items.iter_mut().collect(),
            Self::Map(fields) => fields.iter_mut().flat_map(|(key, value)| [key, value]).collect(),
            _ => vec![],
        }
    }
}

#[test]
fn any_part_may_be_missing() {
    let mut save: Cbor = Format::Cbor.read(&real_save(Format::Cbor)).expect("it is CBOR");
    for nth in 0..count(&mut save) {
        for part in 0.. {
            let mut save = save.clone();
            match find(&mut save, &mut nth.clone()).expect("there are so many") {
                Cbor::Array(items) if part < items.len() => drop(items.remove(part)),
                Cbor::Map(fields) if part < fields.len() => drop(fields.remove(part)),
                _ => break,
            }
            let _ = survive(Format::Cbor, &Format::Cbor.write(&save));
        }
    }
}

#[test]
fn any_value_of_json_in_the_place_of_any_other() {
    let mut save: Json = Format::Json.read(&real_save(Format::Json)).expect("it is JSON");
    let mut others: Vec<Json> = serde_json::from_str(
        r#"[null, true, -1, 0, 1, 2, 7, 1.5, 1e300, 18446744073709551615, 4611686018427387904, "", "Note", "ticket",
            "ended", "abandoned", {"asking":0}, {"asking":1}, {"asking":18446744073709551615}, "asking",
            {"Riddle":{"players":2,"solved":[{"Player":0},"Chance"]}}, [], [[]], [null], {}, {"Note":1}, {"Sleep":{"deep":true,"lasts":1}}, {"updates":3},
            {"updates":18446744073709551615}, [{"Note":1}], [[{"Speed":1}]], {"level":1,"phases":[]}]"#,
    )
    .expect("it is JSON");
    others.push("x".repeat(10_000).into());
    others.push(vec![Json::Null; 3_000].into());
    // And each of its own parts.
    for nth in (0..count(&mut save)).step_by(3) {
        others.extend(find(&mut save, &mut nth.clone()).cloned());
    }
    save.vary(&others, |save| drop(survive(Format::Json, &Format::Json.write(save))));
}

#[test]
fn any_value_of_cbor_in_the_place_of_any_other() {
    let save: Cbor = Format::Cbor.read(&real_save(Format::Cbor)).expect("it is CBOR");
    let number = |number: u64| Cbor::Integer(number.into());
    let others = [
        Cbor::Null,
        Cbor::Bool(true),
        number(0),
        number(1),
        number(5),
        number(u64::MAX),
        Cbor::Integer((-1).into()),
        Cbor::Float(f64::NAN),
        Cbor::Text(String::new()),
        Cbor::Text("levels".to_owned()),
        Cbor::Bytes(vec![0xff; 9]),
        Cbor::Array(vec![]),
        Cbor::Array(vec![number(0), Cbor::Null]),
        Cbor::Array(vec![Cbor::Array(vec![number(1), number(1)]); 9]),
        Cbor::Map(vec![]),
        Cbor::Map(vec![(Cbor::Text("updates".to_owned()), number(u64::MAX))]),
        Cbor::Map(vec![(Cbor::Text("asking".to_owned()), number(u64::MAX))]),
        Cbor::Map(vec![(Cbor::Text("asking".to_owned()), number(0))]),
        Cbor::Tag(30, Box::new(Cbor::Null)),
    ];
    save.vary(&others, |save| drop(survive(Format::Cbor, &Format::Cbor.write(save))));
}
