// What this browser keeps: the battle in progress, and saves that could not be read, which nothing overwrites.

const SAVE = "double-battle.save";
const STORY = "double-battle.story";
const ASIDE = "double-battle.unreadable.";

const isText = (value) => typeof value === "string";
const isLine = (line) => Array.isArray(line?.spans) && line.spans.every((span) => Array.isArray(span) && span.length === 2 && span.every(isText));

function isStory(story) {
  const { title, seed, playouts, log } = story;
  return (title === null || isText(title)) && (seed === null || isText(seed)) && Number.isInteger(playouts) && playouts > 0 &&
    Array.isArray(log) && log.every(isLine);
}

// Browsers may refuse to keep anything, and say so by an exception from each of these calls.
export const keep = {
  read() {
    return localStorage.getItem(SAVE);
  },

  write(text) {
    localStorage.setItem(SAVE, text);
  },

  // What belongs to the save and is not in it: how the battle is called, and what has happened so far.
  writeStory(save, story) {
    localStorage.setItem(STORY, JSON.stringify({ save, story }));
  },

  // What was written with this save, if that was the last one, and is whole. A battle goes on without it.
  readStory(save) {
    try {
      const kept = JSON.parse(localStorage.getItem(STORY));
      return kept?.save === save && isStory(kept.story) ? kept.story : null;
    } catch {
      return null;
    }
  },

  // Puts the save out of the way of the next one, and gives the name under which it is kept.
  setAside() {
    const text = localStorage.getItem(SAVE);
    let key = this.asides().find((aside) => aside.text === text)?.key;
    if (key === undefined) {
      let number = 1;
      while (localStorage.getItem(ASIDE + number) !== null) {
        number += 1;
      }
      key = ASIDE + number;
      localStorage.setItem(key, text);
    }
    localStorage.removeItem(SAVE);
    return key;
  },

  asides() {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(ASIDE))
      .sort()
      .map((key) => ({ key, text: localStorage.getItem(key) }));
  },

  drop(key) {
    localStorage.removeItem(key);
  },

  // Gives up the save itself, which could not be put aside.
  dropSave() {
    localStorage.removeItem(SAVE);
  },

  // Calls back when another tab has written.
  onOther(changed) {
    addEventListener("storage", (event) => event.key === SAVE && event.newValue !== null && changed(event.newValue));
  },
};
