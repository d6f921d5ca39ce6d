// Small tools every part uses: building DOM, numbers, a pen for the canvas, and making hostile text harmless.
// All text that comes from a film goes through clean() or line() and reaches the page by textContent or fillText.

const { max, min, round, ceil, floor } = Math;
const { assign, entries: pairsOf } = Object;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const PILED = /(\p{M}{3})\p{M}+/gu;

// h("button.pk-go", {onclick}, "Go", null): text, nodes and lists of them; what is missing or empty is left out.
function h(spec, ...kids) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  if (tag === "button") node.type = "button";
  for (const kid of kids.flat()) {
    if (kid?.constructor !== Object) node.append(...(kid === null || kid === undefined || kid === "" ? [] : [kid]));
    else for (const [key, value] of pairsOf(kid)) setProp(node, key, value);
  }
  return node;
}

function setProp(node, key, value) {
  if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else node.setAttribute(key, value);
}

function icon(...paths) {
  const svg = (tag, props) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    pairsOf(props).forEach(([key, value]) => node.setAttribute(key, value));
    return node;
  };
  const node = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
  paths.forEach((d, at) => d && node.append(svg("path", { d, class: at ? "pk-solid" : "pk-line" })));
  return node;
}

const button = (name, onclick, ...more) => h("button", { onclick, "aria-label": name, title: name }, ...more);
const press = (words, on, onclick, ...more) => h("button", { onclick, "aria-pressed": String(on) }, ...more, words);

// A character that would hide, reorder or break text is shown by its number instead.
function showUnseen(char) {
  return char === "\n" || char === "\t" ? char : `⟨${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

const clean = (text, limit = 4000) => String(text ?? "").slice(0, limit).replace(UNSEEN, showUnseen).replace(PILED, "$1");
const line = (text, limit = 160) => clean(String(text ?? "").slice(0, limit * 2).replace(/\s+/g, " ").trim(), limit);
const clamp = (value, low, high) => min(max(value, low), high);
const mix = (a, b, t) => a + (b - a) * t;
const easeOut = (t) => 1 - (1 - t) ** 3;
const easeBoth = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
const count = (n) => round(n).toLocaleString("en-US");
const percent = (ratio) => (ratio * 100).toFixed(1) + " %";
const money = (usd) => "$" + usd.toFixed(usd < 0.1 ? 3 : 2);
const sumOf = (list, weigh) => list.reduce((sum, one) => sum + weigh(one), 0);

// 42 % of the dark ink in a fill: the edge of a block on a light ground.
function darker(hex) {
  const part = (at) => round(mix(parseInt(hex.substr(at, 2), 16), parseInt(DARK.substr(at, 2), 16), 0.42));
  return `rgb(${part(1)}, ${part(3)}, ${part(5)})`;
}

// t("cut", {n: 3}) fills one of the words that travel beside the film; a missing key shows as itself.
const speaker = (table) => (key, values = {}) => (table[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

// A bag of clean-ups: every listener and observer goes in, and one call takes all of them off again.
function keeper() {
  const undo = [];
  return {
    on(target, name, handler) {
      target.addEventListener(name, handler, { passive: name === "scroll" });
      undo.push(() => target.removeEventListener(name, handler));
    },
    add: (action) => undo.push(action),
    clear: () => undo.splice(0).forEach((action) => action()),
  };
}

// Draws on a canvas in units of k CSS pixels, cleared and sharp at the screen's pixel ratio.
class Pen {
  constructor(canvas, width, height, look) {
    const ratio = window.devicePixelRatio || 1;
    const [wide, tall] = [max(1, round(width * look.k * ratio)), max(1, round(height * look.k * ratio))];
    if (canvas.width !== wide || canvas.height !== tall) assign(canvas, { width: wide, height: tall });
    assign(canvas.style, { width: width * look.k + "px", height: height * look.k + "px" });
    this.ctx = canvas.getContext("2d");
    this.ctx.setTransform(look.k * ratio, 0, 0, look.k * ratio, 0, 0);
    this.ctx.clearRect(0, 0, width, height);
    this.ctx.textBaseline = "middle";
    assign(this, look);
  }
  alpha(value) { this.ctx.globalAlpha = value; }
  bar(x, y, w, tall, ink) { this.ctx.fillStyle = ink; this.ctx.fillRect(x, y, w, tall); }
  box(x, y, w, tall, radius = 4) { this.ctx.beginPath(); this.ctx.roundRect(x, y, w, tall, radius); return this; }
  disc(x, y, radius) { this.ctx.beginPath(); this.ctx.arc(x, y, radius, 0, 7); return this; }
  path(...points) { this.ctx.beginPath(); points.forEach(([x, y]) => this.ctx.lineTo(x, y)); return this; }
  fill(ink) { this.ctx.fillStyle = ink; this.ctx.fill(); return this; }
  line(ink, width, dash = []) {
    assign(this.ctx, { strokeStyle: ink, lineWidth: width });
    this.ctx.setLineDash(dash);
    this.ctx.stroke();
    this.ctx.setLineDash([]);
    return this;
  }
  say(words, x, y, ink, face = "body", align = "left") {
    assign(this.ctx, { font: this.type[face].font, fillStyle: ink, textAlign: align });
    this.ctx.fillText(words, x, y + 0.5);
  }
  glyph([stroke, solid], x, y, size, ink, weight = 1.8) {
    const { ctx } = this;
    ctx.save();
    ctx.translate(x, y - size / 2);
    ctx.scale(size / 16, size / 16);
    assign(ctx, { strokeStyle: ink, fillStyle: ink, lineWidth: weight, lineCap: "round", lineJoin: "round" });
    if (stroke) ctx.stroke(pathOf(stroke));
    if (solid) ctx.fill(pathOf(solid));
    ctx.restore();
  }
}
