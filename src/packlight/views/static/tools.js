// Head, kinds bar (a legend that filters), search and the switch of widths; the inspector with the planted facts.

function makeHead(s) {
  const [sub, about] = [h("span.pk-sub"), h("span.pk-about")];
  const { data, policy } = s.film;
  const { name, estimated } = data.counter ?? {};
  return { node: h("header.pk-head", h("h3", line(data.title, 120)), sub, about), update() {
    sub.textContent = [line(data.scenario, 60), s.t(s.shown.messages === 1 ? "one_message" : "n_messages", { n: count(s.shown.messages) }), s.shown.crowded && s.t("crowded")].filter(Boolean).join(" · ");
    about.textContent = (policy.window && !s.px.narrow ? s.t("window_n", { n: count(policy.window) }) + " · " : "") + line(name, 30) + (estimated ? s.t("estimate") : "");
  } };
}

function makeKinds(s) {
  const [chips, found, fold] = [h("div.pk-chips"), h("span", { role: "status" }), h("button.pk-fold", { onclick: () => s.set("kindsOpen", !s.kindsOpen) })];
  const search = h("input", { type: "search", placeholder: s.t("search"), "aria-label": s.t("search"), maxlength: 80, oninput: () => s.search(search.value) });
  const modes = h("div.pk-modes", { role: "group", "aria-label": s.t("widths") });
  const node = h("div.pk-kinds", fold, chips, h("div.pk-find", found, search, modes));
  return { node, search, update() {
    const shown = KINDS.filter((kind, at) => at < 8 || s.film.blocks.some((block) => block.kind === kind));
    fold.replaceChildren(h("b", s.t("kinds")), h("span", s.t("n_hidden", { n: shown.length, hidden: s.hidden.size }) + (s.kindsOpen ? " ▴" : " ▾")));
    setProp(fold, "aria-expanded", s.kindsOpen);
    node.classList.toggle("pk-shut", !s.kindsOpen);
    refill(chips, shown.map((kind) => chip(s, kind, s.shown.counts[kind] ?? 0)));
    refill(modes, Object.keys(SPREAD).map((mode) => press(s.t("mode_" + mode), s.mode === mode, () => s.set("mode", mode), { "data-key": mode })));
    found.textContent = s.query ? s.t("n_found", { n: count(s.matches.length) }) : "";
  } };
}

// New children; the one that had the focus gives it to the one of the same key.
function refill(parent, kids) {
  const key = parent.contains(document.activeElement) && document.activeElement.dataset.key;
  parent.replaceChildren(...kids);
  if (key) [...parent.querySelectorAll("[data-key]")].find((kid) => kid.dataset.key === key)?.focus();
}

function chip(s, kind, n) {
  const node = press(h("span", s.t("kind_" + kind)), !s.hidden.has(kind), () => s.hide(kind), { "data-key": kind }, s.chips.get(kind) ?? swatch(s, kind));
  s.chips.set(kind, node.firstChild);
  node.append(h("i", count(n)));
  node.className = "pk-chip" + (n ? "" : " pk-none");
  return node;
}

function swatch(s, kind) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const fit = { lead: kind === "system" ? 22 : 26, number: "", word: "", text: "", tokens: "" };
  const pen = new Pen(canvas, 25.5, 20.4, s.look);
  pen.ctx.scale(0.85, 0.85);
  paintBlock(pen, { block: { kind }, x: 0, w: 30, fit }, 0);
  return canvas;
}

function makePanel(s) {
  const body = h("div");
  const fold = h("button.pk-fold", { onclick: () => s.set("panelOpen", !s.panelOpen) });
  return { node: h("aside.pk-side", { "aria-label": s.t("inspector") }, fold, body), update() {
    fold.hidden = s.px.wide;
    fold.textContent = s.t(s.panelOpen ? "panel_close" : "panel_open") + (s.panelOpen ? " ▴" : " ▾");
    setProp(fold, "aria-expanded", s.panelOpen);
    body.hidden = !s.px.wide && !s.panelOpen;
    refill(body, [...(s.selected ? inspect(s, s.selected) : [h("p.pk-quiet", s.t("pick_a_block")), ...changes(s)]), ...facts(s)]);
  } };
}

function kindTitle(s, { kind, name, pair }) {
  const call = kind === "tool_use";
  return [s.t("kind_" + kind), call ? name : "", pair === null ? "" : (call ? "→ " : "← ") + pair].filter(Boolean).join(" ");
}

