// The stage: one state `s`, parts that draw it, and the actions that change it. mount() builds it into a host element
// and returns {set, destroy}; entry.js (a notebook) and boot.js (an exported file) are its two callers.

let stages = 0;

function mount(host, options) {
  const film = openFilm(options.film);
  const t = speaker(options.words);
  const root = make("div", { class: "pk", role: "region", tabindex: -1, "data-lm-suppress-shortcuts": "true" });
  const keep = keeper();
  host.append(root);
  keep.add(() => root.remove());
  if (film.trouble) return sayTrouble(root, film, t, keep, options);
  const s = newState(root, film, t, keep, options);
  addMoves(s);
  addChoices(s);
  buildParts(s);
  followHost(s);
  s.keep.on(root, "keydown", (event) => onKey(s, event));
  s.go(options.step ?? 0, false, true);
  if (options.selection) s.select(blockAtPath(s.scene, options.selection));
  return { set: (key, value) => setFromOutside(s, key, value), destroy: () => { s.pause(); cancelAnimationFrame(s.frame); keep.clear(); }, root, state: s };
}

function sayTrouble(root, film, t, keep, options) {
  root.dataset.trouble = film.trouble;
  root.dataset.theme = hostTheme(options.theme);
  root.append(make("p", { class: "pk-trouble", role: "alert", text: t("trouble_" + film.trouble, { schema: line(film.schema, 40) }) }));
  return { set() {}, destroy: keep.clear, root };
}

function newState(root, film, t, keep, options) {
  return {
    root, film, t, keep, options, id: `pk${++stages}`, step: 0, last: film.frames.length - 1, answers: { ...options.answers }, speed: 1, mode: "sqrt", raw: false,
    playing: false, helping: false, kindsOpen: false, panelOpen: false, hidden: new Set(), query: "", matches: [], selected: null, findings: new Map(),
    revealed: new Set(Object.keys(options.answers ?? {}).map(Number)), skipped: new Set(), placed: new Map(), pattern: patternMaker(), stale: new Set(), width: 0,
    theme: options.theme ?? "auto", preset: options.preset ?? "normal", px: sizesFor(1000, options.preset, options.lang, film.rows.length), look: {}, motion: null, beats: null,
  };
}

function buildParts(s) {
  const say = make("div", { class: "pk-unseen", "aria-live": "polite" });
  const note = make("p", { class: "pk-note", role: "status", hidden: true });
  const help = make("div", { class: "pk-help", role: "dialog", "aria-label": s.t("help"), hidden: true });
  s.say = (words) => { say.textContent = words; };
  s.parts = { head: makeHead(s), gauge: makeGauge(s), say: makeSay(s), kinds: makeKinds(s), rows: makeRows(s), panel: makePanel(s), bar: makeBar(s), table: makeTable(s) };
  s.note = (words) => { note.hidden = !words; note.textContent = words; };
  const { head, gauge, say: said, kinds, rows, panel, bar, table } = s.parts;
  s.root.setAttribute("aria-label", s.t("stage_name", { title: line(s.film.data.title, 120) }));
  s.root.append(note, head.node, gauge.node, said.node, kinds.node, make("div", { class: "pk-body" }, rows.node, panel.node), bar.node, rows.tip, help, say, table.node);
  s.parts.help = { update: () => { help.hidden = !s.helping; if (s.helping && !help.firstChild) help.append(...helpRows(s)); } };
  if (!s.film.rows.length) rows.node.after(make("p", { class: "pk-trouble", text: s.t("nothing_packed") }));
}

function helpRows(s) {
  const keys = ["← →", "Space", "Home End", "PgUp PgDn", "↑ ↓", "m", "n", "/", "1–4", "Esc", "?"];
  return [make("dl", {}, ...keys.flatMap((key, at) => [make("dt", {}, make("kbd", { text: key })), make("dd", { text: s.t("key_" + at) })]))];
}

