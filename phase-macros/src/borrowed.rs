//! What a world borrows, which has to own its data: the references and lifetimes in its type that are not `'static` and
//! that nothing in it binds.
//!
//! The compiler would say that a lifetime is missing, and lead to one, which a phase can't have.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    BoundLifetimes, GenericArgument, GenericParam, Ident, Lifetime, NamedArg, Path, PathArguments,
    ReturnType, Token, Type, TypeParamBound, TypeReference,
};

use crate::spelling::spelled;

/// The complaint about a world that borrows, at each place where it does.
pub(crate) fn fault_of_borrowing(world: &Type) -> Option<syn::Error> {
    let places = borrowed(world);
    if let ([place], Some(reference)) = (&places[..], reference(world)) {
        let owner = spelled(&reference.elem);
        let message = format!(
            "`world` is a reference; accepted are types that own their data; write `world = {owner}`, of which phases are handed a `&mut`"
        );
        return Some(syn::Error::new_spanned(place, message));
    }
    let faults = places.iter().map(|place| {
        let what = match place {
            Borrowed::Reference(_) => "holds a reference".to_owned(),
            Borrowed::Lifetime(lifetime) => format!("has the lifetime `{lifetime}`"),
        };
        let message = format!(
            "`world` {what}; accepted are types that own their data, with no lifetime but `'static`; have the world hold what it borrows, or an `Arc` of it"
        );
        syn::Error::new_spanned(place, message)
    });
    faults.reduce(|mut all, one| {
        all.combine(one);
        all
    })
}

/// The reference that a type is as a whole, unless a `'static` one.
fn reference(ty: &Type) -> Option<&TypeReference> {
    match ty {
        Type::Group(group) => reference(&group.elem),
        Type::Paren(paren) => reference(&paren.elem),
        Type::Reference(found) => {
            Some(found).filter(|found| found.lifetime.as_ref().is_none_or(|name| name.ident != "static"))
        }
        _ => None,
    }
}

/// All places at which a type borrows, in the order written.
fn borrowed(ty: &Type) -> Vec<Borrowed> {
    let mut search = Search::default();
    search.ty(ty, Scope::Type);
    search.found
}

/// One place at which a type borrows.
enum Borrowed {
    /// A reference without a lifetime.
    Reference(TokenStream),
    /// A lifetime.
    Lifetime(Lifetime),
}

/// Whether a lifetime may be left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Type,
    /// That of a function or closure: a lifetime that is left out is bound by it.
    Signature,
}

#[derive(Default)]
struct Search {
    /// What the `for<..>` around a place bind.
    bound: Vec<Ident>,
    found: Vec<Borrowed>,
}

