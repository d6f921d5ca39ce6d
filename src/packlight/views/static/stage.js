// The stage: one state `s`, parts that draw it, and the actions that change it. mount() builds it into a host element
// and returns {set, destroy}; entry.js (a notebook) and boot.js (an exported file) are its two callers.

let stages = 0;

function mount(host, options) {
  const film = openFilm(options.film);
  const t = speaker(options.words);
  const root = h("div.pk", { role: "region", tabindex: -1, "data-lm-suppress-shortcuts": "true" });
  const keep = keeper();
  host.append(root);
  keep.add(() => root.remove());
  if (film.trouble) {
    assign(root.dataset, { trouble: film.trouble, theme: hostTheme(options.theme) });
    root.append(h("p.pk-trouble", { role: "alert" }, t("trouble_" + film.trouble, { schema: line(film.schema, 40) })));
    return { set() {}, destroy: keep.clear, root };
  }
  const s = newState(root, film, t, keep, options);
  addMoves(s);
  addChoices(s);
  buildParts(s);
  followHost(s);
  keep.on(root, "keydown", (event) => onKey(s, event));
  keep.add(() => { [s.timer, s.fading, s.filling].forEach(clearTimeout); cancelAnimationFrame(s.frame); });
  s.go(options.step ?? 0, false, true);
  if (options.selection) s.select(blockAtPath(s.scene, options.selection));
  return { set: (key, value) => setFromOutside(s, key, value), destroy: keep.clear, root, state: s };
}

function newState(root, film, t, keep, options) {
  return {
    root, film, t, keep, options, id: "pk-option-" + ++stages, step: 0, last: film.frames.length - 1, answers: { ...options.answers }, speed: 1, mode: "sqrt", raw: false,
    playing: false, helping: false, tour: -1, votes: {}, kindsOpen: false, panelOpen: false, hidden: new Set(), query: "", matches: [], selected: null, findings: new Map(), width: 0, motion: null,
    revealed: new Set(Object.keys(options.answers ?? {}).map(Number)), skipped: new Set(), placed: new Map(), chips: new Map(), pattern: patternMaker(), stale: new Set(),
    theme: options.theme ?? "auto", preset: options.preset ?? "normal", px: sizesFor(1000, options.preset, options.lang, film.rows.length),
  };
}

function buildParts(s) {
  const [live, note, help] = [h("div.pk-unseen", { "aria-live": "polite" }), h("p.pk-note", { role: "status", hidden: "" }), h("div.pk-help", { role: "dialog", "aria-label": s.t("help") })];
  const parts = { head: makeHead(s), gauge: makeGauge(s), say: makeSay(s), kinds: makeKinds(s), rows: makeRows(s), panel: makePanel(s), bar: makeBar(s), table: makeTable(s) };
  const { rows, panel } = parts;
  const keys = ["← →", "Space", "Home End", "PgUp PgDn", "↑ ↓", "m", "n", "/", "1–4", "Esc", "?", "[ ]"];
  help.append(h("button", { onclick: () => s.guide(0) }, s.t("tour")), h("dl", keys.flatMap((key, at) => [h("dt", h("kbd", key)), h("dd", s.t("key_" + at))])));
  s.tell = (words) => { live.textContent = words; };
  s.note = (words) => { note.hidden = !words; note.textContent = words; };
  s.parts = { ...parts, help: { update: () => { help.hidden = !s.helping; } } };
  setProp(s.root, "aria-label", s.t("stage_name", { title: line(s.film.data.title, 120) }));
  s.root.append(note, parts.head.node, parts.gauge.node, parts.say.node, parts.kinds.node, h("div.pk-body", rows.node, panel.node), parts.bar.node, rows.tip, help, live, parts.table.node);
  if (!s.film.rows.length) rows.node.after(h("p.pk-trouble", s.t("nothing_packed")));
}

