"use strict";
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const input = find("#search");
  const boxes = new Map(all("[data-phase]").map((box) => [box.dataset.phase, box]));
  const items = new Map(all("[data-for]").map((item) => [item.dataset.for, item]));
  const edges = all(".edge[data-from]");
  const phases = all("article").map((article) => {
    // What a phase queues is not about that phase.
    const parts = all("h3, .badges li, .docs, .fields li, .place", article);
    const text = parts.map((part) => part.textContent.toLowerCase()).join("\n");
    const id = article.dataset.id;
    return { article, text, box: boxes.get(id), item: items.get(id) };
  });
  const counted = (count) => `${count} ${count === 1 ? "phase" : "phases"}`;

  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    let count = 0;
    for (const { article, text, box, item } of phases) {
      const matches = words.every((word) => text.includes(word));
      count += matches;
      article.hidden = !matches;
      item.hidden = !matches;
      box.classList.toggle("faded", !matches);
    }
    find("#count").textContent = words.length === 0 ? counted(count) : `${count} of ${counted(phases.length)}`;
    document.body.classList.toggle("searching", words.length > 0);
    find("#nothing").hidden = count > 0 || phases.length === 0;
    find("#sought").textContent = input.value.trim();
  };
  const seek = (text) => {
    input.value = text;
    search();
  };
  const remember = () => {
    const text = input.value.trim();
    history.replaceState(null, "", text === "" ? location.pathname + location.search : `#search=${encodeURIComponent(text)}`);
  };
  const followAddress = () => {
    const hash = location.hash;
    if (hash.startsWith("#search=")) {
      let text = hash.slice("#search=".length);
      try {
        text = decodeURIComponent(text);
      } catch {
        // Not written by this page; taken as it is.
      }
      seek(text);
      return;
    }
    const target = hash.startsWith("#phase-") ? document.getElementById(hash.slice(1)) : null;
    if (target !== null && target.hidden) {
      seek("");
      target.scrollIntoView();
    }
  };

  input.addEventListener("input", () => {
    search();
    remember();
  });
  const showAll = () => {
    seek("");
    remember();
  };
  find("#all").addEventListener("click", () => {
    showAll();
    input.focus();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "Escape" && event.target === input) {
      if (input.value === "") {
        input.blur();
      } else {
        event.preventDefault();
        showAll();
      }
    }
  });

  const only = (id) => {
    for (const edge of edges) {
      edge.classList.toggle("faded", id !== null && edge.dataset.from !== id && edge.dataset.to !== id);
    }
  };
  for (const [id, box] of boxes) {
    const link = box.closest("a");
    for (const [event, shown] of [["pointerenter", id], ["focus", id], ["pointerleave", null], ["blur", null]]) {
      link.addEventListener(event, () => only(shown));
    }
  }

  const fit = find("#fit");
  const graph = find(".graph");
  const toggleFit = () => {
    const isFit = graph.classList.toggle("fit");
    fit.setAttribute("aria-pressed", String(isFit));
  };
  fit.addEventListener("click", toggleFit);
  // A picture that is a little too wide is made to fit, as long as it can be read then.
  const scale = graph.clientWidth / find("svg", graph).clientWidth;
  if (scale > 0.65 && scale < 1) {
    toggleFit();
  }

  const root = find(".node.root .box");
  if (root !== null) {
    graph.scrollTop = root.y.baseVal.value - graph.clientHeight / 2;
  }
  fit.hidden = false;
  find(".search").hidden = false;
  addEventListener("hashchange", followAddress);
  search();
  followAddress();
})();
