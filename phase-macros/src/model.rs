//! What the arguments and the item mean together. All mistakes beyond syntax are found here.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Generics, LifetimeParam, LitStr, Path, Type, parse_quote};

use crate::borrowed::fault_of_borrowing;
use crate::comment::Comment;
use crate::faults::Faults;
use crate::item::{Definition, Field};
use crate::key::Key;
use crate::layout::Part;
use crate::parameters::Parameters;
use crate::parse::{Argument, Arguments, Value};
use crate::spelling::spelled;

/// A phase, described. Where the input was faulty, what it most likely meant.
pub(crate) struct Model {
    /// The path of the runtime.
    pub(crate) krate: TokenStream,
    /// The path of what the runtime has for expansions alone.
    pub(crate) private: TokenStream,
    pub(crate) ident: Ident,
    pub(crate) parameters: Parameters,
    /// The lifetimes that the type should not have.
    pub(crate) rejected: Option<Rejected>,
    pub(crate) public: bool,
    pub(crate) name: String,
    pub(crate) world: World,
    pub(crate) flow: Flow,
    /// Where `common` is written.
    pub(crate) common: Option<Span>,
    pub(crate) ordered: Option<Ordered>,
    /// Where `clone` is written.
    pub(crate) clone: Option<Span>,
    pub(crate) save: Option<Save>,
    /// Where `asks` is written.
    pub(crate) asks: Option<Span>,
    /// Where `secret` is written.
    pub(crate) secret: Option<Span>,
    pub(crate) comment: Comment,
    pub(crate) fields: Vec<Field>,
    pub(crate) layout: Vec<Part>,
}

pub(crate) enum World {
    Type(Box<Type>),
    /// The complaint that there is no type takes its place in the expansion. A type that is an error silences all
    /// that depends on it, where any stand-in would bring complaints about every use of the world.
    Unknown(syn::Error),
}

impl World {
    /// The type as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Type(ty) => spelled(ty),
            Self::Unknown(_) => "_".to_owned(),
        }
    }
}

/// Generics with lifetimes, and the complaint about these, which takes a place in the expansion as that about a world does.
pub(crate) struct Rejected {
    pub(crate) generics: Generics,
    pub(crate) fault: syn::Error,
}

/// That a phase runs by priority.
pub(crate) struct Ordered {
    /// Where `ordered` is written.
    pub(crate) place: Span,
    /// The group in which it is ordered, if not among its own type alone.
    pub(crate) group: Option<Type>,
}

/// That a phase can be saved.
pub(crate) struct Save {
    /// Where `save` is written.
    pub(crate) place: Span,
    /// The names that the phase had in the past.
    pub(crate) aliases: Vec<LitStr>,
}

/// What a phase may queue.
pub(crate) enum Flow {
    /// Anything.
    Open,
    /// What is listed.
    Closed { unshifts: Vec<Type>, defers: Vec<Type>, pushes: Vec<Type> },
}

impl Model {
    pub(crate) fn new(arguments: Arguments, definition: Definition, faults: &mut Faults) -> Self {
        let Definition { ident, public, generics, comment, fields, layout } = definition;
        let Arguments { known, unknown } = arguments;
        let mut given = Given::sorted(known, faults);
        // What an unknown argument was meant to say can't be held against the phase.
        let unclear = !unknown.is_empty();
        let clone = flag(given.take(Key::Clone));
        let parameters = Parameters::new(&ident, &generics, clone.is_some());
        let own = parameters.ty();
        let flow = flow(&mut given, &own, faults);
        let common = given.take(Key::Common).map(|argument| argument.word.span());
        let name = name(given.take(Key::Name), &ident, faults);
        let krate = krate(given.take(Key::Crate), faults);
        Self {
            private: private(&krate),
            krate,
            save: save(given.take(Key::Save), &name, &generics, cfg!(feature = "serde"), faults),
            name,
            world: world(given.take(Key::World), &own, unknown, faults),
            flow: if unclear { Flow::Open } else { flow },
            common: common.or(unclear.then(Span::call_site)),
            ordered: ordered(given.take(Key::Ordered), &own),
            clone,
            asks: flag(given.take(Key::Asks)),
            secret: flag(given.take(Key::Secret)),
            rejected: rejected(&ident, generics),
            parameters,
            ident,
            public,
            comment,
            fields,
            layout,
        }
    }
}

/// Where a word that asks something of the phase is written. If it has a value, which is a fault, it may well be an
/// attempt to say that the phase is not so.
fn flag(argument: Option<Argument>) -> Option<Span> {
    argument.filter(|argument| matches!(argument.value, Value::None)).map(|argument| argument.word.span())
}

