//! The arguments of the attribute as syntax: which were written, and their values where they could be read.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{LitStr, Path, Token, Type};

use crate::faults::Faults;
use crate::key::Key;
use crate::pieces::{Piece, pieces};
use crate::spelling::spelled;

/// All arguments, in the order written.
pub(crate) struct Arguments {
    pub(crate) known: Vec<Argument>,
    /// What is to be said about the others. It is left to the model, since each may have meant anything.
    pub(crate) unknown: Vec<syn::Error>,
}

/// One argument, as written.
pub(crate) struct Argument {
    pub(crate) key: Key,
    /// The word that names it, where most complaints about it go.
    pub(crate) word: Ident,
    pub(crate) value: Value,
}

/// The value of an argument.
pub(crate) enum Value {
    /// `leaf`
    None,
    /// `world = Battle`, `ordered(Triggers)`
    Type(Type),
    /// `name = "Move"`
    Text(LitStr),
    /// `crate = ::phase_core`
    Path(Path),
    /// `unshifts(A, B)`
    Types(Vec<Type>),
    /// `save(alias = "OldMove")`
    Aliases(Vec<LitStr>),
    /// A value that could not be read, and has been reported.
    Faulty,
    /// A world that could not be read, to be reported where the type would stand; see [`World`](crate::model::World).
    FaultyType(syn::Error),
}

/// Reads all arguments; what is wrong with known ones goes into `faults`.
pub(crate) fn arguments(tokens: TokenStream, faults: &mut Faults) -> Arguments {
    let mut arguments = Arguments { known: Vec::new(), unknown: Vec::new() };
    for piece in pieces(tokens, |word| Key::named(word).is_some()) {
        match argument(piece, faults) {
            Ok(argument) => arguments.known.push(argument),
            Err(fault) => arguments.unknown.push(fault),
        }
    }
    arguments
}

fn argument(piece: Piece, faults: &mut Faults) -> syn::Result<Argument> {
    let Piece { first, rest, no_comma_before } = piece;
    let TokenTree::Ident(word) = first else {
        return Err(unexpected(&first));
    };
    let name = word.to_string();
    let Some(key) = Key::named(&name) else {
        let fix = match Key::nearest(&name) {
            Some(key) => format!("write `{}`", key.sample()),
            None => "remove it".to_owned(),
        };
        let message = format!("unknown argument `{name}`; accepted are {}; {fix}", Key::accepted());
        return Err(syn::Error::new_spanned(word, message));
    };
    let form = Form::of(rest);
    let value = match key {
        Key::World => world(&word, form, faults),
        Key::Name => name_of_phase(&word, form, faults),
        Key::Crate => krate(&word, form, faults),
        Key::Unshifts | Key::Defers | Key::Pushes => list(key, &word, form, faults),
        Key::Ordered => ordered(form, faults),
        Key::Leaf | Key::Common | Key::Clone | Key::Asks | Key::Secret => flag(key, form, faults),
        Key::Save => save(form, faults),
    };
    if let Some(next) = no_comma_before {
        faults.at(&next, no_comma(&next, "arguments"));
    }
    Ok(Argument { key, word, value })
}

fn unexpected(found: &TokenTree) -> syn::Error {
    let (text, accepted, sample) = (spelled(found), Key::accepted(), Key::World.sample());
    let message = format!(
        "expected an argument, found `{text}`; accepted are {accepted}; write for example `{sample}`"
    );
    syn::Error::new_spanned(found, message)
}

fn no_comma(next: &TokenTree, what: &str) -> String {
    let next = spelled(next);
    format!("no comma before `{next}`; {what} are separated by commas; write `, {next}`")
}

/// What follows the word of an argument.
enum Form {
    /// Nothing.
    Word,
    /// `= VALUE`, where the value may be missing.
    Assigned(TokenStream),
    /// `(VALUE)`, or in other brackets.
    Group(TokenTree, Delimiter, TokenStream),
    /// Anything else.
    Other(TokenStream),
}

impl Form {
    fn of(tokens: Vec<TokenTree>) -> Self {
        match &tokens[..] {
            [] => Self::Word,
            [TokenTree::Punct(punct), value @ ..] if punct.as_char() == '=' => {
                Self::Assigned(value.iter().cloned().collect())
            }
            [token @ TokenTree::Group(group)] if group.delimiter() != Delimiter::None => {
                Self::Group(token.clone(), group.delimiter(), group.stream())
            }
            _ => Self::Other(tokens.into_iter().collect()),
        }
    }

