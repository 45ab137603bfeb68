//! A raw identifier is known by its plain name.

#![allow(non_camel_case_types)]

use phase_core::prelude::*;

pub struct r#where;

#[phase(world = r#where, pushes(r#type))]
#[derive(Debug)]
pub struct r#type {
    pub r#fn: Option<r#enum>,
    pub r#struct: bool,
}

impl Phase for r#type {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[derive(Debug)]
pub struct r#enum;

fn main() {
    assert_eq!(r#type::NAME, "type");
    let registry = registry().of::<r#where>();
    let entry = registry.get("type").unwrap();
    let fields: Vec<_> = entry.fields().iter().map(|field| (field.name(), field.ty())).collect();
    assert_eq!(fields, [("fn", "Option<r#enum>"), ("struct", "bool")]);
    assert_eq!(entry.pushes().next().unwrap().name(), "type");
}
