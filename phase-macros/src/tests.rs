//! The messages, and a few expansions as a whole. Where the messages point is for the compile-fail tests.

use expect_test::{Expect, expect};
use proc_macro2::TokenStream;

use crate::faults::Faults;
use crate::item::Item;
use crate::model::{Model, Rejected, World};
use crate::{expanded, parse};

fn tokens(source: &str) -> TokenStream {
    source.parse().unwrap()
}

/// All messages for `#[phase(arguments)] item`.
fn faults_of(arguments: &str, item: &str) -> Vec<String> {
    let mut faults = Faults::default();
    let item = Item::read(tokens(item), &mut faults);
    let arguments = parse::arguments(tokens(arguments), &mut faults);
    if let Some(definition) = item.definition {
        let model = Model::new(arguments, definition, &mut faults);
        if let World::Unknown(fault) = model.world {
            faults.push(fault);
        }
        if let Some(Rejected { fault, .. }) = model.rejected {
            faults.push(fault);
        }
    }
    faults.messages()
}

/// The beginnings of all messages, up to the first semicolon.
#[track_caller]
fn faults(arguments: &str, expected: &[&str]) {
    let found = faults_of(arguments, "struct Foo;");
    let starts: Vec<&str> = found.iter().map(|fault| fault.split(';').next().unwrap()).collect();
    assert_eq!(starts, expected, "#[phase({arguments})]");
    for fault in &found {
        assert!(!fault.ends_with('.') && !fault.starts_with(char::is_uppercase), "{fault}");
    }
}

#[test]
fn every_argument_is_accepted() {
    for arguments in [
        "",
        "world = Battle",
        "world = (),",
        "world = HashMap<A, fn(B) -> C>, leaf",
        "world = &'static mut [u8; { 1 + 1 }]",
        "name = \"Move\"",
        "name = r\"Move\"",
        "crate = ::phase_core",
        "crate = crate::engine",
        "unshifts(A), defers(A, B), pushes(A, B,)",
        "unshifts(a::B, Self, crate::C)",
        "leaf, common, ordered",
    ] {
        faults(arguments, &[]);
    }
}

#[test]
fn a_world_is_a_type_after_an_equals_sign() {
    faults("world", &["`world` has no value"]);
    faults("world =", &["`world` has no value after its `=`"]);
    faults("world = , leaf", &["`world` has no value after its `=`"]);
    faults("world = 5", &["`5` is not a type"]);
    faults("world = \"Battle\"", &["`world` is a string"]);
    faults("world = \"a battle\"", &["`\"a battle\"` is not a type"]);
    faults("world(Battle)", &["`world` has no `=` before its value"]);
    faults("world Battle", &["`world` has no `=` before its value"]);
    faults("world = Battle Field", &["no comma before `Field`"]);
    faults("world = Battle = 3", &["unexpected `= 3` after the type `Battle`"]);
    faults("world = Vec<A, leaf", &["`Vec<A, leaf` is not a type"]);
}

#[test]
fn a_name_is_visible_text() {
    faults("name", &["`name` has no value"]);
    faults("name = Foo", &["`name` is not a string"]);
    faults("name = 5", &["`name` is not a string"]);
    faults("name = b\"a\"", &["`name` is not a string"]);
    faults("name = \"a\"u8", &["`name` is not a string"]);
    faults("name(\"a\")", &["`name` has no `=` before its value"]);
    faults("name = \"\"", &["`name` is empty"]);
    faults("name = \" \"", &["`name` begins or ends with a space"]);
    faults("name = \"a\\nb\"", &["`name` holds a control character"]);
}

#[test]
fn the_runtime_is_an_absolute_path() {
    faults("crate", &["`crate` has no value"]);
    faults("crate = \"phase_core\"", &["`crate` is not a path"]);
    faults("crate = phase_core", &["`crate` is a relative path"]);
    faults("crate = super::phase_core", &["`crate` is a relative path"]);
}

#[test]
fn a_list_is_of_types_each_once() {
    faults("unshifts", &["`unshifts` has no list"]);
    faults("unshifts = A", &["`unshifts` has no list"]);
    faults("unshifts[A]", &["`unshifts` has no list"]);
    faults("unshifts()", &["`unshifts` is an empty list"]);
    faults("unshifts(,)", &["expected a phase, found `,`"]);
    faults("unshifts(A B)", &["no comma before `B`"]);
    faults("unshifts(A, \"B\")", &["a phase in `unshifts` is a string"]);
    faults("unshifts(A, 5)", &["`5` is not a type"]);
    faults("defers(a::A, B, a :: A)", &["`a::A` is listed twice in `defers`", "`a::A` is first listed here"]);
    faults("unshifts(Self, Foo)", &["`Foo` is listed twice in `unshifts`", "`Foo` is first listed here"]);
}

