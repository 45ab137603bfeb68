// Plays battles in WebAssembly and in a terminal, and compares what is told and what is saved, byte for byte.
//
// `.ci/page` runs it, with the module in GAME, the battles of the page in BATTLES, and the program of the terminal in TERMINAL.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";

import { Game, Panic, Refusal } from "../web/game.js";

const module = new WebAssembly.Module(readFileSync(process.env.GAME));
const battles = JSON.parse(readFileSync(process.env.BATTLES, "utf8"));
const scenarios = new URL("../../../double_battle/scenarios/", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "page-"));
after(() => rmSync(folder, { recursive: true }));

// What the program writes in which lines are typed, or what it complains of.
function terminal(args, lines) {
    const input = lines.map((line) => `${line}\n`).join("");
    const { status, stdout, stderr, error } = spawnSync(process.env.TERMINAL, args, { input, encoding: "utf8" });
    assert.equal(error, undefined);
    return status === 0 ? stdout : `${status}: ${stderr}`;
}

const START = { ...battles[0], seed: "7", side: "Home", playouts: 3, dice: false };

function begin(changes = {}) {
    const game = new Game(module);
    const view = game.begin({ ...START, ...changes });
    return [game, view];
}

// What to type, by chance that a number decides, with undos in between if they are wanted.
function player(seed, withUndos) {
    let state = seed;
    const below = (limit) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    };
    return ({ question, can_undo, can_redo }) => {
        if (withUndos && can_undo && below(6) === 0) {
            return "u";
        }
        if (withUndos && can_redo && below(2) === 0) {
            return "r";
        }
        if (question.is_die && below(2) === 0) {
            return "";
        }
        return String(question.choices[below(question.choices.length)].number);
    };
}

const asArgs = ({ side, seed, playouts, dice }) => [
    "--play", side.toLowerCase(), "--seed", seed, "--playouts", String(playouts), ...(dice ? ["--dice"] : []),
];

const plays = [
    { seed: "7", side: "Home", playouts: 3, dice: false },
    { seed: "0", side: "Away", playouts: 1, dice: false },
    { seed: "18446744073709551615", side: "Home", playouts: 1, dice: true },
    { seed: "1000000000000", side: "Home", playouts: 20, dice: false, undos: true },
    { seed: "3", side: "Away", playouts: 1, dice: true, undos: true },
];

for (const [number, play] of plays.entries()) {
    test(`a battle is told and saved as in a terminal: ${JSON.stringify(play)}`, () => {
        const args = asArgs(play);
        let [game, view] = begin(play);
        const choose = player(number + 1, play.undos);
        const lines = [];
        while (view.question !== null && lines.length < 400) {
            if (lines.length % 13 === 5) {
                const file = join(folder, `${number}-${lines.length}.json`);
                const told = terminal(args, [...lines, `s ${file}`, "q"]);
                const save = game.save();
                assert.equal(readFileSync(file, "utf8"), save, "the saves");
                assert.ok(told.startsWith(game.transcript()), "what was told up to the save");
                // And both ways: what either of them has saved goes on in the other one as it would have here.
                const [here, there] = [new Game(module), join(folder, "here.json")];
                here.load(readFileSync(file, "utf8"), play.playouts);
                assert.equal(here.save(), save, "a save of the terminal, loaded and saved again");
                writeFileSync(there, save);
                const more = [];
                const chooseNext = player(lines.length, play.undos);
                for (let next = here.view(); next.question !== null && more.length < 9; next = here.type(more.at(-1))) {
                    more.push(chooseNext(next));
                }
                const loaded = terminal(["--load", there, "--playouts", String(play.playouts)], more);
                assert.ok(loaded.startsWith(here.transcript()), "what is told after it was loaded");
            }
            lines.push(choose(view));
            view = game.type(lines.at(-1));
        }
        assert.equal(view.question, null, "it comes to its end");
        assert.ok(lines.length > 12);
        assert.equal(game.transcript(), terminal(args, lines));
        const [end, finished] = [new Game(module), join(folder, "finished.json")];
        const { question, over } = end.load(game.save(), play.playouts);
        assert.deepEqual([question, over], [null, view.over], "it is over when it is loaded, too");
        const battle = (save) => JSON.parse(save).game.battle;
        assert.deepEqual(battle(end.save()), battle(game.save()));
        writeFileSync(finished, game.save());
        assert.equal(terminal(["--load", finished, "--playouts", String(play.playouts)], []), end.transcript());
    });
}

test("every battle that is offered begins as in a terminal", () => {
    assert.equal(battles[0].file, "worked_example.toml");
    assert.equal(battles.length, 8);
    for (const battle of battles) {
        const [game] = begin({ ...battle, playouts: 1 });
        const file = join(folder, `${battle.file}.json`);
        const args = [join(scenarios, battle.file), "--play", "home", "--playouts", "1"];
        assert.ok(terminal(args, [`s ${file}`]).startsWith(game.transcript()), battle.file);
        assert.equal(readFileSync(file, "utf8"), game.save(), battle.file);
    }
});

test("what goes wrong is said, and changes nothing", () => {
    const [game] = begin();
    const save = game.save();
    assert.throws(() => game.begin({ ...START, seed: "-1" }), { constructor: Refusal, message: /`-1` is no seed: write a whole number/ });
    assert.throws(() => game.load("{", 1), { constructor: Refusal, message: /the save:1:1: this is no save of a battle/ });
    assert.throws(() => game.load(save.replace(/"turn":\d+/, '"turn":9'), 1), { constructor: Refusal, message: /the checksum of the save does not fit/ });
    for (const line of ["99", "x", "\u0000", "u", "r", "?"]) {
        game.type(line);
    }
    assert.equal(game.save(), save);
    assert.throws(() => new Game(module).view(), { constructor: Refusal, message: /there is no battle yet/ });
});

// A save whose checksum fits, and whose numbers do not: one that nobody has written.
function broken(save) {
    const game = save.slice(save.indexOf('"game": ') + 8, save.lastIndexOf("\n}")).replace(/"field":\[\d+,/, '"field":[99,');
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(game)) {
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
    return `{\n  "checksum": "${hash.toString(16).padStart(16, "0")}",\n  "game": ${game}\n}\n`;
}

test("a panic has last words, and the game is gone then", () => {
    const [game] = begin();
    const bad = broken(game.save());
    assert.throws(() => game.load(bad, 1), { constructor: Panic, message: /^panicked at phase-core\/examples\/double_battle\/.*\.rs:\d+:\d+:\nindex out of bounds/ });
    assert.throws(() => game.view(), { constructor: Panic });
});

test("the timeline tells of each phase that has run", () => {
    const [game, { question }] = begin();
    const data = (html) => JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)[1]);
    const before = data(game.timeline()).phases.length;
    game.type(String(question.choices[0].number));
    const after = data(game.timeline());
    assert.ok(after.phases.length >= before && before > 3);
    assert.ok(after.words.includes("CommandPhase"));
});
