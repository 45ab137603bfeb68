//! A world of a hundred phases, with the shape of a large game: areas of a few steps each, which lead to further areas.

use phase_core::prelude::*;

pub(crate) struct Large;

macro_rules! phases {
    ($name:ident: $($rest:tt)*) => { phases!(@ $name () $($rest)*); };
    (@ $name:ident ($($flow:tt)*) ; $($rest:tt)*) => {
        #[phase(world = Large, $($flow)*)]
        #[derive(Debug)]
        pub(crate) struct $name;

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.end()
            }
        }

        phases!($($rest)*);
    };
    (@ $name:ident ($($flow:tt)*) $token:tt $($rest:tt)*) => { phases!(@ $name ($($flow)* $token) $($rest)*); };
    () => {};
}

phases! {
    TitleInitPhase: unshifts(TitleStartPhase, TitleEffectPhase), defers(TitleEndPhase);
    TitleStartPhase: unshifts(TitleSelectPhase);
    TitleSelectPhase: unshifts(BattleInitPhase);
    TitleEffectPhase: unshifts(MenuInitPhase), pushes(SaveInitPhase);
    TitleEndPhase: leaf;
    MenuInitPhase: unshifts(MenuStartPhase, MenuEffectPhase);
    MenuStartPhase: unshifts(MenuSelectPhase);
    MenuSelectPhase: defers(PartyInitPhase);
    MenuEffectPhase: unshifts(RibbonInitPhase);
    MenuEndPhase: common, leaf;
    BattleInitPhase: unshifts(BattleStartPhase, BattleEffectPhase), defers(BattleEndPhase);
    BattleStartPhase: unshifts(BattleSelectPhase);
    BattleSelectPhase: leaf;
    BattleEffectPhase: unshifts(ShopInitPhase);
    BattleEndPhase: unshifts(RewardInitPhase), pushes(TurnInitPhase);
    SaveInitPhase: unshifts(SaveStartPhase, SaveEffectPhase), defers(SaveEndPhase);
    SaveStartPhase: unshifts(SaveSelectPhase);
    SaveSelectPhase: leaf;
    SaveEffectPhase: leaf;
    SaveEndPhase: unshifts(EggInitPhase, PartyInitPhase);
    TurnInitPhase: unshifts(TurnStartPhase, TurnEffectPhase), defers(TurnEndPhase);
    TurnStartPhase: unshifts(TurnSelectPhase);
    TurnSelectPhase: leaf;
    TurnEffectPhase: unshifts(LevelInitPhase, CommandInitPhase);
    TurnEndPhase: unshifts(DamageInitPhase), pushes(TurnInitPhase);
    RewardInitPhase: unshifts(RewardStartPhase, RewardEffectPhase), defers(RewardEndPhase);
    RewardStartPhase: unshifts(RewardSelectPhase);
    RewardSelectPhase: unshifts(CommandInitPhase), defers(LevelInitPhase);
    RewardEffectPhase: leaf;
    RewardEndPhase: pushes(BattleInitPhase);
    ShopInitPhase: unshifts(ShopStartPhase, ShopEffectPhase), defers(ShopEndPhase);
    ShopStartPhase: unshifts(ShopSelectPhase);
    ShopSelectPhase: unshifts(MoveInitPhase);
    ShopEffectPhase: leaf;
    ShopEndPhase: defers(LevelInitPhase);
    EggInitPhase: unshifts(EggStartPhase, EggEffectPhase), defers(EggEndPhase);
    EggStartPhase: unshifts(EggSelectPhase);
    EggSelectPhase: unshifts(CommandInitPhase), defers(WeatherInitPhase);
    EggEffectPhase: name = "EggEffectPhase";
    EggEndPhase: leaf;
    PartyInitPhase: unshifts(PartyStartPhase, PartyEffectPhase), defers(PartyEndPhase);
    PartyStartPhase: unshifts(PartySelectPhase);
    PartySelectPhase: unshifts(WeatherInitPhase);
    PartyEffectPhase: leaf;
    PartyEndPhase: defers(SwitchInitPhase);
    RibbonInitPhase: unshifts(RibbonStartPhase);
    RibbonStartPhase: leaf;
    RibbonSelectPhase: common, leaf;
    RibbonEffectPhase: common, leaf;
    RibbonEndPhase: common, leaf;
    CommandInitPhase: unshifts(CommandStartPhase, CommandEffectPhase), defers(CommandEndPhase);
    CommandStartPhase: unshifts(CommandSelectPhase);
    CommandSelectPhase: pushes(CommandSelectPhase);
    CommandEffectPhase: unshifts(TerrainInitPhase);
    CommandEndPhase: unshifts(StatusInitPhase);
    MoveInitPhase: unshifts(MoveStartPhase, MoveEffectPhase), defers(MoveEndPhase);
    MoveStartPhase: unshifts(MoveSelectPhase);
    MoveSelectPhase: pushes(DamageInitPhase);
    MoveEffectPhase: defers(FaintInitPhase), pushes(StatusInitPhase);
    MoveEndPhase: leaf;
    SwitchInitPhase: unshifts(SwitchStartPhase, SwitchEffectPhase), defers(SwitchEndPhase);
    SwitchStartPhase: unshifts(SwitchSelectPhase);
    SwitchSelectPhase: unshifts(DamageInitPhase);
    SwitchEffectPhase: leaf;
    SwitchEndPhase: unshifts(FaintInitPhase), defers(DamageInitPhase);
    EvolutionInitPhase: unshifts(EvolutionStartPhase, EvolutionEffectPhase), defers(EvolutionEndPhase);
    EvolutionStartPhase: unshifts(EvolutionSelectPhase);
    EvolutionSelectPhase: defers(TerrainInitPhase);
    EvolutionEffectPhase: pushes(DamageInitPhase);
    EvolutionEndPhase: leaf;
    LevelInitPhase: unshifts(LevelStartPhase, LevelEffectPhase), defers(LevelEndPhase);
    LevelStartPhase: unshifts(LevelSelectPhase);
    LevelSelectPhase: leaf;
    LevelEffectPhase: unshifts(DamageInitPhase, FaintInitPhase);
    LevelEndPhase: leaf;
    WeatherInitPhase: unshifts(WeatherStartPhase, WeatherEffectPhase), defers(WeatherEndPhase);
    WeatherStartPhase: unshifts(WeatherSelectPhase, DamageInitPhase);
    WeatherSelectPhase: unshifts(StatusInitPhase);
    WeatherEffectPhase: unshifts(FaintInitPhase);
    WeatherEndPhase: leaf;
    DamageInitPhase: unshifts(DamageStartPhase, DamageEffectPhase), defers(DamageEndPhase);
    DamageStartPhase: unshifts(DamageSelectPhase);
    DamageSelectPhase: leaf;
    DamageEffectPhase: defers(FaintInitPhase);
    DamageEndPhase: leaf;
    StatusInitPhase: unshifts(StatusStartPhase, StatusEffectPhase), defers(StatusEndPhase);
    StatusStartPhase: unshifts(StatusSelectPhase);
    StatusSelectPhase: leaf;
    StatusEffectPhase: defers(FaintInitPhase);
    StatusEndPhase: leaf;
    TerrainInitPhase: unshifts(TerrainStartPhase, TerrainEffectPhase), defers(TerrainEndPhase);
    TerrainStartPhase: unshifts(TerrainSelectPhase);
    TerrainSelectPhase: defers(FaintInitPhase);
    TerrainEffectPhase: leaf;
    TerrainEndPhase: leaf;
    FaintInitPhase: unshifts(FaintStartPhase, FaintEffectPhase), defers(FaintEndPhase);
    FaintStartPhase: unshifts(FaintSelectPhase);
    FaintSelectPhase: leaf;
    FaintEffectPhase: leaf;
    FaintEndPhase: leaf;
}
