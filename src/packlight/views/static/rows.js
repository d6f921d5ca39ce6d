// The rows: a canvas that stays in the window of a scrolling box and draws only what is seen of the scene, and the
// thin DOM over it that carries focus, the tooltip and the name of the selected block.

const MANY_ROWS = 300; // above it an overview strip stands at the right

function makeRows(s) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const space = h("div");
  const option = h("div.pk-unseen", { role: "option", id: s.id, "aria-selected": "true" });
  const node = h("div.pk-rows", { role: "listbox", tabindex: 0, "aria-activedescendant": s.id }, canvas, space, option);
  const part = { node, canvas, tip: h("div.pk-tip", { role: "tooltip", hidden: "" }), draw: () => drawRows(s, part) };
  part.update = () => {
    const height = ceil(max(s.motion?.from.height ?? 0, s.scene.height) * s.px.k) + 1;
    part.view = ceil(min(s.tallest * s.px.k, max(160, min(560 * s.px.k, 0.6 * window.innerHeight))));
    node.style.height = canvas.style.height = part.view + "px";
    s.parts.panel.node.style.height = s.px.wide ? part.view + "px" : "";
    assign(space.style, { height: height + "px", marginTop: -part.view + "px" });
    setProp(node, "aria-label", s.t("rows_name", { n: s.scene.messages }));
    option.textContent = s.selected ? blockName(s, s.selected) : s.t("nothing_selected");
  };
  s.keep.on(node, "scroll", () => s.dirty("rows"));
  s.keep.on(node, "pointermove", (event) => hover(s, part, event));
  s.keep.on(node, "pointerleave", () => { part.tip.hidden = true; });
  s.keep.on(node, "pointerdown", (event) => pick(s, part, event));
  return part;
}

function blockName(s, block) {
  const pair = block.pair === null ? "" : s.t("pair_n", { n: block.pair });
  return [pathOfBlock(s.scene, block), s.t("kind_" + block.kind), block.name, pair, s.t("n_tokens", { n: count(block.tokens) }), block.label].filter(Boolean).join(", ");
}

function placesOf(s, row) {
  if (s.placed.size > 4000) s.placed.clear();
  if (!s.placed.has(row.key)) s.placed.set(row.key, placeBlocks(row, s));
  return s.placed.get(row.key);
}

// Index of the first item at or below a height; scenes keep items and separators ordered by y.
function firstSeen(items, y) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if (items[half].y < y) low = half + 1;
    else high = half;
  }
  return low;
}

function seen(items, top, bottom) {
  const start = firstSeen(items, top - 32);
  return items.slice(start, firstSeen(items, bottom + 32));
}

function drawRows(s, part) {
  if (!s.width) return;
  const { k } = s.px;
  const [top, tall] = [part.node.scrollTop / k, part.view / k];
  const pen = new Pen(part.canvas, part.node.clientWidth / k, tall, s.look);
  const entries = s.motion ? entriesAt(s.motion, s.beats).filter(({ y }) => y > top - 32 && y < top + tall)
    : seen(s.scene.items, top, top + tall).map((item) => ({ item, y: item.y, alpha: 1, dx: 0 }));
  pen.ctx.translate(0, -top);
  drawSeparators(pen, s, top, top + tall);
  drawTraces(pen, s, entries);
  entries.forEach((entry) => drawEntry(pen, s, entry));
  drawRail(pen, s);
  drawRings(pen, s, entries);
  pen.alpha(1);
  if (s.overview) drawOverview(pen, s, top, tall, part.node.clientWidth / k - 12);
}

function drawSeparators(pen, { motion, beats, scene }, top, bottom) {
  const layers = motion?.packing ? [[motion.from, 1 - beats.move], [scene, beats.move]] : [[scene, 1]];
  for (const [{ seps }, alpha] of layers) {
    pen.alpha(alpha);
    if (alpha > 0) seen(seps, top, bottom).forEach((sep) => paintSeparator(pen, sep));
  }
}

function drawEntry(pen, s, { item, y, alpha, dx, mark, strength, heir }) {
  const places = placesOf(s, item.row);
  pen.ctx.save();
  pen.ctx.translate(dx, 0);
  pen.alpha(alpha);
  paintGutter(pen, item, y);
  for (const place of places) {
    const shown = alpha * (s.dimmed(place.block) ? 0.13 : 1);
    pen.alpha(shown);
    if (!mark || strength < 1) paintBlock(pen, place, y);
    pen.alpha(shown * strength);
    if (mark === "cut") drawCut(pen, s, place, y, item.row, heir);
    else if (mark) paintBlock(pen, place, y, mark);
  }
  pen.alpha(alpha);
  paintSide(pen, places, y);
  pen.ctx.restore();
}

function drawCut(pen, s, place, y, row, heir) {
  const { block } = place;
  const next = heirOf(block, row, heir);
  const share = next && (s.mode === "equal" ? 0.6 : SPREAD[s.mode](next.tokens) / SPREAD[s.mode](block.tokens));
  if (next?.tokens < block.tokens) paintCut(pen, place, y, share, next.tokens);
  else paintBlock(pen, place, y, next ? "" : "drop");
}

