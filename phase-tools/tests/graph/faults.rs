//! Worlds whose declared flow has one fault each.

/// Modules with a world `World` and phases that only end.
macro_rules! worlds {
    ($($(#[$about:meta])* $world:ident { $($phase:ident($($flow:tt)*))* })*) => {$(
        $(#[$about])*
        pub(crate) mod $world {
            use phase_core::prelude::*;

            pub(crate) struct World;

            $(
                #[phase(world = World, $($flow)*)]
                #[derive(Debug)]
                pub(crate) struct $phase;
            )*

            crate::only_ends!($($phase),*);
        }
    )*};
}

worlds! {
    sound {
        TurnPhase(pushes(TurnPhase), unshifts(MovePhase), defers(MovePhase))
        MovePhase(leaf)
        MessagePhase(common, unshifts(SoundPhase))
        SoundPhase(leaf)
    }
    /// `LostPhase` and `StrayPhase` are queued by nobody; what `StrayPhase` queues is its affair.
    unqueued {
        TurnPhase(pushes(TurnPhase))
        LostPhase(leaf)
        StrayPhase(unshifts(ChildPhase), pushes(StrayPhase))
        ChildPhase(leaf)
    }
    /// `EbbPhase` and `FlowPhase` queue each other, and nothing else does.
    unreached {
        TurnPhase(leaf)
        EbbPhase(pushes(FlowPhase))
        FlowPhase(pushes(EbbPhase), unshifts(WavePhase))
        WavePhase(pushes(SprayPhase))
        SprayPhase(pushes(WavePhase))
    }
    nesting {
        TurnPhase(unshifts(RecurPhase, FirstPhase), pushes(TurnPhase, SafePhase))
        RecurPhase(unshifts(RecurPhase))
        FirstPhase(unshifts(SecondPhase))
        SecondPhase(defers(ThirdPhase))
        ThirdPhase(unshifts(FirstPhase, FourthPhase))
        FourthPhase(unshifts(ThirdPhase))
        SafePhase(unshifts(SaferPhase))
        SaferPhase(pushes(SafePhase))
    }
    open {
        TurnPhase(pushes(TurnPhase, AnythingPhase))
        AnythingPhase()
        MovePhase(leaf)
    }
    all_open {
        TurnPhase()
        MovePhase()
    }
    same_name {
        TurnPhase(unshifts(OnePhase, OtherPhase))
        OnePhase(name = "TwinPhase", leaf)
        OtherPhase(name = "TwinPhase", leaf)
    }
}
