//! What decides how the data of a phase looks in packed bytes: its variants and fields in order, and what serde is told.

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Fields, Lit, Meta, Token};

use crate::spelling::spelled;

/// What serde is told that changes nothing of how the data looks.
const HARMLESS: [&str; 8] =
    ["alias", "borrow", "bound", "crate", "default", "deny_unknown_fields", "expecting", "rename_all"];

/// One thing that the layout is made of.
pub(crate) struct Part {
    /// The `#[cfg]`s that decide whether it is there: rustc strips fields only after this macro has run.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) text: String,
}

/// The layout of a struct.
pub(crate) fn of_struct(attributes: &[Attribute], fields: &Fields) -> Vec<Part> {
    whole(attributes).chain(of_fields(fields, &[])).collect()
}

/// The layout of an enum.
pub(crate) fn of_enum<'v>(
    attributes: &[Attribute],
    variants: impl IntoIterator<Item = &'v syn::Variant>,
) -> Vec<Part> {
    let variants = variants.into_iter().flat_map(|variant| {
        let Told { name, others } = Told::by(&variant.attrs);
        let name = name.unwrap_or_else(|| variant.ident.unraw().to_string());
        let this = Part { cfgs: cfgs([&variant.attrs]), text: format!("|{name}{others}") };
        std::iter::once(this).chain(of_fields(&variant.fields, &variant.attrs))
    });
    whole(attributes).chain(variants).collect()
}

fn whole(attributes: &[Attribute]) -> impl Iterator<Item = Part> {
    let Told { others, .. } = Told::by(attributes);
    (!others.is_empty()).then(|| Part { cfgs: Vec::new(), text: others }).into_iter()
}

fn of_fields(fields: &Fields, outer: &[Attribute]) -> impl Iterator<Item = Part> {
    fields.iter().enumerate().map(move |(index, field)| {
        let Told { name, others } = Told::by(&field.attrs);
        let name = name.or_else(|| Some(field.ident.as_ref()?.unraw().to_string()));
        let name = name.unwrap_or_else(|| index.to_string());
        let ty = spelled(&field.ty);
        Part { cfgs: cfgs([outer, &field.attrs]), text: format!("{name}: {ty}{others}") }
    })
}

fn cfgs<'a>(attributes: impl IntoIterator<Item = impl IntoIterator<Item = &'a Attribute>>) -> Vec<Attribute> {
    attributes.into_iter().flatten().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

/// What serde is told by attributes.
struct Told {
    /// The name that it is to use.
    name: Option<String>,
    /// What else it is told that may change the layout, each thing with a space before it.
    others: String,
}

impl Told {
    fn by(attributes: &[Attribute]) -> Self {
        let mut told = Self { name: None, others: String::new() };
        for attribute in attributes {
            // Whether that applies is not known here, so it counts as it is written.
            if attribute.path().is_ident("cfg_attr") && spelled(&attribute.meta).contains("serde(") {
                told.add(&attribute.meta);
            }
            if !attribute.path().is_ident("serde") {
                continue;
            }
            // What serde itself will complain about.
            let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
            let Ok(metas) = attribute.parse_args_with(parser) else { continue };
            for meta in &metas {
                match meta {
                    Meta::NameValue(meta) if meta.path.is_ident("rename") => {
                        if let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = &meta.value {
                            told.name = Some(name.value());
                        }
                    }
                    _ if HARMLESS.iter().any(|word| meta.path().is_ident(word)) => {}
                    _ if meta.path().is_ident("rename") || meta.path().is_ident("rename_all_fields") => {}
                    _ => told.add(meta),
                }
            }
        }
        told
    }

    fn add(&mut self, meta: &Meta) {
        self.others.push(' ');
        self.others.push_str(&spelled(meta));
    }
}
