"use strict";
// What happened. The numbers of a phase, in order:
const [ID, GAME, NAME, DEBUG, LEVEL, ORIGIN, BY, PARENT, QUEUED, OPENED, ENDED, CLOSED, END, RESTS, STORY] = Array(15).keys();
const ENDS = ["", "ended", "cancelled", "failed", "panicked", "abandoned", "dropped"];
const [CANCELLED, FAILED, ABANDONED, DROPPED] = [2, 3, 5, 6];
const RESTS_FOR = ["waiting", "suspended", "asking", "parked"];

const data = JSON.parse(document.getElementById("data").textContent);
const { phases, words } = data;

const is = {
  failed: (phase) => phase[END] >= FAILED && phase[END] <= ABANDONED,
  waited: (phase) => phase[RESTS].length > 0,
  dropped: (phase) => phase[END] === DROPPED,
};
const nameOf = (phase) => words[phase[NAME]];
const shown = (phase) => (phase[DEBUG] < 0 ? nameOf(phase) : words[phase[DEBUG]]);
const number = (value) => value.toLocaleString("en");
const counted = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const rested = (phase) => {
  let steps = 0;
  for (let i = 0; i < phase[RESTS].length; i += 3) {
    steps += phase[RESTS][i + 2] - phase[RESTS][i + 1];
  }
  return steps;
};
// When it began, or else when it left the queue; what is still queued comes last.
const began = (phase) => phase[OPENED] || (phase[STORY].length > 0 ? phase[STORY][0] : Infinity);
const spanOf = (from, to) => (to - from > 1 ? `steps ${number(from)} to ${number(to - 1)}` : `step ${number(from)}`);
const ended = (phase) => phase[ENDED] || data.end;

// What each phase has set off, and what it has queued in any way, by place.
const roots = [];
const setOff = phases.map(() => []);
const queuedBy = phases.map(() => []);
const depths = new Uint32Array(phases.length);
phases.forEach((phase, place) => {
  const parent = phase[PARENT];
  depths[place] = parent < 0 ? 0 : depths[parent] + 1;
  (parent < 0 ? roots : setOff[parent]).push(place);
  if (phase[BY] >= 0) {
    queuedBy[phase[BY]].push(place);
  }
});
const inTime = (a, b) => began(phases[a]) - began(phases[b]) || a - b;
for (const list of [roots, ...setOff]) {
  list.sort(inTime);
}

// Of what is below each: how many there are, and whether any failed. What is set off stands behind what has set it off.
const below = new Uint32Array(phases.length);
const failsBelow = new Uint8Array(phases.length);
for (let place = phases.length - 1; place >= 0; place -= 1) {
  const parent = phases[place][PARENT];
  if (parent >= 0) {
    below[parent] += below[place] + 1;
    failsBelow[parent] |= failsBelow[place] || is.failed(phases[place]);
  }
}
