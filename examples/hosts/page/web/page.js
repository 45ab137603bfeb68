// What a player does, and what follows.

import { Game, Panic } from "./game.js";
import { keep } from "./keep.js";
import { Timeline, find, log, make, offer, options, showTeam } from "./show.js";

let module, battles;
let game = null; // the battle in progress
let view = null;
let save = null; // as it stood at the question that stands, or at the last one
let strength = null; // how many playouts the AI tries in this battle
let before = { title: null, seed: null, log: [] }; // what is known of a battle from before it was loaded
let isInTheWay = false; // what the browser keeps can't be read, and there is no room to put it aside
let isThinking = false;
const timeline = new Timeline((event) => onKey(event));

// ---- What is to be told --------------------------------------------------------------------------------------------------

// Each kind of notice stands there once.
function tell(kind, text, ...buttons) {
  find(`#notices [data-kind="${kind}"]`)?.remove();
  const close = make("button", { type: "button", textContent: "Close" });
  const notice = make("div", { className: "notice" }, make("p", { textContent: text }), make("div", { className: "row" }, ...buttons, close));
  notice.dataset.kind = kind;
  close.addEventListener("click", () => notice.remove());
  find("#notices").append(notice);
  return notice;
}

const isTold = (kind) => find(`#notices [data-kind="${kind}"]`) !== null;
const unsay = (kind) => find(`#notices [data-kind="${kind}"]`)?.remove();

function button(text, act) {
  const element = make("button", { type: "button", textContent: text });
  element.addEventListener("click", act);
  return element;
}

function download(name, text) {
  const link = make("a", { download: name });
  offer(link, text, "application/json");
  link.click();
}

// ---- The battle ----------------------------------------------------------------------------------------------------------

function show() {
  const { turn, turn_limit, yours, theirs, question, over, chosen } = view;
  const { title, seed, log: told } = story();
  const parts = [title ?? "from a save", seed === null ? null : `seed ${seed}`, turn > 0 ? `turn ${turn} of ${turn_limit}` : null];
  find("#about").textContent = parts.filter((part) => part !== null).join(" · ");
  showTeam(find("#theirs"), theirs, "AI");
  showTeam(find("#yours"), yours, "you");
  find("#ask").classList.toggle("over", question === null);
  find("#title").textContent = question?.title ?? over;
  find("#options").classList.toggle("many", (question?.choices.length ?? 0) > 9);
  find("#options").replaceChildren(...(question === null ? [again()] : options(question)));
  find("#chosen").replaceChildren(...chosen.map((text) => make("li", { textContent: text })));
  find("#undo").disabled = !view.can_undo;
  find("#redo").disabled = !view.can_redo || question === null;
  find("#log").replaceChildren(...log(told, [yours.name, theirs.name]));
  if (told.length === 0) {
    find("#log").append(make("p", { className: "quiet", textContent: "The battle goes on from a save, which does not tell what has happened before." }));
  }
  find("#log").scrollTop = find("#log").scrollHeight;
  showTimeline();
}

// What the save does not know.
function story() {
  return { title: view.title ?? before.title, seed: view.seed ?? before.seed, playouts: strength, log: [...before.log, ...view.log] };
}

function again() {
  const element = make("button", { type: "button", className: "main", textContent: "New battle …" });
  element.addEventListener("click", openBeginning);
  return element;
}

function showTimeline() {
  if (game !== null && find("#run").open) {
    const html = game.timeline();
    timeline.show(html);
    offer(find("#timeline-page"), html, "text/html");
  }
}

// Keeps the battle as it stands, but not in the place of one that would be lost by that.
function store() {
  save = game.save();
  if (isInTheWay) {
    return;
  }
  try {
    keep.write(save);
    keep.writeStory(save, story());
    unsay("store");
  } catch (error) {
    tell("store", `This browser does not keep the battle (${error.message}); under “Saves …” you can download it.`);
  }
}

// Takes up a battle that has been begun or loaded. The one before goes on until then, whatever comes of this.
function takeUp(open, known, thoughts) {
  const next = new Game(module);
  const opened = open(next, thoughts);
  [game, view, before, strength] = [next, opened, known, thoughts];
  unsay("panic");
  store();
  show();
}

const NOTHING_KNOWN = { title: null, seed: null, log: [] };

// Goes on with a save. The AI thinks as it did in that battle, or else as in the one before.
function goOn(text, known = keep.readStory(text)) {
  const thoughts = known?.playouts ?? strength ?? playouts();
  takeUp((next) => next.load(text, thoughts), known ?? NOTHING_KNOWN, thoughts);
}

