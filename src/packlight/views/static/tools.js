// Head, kinds bar (a legend that filters), search and the switch of widths; the inspector with the planted facts.

function makeHead(s) {
  const sub = make("span", { class: "pk-sub" });
  const about = make("span", { class: "pk-about" });
  const { data, policy } = s.film;
  const node = make("header", { class: "pk-head" }, make("h3", { text: line(data.title, 120) }), sub, about);
  return { node, update: () => {
    sub.textContent = [line(data.scenario, 60), s.t("n_messages", { n: count(s.scene.messages) })].filter(Boolean).join(" · ");
    const size = policy.window && !s.px.narrow ? s.t("window_n", { n: count(policy.window) }) + " · " : "";
    about.textContent = size + line(data.counter?.name ?? "", 30) + (data.counter?.estimated ? s.t("estimate") : "");
  } };
}

function makeKinds(s) {
  const chips = make("div", { class: "pk-chips" });
  const fold = make("button", { class: "pk-fold", type: "button", "aria-expanded": "false", onclick: () => s.set("kindsOpen", !s.kindsOpen) });
  const search = make("input", { type: "search", placeholder: s.t("search"), "aria-label": s.t("search"), maxlength: 80, oninput: () => s.search(search.value) });
  const found = make("span", { class: "pk-found", role: "status" });
  const modes = make("div", { class: "pk-modes", role: "group", "aria-label": s.t("widths") });
  const node = make("div", { class: "pk-kinds" }, fold, chips, make("div", { class: "pk-find" }, found, search, modes));
  return { node, search, update: () => {
    const { counts } = s.scene;
    const shown = KINDS.filter((kind, at) => at < 8 || s.film.blocks.some((block) => block.kind === kind));
    fold.replaceChildren(make("b", { text: s.t("kinds") }), make("span", { text: s.t("n_hidden", { n: shown.length, hidden: s.hidden.size }) + (s.kindsOpen ? " ▴" : " ▾") }));
    fold.setAttribute("aria-expanded", String(s.kindsOpen));
    node.classList.toggle("pk-shut", !s.kindsOpen);
    refill(chips, shown.map((kind) => chip(s, kind, counts[kind] ?? 0)));
    refill(modes, ["sqrt", "tokens", "equal"].map((mode) => make("button", { type: "button", text: s.t("mode_" + mode), "aria-pressed": String(s.mode === mode), "data-key": mode, onclick: () => s.set("mode", mode) })));
    found.textContent = s.query ? s.t("n_found", { n: count(s.matches.length) }) : "";
  } };
}

// New children; the one that had the focus gives it to the one of the same key.
function refill(parent, kids) {
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.replaceChildren(...kids);
  if (key) kids.find((kid) => kid.dataset.key === key)?.focus();
}

function chip(s, kind, n) {
  return make("button", { type: "button", class: "pk-chip" + (n ? "" : " pk-none"), "aria-pressed": String(!s.hidden.has(kind)), "data-key": kind, onclick: () => s.hide(kind) },
    swatch(s, kind), make("span", { text: s.t("kind_" + kind) }), make("i", { text: count(n) }));
}

function swatch(s, kind) {
  const canvas = make("canvas", { class: "pk-swatch", "aria-hidden": "true" });
  const px = { ...s.px, block: 18 * s.px.k, spine: 6 * s.px.k, glyph: 12 * s.px.k };
  const fit = { lead: (kind === "system" ? 22 : 25) * s.px.k, number: "", word: "", text: "", tokens: "" };
  const ctx = freshCanvas(canvas, 29 * s.px.k, 22 * s.px.k);
  paintBlock(ctx, { block: { kind }, x: 0, w: 29 * s.px.k, fit }, 1, { ...s.look, px });
  return canvas;
}

function makePanel(s) {
  const body = make("div", {});
  const summary = make("button", { class: "pk-fold", type: "button", onclick: () => s.set("panelOpen", !s.panelOpen) });
  const node = make("aside", { class: "pk-side", "aria-label": s.t("inspector") }, summary, body);
  return { node, update: () => {
    summary.hidden = s.px.wide;
    summary.textContent = s.t(s.panelOpen ? "panel_close" : "panel_open") + (s.panelOpen ? " ▴" : " ▾");
    summary.setAttribute("aria-expanded", String(s.panelOpen));
    body.hidden = !s.px.wide && !s.panelOpen;
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    body.replaceChildren(...(s.selected ? inspect(s, s.selected) : [make("p", { class: "pk-quiet", text: s.t("pick_a_block") })]), ...facts(s));
    if (focused) body.querySelector(`[data-key="${focused}"]`)?.focus();
  } };
}

const kindTitle = (s, block) => [s.t("kind_" + block.kind), block.kind === "tool_use" ? block.name : "", block.pair === null ? "" : (block.kind === "tool_use" ? "→ " : "← ") + block.pair].filter(Boolean).join(" ");

