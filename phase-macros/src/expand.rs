//! The code that a model becomes. Nothing here can fail.
//!
//! All paths are absolute (`::core::..` or through the path of the runtime) and all helpers are anonymous, so that
//! nothing of the user's can stand in their way. Tokens that a compiler error may point at have the place of the
//! user's words; they are still marked as the macro's own, which keeps the user's lints off them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Type, parse_quote};

use crate::item::Field;
use crate::layout::Part;
use crate::model::{Flow, Model, Ordered, Rejected, Save, World};
use crate::spelling::spelled;

const FLOW_TRAITS: [&str; 3] = ["Unshifts", "Defers", "Pushes"];

/// Everything beside the user's item.
pub(crate) fn expand(model: &Model) -> TokenStream {
    if let Some(rejected) = &model.rejected {
        return stand_in(model, rejected);
    }
    let description = description(model);
    let flow = flow(model);
    let common = common(model);
    let ordered = ordered(model);
    let asks = asks(model);
    let entry = entry(model);
    quote! {
        #[allow(deprecated)]
        const _: () = {
            #description
            #flow
            #common
            #ordered
            #asks
            #entry
        };
    }
}

/// The macro's own marking, at the place of the user's tokens.
fn at(place: Span) -> Span {
    Span::call_site().located_at(place)
}