// Has the game do what a line says.
async function type(line) {
  if (game === null || isThinking) {
    return;
  }
  const byKey = document.activeElement?.matches(".option:focus-visible") ?? false;
  const tool = document.activeElement?.closest("#undo, #redo");
  isThinking = true;
  document.body.classList.add("thinking");
  for (const option of find("#options").querySelectorAll("button")) {
    option.disabled = true;
  }
  const asking = game;
  await painted();
  try {
    // Another battle may have been begun or loaded meanwhile, which nobody has answered.
    if (game === asking) {
      view = game.type(line);
      store();
      show();
    }
  } catch (error) {
    fail(error);
  } finally {
    isThinking = false;
    document.body.classList.remove("thinking");
  }
  // Who has undone the first answer can't go on from a button that is disabled by that.
  if (byKey || tool?.disabled) {
    focusOnQuestion();
  }
}

function focusOnQuestion() {
  (find("#options button") ?? find("#ask")).focus();
}

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

// The game is broken. What it was like at the last question is still there.
function fail(error) {
  game = null;
  find("#title").textContent = "The battle has stopped.";
  find("#options").replaceChildren();
  find("#undo").disabled = find("#redo").disabled = true;
  const what = error instanceof Panic ? inWords(error) : `The battle can't go on: ${error.message}`;
  const [last, known] = [save, story()];
  const retry = button("Go on from the last question", () => attempt("panic", () => goOn(last, known)));
  const buttons = last === null ? [] : [retry, button("Download its save", () => download("battle.json", last))];
  tell("panic", what, ...buttons);
  console.warn(error);
}

// Does what may be refused, and says so.
function attempt(kind, act) {
  try {
    act();
    unsay(kind);
    return true;
  } catch (error) {
    tell(kind, inWords(error));
    return false;
  }
}

const inWords = (error) => (error instanceof Panic ? `The game has ${error.message.replace(/:\n/, ": ")}` : error.message);

const playouts = () => Number(find("#playouts").value);

// ---- A new battle --------------------------------------------------------------------------------------------------------

const beginning = find("#beginning");

function openBeginning() {
  beginning.querySelector(".close").hidden = game === null;
  beginning.querySelector(".problem").textContent = "";
  beginning.showModal();
}

function chosenBattle() {
  const battle = battles[find("#battle").selectedIndex];
  find("#seed").value = battle.seed;
  [find("#home").textContent, find("#away").textContent] = battle.battle.teams.map((team) => `${team.name}: ${team.creatures.map((one) => one.name).join(", ")}`);
}

find("#battle").addEventListener("change", chosenBattle);
find("#any-seed").addEventListener("click", () => {
  find("#seed").value = crypto.getRandomValues(new BigUint64Array(1))[0].toString();
  beginning.querySelector(".problem").textContent = "";
});
beginning.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { title, battle } = battles[find("#battle").selectedIndex];
  const side = beginning.querySelector("[name=side]:checked").value;
  beginning.querySelector(".problem").textContent = "";
  try {
    const begun = { title, battle, seed: find("#seed").value, side, playouts: playouts(), dice: find("#dice").checked };
    takeUp((next) => next.begin(begun), NOTHING_KNOWN, begun.playouts);
    beginning.close();
    focusOnQuestion();
  } catch (error) {
    beginning.querySelector(".problem").textContent = inWords(error);
  }
});

// ---- Saves ---------------------------------------------------------------------------------------------------------------

const saving = find("#saving");

function openSaves() {
  saving.querySelector(".problem").textContent = "";
  for (const link of [find("#save-file"), find("#transcript-file"), find("#copy")]) {
    link.hidden = save === null;
  }
  find("#transcript-file").hidden = game === null;
  find("#text").value = save ?? "";
  if (save !== null) {
    offer(find("#save-file"), save, "application/json");
  }
  if (game !== null) {
    offer(find("#transcript-file"), game.transcript(), "text/plain");
  }
  saving.showModal();
}

function load(text) {
  saving.querySelector(".problem").textContent = "";
  try {
    goOn(text);
    saving.close();
  } catch (error) {
    saving.querySelector(".problem").textContent = `${inWords(error)}. The battle before goes on.`;
  }
}

