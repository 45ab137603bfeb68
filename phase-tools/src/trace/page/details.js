// All that is known of the chosen phase.
const details = document.getElementById("details");
const MOST = 100; // of a list, before one asks for more

const link = (place) => {
  const phase = phases[place];
  const button = make("button", { type: "button", className: "link" }, make("code", {}, make("b", { textContent: nameOf(phase) }), behindName(phase)));
  button.dataset.place = place;
  return button;
};

const section = (title, ...children) => make("section", {}, make("h3", { textContent: title }), ...children);

// A list that shows its first items, and the rest when asked.
function listOf(places, item, tag = "ul") {
  const list = make(tag, {}, ...places.slice(0, MOST).map(item));
  if (places.length <= MOST) {
    return list;
  }
  const more = make("button", { type: "button", textContent: `Show ${number(places.length - MOST)} more` });
  more.addEventListener("click", () => {
    const rest = places.slice(MOST).map(item);
    list.append(...rest);
    more.remove();
    rest[0].querySelector("button")?.focus();
  });
  return make("div", {}, list, more);
}

const origin = (phase) => words[phase[ORIGIN]];
const fate = (phase) => {
  if (phase[OPENED] > 0) {
    const end = phase[END] > 0 ? ENDS[phase[END]] : "has not ended";
    return `${end}, ${spanOf(phase[OPENED], ended(phase))}`;
  }
  return phase[END] > 0 ? words[phase[STORY].at(-2)] : "still queued";
};

function why(place) {
  const chain = [];
  for (let next = place; next >= 0; next = phases[next][BY]) {
    chain.push(next);
  }
  return listOf(
    chain,
    (step) => {
      const phase = phases[step];
      const what = step === place ? make("code", {}, shown(phase)) : link(step);
      return make("li", {}, what, `, ${origin(phase)}${phase[BY] >= 0 ? " by" : ""}`);
    },
    "ol",
  );
}

function story(phase) {
  const lines = [];
  for (let i = 0; i < phase[STORY].length; i += 3) {
    const [at, word, times] = phase[STORY].slice(i, i + 3);
    lines.push([Math.max(at - 1, 1), `${words[word]}${times > 1 ? ` ${number(times)} times` : ""}`]);
  }
  return listOf(lines, ([at, text]) => make("li", { className: "moment" }, make("span", { className: "step", textContent: number(at) }), make("span", { textContent: text })));
}

function waits(phase) {
  const lines = [];
  for (let i = 0; i < phase[RESTS].length; i += 3) {
    lines.push(phase[RESTS].slice(i, i + 3));
  }
  return listOf(lines, ([kind, from, to]) => make("li", {}, `${RESTS_FOR[kind]} for ${counted(to - from, "step")}, ${spanOf(from, to)}`));
}

function facts(phase) {
  const list = make("dl");
  const fact = (term, ...what) => list.append(make("dt", { textContent: term }), make("dd", {}, ...what));
  fact("Phase", make("code", { textContent: nameOf(phase) }), `, number ${phase[ID]}`);
  if (data.games > 1) {
    fact("Game", number(phase[GAME]));
  }
  fact("Level", number(phase[LEVEL]));
  fact("Queued", origin(phase), ...(phase[BY] >= 0 ? [" by ", link(phase[BY])] : []), `, step ${number(Math.max(phase[QUEUED] - 1, 0))}`);
  fact(phase[OPENED] > 0 ? "Ran" : "Never ran", fate(phase));
  if (phase[OPENED] > 0 && phase[CLOSED] > ended(phase)) {
    fact("In all", `${spanOf(phase[OPENED], phase[CLOSED])}, with what it has set off`);
  }
  return list;
}

function showDetails() {
  const place = state.chosen;
  details.hidden = place < 0;
  if (place < 0) {
    return;
  }
  const phase = phases[place];
  const close = make("button", { type: "button", id: "close", textContent: "Close" });
  const heading = make("h2", {}, make("code", {}, make("b", { textContent: nameOf(phase) }), behindName(phase)));
  const parts = [make("div", { className: "heading" }, heading, close), facts(phase)];
  if (is.failed(phase)) {
    parts.splice(1, 0, make("p", { className: "warning", textContent: `It ${words[phase[STORY].at(-2)]}.` }));
  }
  parts.push(section("Why", why(place)));
  if (is.waited(phase)) {
    parts.push(section("Waits", waits(phase)));
  }
  const [ran, dropped] = [[], []];
  for (const queued of queuedBy[place]) {
    (is.dropped(phases[queued]) && phases[queued][OPENED] === 0 ? dropped : ran).push(queued);
  }
  const item = (queued) => make("li", {}, link(queued), make("span", { className: "quiet", textContent: ` ${origin(phases[queued])}; ${fate(phases[queued])}` }));
  parts.push(section("Queued", ran.length + dropped.length > 0 ? listOf(ran, item) : make("p", { className: "quiet", textContent: "Nothing." })));
  if (dropped.length > 0) {
    parts.push(section("Queued, and dropped", listOf(dropped, item)));
  }
  parts.push(section("What happened, step by step", story(phase)));
  details.replaceChildren(...parts);
  details.scrollTop = 0;
}