#[test]
fn a_leaf_lists_nothing() {
    faults(
        "leaf, unshifts(A), pushes(B)",
        &[
            "`leaf` says that the phase queues nothing, and `unshifts` what it queues",
            "`unshifts` is beside `leaf` here",
            "`pushes` is beside `leaf` here",
        ],
    );
    faults("leaf = false", &["`leaf` has a value"]);
    faults("leaf()", &["`leaf` has a value"]);
}

#[test]
fn arguments_are_known_separated_and_given_once() {
    faults("wrold = Battle", &["unknown argument `wrold`"]);
    faults("a::b = 5, leaf", &["unknown argument `a`"]);
    faults("\"leaf\"", &["expected an argument, found `\"leaf\"`"]);
    faults("leaf,, common", &["expected an argument, found `,`"]);
    faults("leaf common", &["no comma before `common`"]);
    faults("leaf, leaf", &["`leaf` is given twice", "`leaf` is first given here"]);
    faults("save(alias = \"a\"), clone", &["`save` is not available", "`clone` is not available"]);
}

#[test]
fn independent_mistakes_are_all_reported() {
    faults(
        "world =, nam = \"a\", name = Foo, unshifts(A B, 5), leaf = true common, save",
        &[
            "unknown argument `nam`",
            "`name` is not a string",
            "no comma before `B`",
            "`5` is not a type",
            "`leaf` has a value",
            "no comma before `common`",
            "`save` is not available",
            "`world` has no value after its `=`",
        ],
    );
}

#[test]
fn other_items_are_named() {
    for (item, kind) in [
        ("pub(crate) async unsafe fn f() {}", "a function"),
        ("const fn f() {}", "a function"),
        ("pub unsafe trait T {}", "a trait"),
        ("union U { a: u8 }", "a union"),
        ("unsafe impl T for U {}", "an impl"),
        ("mod m {}", "a module"),
        ("const C: u8 = 0;", "a constant"),
        ("static S: u8 = 0;", "a static"),
        ("type T = u8;", "a type alias"),
        ("use a::b;", "an import"),
        ("extern crate a;", "an extern crate"),
        ("macro_rules! m { () => {} }", "a macro"),
        ("let x = 5;", "something else"),
    ] {
        let [fault] = &faults_of("leaf", item)[..] else { panic!("{item}") };
        assert!(fault.starts_with(&format!("`#[phase]` is on {kind};")), "{fault}");
    }
}

/// The expansion as formatted source, or as tokens if it is no valid source.
#[track_caller]
fn expansion(arguments: &str, item: &str, expected: &Expect) {
    let code = expanded(tokens(arguments), tokens(item));
    let source = match syn::parse2(code.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => code.to_string(),
    };
    expected.assert_eq(&source);
}