find("#load").addEventListener("click", () => load(find("#text").value));
find("#file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file !== undefined) {
    load(await file.text());
  }
});
find("#copy").addEventListener("click", async (event) => {
  find("#text").select();
  try {
    await navigator.clipboard.writeText(find("#text").value);
    event.target.textContent = "Copied";
  } catch {
    event.target.textContent = "Copy what is selected";
  }
  setTimeout(() => (event.target.textContent = "Copy it"), 2000);
});

// Saves that could not be read stay until somebody drops them.
function tellOfUnreadable(kind, what, text, drop) {
  const dropping = button("Drop it", () => {
    drop();
    unsay(kind);
  });
  tell(kind, what, button("Download it", () => download("unreadable.json", text)), dropping);
}

function putAside(text, why) {
  try {
    const key = keep.setAside();
    tellOfUnreadable(key, `${why}. It is kept as it is.`, text, () => keep.drop(key));
  } catch (error) {
    isInTheWay = true;
    const sofar = `${why}. It is kept as it is. There is no room to put it aside (${error.message}), so a new battle is not kept until you drop it`;
    tellOfUnreadable("unreadable", `${sofar}; under “Saves …” you can download that one.`, text, () => {
      keep.dropSave();
      isInTheWay = false;
      if (game !== null) {
        store();
      }
    });
  }
}

// Tells of those from before.
function tellOfAsides() {
  for (const { key, text } of asides()) {
    if (!isTold(key)) {
      tellOfUnreadable(key, "A battle from before could not be gone on with. It is kept as it is.", text, () => keep.drop(key));
    }
  }
}

function asides() {
  try {
    return keep.asides();
  } catch {
    return []; // a browser that keeps nothing, which has been told of
  }
}

// ---- By mouse and by key -------------------------------------------------------------------------------------------------

find("#options").addEventListener("click", (event) => {
  const line = event.target.closest("[data-line]")?.dataset.line;
  // The second half of a double click is not meant for the question that stands there by then.
  if (line !== undefined && event.detail < 2) {
    type(line);
  }
});
find("#undo").addEventListener("click", () => type("u"));
find("#redo").addEventListener("click", () => type("r"));
find("#saves").addEventListener("click", openSaves);
find("#new").addEventListener("click", openBeginning);
find("#run").addEventListener("toggle", showTimeline);
for (const dialog of [beginning, saving]) {
  // What was wrong with a text is not said of the next one.
  dialog.addEventListener("input", () => (dialog.querySelector(".problem").textContent = ""));
}
for (const close of document.querySelectorAll("dialog .close")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
beginning.addEventListener("cancel", (event) => game === null && event.preventDefault());
function onKey(event) {
  // Nor is a key that is held for one question meant for the next.
  if (event.repeat) {
    if (event.key === "Enter" && event.target.closest("#options, .tools")) {
      event.preventDefault();
    }
    return;
  }
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog");
  if (isElsewhere) {
    return;
  }
  if (/^[1-9]$/.test(event.key)) {
    find(`#options [data-line="${event.key}"]:not(:disabled)`)?.click();
  } else if (event.key === "u") {
    find("#undo").click();
  } else if (event.key === "r") {
    find("#redo").click();
  }
}

addEventListener("keydown", onKey);

// ---- The beginning -------------------------------------------------------------------------------------------------------

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status} ${response.statusText}`);
  }
  return response;
}

function kept() {
  try {
    return keep.read();
  } catch (error) {
    tell("store", `This browser keeps no battles: ${error.message}.`);
    return null;
  }
}

async function main() {
  find("#run").open = matchMedia("(min-width: 900px)").matches;
  const [code, list] = await Promise.all([fetched("game.wasm"), fetched("battles.json")]);
  [module, battles] = [await WebAssembly.compile(await code.arrayBuffer()), await list.json()];
  find("#battle").replaceChildren(...battles.map(({ title }) => make("option", { textContent: title })));
  chosenBattle();
  find("#title").textContent = "No battle";
  const text = kept();
  if (text === null) {
    openBeginning();
  } else {
    try {
      goOn(text);
    } catch (error) {
      putAside(text, `The battle that this browser kept can't be gone on with: ${inWords(error)}`);
      openBeginning();
    }
  }
  tellOfAsides();
  keep.onOther((text) => {
    const take = button("Take that one", () => attempt("other", () => goOn(text)));
    isInTheWay = false; // it has put that aside, or overwritten it
    unsay("unreadable");
    tell("other", "Another tab of this page has gone on with its battle, which is the one that is kept now.", take);
  });
}

main().catch((error) => {
  find("#title").textContent = "The battle could not be loaded.";
  tell("loading", error.message);
});
