// The game as JavaScript has it. The other side of it is `src/exports.rs`.

// The game says no, and goes on as it was.
export class Refusal extends Error {}

// The game has panicked. It is gone; what is left of it are its last words, which begin with what it has done.
export class Panic extends Error {}

export class Game {
  #exports;
  #isGone = false;

  constructor(module) {
    // The linker has each function that is exported call the start-up code first, by which the phases are in the registry.
    this.#exports = new WebAssembly.Instance(module).exports;
    this.#exports.set_up();
  }

  // Begins a battle: `title`, `battle` and `seed` (as text) as in `battles.json`, `side`, `playouts`, `dice`.
  begin(beginning) {
    return JSON.parse(this.#call("begin", JSON.stringify(beginning)));
  }

  // Goes on with a save.
  load(save, playouts) {
    return JSON.parse(this.#call("load", save, playouts));
  }

  // Does what somebody would type in a terminal: the number of an answer, `u` or `r`.
  type(line) {
    return JSON.parse(this.#call("type_line", line));
  }

  view() {
    return JSON.parse(this.#call("view"));
  }

  save() {
    return this.#call("save");
  }

  transcript() {
    return this.#call("transcript");
  }

  timeline() {
    return this.#call("timeline");
  }

  #call(name, text, ...more) {
    if (this.#isGone) {
      throw new Panic("stopped before");
    }
    let length;
    try {
      if (text !== undefined) {
        this.#write(text);
      }
      length = this.#exports[name](...more);
    } catch (trap) {
      this.#isGone = true;
      throw new Panic(this.#lastWords() || `stopped: ${trap.message}`);
    }
    if (length < 0) {
      throw new Refusal(this.#read(-1 - length));
    }
    return this.#read(length);
  }

  #lastWords() {
    try {
      return this.#read(this.#exports.last_words());
    } catch {
      return "";
    }
  }

  #write(text) {
    const bytes = new TextEncoder().encode(text);
    const start = this.#exports.text_at(bytes.length); // first: it may grow the memory, which is another buffer then
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
  }

  #read(length) {
    const start = this.#exports.text_at(length);
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, start, length));
  }
}
