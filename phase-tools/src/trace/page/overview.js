// The whole game in a strip: how deep it was nested, where it waited, what failed.
const overview = document.getElementById("overview");
const canvas = overview.querySelector("canvas");
const frame = document.getElementById("window");

function drawOverview() {
  const [width, height] = [overview.clientWidth, overview.clientHeight];
  const density = devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
  const context = canvas.getContext("2d");
  context.scale(density, density);
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name);
  // How deep each column is nested on average, which part of it is waiting, and how many failed in it.
  const scale = width / Math.max(data.end - 1, 1);
  const [nested, waiting, failed] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  const spread = (columns, from, to, weight) => {
    const [left, right] = [(from - 1) * scale, (to - 1) * scale];
    for (let x = Math.floor(left); x < Math.min(right, width); x += 1) {
      columns[x] += (Math.min(right, x + 1) - Math.max(left, x)) * weight;
    }
  };
  phases.forEach((phase, place) => {
    if (phase[OPENED] > 0) {
      spread(nested, phase[OPENED], ended(phase), depths[place] + 1);
      for (let i = 0; i < phase[RESTS].length; i += 3) {
        spread(waiting, phase[RESTS][i + 1], phase[RESTS][i + 2], 1);
      }
      if (is.failed(phase)) {
        failed[Math.min(width - 1, Math.floor((ended(phase) - 1) * scale))] += 1;
      }
    }
  });
  const most = (columns) => columns.reduce((a, b) => Math.max(a, b), 1e-9);
  const [mostNested, mostFailed] = [most(nested), most(failed)];
  const rect = (name, x, y, w, h) => {
    context.fillStyle = colour(name);
    context.fillRect(x, y, w, h);
  };
  for (let x = 0; x < width; x += 1) {
    const tall = (nested[x] / mostNested) * (height - 16);
    rect("--extent", x, height - tall, 1, tall);
    rect("--run", x, height - tall, 1, Math.min(tall, 2));
    const rest = Math.min(1, waiting[x]) * tall;
    rect("--rest", x, height - rest, 1, rest);
    if (failed[x] > 0) {
      rect("--bad", x, 2, Math.max(1, Math.min(3, Math.ceil(scale))), 3 + (7 * failed[x]) / mostFailed);
    }
  }
}

function drawWindow() {
  const part = (step) => Math.min(100, Math.max(0, ((step - 1) / Math.max(data.end - 1, 1)) * 100));
  frame.style.left = `${part(shownWindow.from)}%`;
  frame.style.width = `${part(shownWindow.to) - part(shownWindow.from)}%`;
}

// Brings what ran at a place of the strip into view.
function goTo(x) {
  const step = 1 + (x / overview.clientWidth) * (data.end - 1);
  let [best, least] = [-1, Infinity];
  rows.forEach((row, index) => {
    if (row >= 0 && Math.abs(began(phases[row]) - step) < least) {
      [best, least] = [index, Math.abs(began(phases[row]) - step)];
    }
  });
  if (best >= 0) {
    view.scrollTop = (best * rowHeight() - view.clientHeight / 2) / scale();
  }
}

overview.addEventListener("pointerdown", (event) => {
  overview.setPointerCapture(event.pointerId);
  goTo(event.clientX - overview.getBoundingClientRect().left);
});
overview.addEventListener("pointermove", (event) => {
  if (overview.hasPointerCapture(event.pointerId)) {
    goTo(event.clientX - overview.getBoundingClientRect().left);
  }
});