    /// The value of an argument that takes one after `=`, or else what is wrong, and what it may have been meant as.
    fn assigned(self) -> Result<TokenStream, (&'static str, TokenStream)> {
        match self {
            Self::Word => Err(("has no value", TokenStream::new())),
            Self::Assigned(value) if value.is_empty() => Err(("has no value after its `=`", value)),
            Self::Assigned(value) => Ok(value),
            Self::Group(_, _, value) | Self::Other(value) => Err(("has no `=` before its value", value)),
        }
    }
}

fn world(word: &Ident, form: Form, faults: &mut Faults) -> Value {
    let (tokens, mut wrong) = match form.assigned() {
        Ok(value) => (value, None),
        Err((what, meant)) => (meant, Some(what)),
    };
    let Some(Read { ty, quoted, rest }) = Read::from(tokens.clone()) else {
        let place = if tokens.is_empty() { word.to_token_stream() } else { tokens };
        let what = wrong
            .map_or_else(|| format!("`{}` is not a type", spelled(&place)), |what| format!("`world` {what}"));
        let message = format!("{what}; accepted is any type; write `{}`", Key::World.sample());
        return Value::FaultyType(syn::Error::new_spanned(place, message));
    };
    if quoted {
        wrong = Some("is a string");
    }
    if let Some(what) = wrong {
        faults.at(tokens, format!("`world` {what}; accepted is any type; write `world = {}`", spelled(&ty)));
    } else if !rest.is_empty() {
        faults.at(&rest, leftover(&ty, &rest));
    }
    Value::Type(ty)
}

fn name_of_phase(word: &Ident, form: Form, faults: &mut Faults) -> Value {
    let (what, meant) = match form.assigned() {
        Ok(value) => match syn::parse2::<LitStr>(value.clone()) {
            Ok(text) if text.suffix().is_empty() => return Value::Text(text),
            _ => ("is not a string", value),
        },
        Err(wrong) => wrong,
    };
    let text = spelled(&meant);
    let text = text.trim_matches('"');
    let usable = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let fix = if usable { format!("name = \"{text}\"") } else { Key::Name.sample().to_owned() };
    let place = if meant.is_empty() { word.to_token_stream() } else { meant };
    faults.at(place, format!("`name` {what}; accepted is a string literal; write `{fix}`"));
    Value::Faulty
}

fn krate(word: &Ident, form: Form, faults: &mut Faults) -> Value {
    let (what, meant) = match form.assigned() {
        Ok(value) => match Path::parse_mod_style.parse2(value.clone()) {
            Ok(path) => return Value::Path(path),
            Err(_) => ("is not a path", value),
        },
        Err(wrong) => wrong,
    };
    let place = if meant.is_empty() { word.to_token_stream() } else { meant };
    let sample = Key::Crate.sample();
    faults.at(place, format!("`crate` {what}; accepted is the path of the runtime crate; write `{sample}`"));
    Value::Faulty
}

fn list(key: Key, word: &Ident, form: Form, faults: &mut Faults) -> Value {
    let (place, meant) = match form {
        Form::Group(_, Delimiter::Parenthesis, inner) => return elements(key, inner, faults),
        Form::Group(token, _, inner) => (token.into(), inner),
        Form::Word => (word.to_token_stream(), TokenStream::new()),
        Form::Assigned(value) | Form::Other(value) => {
            let meant = match Form::of(value.clone().into_iter().collect()) {
                Form::Group(_, _, inner) => inner,
                _ => value.clone(),
            };
            (if value.is_empty() { word.to_token_stream() } else { value }, meant)
        }
    };
    let types = !meant.is_empty()
        && pieces(meant.clone(), |_| false)
            .into_iter()
            .all(|piece| Read::from(piece.tokens()).is_some_and(|read| !read.quoted && read.rest.is_empty()));
    let fix = if types { format!("{key}({})", spelled(&meant)) } else { key.sample().to_owned() };
    faults.at(place, format!("`{key}` has no list; accepted are phases in parentheses; write `{fix}`"));
    Value::Faulty
}

