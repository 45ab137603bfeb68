//! The parameters of a phase's type, as its impls write them.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, Type, TypeParamBound, WherePredicate, parse_quote};

/// The parameters of a phase's type, as its impls write them.
pub(crate) struct Parameters {
    ident: Ident,
    /// With the bounds that a phase needs.
    generics: Generics,
}

impl Parameters {
    /// A type parameter without any bound gets those of a phase, in the way of derives. One with bounds says by itself what it
    /// is: it may stand for something that is only named.
    pub(crate) fn new(ident: &Ident, generics: &Generics, clone: bool) -> Self {
        let mut bounded = generics.clone();
        let types: Vec<_> = generics.type_params().map(|parameter| &parameter.ident).collect();
        if !types.is_empty() {
            let clone = clone.then(|| quote!(+ ::core::clone::Clone));
            let of_phase = quote!(::core::fmt::Debug + ::core::marker::Send + ::core::marker::Sync #clone);
            let (_, arguments, _) = generics.split_for_impl();
            let bounds = &mut bounded.make_where_clause().predicates;
            for ty in types {
                bounds.push(if has_bounds(ty, generics) {
                    parse_quote!(#ty: 'static)
                } else {
                    parse_quote!(#ty: #of_phase + 'static)
                });
            }
            bounds.push(parse_quote!(#ident #arguments: #of_phase));
        }
        Self { ident: ident.clone(), generics: bounded }
    }

    /// Whether there are any, so that there is no one type to register.
    pub(crate) fn are_any(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// The type of the phase.
    pub(crate) fn ty(&self) -> Type {
        let Self { ident, generics } = self;
        let (_, arguments, _) = generics.split_for_impl();
        parse_quote!(#ident #arguments)
    }

    /// What stands behind `impl`.
    pub(crate) fn declared(&self) -> TokenStream {
        self.generics.split_for_impl().0.into_token_stream()
    }

    /// What stands behind `impl` with one more.
    pub(crate) fn declared_with(&self, further: &Ident) -> TokenStream {
        let mut generics = self.generics.clone();
        generics.params.push(GenericParam::Type(further.clone().into()));
        generics.split_for_impl().0.into_token_stream()
    }

    /// What stands before the body of an impl.
    pub(crate) fn bounds(&self) -> TokenStream {
        self.generics.split_for_impl().2.into_token_stream()
    }

    /// A name for one more, that hides no name in an impl: it speaks, since the compiler lists the impls of open phases to
    /// whoever queues what another phase has not declared.
    pub(crate) fn further(&self) -> Ident {
        let Self { ident, generics } = self;
        let bounds = &generics.where_clause;
        let taken = names(quote!(#ident #generics #bounds));
        let mut name = "Any".to_owned();
        while taken.contains(&name) {
            name.push_str("Phase");
        }
        format_ident!("{name}")
    }
}

/// Whether the definition says anything of a type parameter, but that it may be unsized.
fn has_bounds(ty: &Ident, generics: &Generics) -> bool {
    let says = |bound: &TypeParamBound| {
        let is_relaxed = matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some());
        !is_relaxed
    };
    let is_it = |bounded: &Type| matches!(bounded, Type::Path(path) if path.path.is_ident(ty));
    let inline = generics
        .type_params()
        .filter(|parameter| parameter.ident == *ty)
        .flat_map(|parameter| &parameter.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let apart = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if is_it(&predicate.bounded_ty) => Some(&predicate.bounds),
        _ => None,
    });
    inline.chain(apart.flatten()).any(says)
}

/// All identifiers among some tokens.
fn names(tokens: TokenStream) -> Vec<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) => vec![ident.to_string()],
            TokenTree::Group(group) => names(group.stream()),
            _ => vec![],
        })
        .collect()
}
