//! What it takes to find phases by their names, in a world with 300 registered phases and in one with four.

use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use phase_core::prelude::*;

/// A world of its own, with phases of these names.
macro_rules! world {
    ($world:ident, $($phase:ident)*) => {
        pub(crate) struct $world;

        $(
            #[phase(world = $world, save)]
            #[derive(Debug, Serialize, Deserialize)]
            pub(crate) struct $phase(u32);

            impl Phase for $phase {
                fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                    guard.end()
                }
            }
        )*

        impl $world {
            pub(crate) const NAMES: &[&str] = &[$(stringify!($phase)),*];
        }
    };
}

mod small {
    use phase_core::prelude::*;
    use serde::{Deserialize, Serialize};

    world! { Duel, DrawPhase PlayPhase AttackPhase EndTurnPhase }

    pub(crate) fn queued() -> PhaseManager<Duel> {
        let mut phases = PhaseManager::new();
        phases.push(PlayPhase(3));
        phases
    }
}

mod large {
    use phase_core::prelude::*;
    use serde::{Deserialize, Serialize};

    pub(crate) fn queued() -> PhaseManager<Saga> {
        let mut phases = PhaseManager::new();
        phases.push(Phase150(3));
        phases
    }

    world! { Saga,
        Phase0 Phase1 Phase2 Phase3 Phase4 Phase5 Phase6 Phase7 Phase8 Phase9 Phase10 Phase11 Phase12 Phase13
        Phase14 Phase15 Phase16 Phase17 Phase18 Phase19 Phase20 Phase21 Phase22 Phase23 Phase24 Phase25 Phase26
        Phase27 Phase28 Phase29 Phase30 Phase31 Phase32 Phase33 Phase34 Phase35 Phase36 Phase37 Phase38 Phase39
        Phase40 Phase41 Phase42 Phase43 Phase44 Phase45 Phase46 Phase47 Phase48 Phase49 Phase50 Phase51 Phase52
        Phase53 Phase54 Phase55 Phase56 Phase57 Phase58 Phase59 Phase60 Phase61 Phase62 Phase63 Phase64 Phase65
        Phase66 Phase67 Phase68 Phase69 Phase70 Phase71 Phase72 Phase73 Phase74 Phase75 Phase76 Phase77 Phase78
        Phase79 Phase80 Phase81 Phase82 Phase83 Phase84 Phase85 Phase86 Phase87 Phase88 Phase89 Phase90 Phase91
        Phase92 Phase93 Phase94 Phase95 Phase96 Phase97 Phase98 Phase99 Phase100 Phase101 Phase102 Phase103
        Phase104 Phase105 Phase106 Phase107 Phase108 Phase109 Phase110 Phase111 Phase112 Phase113 Phase114
        Phase115 Phase116 Phase117 Phase118 Phase119 Phase120 Phase121 Phase122 Phase123 Phase124 Phase125
        Phase126 Phase127 Phase128 Phase129 Phase130 Phase131 Phase132 Phase133 Phase134 Phase135 Phase136
        Phase137 Phase138 Phase139 Phase140 Phase141 Phase142 Phase143 Phase144 Phase145 Phase146 Phase147
        Phase148 Phase149 Phase150 Phase151 Phase152 Phase153 Phase154 Phase155 Phase156 Phase157 Phase158
        Phase159 Phase160 Phase161 Phase162 Phase163 Phase164 Phase165 Phase166 Phase167 Phase168 Phase169
        Phase170 Phase171 Phase172 Phase173 Phase174 Phase175 Phase176 Phase177 Phase178 Phase179 Phase180
        Phase181 Phase182 Phase183 Phase184 Phase185 Phase186 Phase187 Phase188 Phase189 Phase190 Phase191
        Phase192 Phase193 Phase194 Phase195 Phase196 Phase197 Phase198 Phase199 Phase200 Phase201 Phase202
        Phase203 Phase204 Phase205 Phase206 Phase207 Phase208 Phase209 Phase210 Phase211 Phase212 Phase213
        Phase214 Phase215 Phase216 Phase217 Phase218 Phase219 Phase220 Phase221 Phase222 Phase223 Phase224
        Phase225 Phase226 Phase227 Phase228 Phase229 Phase230 Phase231 Phase232 Phase233 Phase234 Phase235
        Phase236 Phase237 Phase238 Phase239 Phase240 Phase241 Phase242 Phase243 Phase244 Phase245 Phase246
        Phase247 Phase248 Phase249 Phase250 Phase251 Phase252 Phase253 Phase254 Phase255 Phase256 Phase257
        Phase258 Phase259 Phase260 Phase261 Phase262 Phase263 Phase264 Phase265 Phase266 Phase267 Phase268
        Phase269 Phase270 Phase271 Phase272 Phase273 Phase274 Phase275 Phase276 Phase277 Phase278 Phase279
        Phase280 Phase281 Phase282 Phase283 Phase284 Phase285 Phase286 Phase287 Phase288 Phase289 Phase290
        Phase291 Phase292 Phase293 Phase294 Phase295 Phase296 Phase297 Phase298 Phase299
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .without_plots()
        .configure_from_args();
    measure(&mut criterion, &small::queued(), small::Duel::NAMES);
    measure(&mut criterion, &large::queued(), large::Saga::NAMES);
    criterion.final_summary();
}

/// The work of a console, of a script and of a save; one of the names is asked for after the other.
fn measure<W: 'static>(criterion: &mut Criterion, phases: &PhaseManager<W>, names: &[&str]) {
    assert_eq!(registry().of::<W>().iter().len(), names.len());
    let mut group = criterion.benchmark_group(format!("{}-registered", names.len()));
    let mut asked = names.iter().cycle();
    let mut next = || *asked.next().expect("there are names");
    group.bench_function("contains-named", |b| {
        b.iter(|| black_box(phases.contains_named(black_box(next())).expect("there is such a phase")));
    });
    group.bench_function("build", |b| {
        b.iter(|| {
            let mut data = serde_json::Deserializer::from_str(black_box("7"));
            black_box(
                registry().of::<W>().build(black_box(next()), &mut data).expect("it is the data of one"),
            )
        });
    });
    group.bench_function("snapshot", |b| {
        b.iter(|| black_box(black_box(phases).snapshot().expect("it can be saved")));
    });
    group.bench_function("snapshot-json", |b| {
        b.iter(|| {
            let snapshot = black_box(phases).snapshot().expect("it can be saved");
            black_box(serde_json::to_vec(&snapshot).expect("there is nothing that JSON can't say"))
        });
    });
    group.finish();
}