#[test]
fn the_smallest_phase() {
    expansion(
        "",
        "#[derive(Debug)] struct FooPhase;",
        &expect![[r##"
        #[derive(Debug)]
        /**
         `FooPhase` is a phase of the world `()`.

         - **Open**: may queue any phase of the world*/
        struct FooPhase;
        const _: () = {
            #[automatically_derived]
            impl ::phase_core::PhaseInfo for FooPhase {
                type World = ();
                const NAME: &'static ::core::primitive::str = "FooPhase";
                const __DESCRIPTION: ::phase_core::__private::Description<Self> = {
                    use ::phase_core::__private::CannotWait as _;
                    ::phase_core::__private::Description::<
                        FooPhase,
                    >::new(::phase_core::__private::Probe::<FooPhase>::UPDATE)
                };
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Unshifts<Any> for FooPhase {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Defers<Any> for FooPhase {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Pushes<Any> for FooPhase {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            ::phase_core::__private::inventory::submit! {
                ::phase_core::__private::PhaseEntry::new:: < FooPhase >
                (::phase_core::__private::Source { world : "()", module_path :
                ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                "", fields : const { & [] }, })
            }
        };
    "##]],
    );
}

#[test]
fn the_fullest_phase() {
    expansion(
        "world = Battle, name = \"Move\", crate = crate::engine, unshifts(a::DamagePhase, Self), defers(FaintPhase), pushes(FaintPhase), common, ordered",
        "
        /// A battler uses its move.
        ///
        /// # Order
        /// By speed.
        #[doc(alias = \"attack\")]
        #[derive(Debug)]
        pub enum r#Move {
            Attack { r#type: Option<Vec<u8>>, #[cfg(test)] power: u8 },
            Switch(usize, &'static str),
            Rest,
        }",
        &expect![[r#"
            /// A battler uses its move.
            ///
            /// # Order
            /// By speed.
            #[doc(alias = "attack")]
            #[derive(Debug)]
            #[cfg_attr(doc, allow(rustdoc::private_intra_doc_links))]
            /**
             # Phase

             `Move` is a phase of the world [`Battle`](type@Battle).

             - **Unshifts** [`DamagePhase`](type@a::DamagePhase), [`Move`](type@r#Move)
             - **Defers** [`FaintPhase`](type@FaintPhase)
             - **Pushes** [`FaintPhase`](type@FaintPhase)
             - **Common**: any phase of the world may queue it
             - **Ordered**: the best of those queued on a level runs first*/
            pub enum r#Move {
                Attack { r#type: Option<Vec<u8>>, #[cfg(test)] power: u8 },
                Switch(usize, &'static str),
                Rest,
            }
            const _: () = {
                #[automatically_derived]
                impl crate::engine::PhaseInfo for r#Move {
                    type World = Battle;
                    const NAME: &'static ::core::primitive::str = "Move";
                    const __DESCRIPTION: crate::engine::__private::Description<Self> = {
                        use crate::engine::__private::CannotWait as _;
                        crate::engine::__private::Description::<
                            r#Move,
                        >::new(crate::engine::__private::Probe::<r#Move>::UPDATE)
                            .closed()
                            .ordered()
                    };
                }
                #[automatically_derived]
                impl crate::engine::Unshifts<a::DamagePhase> for r#Move {
                    const __DECLARED: crate::engine::__private::Declared = crate::engine::__private::Declared::by_attribute();
                }
                const _: () = crate::engine::__private::check_child::<r#Move, a::DamagePhase>();
                #[automatically_derived]
                impl crate::engine::Unshifts<r#Move> for r#Move {
                    const __DECLARED: crate::engine::__private::Declared = crate::engine::__private::Declared::by_attribute();
                }
                const _: () = crate::engine::__private::check_child::<r#Move, r#Move>();
                #[automatically_derived]
                impl crate::engine::Defers<FaintPhase> for r#Move {
                    const __DECLARED: crate::engine::__private::Declared = crate::engine::__private::Declared::by_attribute();
                }
                const _: () = crate::engine::__private::check_child::<r#Move, FaintPhase>();
                #[automatically_derived]
                impl crate::engine::Pushes<FaintPhase> for r#Move {
                    const __DECLARED: crate::engine::__private::Declared = crate::engine::__private::Declared::by_attribute();
                }
                const _: () = crate::engine::__private::check_child::<r#Move, FaintPhase>();
                #[automatically_derived]
                impl crate::engine::Common for r#Move {
                    const __DECLARED: crate::engine::__private::Declared = crate::engine::__private::Declared::by_attribute();
                }
                crate::engine::__private::inventory::submit! {
                    crate ::engine::__private::PhaseEntry::new:: < r#Move > (crate
                    ::engine::__private::Source { world : "Battle", module_path :
                    ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                    "A battler uses its move.\n\n# Order\nBy speed.", fields : const { & [crate
                    ::engine::__private::Field::new(::core::option::Option::Some("Attack"), "type",
                    "Option<Vec<u8>>"), #[cfg(test)] crate
                    ::engine::__private::Field::new(::core::option::Option::Some("Attack"), "power",
                    "u8"), crate
                    ::engine::__private::Field::new(::core::option::Option::Some("Switch"), "0",
                    "usize"), crate
                    ::engine::__private::Field::new(::core::option::Option::Some("Switch"), "1",
                    "&'static str")] }, }).with_flow(& [::core::any::TypeId::of:: < a::DamagePhase >,
                    ::core::any::TypeId::of:: < r#Move >], & [::core::any::TypeId::of:: < FaintPhase
                    >], & [::core::any::TypeId::of:: < FaintPhase >]).common()
                }
            };
        "#]],
    );
}

#[test]
fn an_argument_that_is_still_being_typed() {
    expansion(
        "world =",
        "/// Waits.\n#[doc = include_str!(\"a.md\")] pub struct Foo;",
        &expect![[r#"
        /// Waits.
        #[doc = include_str!("a.md")]
        /**
         # Phase

         `Foo` is a phase of the world `_`.

         - **Open**: may queue any phase of the world*/
        pub struct Foo;
        const _: () = {
            #[automatically_derived]
            impl ::phase_core::PhaseInfo for Foo {
                type World = [(); {
                    ::core::compile_error! {
                        "`world` has no value after its `=`; accepted is any type; write `world = Battle`"
                    }
                }];
                const NAME: &'static ::core::primitive::str = "Foo";
                const __DESCRIPTION: ::phase_core::__private::Description<Self> = {
                    use ::phase_core::__private::CannotWait as _;
                    ::phase_core::__private::Description::<
                        Foo,
                    >::new(::phase_core::__private::Probe::<Foo>::UPDATE)
                };
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Unshifts<Any> for Foo {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Defers<Any> for Foo {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<Any> ::phase_core::Pushes<Any> for Foo {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            ::phase_core::__private::inventory::submit! {
                ::phase_core::__private::PhaseEntry::new:: < Foo >
                (::phase_core::__private::Source { world : "_", module_path :
                ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                ::core::concat!("Waits.\n", include_str!("a.md"), ""), fields : const { & [] },
                })
            }
        };
    "#]],
    );
}

#[test]
fn generics_keep_their_uses_quiet() {
    expansion(
        "leaf",
        "struct Foo<'a, T: Copy, const N: usize>(&'a [T; N]) where T: Ord;",
        &expect![[r#"
        /**
         `Foo` is a phase of the world `()`.

         - **Leaf**: queues no phase*/
        struct Foo<'a, T: Copy, const N: usize>(
            &'a [T; N],
        )
        where
            T: Ord;
        const _: () = {
            #[automatically_derived]
            impl<'a, T: Copy, const N: usize> ::phase_core::PhaseInfo for Foo<'a, T, N>
            where
                [(); {
                    ::core::compile_error! {
                        "the phase `Foo` has a lifetime; accepted are types without parameters; hold owned data, or an id to look up in the world"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a type parameter; accepted are types without parameters; write one phase per type, or hold a `Box<dyn ..>`"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a const parameter; accepted are types without parameters; write one phase per value, or make it a field"
                    }
                }]: ::core::marker::Sized,
                'a: 'static,
                T: Ord,
            {
                type World = ();
                const NAME: &'static ::core::primitive::str = "Foo";
                const __DESCRIPTION: ::phase_core::__private::Description<Self> = ::phase_core::__private::Description::new(
                    ::core::option::Option::None,
                );
            }
            #[automatically_derived]
            impl<'a, T: Copy, const N: usize, Any> ::phase_core::Unshifts<Any> for Foo<'a, T, N>
            where
                [(); {
                    ::core::compile_error! {
                        "the phase `Foo` has a lifetime; accepted are types without parameters; hold owned data, or an id to look up in the world"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a type parameter; accepted are types without parameters; write one phase per type, or hold a `Box<dyn ..>`"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a const parameter; accepted are types without parameters; write one phase per value, or make it a field"
                    }
                }]: ::core::marker::Sized,
                'a: 'static,
                T: Ord,
            {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<'a, T: Copy, const N: usize, Any> ::phase_core::Defers<Any> for Foo<'a, T, N>
            where
                [(); {
                    ::core::compile_error! {
                        "the phase `Foo` has a lifetime; accepted are types without parameters; hold owned data, or an id to look up in the world"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a type parameter; accepted are types without parameters; write one phase per type, or hold a `Box<dyn ..>`"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a const parameter; accepted are types without parameters; write one phase per value, or make it a field"
                    }
                }]: ::core::marker::Sized,
                'a: 'static,
                T: Ord,
            {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
            #[automatically_derived]
            impl<'a, T: Copy, const N: usize, Any> ::phase_core::Pushes<Any> for Foo<'a, T, N>
            where
                [(); {
                    ::core::compile_error! {
                        "the phase `Foo` has a lifetime; accepted are types without parameters; hold owned data, or an id to look up in the world"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a type parameter; accepted are types without parameters; write one phase per type, or hold a `Box<dyn ..>`"
                    }
                    ::core::compile_error! {
                        "the phase `Foo` has a const parameter; accepted are types without parameters; write one phase per value, or make it a field"
                    }
                }]: ::core::marker::Sized,
                'a: 'static,
                T: Ord,
            {
                const __DECLARED: ::phase_core::__private::Declared = ::phase_core::__private::Declared::by_attribute();
            }
        };
    "#]],
    );
}

#[test]
fn an_item_that_is_no_type_stays_as_it_is() {
    expansion(
        "unshifts(A B)",
        "fn f() { g(1 + 1) }",
        &expect![[r#"
        fn f() {
            g(1 + 1)
        }
        ::core::compile_error! {
            "`#[phase]` is on a function; accepted is a struct or an enum; move it to the type that holds the data of the phase"
        }
    "#]],
    );
}
