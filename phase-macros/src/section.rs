//! The section that `#[phase]` adds to the page of a phase in rustdoc.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{PathSegment, Type};

use crate::model::{Flow, Model, Ordered, Save, World};
use crate::spelling::spelled;

/// The attributes that add the section on the phase to its rustdoc page.
pub(crate) fn section(model: &Model) -> TokenStream {
    let lines = lines(model);
    let text = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    let mut text = text.collect::<Vec<_>>().join("\n");
    text.insert(0, '\n');
    // A public phase may have a world, or be declared to queue phases, that are not.
    let linked = lines.iter().any(|line| line.contains("[`"));
    let allow = linked.then(|| quote!(#[cfg_attr(doc, allow(rustdoc::private_intra_doc_links))]));
    if model.public && model.comment.is_empty() {
        // Hidden from the compiler, so that `missing_docs` still finds a public phase that has no words of its own.
        quote!(#allow #[cfg_attr(doc, doc = #text)])
    } else {
        quote!(#allow #[doc = #text])
    }
}

fn lines(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    if !model.comment.is_empty() {
        lines.extend(["# Phase".to_owned(), String::new()]);
    }
    let world = match &model.world {
        World::Type(ty) => link(ty),
        World::Unknown(_) => code(&model.world.text()),
    };
    lines.push(format!("{} is a phase of the world {world}.", code(&model.name)));
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
    if let Some(Ordered { group, .. }) = &model.ordered {
        let among = group.as_ref().map_or_else(String::new, |group| format!(" of {}", link(group)));
        lines.push(format!("- **Ordered**: the best of those{among} queued on a level runs first"));
    }
    if let Some(Save { aliases, .. }) = &model.save {
        let former: Vec<_> = aliases.iter().map(|alias| code(&alias.value())).collect();
        let formerly =
            if former.is_empty() { String::new() } else { format!(", formerly {}", former.join(", ")) };
        lines.push(format!("- **Saved**: part of snapshots{formerly}"));
    }
    if model.clone.is_some() {
        lines.push("- **Cloned**: part of forks".to_owned());
    }
    if model.asks.is_some() {
        lines.push("- **Asks**: as soon as it starts; see its `Answer`".to_owned());
    }
    if model.secret.is_some() {
        lines.push("- **Secret**: shown by its name alone in errors, traces and pages".to_owned());
    }
    lines
}

fn links(phases: &[Type]) -> String {
    phases.iter().map(link).collect::<Vec<_>>().join(", ")
}

/// A link to the type if it is a plain path, else its text.
///
/// Links are of the short form, which becomes plain text where rustdoc has no page for the type: for a private one, or
/// one of a crate without docs. With the path after the text, it would become a link to nowhere.
fn link(ty: &Type) -> String {
    match plain_path(ty) {
        // For rustdoc, `#` is not part of a name.
        Some(path) => format!("[`{}`]", spelled(path).replace("r#", "")),
        None => code(&spelled(ty)),
    }
}

/// Text as code, between as many backticks as it takes.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_stay_code() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("``"), "``` `` ```");
    }

    #[test]
    fn links_are_for_plain_paths() {
        let link_of = |ty: &str| link(&syn::parse_str(ty).unwrap());
        assert_eq!(link_of("Battle"), "[`Battle`]");
        assert_eq!(link_of("super::r#type"), "[`super::type`]");
        assert_eq!(link_of("::games::Battle"), "[`::games::Battle`]");
        assert_eq!(link_of("()"), "`()`");
        assert_eq!(link_of("Vec<&'static str>"), "`Vec<&'static str>`");
        assert_eq!(link_of("<A as B>::C"), "`<A as B>::C`");
    }
}