function inspect(s, block) {
  const path = pathOfBlock(s.scene, block);
  const copy = button(s.t("copy"), () => navigator.clipboard?.writeText(path).then(() => s.tell(s.t("copied")), () => s.tell(path)), { "data-key": "copy" }, icon("M6 6h8v8H6zM10 3.5V2H2v8h1.5"));
  const tab = (raw, key) => press(s.t(key), s.raw === raw, () => s.set("raw", raw), { "data-key": key });
  copy.className = "pk-icon";
  return [
    h("h4.pk-named", swatch(s, block.kind), h("span", kindTitle(s, block))), h("div.pk-path", h("code", path), copy),
    h("div.pk-modes", tab(false, "rendered"), tab(true, "raw_json")), h("pre", { tabindex: 0, "data-key": "body" }, s.raw ? rawText(block) : bodyText(s, block)),
    h("dl", details(s, block).flatMap(([key, value]) => [h("dt", s.t(key)), h("dd", value)])),
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
  const [mate, row, used] = [s.film.blocks[block.mate], block.row, s.scene.frame.tokens];
  const rows = [["tokens", s.t("share_of_used", { n: count(block.tokens), share: percent(used ? block.tokens / used : 0) })]];
  if (mate && s.scene.byKey.has(mate.row.key)) {
    const words = `${mate.name || s.t("kind_" + mate.kind)} ${mate.pair} · ${pathOfBlock(s.scene, mate)}`;
    rows.push([mate.kind === "tool_use" ? "answers" : "answered_by", h("button.pk-link", { "data-key": "mate", onclick: () => s.select(mate, true) }, words)]);
  }
  rows.push(["role", row.voice === "results" ? s.t("role_results") : roleWord(row, s.t)]);
  if (block.kind === "summary") rows.push(...replaced(s, row));
  const cut = planInto(s, row, "shorten")[0];
  if (cut) rows.push(["plan", s.t("shortened", { why: line(cut.reason) })]);
  const found = s.reported(block);
  if (found) rows.push(["finding", h("b.pk-warm", line(found.text, 300))]);
  if (row.index >= 0) rows.push(["id", line(row.raw.id, 60) + (row.raw.derived_from ? s.t("from_id", { id: line(row.raw.derived_from, 60) }) : "")]);
  return rows;
}

const planInto = (s, row, what) => s.film.events.flatMap((event) => event.plan ?? []).filter(({ action, into }) => action === what && into === row.index);

// The ghosts under a summary: the messages it took the place of.
function replaced(s, row) {
  const ghosts = planInto(s, row, "replace").map(({ message }) => s.film.rows[message]).filter(Boolean);
  const list = ghosts.slice(0, 30).map((one) => h("li", `${roleWord(one, s.t)} · ${one.blocks.map(({ label }) => label).join(" · ").slice(0, 90)}`));
  return ghosts.length ? [["replaces", [s.t("n_messages_tokens", { n: ghosts.length, tokens: count(sumOf(ghosts, (one) => one.tokens)) }), h("ul.pk-ghosts", list)]]] : [];
}

// What the latest packing did, message by message, and the way to the frames before and after it.
function changes(s) {
  const event = s.film.events.filter(({ step, plan }) => step <= s.shown.step && plan?.length).at(-1);
  if (!event) return [];
  const look = (key, step) => h("button", { "data-key": key, onclick: () => { s.pause(); s.go(step); } }, s.t(key));
  const did = ["drop", "replace", "shorten"].flatMap((what) => {
    const rows = event.plan.filter(({ action }) => action === what).map(({ message }) => s.film.rows[message]).filter(Boolean);
    const list = rows.slice(0, 30).map((row) => h("li", `${roleWord(row, s.t)} · ${row.blocks.map(({ label }) => label).join(" · ").slice(0, 90)}`));
    return rows.length ? [h("dt", s.t("did_" + what)), h("dd", s.t("n_messages_tokens", { n: rows.length, tokens: count(sumOf(rows, (row) => row.tokens)) }), h("ul.pk-ghosts", { tabindex: 0, "aria-label": s.t("did_" + what) }, list))] : [];
  });
  return [h("h4.pk-facts-head", s.t("diff")), h("p", line(event.text, 200)), h("div.pk-modes", look("see_before", event.step - 1), look("see_after", event.step)), h("dl", did)];
}

function facts(s) {
  const ends = s.film.frames.slice(0, s.shown.step + 1).flatMap((frame) => frame.m.map(([, end]) => end));
  const newest = ends.reduce((a, b) => max(a, b), 0);
  const planted = s.film.facts.filter((fact) => fact.message < newest);
  const lost = ({ lost_at }) => lost_at !== null && lost_at <= s.shown.step;
  if (!planted.length) return [];
  return [h("h4.pk-facts-head", h("span", s.t("planted_facts")), h("i", s.t("facts_kept", { n: planted.filter((fact) => !lost(fact)).length, all: planted.length }))),
    h("ul.pk-facts", planted.map((fact) => h("li" + (lost(fact) ? ".pk-lost" : ""), h("span", line(fact.text, 120)), lost(fact) ? h("em", s.t("lost")) : "")))];
}