// Parts are drawn at most once an animation frame, and only those something changed for.
function addMoves(s) {
  s.dirty = (...names) => {
    names.forEach((name) => s.stale.add(name));
    s.frame ||= requestAnimationFrame((now) => { s.frame = 0; tick(s, now); });
  };
  s.update = () => { Object.values(s.parts).forEach((part) => part.update()); s.dirty("gauge", "rows", "bar"); };
  s.set = (key, value) => { s[key] = value; if (key === "mode") measure(s); s.update(); };
  s.go = (wanted, move, force) => {
    const step = clamp(wanted, 0, s.last);
    if (force || step !== s.step) goTo(s, step, move);
    else s.finish();
  };
  s.finish = () => { if (s.motion) endMotion(s); };
  s.asking = () => Boolean(s.scene.frame.question) && !s.revealed.has(s.step) && !s.skipped.has(s.step);
  s.pause = () => { clearTimeout(s.timer); if (s.playing) s.set("playing", false); };
  s.play = () => {
    if (s.step === s.last) s.go(0);
    if (s.asking() || s.last === 0) return;
    s.playing = true;
    playOn(s);
  };
  s.toggle = () => (s.playing ? s.pause() : s.play());
}

function playOn(s) {
  s.go(s.step + 1, true);
  if (s.step === s.last || s.asking()) return s.pause();
  s.update();
  s.timer = setTimeout(() => playOn(s), ((s.motion?.length ?? 0) + 900) / s.speed);
}

function goTo(s, step, move) {
  const before = s.scene;
  delete s.root.dataset.moving;
  s.motion = s.changed = null;
  s.step = step;
  s.scene = s.shown = makeScene(s.film, step, s.px.pitch);
  const forward = move && before && step === before.step + 1;
  if (forward) startMotion(s, before);
  if (s.selected && !s.scene.byKey.has(s.selected.row.key)) s.select(null);
  noteFindings(s);
  findMatches(s);
  mirror(s);
  s.update();
  if (forward && failedAt(s.film, step)) shake(s);
  reveal(s, s.parts.rows, s.motion?.packing ? s.motion.slot : s.scene.items.at(-1)?.y ?? 0);
  s.options.changed?.("step", step);
  const { head, text } = s.scene.frame.caption ?? {};
  s.tell(`${s.t("frame_of", { n: step + 1, all: s.last + 1 })}. ${line(head)} ${line(text)}`);
}

// Until a compaction has been shown, the words around it are still those of the frame before.
function startMotion(s, before) {
  const motion = planMotion(s.film, before, s.scene);
  if (!motion) return;
  if (!s.still) {
    assign(s, { motion, beats: beatsAt(motion, 0), began: 0 });
    s.root.dataset.moving = "";
    if (motion.packing) s.shown = before;
    return;
  }
  s.changed = new Set(motion.fresh.map((item) => item.row.key));
  clearTimeout(s.fading);
  s.fading = setTimeout(() => { s.changed = null; s.dirty("rows"); }, 1500);
}

function endMotion(s) {
  delete s.root.dataset.moving;
  s.motion = null;
  s.shown = s.scene;
  s.update();
}

function tick(s, now) {
  if (s.motion) {
    s.began ||= now;
    const ms = (now - s.began) * max(1, s.speed);
    if (ms >= s.motion.length) endMotion(s);
    else s.beats = beatsAt(s.motion, ms);
    s.stale.add("gauge").add("rows");
  }
  const names = [...s.stale];
  s.stale.clear();
  names.forEach((name) => s.parts[name].draw());
  if (s.motion) s.dirty();
}

// What is drawn, for tests and for the page around the stage.
function mirror(s) {
  const { frame, messages } = s.scene;
  assign(s.root.dataset, { step: s.step, steps: s.last + 1, messages, usage: frame.usage, breaker: frame.breaker ?? "closed", compactions: frame.compactions ?? 0 });
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
  s.reported = (block) => s.findings.get(block.row.key)?.find((finding) => finding.block === null || finding.block === block.at);
  s.select = (block, show) => {
    s.selected = block ?? null;
    if (block && show) reveal(s, s.parts.rows, s.scene.byKey.get(block.row.key).y);
    if (block && !s.px.wide) s.panelOpen = true;
    s.options.changed?.("selection", block ? pathOfBlock(s.scene, block) : "");
    s.parts.panel.update();
    s.parts.rows.update();
    s.dirty("gauge", "rows");
  };
  s.guide = (at) => {
    [s.tour, s.helping] = [at, false];
    TOUR.forEach((name, n) => s.parts[name].node.classList.toggle("pk-lit", n === at));
    s.update();
    s.tell(at < 0 ? "" : s.t("tour_" + at));
    s.root.focus({ preventScroll: true });
  };
  s.voteAgain = () => { s.votes[s.step].push([]); s.update(); s.tell(s.t("vote_again")); s.root.focus({ preventScroll: true }); };
  s.hide = (kind) => { if (!s.hidden.delete(kind)) s.hidden.add(kind); s.update(); };
  s.search = (query) => { s.query = query.trim().toLowerCase(); findMatches(s); s.update(); };
  s.answer = (at) => {
    if (s.revealed.has(s.step) || !(at in s.scene.frame.question.options)) return;
    if (s.preset === "projector") {
      const round = (s.votes[s.step] ??= [[]]).at(-1);
      round[at] = (round[at] ?? 0) + 1;
    }
    s.answers = { ...s.answers, [s.step]: at };
    s.options.changed?.("answers", s.answers);
    s.update();
  };
  s.showTruth = () => { s.revealed.add(s.step); s.update(); s.tell(line(s.scene.frame.question.why, 400)); };
  s.pass = () => { s.skipped.add(s.step); s.play(); };
}