/// For a type with lifetimes, where all that is left to do is to keep its uses quiet.
fn stand_in(model: &Model, rejected: &Rejected) -> TokenStream {
    let Model { krate, private, ident, name, .. } = model;
    let Rejected { generics, fault } = rejected;
    let world = world(model);
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let bounds = bounds.map(|bounds| &bounds.predicates);
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let lifetimes = generics.lifetimes().map(|parameter| &parameter.lifetime);
    let bounds = quote!(#(#types: 'static,)* #(#lifetimes: 'static,)* #bounds);
    // A bound that is an error excuses the impl from most of what a phase's type has to fulfil.
    let error = error_type(fault);
    let child = model.parameters.further();
    let mut with_child = generics.clone();
    with_child.params.push(parse_quote!(#child));
    let (parameters_with_child, ..) = with_child.split_for_impl();
    let traits = FLOW_TRAITS.map(|name| format_ident!("{name}"));
    let body = body(private);
    quote! {
        const _: () = {
            #[automatically_derived]
            impl #parameters #krate::PhaseInfo for #ident #arguments
            where
                #error: ::core::marker::Sized,
                #bounds
            {
                #world

                const NAME: &'static ::core::primitive::str = #name;

                type __Lives = #private::LivesOnce;

                const __DESCRIPTION: #private::Description<Self> =
                    #private::Description::new(::core::option::Option::None);
            }

            #(
                #[automatically_derived]
                impl #parameters_with_child #krate::#traits<#child> for #ident #arguments where #bounds { #body }
            )*
        };
    }
}

fn description(model: &Model) -> TokenStream {
    let Model { krate, private, name, parameters, .. } = model;
    let (declared, ty, bounds) = (parameters.declared(), parameters.ty(), parameters.bounds());
    let world = world(model);
    let closed = match &model.flow {
        Flow::Open => None,
        Flow::Closed { unshifts, defers, pushes } => {
            let lists = [unshifts, defers, pushes].map(|children| edges(private, children));
            Some(quote!(.closed(#(#lists),*)))
        }
    };
    let common = model.common.map(|_| quote!(.common()));
    let ordered = model.ordered.as_ref().map(|Ordered { place, group }| match group {
        None => quote_spanned!(at(*place)=> .ordered()),
        Some(group) => quote_spanned!(at(group.span())=> .ordered_in::<#group>()),
    });
    let copied = model.clone.map(|place| {
        let copied = quote_spanned!(at(place)=> .cloned());
        quote! {
            #copied
            .plain({
                use #private::IsNotPlain as _;
                #private::Probe::<#ty>::__PHASE_PLAIN
            })
        }
    });
    let saved = model
        .save
        .as_ref()
        .map(|Save { place, aliases }| quote_spanned!(at(*place)=> .saved(&[#(#aliases),*])));
    let laid_out = laid_out(model);
    let secret = model.secret.map(|_| quote!(.secret()));
    let lives_again = model.clone.is_some() || model.save.is_some();
    let lives = format_ident!("{}", if lives_again { "LivesAgain" } else { "LivesOnce" });
    let answers = answers(model);
    quote! {
        #[automatically_derived]
        impl #declared #krate::PhaseInfo for #ty #bounds {
            #world

            const NAME: &'static ::core::primitive::str = #name;

            type __Lives = #private::#lives;

            const __DESCRIPTION: #private::Description<Self> = {
                use #private::{CannotAsk as _, CannotRestore as _, CannotWait as _};
                #private::Description::<#ty>::new(#private::Probe::<#ty>::__PHASE_UPDATE)
                    .restored(#private::Probe::<#ty>::__PHASE_RESTORE)
                    .asking(#private::Probe::<#ty>::__PHASE_ASKING)
                    #answers
                    #closed
                    #common
                    #ordered
                    #copied
                    #saved
                    #laid_out
                    #secret
            };
        }
    }
}

/// How the data of a phase that can be saved looks in packed bytes.
fn laid_out(model: &Model) -> Option<TokenStream> {
    if model.save.is_none() || !cfg!(feature = "packed") {
        return None;
    }
    let parts = model.layout.iter().map(|Part { cfgs, text }| quote!(#(#cfgs)* #text));
    Some(quote!(.laid_out(const { &[#(#parts),*] })))
}

/// How answers to the phase are written and read, if they can be.
fn answers(model: &Model) -> TokenStream {
    let Model { private, parameters, .. } = model;
    let ty = parameters.ty();
    quote! {
        .answers_written({
            use #private::CannotWriteAnswer as _;
            #private::Probe::<#ty>::__PHASE_WRITE_ANSWER
        })
        .answers_read({
            use #private::CannotReadAnswer as _;
            #private::Probe::<#ty>::__PHASE_READ_ANSWER
        })
    }
}

fn world(model: &Model) -> TokenStream {
    match &model.world {
        World::Type(ty) => quote_spanned!(at(ty.span())=> type World = #ty;),
        World::Unknown(fault) => {
            let error = error_type(fault);
            quote!(type World = #error;)
        }
    }
}

/// A complaint as a type that is an error, which silences all that depends on it.
///
/// In place of a type, `compile_error!` would stand for `()`. As the length of an array it makes the array an error.
fn error_type(fault: &syn::Error) -> TokenStream {
    let fault = fault.to_compile_error();
    quote!([(); { #fault }])
}

fn flow(model: &Model) -> TokenStream {
    match &model.flow {
        Flow::Open => open(model),
        Flow::Closed { unshifts, defers, pushes } => {
            let lists = FLOW_TRAITS.into_iter().zip([unshifts, defers, pushes]);
            let impls = lists
                .into_iter()
                .flat_map(|(name, children)| children.iter().map(move |child| declared(model, name, child)));
            impls.collect()
        }
    }
}

/// The impls of a phase that may queue anything.
fn open(model: &Model) -> TokenStream {
    let Model { krate, private, parameters, .. } = model;
    let child = parameters.further();
    let (declared, ty, bounds) = (parameters.declared_with(&child), parameters.ty(), parameters.bounds());
    let traits = FLOW_TRAITS.map(|name| format_ident!("{name}"));
    let body = body(private);
    quote! {
        #(
            #[automatically_derived]
            impl #declared #krate::#traits<#child> for #ty #bounds { #body }
        )*
    }
}

fn declared(model: &Model, name: &str, child: &Type) -> TokenStream {
    let Model { krate, private, parameters, .. } = model;
    let (declared, ty, bounds) = (parameters.declared(), parameters.ty(), parameters.bounds());
    let place = at(child.span());
    let name = format_ident!("{name}", span = place);
    quote_spanned! {place=>
        #[automatically_derived]
        impl #declared #krate::#name<#child> for #ty #bounds {
            const __DECLARED: #private::Declared = #private::listed::<#ty, #child>();
        }
    }
}

fn common(model: &Model) -> Option<TokenStream> {
    let Model { krate, private, parameters, .. } = model;
    let (declared, ty, bounds) = (parameters.declared(), parameters.ty(), parameters.bounds());
    let body = body(private);
    model.common.map(|place| {
        quote_spanned! {at(place)=>
            #[automatically_derived]
            impl #declared #krate::Common for #ty #bounds { #body }
        }
    })
}

fn ordered(model: &Model) -> Option<TokenStream> {
    let Model { private, parameters, .. } = model;
    let (declared, ty, bounds) = (parameters.declared(), parameters.ty(), parameters.bounds());
    let body = body(private);
    model.ordered.as_ref().map(|Ordered { place, .. }| {
        quote_spanned! {at(*place)=>
            #[automatically_derived]
            impl #declared #private::DeclaredOrdered for #ty #bounds { #body }
        }
    })
}

/// The `start` of a phase that asks at once.
fn asks(model: &Model) -> Option<TokenStream> {
    let Model { krate, parameters, .. } = model;
    let (declared, ty, bounds) = (parameters.declared(), parameters.ty(), parameters.bounds());
    model.asks.map(|place| {
        quote_spanned! {at(place)=>
            #[automatically_derived]
            impl #declared #krate::Phase for #ty #bounds {
                fn start(&mut self, guard: #krate::EndGuard<'_, Self>) -> #krate::Flow<Self> {
                    #krate::EndGuard::ask(guard)
                }
            }
        }
    })
}

fn body(private: &TokenStream) -> TokenStream {
    quote! {
        const __DECLARED: #private::Declared = #private::Declared::by_attribute();
    }
}

/// The entry in the registry, in which a type with parameters has none: it stands for any number of types.
///
/// It counts as a use of the type, so that the compiler never finds a phase that nothing makes. Clippy, which runs
/// nothing, can do without entries, and finds them. A phase that can be saved may be made from a save alone.
fn entry(model: &Model) -> Option<TokenStream> {
    let Model { private, ident, .. } = model;
    if model.parameters.are_any() {
        return None;
    }
    let world = model.world.text();
    let docs = model.comment.expression();
    let fields = model.fields.iter().map(|field| self::field(private, field));
    let unless_clippy = model.save.is_none().then(|| quote!(#[cfg(not(clippy))]));
    Some(quote! {
        #unless_clippy
        #private::inventory::submit! {
            #private::PhaseEntry::new::<#ident>(#private::Source {
                world: #world,
                module_path: ::core::module_path!(),
                file: ::core::file!(),
                line: ::core::line!(),
                docs: #docs,
                fields: const { &[#(#fields),*] },
            })
        }
    })
}

fn field(private: &TokenStream, field: &Field) -> TokenStream {
    let Field { cfgs, variant, name, ty } = field;
    let variant = variant.as_ref().map_or_else(
        || quote!(::core::option::Option::None),
        |variant| quote!(::core::option::Option::Some(#variant)),
    );
    quote!(#(#cfgs)* #private::Field::new(#variant, #name, #ty))
}

fn edges(private: &TokenStream, children: &[Type]) -> TokenStream {
    let edges = children.iter().map(|child| {
        let written = spelled(child);
        quote_spanned!(at(child.span())=> #private::Edge::to::<#child>(#written))
    });
    quote!(&[#(#edges),*])
}
