// Plays the battle in Node, and moves it from one instance to another as a save. `.ci/wasm` compiles it twice: as it
// is, and with the feature `start-up`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const plain = readFileSync(process.env.PLAIN);
const withStartUp = readFileSync(process.env.WITH_START_UP);

const STORY = `turn 1
1 has 6
0 has 8
turn 2
1 has 3
0 has 5
turn 3
1 has 0
1 faints`;

class Game {
    constructor(code) {
        this.exports = new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
    }

    knows() {
        return this.exports.known();
    }

    step(times = 1) {
        for (let time = 0; time < times; time++) {
            assert.ok(this.exports.step(), "there is a phase left");
        }
        return this;
    }

    story() {
        return this.said(this.exports.story());
    }

    save() {
        return this.said(this.exports.save());
    }

    load(save) {
        const bytes = new TextEncoder().encode(save);
        const start = this.exports.text_at(bytes.length); // first: it may grow the memory, which is another buffer then
        new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
        return this.said(this.exports.load());
    }

    said(length) {
        const start = this.exports.text_at(length);
        return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, start, length));
    }
}

// How many phases start before the battle is over.
const LENGTH = 9;

test("the registry fills by itself, and stays as it is", () => {
    const game = new Game(plain);
    for (let call = 0; call < 3; call++) {
        assert.equal(game.knows(), 3);
    }
});

test("a battle is played", () => {
    const game = new Game(plain).step(LENGTH);
    assert.ok(!game.exports.step(), "it is over");
    assert.equal(game.story(), STORY);
});

test("a battle is saved at any moment, loaded elsewhere, and goes on as it would have", () => {
    for (let moment = 0; moment <= LENGTH; moment++) {
        const save = new Game(plain).step(moment).save();
        const other = new Game(plain);
        assert.equal(other.load(save), "loaded");
        assert.equal(other.save(), save);
        assert.equal(other.step(LENGTH - moment).story(), STORY);
    }
});

test("start-up code that is mentioned runs only when it is called, and then once", () => {
    const save = new Game(plain).step(2).save();
    const game = new Game(withStartUp);
    assert.equal(game.knows(), 0);
    assert.match(game.load(save), /^error: /);
    assert.equal(game.step(2).story(), STORY.split("\n").slice(0, 2).join("\n"), "phases run all the same");

    for (let call = 0; call < 2; call++) {
        game.exports.start_up();
        assert.equal(game.knows(), 3);
    }
    assert.equal(game.load(save), "loaded");
    assert.equal(game.step(LENGTH - 2).story(), STORY);
});
