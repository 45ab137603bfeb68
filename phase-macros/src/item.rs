//! The item under the attribute: which kind it is, and what of it a phase is made of.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Fields, Generics, Meta, Visibility};

use crate::comment::Comment;
use crate::faults::Faults;
use crate::layout::{self, Part};
use crate::spelling::spelled;

/// The user's item, in two pieces that give its tokens back untouched.
pub(crate) struct Item {
    /// The attributes.
    pub(crate) head: TokenStream,
    /// All that follows them.
    pub(crate) body: TokenStream,
    /// What was read, unless it is no struct or enum.
    pub(crate) definition: Option<Definition>,
}

/// A struct or enum.
pub(crate) struct Definition {
    pub(crate) ident: Ident,
    /// Whether it is `pub` without restriction, so that lints expect docs.
    pub(crate) public: bool,
    pub(crate) generics: Generics,
    pub(crate) comment: Comment,
    pub(crate) fields: Vec<Field>,
    pub(crate) layout: Vec<Part>,
}

/// A field, for the registry.
pub(crate) struct Field {
    /// The `#[cfg]`s that decide whether it is there: rustc strips fields only after this macro has run.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) variant: Option<String>,
    pub(crate) name: String,
    pub(crate) ty: String,
}

impl Item {
    pub(crate) fn read(tokens: TokenStream, faults: &mut Faults) -> Self {
        let (mut head, body) = split(tokens);
        drop_second_phase(&mut head, faults);
        let head: TokenStream = head.into_iter().flatten().collect();
        let definition = match Kind::of(&body) {
            Kind::Definition => {
                let item = quote!(#head #body);
                match syn::parse2(item) {
                    Ok(item) => Definition::of(item),
                    Err(fault) => {
                        faults.push(fault);
                        None
                    }
                }
            }
            Kind::Other(keyword, what) => {
                faults.at(
                    keyword,
                    format!(
                        "`#[phase]` is on {what}; accepted is a struct or an enum; move it to the type that holds the data of the phase"
                    ),
                );
                None
            }
        };
        Self { head, body, definition }
    }
}

/// The tokens of the attributes, each `#` and `[..]`, and the rest.
fn split(tokens: TokenStream) -> (Vec<[TokenTree; 2]>, TokenStream) {
    let mut attributes = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(pound) = tokens.next_if(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == '#'))
    {
        let Some(brackets) = tokens.next() else { return (attributes, pound.into()) };
        attributes.push([pound, brackets]);
    }
    (attributes, tokens.collect())
}

/// A second `#[phase]` would describe the type again, and the compiler would complain about each impl.
fn drop_second_phase(head: &mut Vec<[TokenTree; 2]>, faults: &mut Faults) {
    head.retain(|[_, brackets]| {
        let TokenTree::Group(group) = brackets else { return true };
        let Ok(meta) = syn::parse2::<Meta>(group.stream()) else { return true };
        let path = meta.path();
        let last = path.segments.last().is_some_and(|last| last.ident == "phase");
        let ours = path.is_ident("phase") || (last && path.segments.iter().any(|s| s.ident == "phase_core"));
        if ours {
            faults.at(
                path,
                "`#[phase]` is on this type twice; accepted once; merge the arguments and remove this one",
            );
        }
        !ours
    });
}

enum Kind {
    Definition,
    Other(TokenTree, &'static str),
}

impl Kind {
    /// Tells by the first keyword that names a kind of item; modifiers such as `pub` and `unsafe` come before it.
    fn of(body: &TokenStream) -> Self {
        let mut constant = None;
        let mut first = None;
        for token in body.clone() {
            let TokenTree::Ident(ident) = &token else { continue };
            let what = match ident.to_string().as_str() {
                "struct" | "enum" => return Self::Definition,
                "fn" => "a function",
                "trait" => "a trait",
                "union" => "a union",
                "impl" => "an impl",
                "mod" => "a module",
                "static" => "a static",
                "type" => "a type alias",
                "use" => "an import",
                "crate" => "an extern crate",
                "macro_rules" | "macro" => "a macro",
                "const" => {
                    constant = Some(token);
                    continue;
                }
                _ => {
                    first.get_or_insert(token);
                    continue;
                }
            };
            return Self::Other(token, what);
        }
        match (constant, first.or_else(|| body.clone().into_iter().next())) {
            (Some(keyword), _) => Self::Other(keyword, "a constant"),
            (None, Some(token)) => Self::Other(token, "something else"),
            (None, None) => Self::Definition,
        }
    }
}

impl Definition {
    fn of(item: syn::Item) -> Option<Self> {
        let (attributes, visibility, ident, generics, fields, layout) = match item {
            syn::Item::Struct(item) => {
                let fields = fields_of(&item.fields, None, &[]);
                let layout = layout::of_struct(&item.attrs, &item.fields);
                (item.attrs, item.vis, item.ident, item.generics, fields, layout)
            }
            syn::Item::Enum(item) => {
                let fields = item.variants.iter().flat_map(|variant| {
                    let name = variant.ident.unraw().to_string();
                    fields_of(&variant.fields, Some(&name), &variant.attrs)
                });
                let fields = fields.collect();
                let layout = layout::of_enum(&item.attrs, &item.variants);
                (item.attrs, item.vis, item.ident, item.generics, fields, layout)
            }
            _ => return None,
        };
        let public = matches!(visibility, Visibility::Public(_));
        Some(Self { ident, public, generics, comment: Comment::of(&attributes), fields, layout })
    }
}

fn fields_of(fields: &Fields, variant: Option<&str>, outer: &[Attribute]) -> Vec<Field> {
    let field = |(i, field): (usize, &syn::Field)| Field {
        cfgs: outer.iter().chain(&field.attrs).filter(|a| a.path().is_ident("cfg")).cloned().collect(),
        variant: variant.map(str::to_owned),
        name: field.ident.as_ref().map_or_else(|| i.to_string(), |ident| ident.unraw().to_string()),
        ty: spelled(&field.ty.to_token_stream()),
    };
    fields.iter().enumerate().map(field).collect()
}
