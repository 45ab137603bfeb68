// What a reader does, and what follows.
const find = (selector) => document.querySelector(selector);
const input = find("#search");
const onlyButtons = [...document.querySelectorAll("[data-only]")];

function update(isToStay = true) {
  list();
  measure();
  if (!isToStay) {
    view.scrollTop = 0;
  }
  find("#count").textContent = isFiltering() ? `${number(matching)} of ${counted(phases.length, "phase")}` : "";
  find("#nothing").hidden = rows.length > 0;
  find("#nothing span").textContent = phases.length === 0 ? "Nothing has happened." : "No phase fits.";
  find("#all").hidden = phases.length === 0;
  view.hidden = rows.length === 0;
  redraw();
}

function redraw() {
  draw();
  drawWindow();
}

function refilter() {
  state.terms = input.value.toLowerCase().split(/\s+/).filter((term) => term !== "");
  filter();
  update(false);
  const chosen = rowOf.get(state.chosen);
  if (chosen !== undefined) {
    scrollToRow(chosen, true);
    redraw();
  }
}

function showAll() {
  input.value = "";
  state.only.clear();
  for (const button of onlyButtons) {
    button.setAttribute("aria-pressed", "false");
  }
  refilter();
}

// A page that stands in another one has no address of its own, and browsers refuse to change it.
function writeAddress(address) {
  try {
    history.replaceState(null, "", address);
  } catch (refused) {
    if (refused.name !== "SecurityError") {
      throw refused;
    }
  }
}

function choose(row, isToCentre = false) {
  state.chosen = row;
  if (row >= 0) {
    writeAddress(`#phase-${row}`);
    showDetails();
  }
  const index = rowOf.get(row);
  if (index !== undefined) {
    scrollToRow(index, isToCentre);
  }
  redraw();
}

// Chooses a phase that may be hidden.
function lookAt(place) {
  if (!isKept[place]) {
    showAll();
  }
  reveal(place);
  update();
  choose(place, true);
}

function toggle(row, isToFold = !isFolded(row)) {
  if (canFold(row)) {
    fold(row, isToFold);
    update();
    const index = rowOf.get(state.chosen);
    if (index === undefined && state.chosen >= 0) {
      choose(row);
    }
  }
}

function closeDetails() {
  details.hidden = true;
  view.focus();
  writeAddress(location.pathname + location.search);
  state.chosen = -1;
  redraw();
}

view.addEventListener("scroll", redraw, { passive: true });
view.addEventListener("click", (event) => {
  const element = event.target.closest(".row");
  if (element !== null) {
    const row = Number(element.dataset.row);
    if (row < 0 || event.target.closest(".twisty") !== null) {
      toggle(row);
    } else {
      choose(row);
    }
  }
});
view.addEventListener("dblclick", (event) => {
  const element = event.target.closest(".row");
  if (element !== null && event.target.closest(".twisty") === null && Number(element.dataset.row) >= 0) {
    toggle(Number(element.dataset.row));
  }
});

// The row at which keys begin: the chosen one, or else the first in view.
let cursor = 0;
const place = () => rowOf.get(state.chosen) ?? Math.min(cursor, rows.length - 1);
const keys = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + Math.max(1, Math.floor(view.clientHeight / rowHeight()) - 1),
  PageUp: (at) => at - Math.max(1, Math.floor(view.clientHeight / rowHeight()) - 1),
  Home: () => 0,
  End: () => rows.length - 1,
  ArrowRight: (at) => (canFold(rows[at]) && !isFolded(rows[at]) ? at + 1 : (toggle(rows[at], false), at)),
  ArrowLeft: (at) => {
    if (canFold(rows[at]) && !isFolded(rows[at])) {
      toggle(rows[at], true);
      return at;
    }
    const parent = parentOf(rows[at]);
    return parent === null ? at : rowOf.get(parent);
  },
  " ": (at) => (toggle(rows[at]), at),
  Enter: (at) => at,
};
view.addEventListener("keydown", (event) => {
  const move = keys[event.key];
  if (move === undefined || event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) {
    return;
  }
  event.preventDefault();
  const isFirst = state.chosen === -1 && (event.key === "ArrowDown" || event.key === "ArrowUp");
  cursor = isFirst ? Math.ceil((view.scrollTop * scale()) / rowHeight()) : Math.max(0, Math.min(rows.length - 1, move(place())));
  choose(rows[cursor]);
  if (event.key === "Enter") {
    details.focus();
  }
});

details.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.id === "close") {
    closeDetails();
  } else if (button?.dataset.place !== undefined) {
    lookAt(Number(button.dataset.place));
    details.focus();
  }
});
input.addEventListener("input", refilter);
find("#all").addEventListener("click", () => {
  showAll();
  input.focus();
});
for (const button of onlyButtons) {
  const count = phases.filter(is[button.dataset.only]).length;
  button.append(" ", make("span", { className: "quiet", textContent: number(count) }));
  button.disabled = count === 0;
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOn));
    state.only[isOn ? "add" : "delete"](button.dataset.only);
    refilter();
  });
}
for (const radio of document.querySelectorAll("[name=grouping]")) {
  radio.addEventListener("change", () => {
    state.grouping = radio.value;
    filter();
    update(false);
    if (state.chosen >= 0) {
      lookAt(state.chosen);
    }
  });
}
find("#fold").addEventListener("click", () => {
  foldAll(true);
  update(false);
});
find("#unfold").addEventListener("click", () => {
  foldAll(false);
  update(false);
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input[type=search]");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
    input.select();
  } else if (event.key === "Escape") {
    if (isTyping && input.value !== "") {
      event.preventDefault();
      input.value = "";
      refilter();
    } else if (isTyping) {
      input.blur();
    } else if (!details.hidden) {
      closeDetails();
    }
  }
});

const follow = () => {
  const chosen = /^#phase-(\d+)$/.exec(location.hash);
  if (chosen !== null && Number(chosen[1]) < phases.length) {
    lookAt(Number(chosen[1]));
  }
};
addEventListener("hashchange", follow);
new ResizeObserver(() => {
  measure();
  drawOverview();
  redraw();
}).observe(view.parentElement);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawOverview);

const failed = phases.filter(is.failed).length;
const summary = [counted(phases.length, "phase"), counted(data.events, "event"), counted(data.end - 1, "step")];
find("#summary").textContent =
  summary.join(", ") +
  (failed > 0 ? `; ${number(failed)} failed` : "") +
  (data.dropped > 0 ? `; ${counted(data.dropped, "event")} before ${data.dropped === 1 ? "was" : "were"} dropped` : "");
update();
drawOverview();
follow();