fn ordered(argument: Option<Argument>, own: &Type) -> Option<Ordered> {
    let Argument { word, value, .. } = argument?;
    let group = match value {
        Value::None => None,
        Value::Type(ty) => Some(without_self(ty, own)),
        _ => return None,
    };
    Some(Ordered { place: word.span(), group })
}

fn rejected(ident: &Ident, generics: Generics) -> Option<Rejected> {
    let complaint = |parameter: &LifetimeParam| {
        let message = format!(
            "the phase `{ident}` has a lifetime; accepted are types that own their data; hold owned data, or an id to look up in the world"
        );
        syn::Error::new_spanned(parameter, message)
    };
    let fault = generics.lifetimes().map(complaint).reduce(|mut all, one| {
        all.combine(one);
        all
    })?;
    Some(Rejected { generics, fault })
}

/// The arguments without repetitions.
struct Given(Vec<Argument>);

impl Given {
    fn sorted(arguments: Vec<Argument>, faults: &mut Faults) -> Self {
        let mut given: Vec<Argument> = Vec::new();
        for argument in arguments {
            let Argument { key, word, .. } = &argument;
            if let Some(first) = given.iter_mut().find(|earlier| earlier.key == *key) {
                let fix = if key.is_list() { "write one list" } else { "remove one of the two" };
                let mut fault =
                    syn::Error::new_spanned(word, format!("`{key}` is given twice; accepted once; {fix}"));
                fault.combine(syn::Error::new_spanned(&first.word, format!("`{key}` is first given here")));
                // Either may be the one that is meant, so neither is held against the phase.
                match &mut first.value {
                    Value::FaultyType(earlier) => earlier.combine(fault),
                    value if *key == Key::World => *value = Value::FaultyType(fault),
                    value => {
                        faults.push(fault);
                        if key.is_list() {
                            *value = Value::Faulty;
                        }
                    }
                }
                continue;
            }
            given.push(argument);
        }
        Self(given)
    }

    fn take(&mut self, key: Key) -> Option<Argument> {
        let found = self.0.iter().position(|argument| argument.key == key)?;
        Some(self.0.remove(found))
    }
}