function matches(s, block) {
  block.words ??= `${block.kind} ${block.name} ${block.label} ${block.many ? "" : block.raw.text}`.toLowerCase();
  return block.words.includes(s.query);
}

const blocksOf = (s) => s.scene.items.flatMap((item) => item.row.blocks);
function findMatches(s) {
  s.matches = s.query ? blocksOf(s).filter((block) => matches(s, block)) : [];
}

// Selects the next of some blocks after (or before) the selected one, in reading order, round and round.
function selectNext(s, wanted, way = 1) {
  const order = blocksOf(s);
  const from = s.selected ? order.indexOf(s.selected) : way > 0 ? -1 : 0;
  for (let at = 1; at <= order.length; at++) {
    const block = order[(from + way * at + 2 * order.length) % order.length];
    if (wanted(block)) return s.select(block, true);
  }
}

function onKey(s, event) {
  const { key, target } = event;
  const searching = target.tagName === "INPUT";
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (searching && key !== "Escape" && key !== "Enter") return;
  if ((key === " " || key === "Enter") && target.tagName === "BUTTON") return;
  const action = keyAction(s, key, searching, s.parts.rows.node.contains(target));
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  s.finish();
  action();
}

function keyAction(s, key, searching, inRows) {
  const { search } = s.parts.kinds;
  const move = (step, animate) => () => { s.pause(); s.go(step, animate); };
  if (searching) return key === "Enter" ? () => selectNext(s, (block) => s.matches.includes(block)) : () => { search.value = ""; s.search(""); s.root.focus(); };
  if (s.scene.frame.question && !s.skipped.has(s.step)) {
    if (/^[1-9]$/.test(key)) return () => s.answer(Number(key) - 1);
    if (key === "Enter" && s.answers[s.step] !== undefined) return s.revealed.has(s.step) ? s.pass : s.showTruth;
  }
  if (inRows && /^Arrow(Up|Down)$/.test(key)) return () => selectNext(s, () => true, key === "ArrowUp" ? -1 : 1);
  return {
    ArrowRight: move(s.step + 1, true), ArrowLeft: move(s.step - 1), Home: move(0), End: move(s.last), PageUp: move(turnStart(s, -1)), PageDown: move(turnStart(s, 1)),
    " ": s.toggle, "/": () => search.focus(), n: () => selectNext(s, s.reported), m: () => selectNext(s, (block) => block.id === s.selected?.mate),
    "[": move(chaptersOf(s).filter((at) => at < s.step).at(-1) ?? 0), "]": move(chaptersOf(s).find((at) => at > s.step) ?? s.last),
    "?": () => s.set("helping", !s.helping), Escape: () => (s.tour >= 0 ? s.guide(-1) : s.helping ? s.set("helping", false) : s.select(null)),
  }[key];
}

function turnStart(s, way) {
  const starts = s.film.frames.map((frame, at) => (frame.turn === s.film.frames[at - 1]?.turn ? -1 : at)).filter((at) => at >= 0);
  return way > 0 ? starts.find((at) => at > s.step) ?? s.last : starts.filter((at) => at < s.step).at(-1) ?? 0;
}

function setFromOutside(s, key, value) {
  if (key === "step" && value !== s.step) { s.pause(); s.go(value, value === s.step + 1); }
  if (key === "selection" && value !== (s.selected ? pathOfBlock(s.scene, s.selected) : "")) s.select(blockAtPath(s.scene, value), true);
  if (key === "answers") s.set(key, { ...value });
  if (key === "theme" || key === "preset") { s[key] = value; restyle(s); }
  if (key === "gone") s.note(value ? s.t("kernel_gone") : "");
}
