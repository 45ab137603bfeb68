// The rows that are in view; no others are in the document.
const TALLEST = 8e6; // no browser scrolls further than some ten million pixels
const view = document.getElementById("rows");
const space = document.getElementById("space");
const ticks = document.getElementById("ticks");
const narrow = matchMedia("(max-width: 40rem)");
const INDENT = 14;
const DEEPEST = 14;
const MOST_INSIDE = 2000; // phases of a folded one that are looked at for its bar

const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children);
  return element;
};

const rowHeight = () => (narrow.matches ? 44 : 28);
const wholeHeight = () => rows.length * rowHeight();
// The list is as tall as a browser can scroll; where it is taller itself, a pixel stands for more.
const scale = () => {
  const [whole, room] = [wholeHeight() - view.clientHeight, space.offsetHeight - view.clientHeight];
  return room > 0 && whole > room ? whole / room : 1;
};
const pool = [];

function newRow() {
  const parts = {};
  parts.twisty = make("span", { className: "twisty", "aria-hidden": "true" });
  parts.mark = make("span", { className: "mark", "aria-hidden": "true" });
  parts.name = make("b");
  parts.rest = make("span", { className: "quiet" });
  parts.badge = make("span", { className: "badge" });
  parts.label = make("div", { className: "label" }, parts.twisty, parts.mark, make("code", {}, parts.name, parts.rest), parts.badge);
  parts.bars = make("div", { className: "bars", "aria-hidden": "true" });
  parts.element = make("div", { className: "row", role: "treeitem" }, parts.label, parts.bars);
  space.append(parts.element);
  return parts;
}

// The debug text behind the name, which most begin with.
const behindName = (phase) => {
  const [whole, start] = [shown(phase), nameOf(phase)];
  return whole.startsWith(start) ? whole.slice(start.length) : ` ${whole}`;
};

const inWords = (phase) => {
  const parts = [shown(phase)];
  if (phase[OPENED] > 0) {
    parts.push(phase[END] > 0 ? ENDS[phase[END]] : "has not ended", spanOf(phase[OPENED], ended(phase)));
  } else {
    parts.push(phase[END] > 0 ? "dropped" : "still queued");
  }
  if (is.waited(phase)) {
    parts.push(`waited ${counted(rested(phase), "step")}`);
  }
  return parts.join(", ");
};

function nice(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((unit) => unit >= span);
}

// The steps in which what is in view ran.
function windowOf(first, last) {
  let [from, to] = [Infinity, 0];
  for (const row of rows.slice(first, last).filter((row) => row >= 0)) {
    const phase = phases[row];
    if (began(phase) < Infinity) {
      from = Math.min(from, began(phase));
      to = Math.max(to, isFolded(row) ? phase[CLOSED] : phase[OPENED] > 0 ? ended(phase) : began(phase), began(phase) + 1);
    }
  }
  if (from > to) {
    [from, to] = [1, data.end];
  }
  const unit = nice((to - from) / 8);
  return { from: Math.floor(from / unit) * unit, to: Math.ceil(to / unit) * unit, unit };
}

function bar(range, width, from, to, className, text = "") {
  const [left, right] = [Math.max(from, range.from), Math.min(to, range.to)];
  if (left >= right) {
    return [];
  }
  const part = (step) => ((step - range.from) / (range.to - range.from)) * 100;
  const element = make("i", { className });
  element.style.left = `${part(left)}%`;
  element.style.width = `${part(right) - part(left)}%`;
  if (text !== "" && ((part(right) - part(left)) / 100) * width > 8 * text.length + 8) {
    element.textContent = text;
  }
  return [element];
}

// What waited and what failed in a phase that is folded.
function barsInside(row, range, width) {
  const bars = [];
  if (below[row] > MOST_INSIDE) {
    return bars;
  }
  const least = (range.to - range.from) / Math.max(width, 1);
  const drawn = { rest: -Infinity, bad: -Infinity };
  const add = (kind, from, to) => {
    if (to - drawn[kind] >= least) {
      bars.push(...bar(range, width, Math.max(from, drawn[kind]), to, `inside ${kind}`));
      drawn[kind] = to;
    }
  };
  const ahead = setOff[row].slice().reverse();
  while (ahead.length > 0) {
    const place = ahead.pop();
    const phase = phases[place];
    for (let i = 0; i < phase[RESTS].length; i += 3) {
      add("rest", phase[RESTS][i + 1], phase[RESTS][i + 2]);
    }
    if (is.failed(phase)) {
      add("bad", ended(phase) - 1, ended(phase));
    }
    for (let i = setOff[place].length - 1; i >= 0; i -= 1) {
      ahead.push(setOff[place][i]);
    }
  }
  return bars;
}

function barsOf(row, range, width) {
  const phase = phases[row];
  if (phase[OPENED] === 0) {
    return phase[END] > 0 ? bar(range, width, phase[CLOSED] - 0.5, phase[CLOSED] + 0.5, "gone") : [];
  }
  const bars = [];
  if (phase[CLOSED] > ended(phase)) {
    bars.push(...bar(range, width, phase[OPENED], phase[CLOSED], "extent"));
  }
  bars.push(...bar(range, width, phase[OPENED], ended(phase), is.failed(phase) ? "own bad" : "own"));
  if (canFold(row) && isFolded(row)) {
    bars.push(...barsInside(row, range, width));
  }
  const rests = phase[RESTS];
  // What can't be told apart need not be drawn, in a phase that has rested time and again.
  let drawn = -Infinity;
  const least = (range.to - range.from) / Math.max(width, 1);
  for (let i = 0; i < rests.length; i += 3) {
    if (rests[i + 2] - drawn >= least) {
      const steps = rests[i + 2] - rests[i + 1];
      bars.push(...bar(range, width, Math.max(rests[i + 1], drawn), rests[i + 2], `rest ${RESTS_FOR[rests[i]]}`, `${number(steps)}`));
      drawn = rests[i + 2];
    }
  }
  return bars;
}

