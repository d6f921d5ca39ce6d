// The panel: draws a tree of elements that Python made, and says what was done to it. Text reaches the page as text:
// Python names tags and attributes, a transcript only fills text nodes and values.
//
// One message is under way at a time; the newest value of each control waits behind it, older ones are forgotten.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = ["svg", "path", "circle", "line", "rect", "g", "text"];
const SPOKEN = ["key", "act", "send", "keys", "then"]; // become data-…
const LATE = ["value", "checked", "selected", "open"]; // live as properties too
const PATIENCE = 5000; // ms
const asks = (query) => window.matchMedia(query);
const DARK = "(prefers-color-scheme: dark)";

function hostTheme(wanted) {
  const { jpThemeLight, vscodeThemeKind = "" } = document.body.dataset;
  if (wanted !== "auto") return wanted;
  if (asks("(prefers-contrast: more)").matches) return "contrast";
  const dark = jpThemeLight ? jpThemeLight === "false" : vscodeThemeKind ? vscodeThemeKind.includes("dark") : asks(DARK).matches;
  return dark ? "dark" : "light";
}

function make(tag) {
  return DRAWN.includes(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

const dashed = (name) => (SPOKEN.includes(name) ? "data-" + name : name);

// Gives an element these attributes and no others; a control that is being used keeps the value under the hand.
function dress(node, props, held) {
  const wanted = Object.entries(props).map(([name, value]) => [dashed(name), value]);
  // Lab looks at the focused element first: without this its own shortcuts take the arrows from a slider.
  if ("act" in props || "tabindex" in props) wanted.push(["data-lm-suppress-shortcuts", "true"]);
  const names = wanted.map(([name]) => name);
  for (const { name } of [...node.attributes]) if (!names.includes(name)) node.removeAttribute(name);
  for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  if (held(node)) return;
  for (const name of LATE) {
    const value = name === "value" ? props.value ?? "" : name in props;
    if (name in node && node[name] !== value && (name !== "value" || node.tagName === "INPUT")) node[name] = value;
  }
}

// Turns the children of an element into the wanted ones; an element with a key is found again wherever it went.
function fill(node, kids, held) {
  const keyed = new Map();
  const loose = [];
  for (const child of node.childNodes) child.dataset?.key ? keyed.set(child.dataset.key, child) : loose.push(child);
  const used = kids.map((kid) => {
    const name = typeof kid === "string" ? "#text" : kid[0];
    const same = (child) => child.nodeName.toLowerCase() === name;
    const key = kid[1]?.key;
    const found = name !== "#text" && key ? keyed.get(key) : loose.find(same);
    if (found && loose.includes(found)) loose.splice(loose.indexOf(found), 1);
    const child = found && same(found) ? found : name === "#text" ? document.createTextNode("") : make(name);
    if (name !== "#text") draw(child, kid, held);
    else if (child.data !== kid) child.data = kid;
    return child;
  });
  used.forEach((child, at) => { if (node.childNodes[at] !== child) node.insertBefore(child, node.childNodes[at] ?? null); });
  while (node.childNodes.length > used.length) node.lastChild.remove();
}

function draw(node, [, props, kids], held) {
  if (node.tagName !== "TEXTAREA") fill(node, kids, held);
  dress(node, props, held);
}

const byKey = (root, key) => [...root.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);

// The post: sends one message, waits for its answer, sends the newest of what came meanwhile.
function postTo(model, gone) {
  const waiting = new Map();
  let away = "";
  let clock = 0;
  let clicks = 0;
  const flush = () => {
    const [first] = waiting;
    if (away || !first) return;
    waiting.delete(first[0]);
    away = first[1].act;
    try {
      model.send(first[1]);
      clock = setTimeout(gone, PATIENCE, true);
    } catch {
      gone(true);
    }
  };
  return {
    send(act, value, once) { waiting.set(once ? act + clicks++ : act, { act, value }); flush(); },
    done() { clearTimeout(clock); away = ""; gone(false); flush(); },
    holds: (act) => away === act || waiting.has(act),
    stop: () => clearTimeout(clock),
  };
}

function valueOf(node) {
  if (node.type === "checkbox") return node.checked;
  return node.type === "range" || node.type === "number" ? Number(node.value) : node.value;
}

function listen(root, post, keep) {
  const on = (name, handler) => { root.addEventListener(name, handler); keep.push(() => root.removeEventListener(name, handler)); };
  on("click", (event) => {
    const node = event.target.closest("button[data-act]");
    if (node && node.getAttribute("aria-disabled") !== "true") post.send(node.dataset.act, JSON.parse(node.dataset.send ?? "null"), true);
  });
  on("input", ({ target }) => { if (target.dataset.act && target.type === "range") post.send(target.dataset.act, valueOf(target)); });
  on("change", ({ target }) => { if (target.dataset.act && target.type !== "range") post.send(target.dataset.act, valueOf(target), true); });
  on("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && target.type === "text") return post.send(target.dataset.act, valueOf(target), true);
    const node = event.target.closest("[data-keys]");
    const name = (event.altKey ? "Alt+" : "") + event.key;
    const wanted = node && JSON.parse(node.dataset.keys)[name];
    if (!wanted || event.target.tagName === "INPUT") return;
    event.preventDefault();
    event.stopPropagation();
    post.send(wanted[0], wanted[1], true);
  });
}

function render({ model, el }) {
  const root = document.createElement("div");
  const body = document.createElement("div");
  const [live, note] = [document.createElement("p"), document.createElement("p")];
  const keep = [];
  Object.assign(root, { className: "pkl" });
  Object.assign(live, { className: "pkl-unseen" });
  Object.assign(note, { className: "pkl-gone", hidden: true });
  live.setAttribute("aria-live", "polite");
  note.setAttribute("role", "status");
  root.setAttribute("role", "region");
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.append(note, body, live);
  el.append(root);
  const post = postTo(model, (is) => { note.hidden = !is; note.textContent = is ? model.get("gone") : ""; });
  const held = (node) => node === document.activeElement && node.dataset.act && (post.holds(node.dataset.act) || node.type === "text");
  const dressRoot = () => {
    const host = document.body.dataset.jpThemeLight && model.get("theme") === "auto" ? "jupyter" : "page";
    Object.assign(root.dataset, { theme: hostTheme(model.get("theme")), preset: model.get("preset"), host });
    root.lang = model.get("lang") === "zh" ? "zh-CN" : "en";
  };
  const paint = () => {
    const tree = model.get("tree");
    const had = document.activeElement;
    const { key, then } = (root.contains(had) && had.closest("[data-key]")?.dataset) || {};
    if (tree.length) fill(body, [tree], held);
    // What was moved keeps the focus; where it is gone, what took its place has it.
    if (key && document.activeElement !== had) (byKey(root, key) ?? byKey(root, then))?.focus({ preventScroll: true });
    root.setAttribute("aria-label", tree[1]?.["aria-label"] ?? "");
    live.textContent = model.get("said");
  };
  const heard = [["change:tree", paint], ["change:said", paint], ["change:preset", dressRoot], ["change:theme", dressRoot], ["msg:custom", post.done]];
  const watch = new MutationObserver(dressRoot);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
  asks(DARK).addEventListener("change", dressRoot);
  const size = new ResizeObserver(() => { root.dataset.size = root.clientWidth < 560 ? "narrow" : root.clientWidth < 900 ? "middle" : "wide"; });
  size.observe(root);
  listen(root, post, keep);
  heard.forEach(([name, handler]) => model.on(name, handler));
  dressRoot();
  paint();
  return () => {
    heard.forEach(([name, handler]) => model.off(name, handler));
    asks(DARK).removeEventListener("change", dressRoot);
    [watch, size].forEach((each) => each.disconnect());
    keep.forEach((undo) => undo());
    post.stop();
    root.remove();
  };
}

export default { render };
