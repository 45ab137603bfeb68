//! Doc comments: those of the user as text, and the section that `#[phase]` adds to them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, PathSegment, Type};

use crate::model::{Flow, Model, World};
use crate::spelling::spelled;

/// The user's doc comment.
#[derive(Default)]
pub(crate) struct Docs(Vec<Piece>);

enum Piece {
    Text(String),
    /// The value of a `#[doc = include_str!(..)]` or another macro that gives a literal.
    Macro(TokenStream),
}

impl Docs {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut pieces = Vec::new();
        for attribute in attributes {
            let Meta::NameValue(meta) = &attribute.meta else { continue };
            if !meta.path.is_ident("doc") {
                continue;
            }
            pieces.push(match &meta.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Piece::Text(unindented(&text.value())),
                value => Piece::Macro(quote!(#value)),
            });
        }
        Self(pieces)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An expression for the whole comment, pieces joined by line breaks.
    pub(crate) fn expression(&self) -> TokenStream {
        let mut arguments: Vec<TokenStream> = Vec::new();
        let mut text = String::new();
        for (i, piece) in self.0.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            match piece {
                Piece::Text(line) => text.push_str(line),
                Piece::Macro(tokens) => {
                    arguments.extend([quote!(#text), tokens.clone()]);
                    text.clear();
                }
            }
        }
        if arguments.is_empty() {
            let text = text.trim_matches('\n');
            return quote!(#text);
        }
        quote!(::core::concat!(#(#arguments,)* #text))
    }
}

/// One `#[doc = ".."]` without the space, indentation and stars that comments begin their lines with.
fn unindented(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 2 {
        return text.strip_prefix(' ').unwrap_or(text).to_owned();
    }
    let starred = lines[1..].iter().map(|line| line.trim_start()).all(|l| l.is_empty() || l.starts_with('*'));
    if starred {
        for line in &mut lines[1..] {
            *line = line.trim_start().trim_start_matches('*');
        }
    }
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let rest = lines[1..].iter().filter(|line| !line.trim().is_empty());
    let common = rest.map(|line| indentation(line)).min().unwrap_or(0);
    for (i, line) in lines.iter_mut().enumerate() {
        let cut = if i == 0 { 1 } else { common };
        *line = line[cut.min(indentation(line))..].trim_end();
    }
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The attributes that add the section on the phase to its rustdoc page.
pub(crate) fn section(model: &Model) -> TokenStream {
    let lines = lines(model);
    let text = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    let mut text = text.collect::<Vec<_>>().join("\n");
    text.insert(0, '\n');
    let links = lines.iter().any(|line| line.contains("](type@"));
    // A public phase may be declared to queue a private one.
    let lints = links.then(|| quote!(#[cfg_attr(doc, allow(rustdoc::private_intra_doc_links))]));
    if model.public && model.docs.is_empty() {
        // Hidden from the compiler, so that `missing_docs` still finds a public phase that has no words of its own.
        quote!(#lints #[cfg_attr(doc, doc = #text)])
    } else {
        quote!(#lints #[doc = #text])
    }
}

fn lines(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    if !model.docs.is_empty() {
        lines.extend(["# Phase".to_owned(), String::new()]);
    }
    let world = match &model.world {
        World::Type(ty) => link(ty),
        World::Unknown(_) => format!("`{}`", model.world.text()),
    };
    lines.push(format!("`{}` is a phase of the world {}.", model.name, world));
    lines.push(String::new());
    match &model.flow {
        Flow::Open => lines.push("- **Open**: may queue any phase of the world".to_owned()),
        Flow::Closed { unshifts, defers, pushes } => {
            let lists = [("Unshifts", unshifts), ("Defers", defers), ("Pushes", pushes)];
            for (verb, phases) in lists.iter().filter(|(_, phases)| !phases.is_empty()) {
                lines.push(format!("- **{verb}** {}", links(phases)));
            }
            if lists.iter().all(|(_, phases)| phases.is_empty()) {
                lines.push("- **Leaf**: queues no phase".to_owned());
            }
        }
    }
    if model.common.is_some() {
        lines.push("- **Common**: any phase of the world may queue it".to_owned());
    }
    if model.ordered.is_some() {
        lines.push("- **Ordered**: the best of those queued on a level runs first".to_owned());
    }
    lines
}

fn links(phases: &[Type]) -> String {
    phases.iter().map(link).collect::<Vec<_>>().join(", ")
}

/// A link to the type if it is a plain path, else its text.
fn link(ty: &Type) -> String {
    let text = spelled(ty);
    match plain_path(ty).and_then(|path| path.segments.last()) {
        // `type@` tells a type from a function or macro of the same name.
        Some(last) => format!("[`{}`](type@{text})", last.ident.unraw()),
        None => format!("`{text}`"),
    }
}

/// The path of a type that rustdoc can look up by its text.
fn plain_path(ty: &Type) -> Option<&syn::Path> {
    match ty {
        Type::Group(group) => plain_path(&group.elem),
        Type::Paren(paren) => plain_path(&paren.elem),
        Type::Path(ty) if ty.qself.is_none() => {
            // `$crate` is of the crate that defines the macro, which a text can't name.
            let plain = |s: &PathSegment| s.arguments.is_empty() && !s.ident.to_string().starts_with('$');
            ty.path.segments.iter().all(plain).then_some(&ty.path)
        }
        _ => None,
    }
}