// Parts are drawn at most once an animation frame, and only those something changed for.
function addMoves(s) {
  s.dirty = (...names) => {
    names.forEach((name) => s.stale.add(name));
    s.frame ||= requestAnimationFrame((now) => { s.frame = 0; tick(s, now); });
  };
  s.update = () => { Object.values(s.parts).forEach((part) => part.update?.()); s.dirty("gauge", "rows", "bar"); };
  s.set = (key, value) => { s[key] = value; if (key === "mode") measure(s); s.update(); if (key === "speed" && s.playing) s.plan(); };
  s.go = (step, move = false, force = false) => { if (force || clamp(step, 0, s.last) !== s.step) goTo(s, clamp(step, 0, s.last), move); else s.finish(); };
  s.finish = () => { if (s.motion) endMotion(s); };
  s.asking = () => Boolean(s.scene.frame.question) && !s.revealed.has(s.step) && !s.skipped.has(s.step);
  s.plan = () => { clearTimeout(s.timer); s.timer = setTimeout(() => playOn(s), ((s.motion?.length ?? 0) + 900) / s.speed); };
  s.pause = () => { clearTimeout(s.timer); if (s.playing) s.set("playing", false); };
  s.play = () => {
    if (s.step === s.last) s.go(0);
    if (s.asking()) return;
    s.playing = true;
    s.update();
    playOn(s);
  };
  s.toggle = () => (s.playing ? s.pause() : s.play());
}

function playOn(s) {
  if (s.step === s.last || s.asking()) return s.pause();
  s.go(s.step + 1, true);
  if (s.step === s.last || s.asking()) s.pause();
  else s.plan();
}

function goTo(s, step, move) {
  const before = s.scene;
  s.motion = s.changed = null;
  s.step = step;
  s.scene = makeScene(s.film, step, s.px);
  const forward = move && before && step === before.step + 1;
  if (forward) startMotion(s, before);
  if (s.selected && !s.scene.byKey.has(s.selected.row.key)) s.select(null);
  noteFindings(s);
  findMatches(s);
  mirror(s);
  s.update();
  if (forward && failedAt(s.film, step)) shake(s);
  const { packing, slot } = s.motion ?? {};
  reveal(s, s.parts.rows, packing ? slot : s.scene.items.at(-1)?.y ?? 0);
  s.options.changed?.("step", step);
  const caption = s.scene.frame.caption ?? {};
  s.say(`${s.t("frame_of", { n: step + 1, all: s.last + 1 })}. ${line(caption.head)} ${line(caption.text)}`);
}

function startMotion(s, before) {
  const motion = planMotion(s.film, before, s.scene);
  if (!motion) return;
  if (!s.still) {
    Object.assign(s, { motion, beats: beatsAt(motion, 0), began: 0 });
    return;
  }
  s.changed = new Set([...motion.fresh.map((item) => item.row.key)]);
  clearTimeout(s.fading);
  s.fading = setTimeout(() => { s.changed = null; s.dirty("rows"); }, 1500);
}

function endMotion(s) {
  s.motion = s.beats = null;
  s.parts.rows.update();
  s.dirty("gauge", "rows");
}

function tick(s, now) {
  if (s.motion) {
    s.began ||= now;
    const ms = (now - s.began) * Math.max(1, s.speed);
    if (ms >= s.motion.length) endMotion(s);
    else Object.assign(s, { beats: beatsAt(s.motion, ms) }).dirty("gauge", "rows");
  }
  const names = [...s.stale];
  s.stale.clear();
  for (const name of names) s.parts[name].draw?.();
  if (s.motion) s.dirty("gauge", "rows");
}

// What is drawn, for tests and for the page around the stage.
function mirror(s) {
  const { frame, messages } = s.scene;
  Object.assign(s.root.dataset, { step: s.step, steps: s.last + 1, messages, usage: frame.usage, breaker: frame.breaker ?? "closed", compactions: frame.compactions ?? 0 });
}

function noteFindings(s) {
  s.findings = new Map();
  for (const finding of s.scene.frame.findings ?? []) {
    const item = s.scene.items.find((one) => one.at >= 0 && one.at <= finding.message && finding.message < one.at + one.row.span);
    if (item) s.findings.set(item.row.key, [...(s.findings.get(item.row.key) ?? []), finding]);
  }
}

function addChoices(s) {
  s.dimmed = (block) => s.hidden.has(block.kind) || (s.query && !matches(s, block));
  s.select = (block, show) => {
    s.selected = block ?? null;
    if (block && show) reveal(s, s.parts.rows, s.scene.byKey.get(block.row.key).y);
    if (block && !s.px.wide && show !== "quiet") s.panelOpen = true;
    s.options.changed?.("selection", block ? pathOfBlock(s.scene, block) : "");
    s.parts.panel.update();
    s.parts.rows.update();
    s.dirty("gauge", "rows");
  };
  s.hide = (kind) => { if (!s.hidden.delete(kind)) s.hidden.add(kind); s.update(); };
  s.search = (query) => { s.query = query.trim().toLowerCase(); findMatches(s); s.update(); };
  s.answer = (at) => {
    if (s.revealed.has(s.step) || !(at in s.scene.frame.question.options)) return;
    s.answers = { ...s.answers, [s.step]: at };
    s.options.changed?.("answers", s.answers);
    s.update();
  };
  s.showTruth = () => { s.revealed.add(s.step); s.update(); s.say(line(s.scene.frame.question.why, 400)); };
  s.pass = () => { s.skipped.add(s.step); s.play(); };
}