function fill(parts, index, range, width) {
  const row = rows[index];
  const { element, label, twisty, mark, badge, bars } = parts;
  const height = rowHeight();
  element.hidden = false;
  element.id = `row${index}`;
  element.dataset.row = row;
  element.style.top = `${index * height - view.scrollTop * scale() + view.scrollTop}px`;
  element.classList.toggle("chosen", row === state.chosen);
  element.setAttribute("aria-selected", String(row === state.chosen));
  element.setAttribute("aria-level", depthOf(row) + 1);
  label.style.paddingLeft = `${6 + Math.min(depthOf(row), DEEPEST) * (narrow.matches ? INDENT / 2 : INDENT)}px`;
  const foldable = canFold(row);
  twisty.textContent = foldable ? (isFolded(row) ? "▸" : "▾") : "";
  if (foldable) {
    element.setAttribute("aria-expanded", String(!isFolded(row)));
  } else {
    element.removeAttribute("aria-expanded");
  }
  if (row < 0) {
    element.className = "row group";
    parts.name.textContent = `Level ${-1 - row}`;
    mark.textContent = "";
    parts.rest.textContent = "";
    badge.textContent = number(onLevel.get(-1 - row).length);
    badge.className = "badge";
    element.setAttribute("aria-label", `Level ${-1 - row}, ${counted(onLevel.get(-1 - row).length, "phase")}`);
    bars.replaceChildren();
    return;
  }
  const phase = phases[row];
  element.classList.remove("group");
  element.classList.toggle("faded", !matches[row]);
  element.classList.toggle("dropped", is.dropped(phase));
  element.classList.toggle("queued", began(phase) === Infinity);
  element.setAttribute("aria-label", inWords(phase));
  const hidden = foldable && isFolded(row);
  const isBad = is.failed(phase) || (hidden && failsBelow[row] === 1);
  mark.textContent = isBad ? "✕" : is.dropped(phase) ? "⊘" : "";
  mark.className = isBad ? "mark bad" : "mark";
  mark.title = is.failed(phase) ? ENDS[phase[END]] : isBad ? "something inside failed" : is.dropped(phase) ? "never ran" : "";
  parts.name.textContent = nameOf(phase);
  parts.rest.textContent = behindName(phase);
  const rest = is.waited(phase) ? counted(rested(phase), "step") : "";
  badge.textContent = [hidden ? `+${number(below[row])}` : "", rest].filter((text) => text !== "").join(" · ");
  badge.classList.toggle("waited", rest !== "");
  bars.replaceChildren(...barsOf(row, range, width));
}

let shownWindow = { from: 1, to: data.end };

function draw() {
  const height = rowHeight();
  const top = view.scrollTop * scale();
  const first = Math.max(0, Math.floor(top / height) - 2);
  const last = Math.min(rows.length, Math.ceil((top + view.clientHeight) / height) + 2);
  while (pool.length < last - first) {
    pool.push(newRow());
  }
  const range = windowOf(Math.floor(top / height), Math.min(rows.length, Math.ceil((top + view.clientHeight) / height)));
  const width = pool.length > 0 ? ticks.clientWidth : 0;
  pool.forEach((parts, at) => {
    // A row keeps its element while it is in view, so that a click that scrolls is one on the same row.
    const index = first + ((((at - first) % pool.length) + pool.length) % pool.length);
    if (index < last) {
      fill(parts, index, range, width);
    } else {
      parts.element.hidden = true;
      parts.element.removeAttribute("id");
    }
  });
  const active = rowOf.get(state.chosen);
  if (active !== undefined && active >= first && active < last) {
    view.setAttribute("aria-activedescendant", `row${active}`);
  } else {
    view.removeAttribute("aria-activedescendant");
  }
  drawTicks(range, width);
  shownWindow = range;
}

function drawTicks(range, width) {
  const unit = Math.max(range.unit, nice(((range.to - range.from) * 70) / Math.max(width, 1)));
  const marks = [];
  for (let step = Math.ceil(range.from / unit) * unit; step <= range.to; step += unit) {
    const mark = make("span", { textContent: number(step) });
    mark.style.left = `${((step - range.from) / (range.to - range.from)) * 100}%`;
    mark.className = step === range.to ? "last" : "";
    marks.push(mark);
  }
  ticks.replaceChildren(...marks);
}

function measure() {
  space.style.height = `${Math.min(wholeHeight(), TALLEST)}px`;
  document.documentElement.style.setProperty("--row", `${rowHeight()}px`);
}

function scrollToRow(index, isToCentre = false) {
  const height = rowHeight();
  const top = view.scrollTop * scale();
  const [above, under] = [index * height, (index + 1) * height - view.clientHeight];
  if (isToCentre && (above < top || under > top)) {
    view.scrollTop = (above - view.clientHeight / 2) / scale();
  } else if (above < top) {
    view.scrollTop = above / scale();
  } else if (under > top) {
    view.scrollTop = under / scale();
  }
}