function drawTraces(pen, s, entries) {
  for (let at = 1; at < entries.length; at++) {
    const [above, below] = [entries[at - 1], entries[at]];
    if (Math.abs(below.y - above.y - s.px.pitch) > 1) continue;
    for (const trace of planTraces(placesOf(s, above.item.row), placesOf(s, below.item.row))) {
      const ends = [trace.from.block, trace.to.block];
      pen.alpha(min(above.alpha, below.alpha) * (ends.every(s.dimmed) ? 0.2 : 1));
      paintTrace(pen, trace, above.y, below.y, ends.includes(s.selected), [above, below].every((entry) => entry.mark && entry.mark !== "cut"));
    }
  }
}

// The summary-coloured rail beside the rows that one summary will replace.
function drawRail(pen, { motion, beats, px }) {
  if (!motion?.folded.length || beats.move > 0) return;
  const [x, top, end] = [px.gutter - 10, motion.folded[0].y - 3, motion.folded.at(-1).y + BLOCK + 3];
  pen.alpha(beats.mark * (1 - beats.fold));
  pen.path([x + 6, top], [x, top], [x, end], [x + 6, end]).line(FILLS.summary, 3);
  const { event, folded } = motion;
  const words = event ? pen.t("folded", { n: folded.length, before: count(event.before), after: count(event.after) }) : "";
  pen.bar(px.gutter - 6, top - 20, pen.type.bold(words) + 12, 16, pen.color.ground);
  pen.say(words, px.gutter, top - 12, pen.color.fold, "bold");
}

function drawRings(pen, s, entries) {
  const { ink, ink2 } = s.look.color;
  for (const { item, y, alpha } of entries) {
    pen.alpha(alpha);
    for (const place of placesOf(s, item.row)) {
      if (s.reported(place.block)) paintFinding(pen, place, y);
      if (place.block === s.selected) paintRing(pen, place, y, 2.2, ink, 3);
      else if (s.selected?.mate === place.block.id) paintRing(pen, place, y, 1.6, ink, 3);
      else if (s.changed?.has(item.row.key)) paintRing(pen, place, y, 1.6, ink2, 2.5);
    }
  }
}

function drawOverview(pen, s, top, tall, x) {
  const scale = tall / s.scene.height;
  pen.ctx.translate(0, top);
  for (let y = 0; y < tall; y++) {
    const blocks = s.scene.items[firstSeen(s.scene.items, y / scale)]?.row.blocks ?? [];
    const main = blocks.reduce((a, b) => (b.tokens > a.tokens ? b : a), blocks[0]);
    pen.alpha(main && s.dimmed(main) ? 0.15 : 1);
    pen.bar(x, y, 10, 1, main ? FILLS[main.kind] ?? s.look.color.edge : s.look.color.hair);
  }
  pen.alpha(1);
  pen.box(x - 1, clamp(top * scale, 1, tall - 9), 12, max(8, tall * scale - 2), 2).line(s.look.color.ink, 2);
}

function hit(s, part, event) {
  const area = part.canvas.getBoundingClientRect();
  const [x, y] = [(event.clientX - area.left) / s.px.k, (event.clientY - area.top + part.node.scrollTop) / s.px.k];
  const item = s.scene.items[firstSeen(s.scene.items, y - BLOCK - 4)];
  if (s.motion || !item || y < item.y - 2) return null;
  return placesOf(s, item.row).find((place) => x >= place.x - 2 && x <= place.x + place.w + 2)?.block ?? null;
}

function hover(s, { tip, canvas, ...part }, event) {
  const block = event.buttons ? null : hit(s, { canvas, ...part }, event);
  tip.hidden = !block;
  canvas.style.cursor = block ? "pointer" : "";
  if (!block) return;
  const area = s.root.getBoundingClientRect();
  const found = s.reported(block);
  tip.replaceChildren(h("b", kindTitle(s, block)), " " + s.t("n_tokens", { n: count(block.tokens) }), h("div", block.label), found ? h("b", line(found.text, 200)) : "");
  assign(tip.style, { left: clamp(event.clientX - area.left + 12, 4, max(4, s.width - tip.offsetWidth - 8)) + "px", top: event.clientY - area.top + 18 + "px" });
}

function pick(s, part, event) {
  const area = part.canvas.getBoundingClientRect();
  if (s.overview && event.clientX > area.left + part.node.clientWidth - 16 * s.px.k) {
    part.node.scrollTop = ((event.clientY - area.top) / part.view) * s.scene.height * s.px.k - part.view / 2;
    return;
  }
  s.finish();
  s.select(hit(s, part, event));
}

// Scrolls so that the row at y is seen, with one more row around it.
function reveal(s, { node, view }, y) {
  const [near, far] = [(y - s.px.pitch) * s.px.k, (y + 2 * s.px.pitch) * s.px.k];
  if (near < node.scrollTop) node.scrollTop = near;
  else if (far > node.scrollTop + view) node.scrollTop = far - view;
}