fn elements(key: Key, tokens: TokenStream, faults: &mut Faults) -> Value {
    let before = faults.count();
    let sample = key.sample();
    let mut types = Vec::new();
    for piece in pieces(tokens, |_| false) {
        let tokens = piece.tokens();
        match Read::from(tokens.clone()) {
            Some(Read { ty, quoted: true, .. }) => {
                let fix = spelled(&ty);
                faults
                    .at(tokens, format!("a phase in `{key}` is a string; accepted are types; write `{fix}`"));
            }
            Some(Read { ty, rest, .. }) if rest.is_empty() => types.push(ty),
            Some(Read { ty, rest, .. }) => faults.at(&rest, leftover(&ty, &rest)),
            None => {
                let text = spelled(&tokens);
                faults.at(tokens, format!("`{text}` is not a type; accepted are phases; write `{sample}`"));
            }
        }
    }
    if faults.count() == before { Value::Types(types) } else { Value::Faulty }
}

fn flag(key: Key, form: Form, faults: &mut Faults) -> Value {
    let place = match form {
        Form::Word => return Value::None,
        Form::Assigned(value) | Form::Other(value) => value,
        Form::Group(token, ..) => token.into(),
    };
    faults.at(place, format!("`{key}` has a value; accepted is the word alone; write `{key}`, or remove it"));
    Value::Faulty
}

fn ordered(form: Form, faults: &mut Faults) -> Value {
    let (place, meant) = match form {
        Form::Word => return Value::None,
        Form::Group(token, Delimiter::Parenthesis, inner) => match Read::from(inner.clone()) {
            Some(Read { ty, quoted: false, rest }) if rest.is_empty() => return Value::Type(ty),
            _ => (token.into(), inner),
        },
        Form::Group(token, _, inner) => (token.into(), inner),
        Form::Assigned(value) | Form::Other(value) => (value.clone(), value),
    };
    let fix = match Read::from(meant) {
        Some(Read { ty, rest, .. }) if rest.is_empty() => format!("ordered({})", spelled(&ty)),
        _ => "ordered(Triggers)".to_owned(),
    };
    faults.at(
        place,
        format!("`ordered` has a value that is no group in parentheses; accepted are the word alone and one group; write `ordered`, or `{fix}`"),
    );
    Value::Faulty
}

fn save(form: Form, faults: &mut Faults) -> Value {
    let (place, tokens) = match form {
        Form::Word => return Value::Aliases(Vec::new()),
        Form::Group(token, Delimiter::Parenthesis, inner) => (token.into(), inner),
        Form::Group(token, ..) => (token.into(), TokenStream::new()),
        Form::Assigned(value) | Form::Other(value) => (value, TokenStream::new()),
    };
    let before = faults.count();
    let mut aliases = Vec::new();
    for piece in pieces(tokens, |word| word == "alias") {
        if let Some(next) = &piece.no_comma_before {
            faults.at(next, no_comma(next, "aliases"));
        }
        let tokens = piece.tokens();
        match alias.parse2(tokens.clone()) {
            Ok(alias) => aliases.push(alias),
            Err(_) => faults.at(
                &tokens,
                format!(
                    "`{}` is not an alias; accepted in `save` are former names of the phase; write `alias = \"OldMove\"`",
                    spelled(&tokens)
                ),
            ),
        }
    }
    if aliases.is_empty() && faults.count() == before {
        faults.at(
            place,
            "`save` has a value that is no list of aliases; accepted are the word alone and former names in parentheses; write `save` or `save(alias = \"OldMove\")`",
        );
    }
    if faults.count() == before { Value::Aliases(aliases) } else { Value::Faulty }
}

fn alias(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let word: Ident = input.parse()?;
    if word != "alias" {
        return Err(syn::Error::new_spanned(word, "not an alias"));
    }
    input.parse::<Token![=]>()?;
    input.parse()
}

/// A type, and how it was written.
struct Read {
    ty: Type,
    /// Whether inside a string, as some other attributes want it.
    quoted: bool,
    /// What follows it.
    rest: TokenStream,
}

impl Read {
    fn from(tokens: TokenStream) -> Option<Self> {
        if let Ok(text) = syn::parse2::<LitStr>(tokens.clone()) {
            return Some(Self { ty: text.parse().ok()?, quoted: true, rest: TokenStream::new() });
        }
        let read =
            |input: ParseStream<'_>| Ok(Self { ty: input.parse()?, quoted: false, rest: input.parse()? });
        read.parse2(tokens).ok()
    }
}

fn leftover(ty: &Type, rest: &TokenStream) -> String {
    if let Some(next @ (TokenTree::Ident(_) | TokenTree::Literal(_))) = rest.clone().into_iter().next() {
        return no_comma(&next, "types");
    }
    let (rest, ty) = (spelled(rest), spelled(ty));
    format!("unexpected `{rest}` after the type `{ty}`; accepted is a comma or the end; remove it")
}
