// Which phases have a row, in which order.
const LONG = 300;

const state = { grouping: "cause", terms: [], only: new Set(), chosen: -1 };
let rows = []; // places of phases; what stands for a level is -1 less the level
let rowOf = new Map();
let onLevel = new Map(); // the places of the phases that have a row
let foldedPhases = new Uint8Array(phases.length);
let foldedInSearch = new Uint8Array(phases.length);
let foldedLevels = new Set();
let matching = phases.length;
let matches = new Uint8Array(phases.length).fill(1);
let isKept = matches; // those that match, and those that have set them off

const levels = [...new Set(phases.map((phase) => phase[LEVEL]))].sort((a, b) => a - b);
const isFiltering = () => state.terms.length > 0 || state.only.size > 0;
const folded = () => (isFiltering() ? foldedInSearch : foldedPhases);
const isFolded = (row) => (row < 0 ? foldedLevels.has(-1 - row) : folded()[row] === 1);
const canFold = (row) => row < 0 || (state.grouping === "cause" && setOff[row].some((place) => isKept[place]));
const depthOf = (row) => (state.grouping === "cause" ? depths[row] : row < 0 ? 0 : 1);
const parentOf = (row) => (row < 0 ? null : state.grouping === "level" ? -1 - phases[row][LEVEL] : phases[row][PARENT] < 0 ? null : phases[row][PARENT]);

// A long game begins with what runs for itself.
if (phases.length > LONG) {
  foldedPhases.fill(1);
}

function filter() {
  // Each text is looked at once, however many phases have it.
  const hits = state.terms.map((term) => words.map((word) => word.toLowerCase().includes(term)));
  const fits = (phase) =>
    hits.every((hit) => hit[phase[NAME]] || (phase[DEBUG] >= 0 && hit[phase[DEBUG]])) &&
    (state.only.size === 0 || [...state.only].some((only) => is[only](phase)));
  matching = 0;
  matches = new Uint8Array(phases.length);
  phases.forEach((phase, place) => {
    matches[place] = fits(phase) ? 1 : 0;
    matching += matches[place];
  });
  isKept = matches.slice();
  if (state.grouping === "cause") {
    for (let place = phases.length - 1; place >= 0; place -= 1) {
      const parent = phases[place][PARENT];
      if (isKept[place] && parent >= 0) {
        isKept[parent] = 1;
      }
    }
  }
  foldedInSearch = new Uint8Array(phases.length);
}

function list() {
  rows = [];
  if (state.grouping === "cause") {
    const ahead = roots.slice().reverse();
    while (ahead.length > 0) {
      const place = ahead.pop();
      if (!isKept[place]) {
        continue;
      }
      rows.push(place);
      if (!isFolded(place)) {
        for (let i = setOff[place].length - 1; i >= 0; i -= 1) {
          ahead.push(setOff[place][i]);
        }
      }
    }
  } else {
    onLevel = new Map(levels.map((level) => [level, []]));
    phases.forEach((phase, place) => isKept[place] && onLevel.get(phase[LEVEL]).push(place));
    for (const [level, places] of onLevel) {
      if (places.length > 0) {
        rows.push(-1 - level);
        if (!foldedLevels.has(level)) {
          places.sort(inTime);
          for (const place of places) {
            rows.push(place);
          }
        }
      }
    }
  }
  rowOf = new Map(rows.map((row, index) => [row, index]));
}

function fold(row, isToFold) {
  if (row < 0) {
    foldedLevels[isToFold ? "add" : "delete"](-1 - row);
  } else {
    folded()[row] = isToFold ? 1 : 0;
  }
}

function foldAll(isToFold) {
  folded().fill(isToFold ? 1 : 0);
  foldedLevels = new Set(isToFold ? levels : []);
}

// Has a phase come into view, whatever hides it.
function reveal(place) {
  if (!isKept[place]) {
    return false;
  }
  for (let row = parentOf(place); row !== null; row = parentOf(row)) {
    fold(row, false);
  }
  return true;
}