function inspect(s, block) {
  const path = pathOfBlock(s.scene, block);
  const copy = make("button", { class: "pk-icon", type: "button", "data-key": "copy", "aria-label": s.t("copy"), title: s.t("copy"), onclick: () => copyText(s, path) }, icon("M6 6h8v8H6zM10 3.5V2H2v8h1.5", false));
  const tab = (raw, key) => make("button", { type: "button", "data-key": key, "aria-pressed": String(s.raw === raw), text: s.t(key), onclick: () => s.set("raw", raw) });
  return [
    make("h4", { class: "pk-named" }, swatch(s, block.kind), make("span", { text: kindTitle(s, block) })),
    make("div", { class: "pk-path" }, make("code", { text: path }), copy),
    make("div", { class: "pk-modes" }, tab(false, "rendered"), tab(true, "raw_json")),
    make("pre", { tabindex: 0, text: s.raw ? rawText(block) : bodyText(s, block) }),
    make("dl", {}, ...details(s, block).flatMap(([key, value]) => [make("dt", { text: s.t(key) }), make("dd", {}, value)])),
  ];
}

function bodyText(s, { raw, many }) {
  if (many) return many.slice(0, 40).map((one) => "· " + one.label).join("\n");
  return clean(raw.text) + (raw.cut ? "\n" + s.t("more_characters", { n: count(raw.cut) }) : "");
}

function rawText({ raw }) {
  try {
    return clean(JSON.stringify(raw.raw ? JSON.parse(raw.raw) : { type: raw.type, text: raw.text }, null, 2));
  } catch {
    return clean(raw.raw);
  }
}

// Pairs of a word and a value, each value text or a node; shares say what they are a share of.
function details(s, block) {
  const { frame } = s.scene;
  const mate = s.film.blocks[block.mate];
  const message = block.row.raw;
  const rows = [["tokens", s.t("share_of_used", { n: count(block.tokens), share: percent(frame.tokens ? block.tokens / frame.tokens : 0) })]];
  if (mate && s.scene.byKey.has(mate.row.key)) {
    const go = make("button", { class: "pk-link", type: "button", "data-key": "mate", text: `${mate.name || s.t("kind_" + mate.kind)} ${mate.pair} · ${pathOfBlock(s.scene, mate)}`, onclick: () => s.select(mate, true) });
    rows.push([mate.kind === "tool_use" ? "answers" : "answered_by", go]);
  }
  rows.push(["role", block.row.voice === "results" ? s.t("role_results") : roleWord(block.row, s.t)]);
  if (block.kind === "summary") rows.push(...replaced(s, block));
  for (const finding of s.findings.get(block.row.key) ?? []) rows.push(["finding", line(finding.text, 300)]);
  if (block.row.index >= 0) rows.push(["id", line(message.id, 60) + (message.derived_from ? s.t("from_id", { id: line(message.derived_from, 60) }) : "")]);
  return rows;
}

// The ghosts under a summary: the messages it took the place of.
function replaced(s, block) {
  const ghosts = s.film.events.flatMap((event) => event.plan ?? []).filter((row) => row.action === "replace" && row.into === block.row.index).map((row) => s.film.rows[row.message]);
  if (!ghosts.length) return [];
  const tokens = ghosts.reduce((sum, row) => sum + row.tokens, 0);
  const list = make("ul", { class: "pk-ghosts" }, ...ghosts.slice(0, 30).map((row) => make("li", { text: `${roleWord(row, s.t)} · ${row.blocks.map((one) => one.label).join(" · ").slice(0, 90)}` })));
  return [["replaces", make("div", {}, s.t("n_messages_tokens", { n: ghosts.length, tokens: count(tokens) }), list)]];
}

function facts(s) {
  const seen = s.film.frames.slice(0, s.scene.step + 1).reduce((most, frame) => Math.max(most, ...frame.m.map(([, end]) => end)), 0);
  const planted = s.film.facts.filter((fact) => fact.message < seen);
  if (!planted.length) return [];
  const lost = (fact) => fact.lost_at !== null && fact.lost_at <= s.scene.step;
  const kept = planted.filter((fact) => !lost(fact)).length;
  const rows = planted.map((fact) => make("li", { class: lost(fact) ? "pk-lost" : "" }, make("span", { text: line(fact.text, 120) }), lost(fact) ? make("em", { text: s.t("lost") }) : null));
  return [make("h4", { class: "pk-facts-head" }, make("span", { text: s.t("planted_facts") }), make("i", { text: s.t("facts_kept", { n: kept, all: planted.length }) })), make("ul", { class: "pk-facts" }, ...rows)];
}

function copyText(s, text) {
  navigator.clipboard?.writeText(text).then(() => s.say(s.t("copied")), () => s.say(text));
}
