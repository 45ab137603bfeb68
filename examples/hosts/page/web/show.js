// How a battle looks. Nothing here changes it.

export const find = (selector) => document.querySelector(selector);

export const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// Texts as files. The file before is gone then.
export function offer(link, text, type) {
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
}

function bar(creature) {
  const share = creature.hp / creature.max_hp;
  const full = make("div");
  full.style.width = `${100 * share}%`;
  return make("div", { className: `bar ${share < 0.2 ? "low" : share < 0.5 ? "middling" : "high"}` }, full);
}

const hp = (creature) => make("span", { className: "hp", textContent: `${creature.hp}/${creature.max_hp}` });
const letter = (creature) => make("span", { className: "letter", textContent: creature.letter });

// What has been lost of a bar is seen for a moment, so the bars stay, and only their widths change.
const seen = new Map();

function standing(creature) {
  const box = make("div", { className: "creature" });
  const top = make("div", { className: "top" }, letter(creature), make("b", { textContent: creature.name }), hp(creature));
  const gauge = bar(creature);
  const before = seen.get(creature.name);
  if (before !== undefined && before !== creature.hp) {
    const width = gauge.firstChild.style.width;
    gauge.firstChild.style.width = `${(100 * before) / creature.max_hp}%`;
    requestAnimationFrame(() => requestAnimationFrame(() => (gauge.firstChild.style.width = width)));
    box.classList.add(creature.hp < before ? "hurt" : "healed");
  }
  seen.set(creature.name, creature.hp);
  box.append(top, gauge, make("p", { className: "quiet", textContent: creature.about }));
  return box;
}

export function showTeam(element, team, whose) {
  const title = make("h2", { textContent: `${team.name} ` }, make("span", { className: "quiet", textContent: whose }));
  const bench = team.bench.map((one) => `${one.name} ${one.hp}/${one.max_hp}`).join(", ") || "nobody";
  const rest = make("p", { className: "quiet rest" }, `In reserve: ${bench}`);
  if (team.fallen.length > 0) {
    rest.append(". Fallen: ", make("s", { textContent: team.fallen.join(", ") }));
  }
  const field = team.field.length > 0 ? team.field.map(standing) : [make("p", { className: "quiet", textContent: "Nobody stands." })];
  element.replaceChildren(title, make("div", { className: "field" }, ...field), rest);
}

// The buttons for what can be answered; each knows what would be typed for it.
export function options({ choices, is_die }) {
  const buttons = choices.map((choice, place) => {
    const key = place < 9 && choice.number === place + 1 ? [make("kbd", { textContent: choice.number })] : [];
    const button = make("button", { type: "button", className: "option" }, ...key, make("b", { textContent: choice.name }));
    if (choice.creature !== null) {
      button.append(hp(choice.creature), bar(choice.creature));
    }
    if (choice.about !== "") {
      button.append(make("small", { textContent: choice.about }));
    }
    button.dataset.line = choice.number;
    return button;
  });
  if (is_die) {
    const cast = make("button", { type: "button", className: "main option" }, make("b", { textContent: "Cast the die" }));
    cast.dataset.line = "";
    buttons.unshift(cast);
  }
  return buttons;
}

// What has been said, but for the field, which is shown above.
export function log(lines, teams) {
  const shown = [];
  for (const { spans, flush } of lines) {
    const text = spans.map(([, part]) => part).join("");
    if (text.trim() === "" || (spans[0][0] === "Quiet" && teams.includes(spans[0][1].trim()))) {
      continue;
    }
    if (flush) {
      shown.push(make("h3", { textContent: text.replaceAll("─", "").trim() }));
    } else {
      const parts = spans.filter(([, part]) => !/^[█░]+$/.test(part));
      shown.push(make("p", {}, ...parts.map(([tone, part]) => make("span", { className: tone, textContent: part }))));
    }
  }
  return shown;
}

// The timeline is a page of its own. The next one is drawn behind the one that is seen, and begins where that has been scrolled to,
// with what is searched for there. Keys that are pressed in it go to `onKey`.
export class Timeline {
  #frames = find("#frames");
  #isLate = false;
  #next = null;
  #onKey;

  constructor(onKey) {
    this.#onKey = onKey;
  }

  show(html) {
    if (this.#next !== null) {
      this.#isLate = html;
      return;
    }
    const before = this.#frames.lastElementChild;
    const next = make("iframe", { title: "Timeline of the phases", srcdoc: html });
    this.#next = next;
    next.addEventListener("load", () => {
      const part = (frame, selector) => frame?.contentDocument?.querySelector(selector);
      const [from, to] = [part(before, "#rows"), part(next, "#rows")];
      const [searched, search] = [part(before, "#search"), part(next, "#search")];
      if (searched?.value && search) {
        search.value = searched.value;
        search.dispatchEvent(new Event("input"));
      }
      const isAtEnd = !from || from.scrollTop + from.clientHeight >= from.scrollHeight - 4;
      if (to) {
        to.scrollTop = isAtEnd ? to.scrollHeight : from.scrollTop;
      }
      const hadFocus = before !== null && document.activeElement === before;
      const inside = hadFocus ? before.contentDocument?.activeElement?.id : "";
      before?.remove();
      if (hadFocus) {
        next.focus();
        part(next, inside ? `#${inside}` : "#rows")?.focus({ preventScroll: true });
      }
      next.contentWindow?.addEventListener("keydown", this.#onKey);
      this.#next = null;
      if (this.#isLate !== false) {
        const late = this.#isLate;
        this.#isLate = false;
        this.show(late);
      }
    });
    this.#frames.append(next);
  }
}
