// Small tools every part of the stage uses: building DOM, numbers, words, and making hostile text harmless.
// All text that comes from a film goes through clean() or line() and reaches the page by textContent or fillText.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const PILED = /(\p{M}{3})\p{M}+/gu;

function make(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) setProp(node, key, value);
  node.append(...kids.filter((kid) => kid !== null));
  return node;
}

function setProp(node, key, value) {
  if (key === "text") node.textContent = value;
  else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
}

function icon(path, fill) {
  const svg = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", path);
  shape.setAttribute("class", fill ? "pk-solid" : "pk-line");
  svg.append(shape);
  return svg;
}

// A character that would hide, reorder or break text is shown by its number instead.
function showUnseen(char) {
  if (char === "\n" || char === "\t") return char;
  return "⟨" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩";
}

function clean(text, limit = 4000) {
  const short = String(text ?? "").slice(0, limit);
  return short.replace(UNSEEN, showUnseen).replace(PILED, "$1");
}

const line = (text, limit = 160) => clean(String(text ?? "").slice(0, limit * 2).replace(/\s+/g, " ").trim(), limit);
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const mix = (a, b, t) => a + (b - a) * t;
const easeOut = (t) => 1 - (1 - t) ** 3;
const easeBoth = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
const count = (n) => Math.round(n).toLocaleString("en-US");
const percent = (ratio) => (ratio * 100).toFixed(1) + " %";
const money = (usd) => "$" + (usd < 0.1 ? usd.toFixed(3) : usd.toFixed(2));

function blend(hex, other, share) {
  const part = (at) => Math.round(mix(parseInt(hex.substr(at, 2), 16), parseInt(other.substr(at, 2), 16), share));
  return `rgb(${part(1)}, ${part(3)}, ${part(5)})`;
}

// t("cut", {n: 3}) fills one of the words that travel beside the film; a missing key shows as itself.
function speaker(table) {
  return (key, values = {}) => (table[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// A bag of clean-ups: every listener and observer goes in, and one call takes all of them off again.
function keeper() {
  const undo = [];
  return {
    on(target, name, handler, options) {
      target.addEventListener(name, handler, options);
      undo.push(() => target.removeEventListener(name, handler, options));
    },
    add: (action) => undo.push(action),
    clear: () => undo.splice(0).forEach((action) => action()),
  };
}

// Sets a canvas to its CSS size at the screen's pixel ratio and clears it.
function freshCanvas(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  canvas.style.width = width + "px";
  canvas.style.height = height + "px";
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  ctx.textBaseline = "middle";
  return ctx;
}