function matches(s, block) {
  block.words ??= `${block.kind} ${block.name} ${block.label} ${block.many ? "" : block.raw.text}`.toLowerCase();
  return block.words.includes(s.query);
}

function findMatches(s) {
  s.matches = s.query ? s.scene.items.flatMap((item) => item.row.blocks.filter((block) => matches(s, block))) : [];
}

// The next of some blocks after the selected one, in reading order, round and round.
function nextOf(s, blocks, turn = 1) {
  const order = s.scene.items.flatMap((item) => item.row.blocks);
  const here = order.indexOf(s.selected);
  const wanted = new Set(blocks ?? order);
  for (let at = 1; at <= order.length; at++) {
    const block = order[(Math.max(here, turn < 0 ? 0 : here) + turn * at + 2 * order.length) % order.length];
    if (wanted.has(block)) return block;
  }
  return null;
}

function foundBlocks(s) {
  return s.scene.items.flatMap(({ row }) => (s.findings.get(row.key) ?? []).map((one) => row.blocks[one.block ?? 0])).filter(Boolean);
}

const typing = (target) => target.tagName === "INPUT";

function onKey(s, event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const search = s.parts.kinds.search;
  if (typing(target) && key !== "Escape" && key !== "Enter") return;
  if ((key === " " || key === "Enter") && target.tagName === "BUTTON") return;
  const action = keyAction(s, key, target === search, s.parts.rows.node.contains(target));
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  s.finish();
  action();
}

function keyAction(s, key, searching, inRows) {
  const asks = s.scene.frame.question && !s.skipped.has(s.step);
  const pick = (blocks, turn) => () => { const block = nextOf(s, blocks, turn); if (block) s.select(block, true); };
  if (searching) return key === "Enter" ? pick(s.matches) : () => { s.parts.kinds.search.value = ""; s.search(""); s.root.focus(); };
  if (asks && key >= "1" && key <= "9" && key.length === 1) return () => s.answer(Number(key) - 1);
  if (asks && key === "Enter" && s.answers[s.step] !== undefined) return () => (s.revealed.has(s.step) ? s.pass() : s.showTruth());
  if (inRows && (key === "ArrowUp" || key === "ArrowDown")) return pick(null, key === "ArrowUp" ? -1 : 1);
  return {
    ArrowRight: () => { s.pause(); s.go(s.step + 1, true); }, ArrowLeft: () => { s.pause(); s.go(s.step - 1); },
    " ": s.toggle, Home: () => { s.pause(); s.go(0); }, End: () => { s.pause(); s.go(s.last); },
    PageUp: () => turnBy(s, -1), PageDown: () => turnBy(s, 1),
    "/": () => s.parts.kinds.search.focus(), n: pick(foundBlocks(s)), m: () => { const mate = s.film.blocks[s.selected?.mate]; if (mate && s.scene.byKey.has(mate.row.key)) s.select(mate, true); },
    "?": () => s.set("helping", !s.helping), Escape: () => { if (s.helping) s.set("helping", false); else s.select(null); },
  }[key];
}

function turnBy(s, way) {
  s.pause();
  const starts = s.film.frames.map((frame, at) => (at === 0 || frame.turn !== s.film.frames[at - 1].turn ? at : -1)).filter((at) => at >= 0);
  s.go(way > 0 ? starts.find((at) => at > s.step) ?? s.last : starts.filter((at) => at < s.step).at(-1) ?? 0);
}

function setFromOutside(s, key, value) {
  if (key === "step" && value !== s.step) { s.pause(); s.go(value, value === s.step + 1); }
  if (key === "selection" && value !== (s.selected ? pathOfBlock(s.scene, s.selected) : "")) s.select(blockAtPath(s.scene, value), true);
  if (key === "answers") { s.answers = { ...value }; s.update(); }
  if (key === "theme" || key === "preset") { s[key] = value; restyle(s); }
  if (key === "gone") s.note(value ? s.t("kernel_gone") : "");
}