fn krate(argument: Option<Argument>, faults: &mut Faults) -> TokenStream {
    let Some(Argument { value: Value::Path(path), .. }) = argument else {
        return quote!(::phase_core);
    };
    if is_absolute(&path) {
        return path.into_token_stream();
    }
    let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
    let fix = match first.as_str() {
        "self" | "super" | "Self" => "crate::..".to_owned(),
        _ => format!("::{}", spelled(&path)),
    };
    faults.at(
        &path,
        format!("`crate` is a relative path; accepted are paths from `::` or `crate`; write `crate = {fix}`"),
    );
    if fix.starts_with("::") { quote!(::#path) } else { path.into_token_stream() }
}

/// It has the version in its name, so that a runtime of another version has nothing of that name.
fn private(krate: &TokenStream) -> TokenStream {
    let version = env!("CARGO_PKG_VERSION").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let module = format_ident!("__private_{version}");
    quote!(#krate::#module)
}

fn is_absolute(path: &Path) -> bool {
    let from_root = |ident: &Ident| ident == "crate" || ident == "$crate";
    path.leading_colon.is_some() || path.segments.first().is_some_and(|first| from_root(&first.ident))
}

fn name(argument: Option<Argument>, ident: &Ident, faults: &mut Faults) -> String {
    let of_type = ident.unraw().to_string();
    let Some(Argument { value: Value::Text(text), .. }) = argument else {
        return of_type;
    };
    match fault_of_name(&text) {
        None => text.value(),
        Some(what) => {
            faults.at(
                text,
                format!(
                    "`name` {what}; accepted is visible text; write `name = \"{of_type}\"`, or leave it out"
                ),
            );
            of_type
        }
    }
}

fn save(
    argument: Option<Argument>,
    name: &str,
    generics: &Generics,
    is_available: bool,
    faults: &mut Faults,
) -> Option<Save> {
    let Argument { word, value: Value::Aliases(written), .. } = argument? else { return None };
    if !is_available {
        faults.at(
            word,
            "`save` needs the feature `serde` of `phase-core`; accepted with it alone; write `features = [\"serde\"]` in the dependency on `phase-core`",
        );
        return None;
    }
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        faults.at(
            word,
            "`save` is on a phase with parameters; accepted are phases without, since a save tells phases apart by their names alone; take `save` out, or write a phase for each type that is saved",
        );
        return None;
    }
    let mut aliases: Vec<LitStr> = Vec::new();
    for alias in written {
        let text = alias.value();
        let what = if let Some(what) = fault_of_name(&alias) {
            what
        } else if text == name {
            "is the name that the phase has now"
        } else if aliases.iter().any(|earlier| earlier.value() == text) {
            "is given twice"
        } else {
            aliases.push(alias);
            continue;
        };
        faults.at(&alias, format!("`alias` {what}; accepted are former names, each once; remove it"));
    }
    Some(Save { place: word.span(), aliases })
}

fn fault_of_name(text: &LitStr) -> Option<&'static str> {
    let text = text.value();
    if text.is_empty() {
        Some("is empty")
    } else if text.chars().any(char::is_control) {
        Some("holds a control character")
    } else if text.chars().any(is_unseen) {
        Some("holds a character that can't be seen")
    } else if text.trim() != text {
        Some("begins or ends with a space")
    } else {
        None
    }
}

/// Whether a character has no shape of its own, or turns the direction of the text around it.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

fn world(argument: Option<Argument>, own: &Type, unknown: Vec<syn::Error>, faults: &mut Faults) -> World {
    let mut unknown = unknown.into_iter();
    let world = match argument.map(|argument| argument.value) {
        Some(Value::Type(ty)) => {
            let ty = without_self(ty, own);
            fault_of_borrowing(&ty).map_or_else(|| World::Type(Box::new(ty)), World::Unknown)
        }
        Some(Value::FaultyType(fault)) => World::Unknown(fault),
        // An unknown argument may have been meant to name the world.
        _ => unknown.next().map_or_else(|| World::Type(Box::new(parse_quote!(()))), World::Unknown),
    };
    unknown.for_each(|fault| faults.push(fault));
    world
}

/// The type, for `Self` the phase: outside of impls the word means nothing.
fn without_self(ty: Type, own: &Type) -> Type {
    match &ty {
        Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => {
            let mut own = own.clone();
            if let (Type::Path(own), Some(written)) = (&mut own, path.path.get_ident()) {
                for segment in &mut own.path.segments {
                    segment.ident.set_span(segment.ident.span().located_at(written.span()));
                }
            }
            own
        }
        _ => ty,
    }
}

fn flow(given: &mut Given, own: &Type, faults: &mut Faults) -> Flow {
    let before = faults.count();
    let leaf = given.take(Key::Leaf);
    let lists = [Key::Unshifts, Key::Defers, Key::Pushes].map(|key| given.take(key));
    let closed = leaf.is_some() || lists.iter().any(Option::is_some);
    let mut readable = true;
    match &leaf {
        Some(leaf) if matches!(leaf.value, Value::None) => reject_lists_of_leaf(leaf, &lists, faults),
        // Perhaps an attempt to say that the phase is no leaf.
        Some(_) => readable = false,
        None => {}
    }
    let [unshifts, defers, pushes] = lists.map(|list| match list {
        None => Vec::new(),
        Some(Argument { key, word, value: Value::Types(types) }) => children(key, &word, types, own, faults),
        Some(_) => {
            readable = false;
            Vec::new()
        }
    });
    // What a faulty list was meant to declare can't be held against the phase either.
    if closed && readable && faults.count() == before {
        Flow::Closed { unshifts, defers, pushes }
    } else {
        Flow::Open
    }
}

fn reject_lists_of_leaf(leaf: &Argument, lists: &[Option<Argument>], faults: &mut Faults) {
    let lists: Vec<_> = lists.iter().flatten().collect();
    let [first, ..] = &lists[..] else { return };
    let key = first.key;
    faults.at(&leaf.word, format!("`leaf` says that the phase queues nothing, and `{key}` what it queues; accepted is one or the other; remove `leaf`"));
    for Argument { key, word, .. } in lists {
        faults.at(word, format!("`{key}` is beside `leaf` here"));
    }
}

/// The phases in one list, each once.
fn children(key: Key, word: &Ident, types: Vec<Type>, own: &Type, faults: &mut Faults) -> Vec<Type> {
    if types.is_empty() {
        faults.at(
            word,
            format!("`{key}` is an empty list; accepted are one or more phases; write `{}`, or `leaf` for a phase that queues nothing", key.sample()),
        );
    }
    let mut once: Vec<Type> = Vec::new();
    for ty in types {
        let ty = without_self(ty, own);
        let text = spelled(&ty);
        match once.iter().find(|earlier| spelled(earlier) == text) {
            Some(first) => {
                faults.at(
                    &ty,
                    format!("`{text}` is listed twice in `{key}`; accepted once; remove one of the two"),
                );
                faults.at(first, format!("`{text}` is first listed here"));
            }
            None => once.push(ty),
        }
    }
    once
}