impl Search {
    fn ty(&mut self, ty: &Type, scope: Scope) {
        match ty {
            Type::Array(ty) => self.ty(&ty.elem, scope),
            Type::Group(ty) => self.ty(&ty.elem, scope),
            Type::Paren(ty) => self.ty(&ty.elem, scope),
            Type::Ptr(ty) => self.ty(&ty.elem, scope),
            Type::Slice(ty) => self.ty(&ty.elem, scope),
            Type::Tuple(ty) => ty.elems.iter().for_each(|ty| self.ty(ty, scope)),
            Type::Reference(ty) => {
                match &ty.lifetime {
                    Some(lifetime) => self.lifetime(lifetime, scope),
                    None if scope == Scope::Type => {
                        let TypeReference { and_token, mutability, .. } = ty;
                        self.found.push(Borrowed::Reference(quote!(#and_token #mutability)));
                    }
                    None => {}
                }
                self.ty(&ty.elem, scope);
            }
            Type::FnPtr(ty) => {
                self.within(ty.lifetimes.as_ref(), |search| search.signature(&ty.inputs, &ty.output));
            }
            Type::Path(ty) => {
                if let Some(of) = &ty.qself {
                    self.ty(&of.ty, scope);
                }
                self.path(&ty.path, scope);
            }
            Type::TraitObject(ty) => self.bounds(&ty.bounds, scope),
            _ => {}
        }
    }

    fn path(&mut self, path: &Path, scope: Scope) {
        for segment in &path.segments {
            match &segment.arguments {
                PathArguments::None => {}
                PathArguments::Parenthesized(closure) => self.signature(&closure.inputs, &closure.output),
                PathArguments::AngleBracketed(arguments) => {
                    for argument in &arguments.args {
                        match argument {
                            GenericArgument::Lifetime(lifetime) => self.lifetime(lifetime, scope),
                            GenericArgument::Type(ty) => self.ty(ty, scope),
                            GenericArgument::AssocType(item) => self.ty(&item.ty, scope),
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    fn bounds(&mut self, bounds: &Punctuated<TypeParamBound, Token![+]>, scope: Scope) {
        for bound in bounds {
            match bound {
                TypeParamBound::Lifetime(lifetime) => self.lifetime(lifetime, scope),
                TypeParamBound::Trait(bound) => {
                    self.within(bound.lifetimes.as_ref(), |search| search.path(&bound.path, scope));
                }
                _ => {}
            }
        }
    }

    fn signature(&mut self, inputs: &Punctuated<NamedArg, Token![,]>, output: &ReturnType) {
        for input in inputs {
            self.ty(&input.ty, Scope::Signature);
        }
        if let ReturnType::Type(_, ty) = output {
            self.ty(ty, Scope::Signature);
        }
    }

    /// Searches what stands behind a `for<..>`.
    fn within(&mut self, binder: Option<&BoundLifetimes>, search: impl FnOnce(&mut Self)) {
        let outside = self.bound.len();
        for parameter in binder.iter().flat_map(|binder| &binder.lifetimes) {
            if let GenericParam::Lifetime(parameter) = parameter {
                self.bound.push(parameter.lifetime.ident.clone());
            }
        }
        search(self);
        self.bound.truncate(outside);
    }

    fn lifetime(&mut self, lifetime: &Lifetime, scope: Scope) {
        let name = &lifetime.ident;
        let elided = name == "_" && scope == Scope::Signature;
        if name != "static" && !elided && !self.bound.contains(name) {
            self.found.push(Borrowed::Lifetime(lifetime.clone()));
        }
    }
}

impl ToTokens for Borrowed {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Reference(reference) => reference.to_tokens(tokens),
            Self::Lifetime(lifetime) => lifetime.to_tokens(tokens),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn borrows(ty: &str, expected: &[&str]) {
        let found = borrowed(&syn::parse_str(ty).unwrap());
        let found: Vec<_> = found.iter().map(spelled).collect();
        assert_eq!(found, expected, "{ty}");
    }

    #[test]
    fn references_and_lifetimes_are_found_wherever_they_stand() {
        borrows("&Battle", &["&"]);
        borrows("&mut Battle", &["&mut"]);
        borrows("&'a mut Ctx<'_>", &["'a", "'_"]);
        borrows("Ctx<'a, 'b>", &["'a", "'b"]);
        borrows("a::Ctx<'_>::Of<Vec<&str>>", &["'_", "&"]);
        borrows("<Ctx<'a> as Of<'b>>::World", &["'a", "'b"]);
        borrows("(u8, [Option<&'a u8>; 4], *const [&u8])", &["'a", "&"]);
        borrows("Box<dyn Iterator<Item = &'a u8> + 'b>", &["'a", "'b"]);
        borrows("Box<dyn (Fn(&'a u8)) + '_>", &["'a", "'_"]);
        borrows("for<'a> fn(&'a u8) -> &'b u8", &["'b"]);
        borrows("(Box<dyn for<'a> Of<'a>>, &'a u8)", &["'a"]);
    }

    #[test]
    fn what_is_static_or_bound_is_none_of_them() {
        for ty in [
            "Battle",
            "()",
            "&'static mut [u8]",
            "Cow<'static, str>",
            "fn(&u8, Ctx<'_>) -> &u8",
            "Box<dyn Fn(&u8) -> Ctx<'_> + Send + 'static>",
            "for<'a> fn(&'a u8) -> &'a u8",
            "Box<dyn for<'a> Of<'a, Item = &'a u8>>",
        ] {
            borrows(ty, &[]);
        }
    }
}
