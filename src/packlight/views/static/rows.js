// The rows: a canvas that stays in the window of a scrolling box and draws only what is seen of the scene, and the
// thin DOM over it that carries focus, the tooltip and the name of the selected block.

const MANY_ROWS = 300; // above it an overview strip stands at the right

function makeRows(s) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const space = make("div", { class: "pk-space" });
  const option = make("div", { class: "pk-option", role: "option", id: s.id + "-option", "aria-selected": "true" });
  const node = make("div", { class: "pk-rows", role: "listbox", tabindex: "0", "aria-activedescendant": option.id }, canvas, space, option);
  const tip = make("div", { class: "pk-tip", role: "tooltip", hidden: true });
  const part = { node, tip, canvas, draw: () => drawRows(s, part), update: () => updateRows(s, part, space, option) };
  s.keep.on(node, "scroll", () => s.dirty("rows"), { passive: true });
  s.keep.on(node, "pointermove", (event) => hover(s, part, event));
  s.keep.on(node, "pointerleave", () => { tip.hidden = true; });
  s.keep.on(node, "pointerdown", (event) => press(s, part, event));
  return part;
}

function updateRows(s, part, space, option) {
  const height = s.motion ? Math.max(s.motion.from.height, s.scene.height) : s.scene.height;
  const tallest = Math.max(150, Math.min(560 * s.px.k, 0.6 * window.innerHeight));
  part.node.style.height = Math.min(Math.ceil(height) + 1, tallest) + "px";
  part.view = Math.min(Math.ceil(height) + 1, tallest);
  part.canvas.style.height = part.view + "px";
  space.style.height = height + "px";
  space.style.marginTop = -part.view + "px";
  part.node.setAttribute("aria-label", s.t("rows_name", { n: s.scene.messages }));
  const block = s.selected;
  option.textContent = block ? blockName(s, block) : s.t("nothing_selected");
}

function blockName(s, block) {
  const pair = block.pair === null ? "" : s.t("pair_n", { n: block.pair });
  return [pathOfBlock(s.scene, block), s.t("kind_" + block.kind), block.name, pair, s.t("n_tokens", { n: count(block.tokens) }), block.label].filter(Boolean).join(", ");
}

function placesOf(s, row) {
  if (!s.placed.has(row.key)) {
    if (s.placed.size > 4000) s.placed.clear();
    const places = placeBlocks(row, s.scale, s.mode, s.look.room, s.px);
    for (const place of places) place.fit = fitLabel(place.block, place.w, s.px, s.t, s.look.type);
    s.placed.set(row.key, places);
  }
  return s.placed.get(row.key);
}

// Items whose rows may be seen between two heights; both scenes and motions keep them ordered by y.
function firstSeen(items, y) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if (items[half].y < y) low = half + 1;
    else high = half;
  }
  return low;
}

function seenEntries(s, top, bottom) {
  const { px } = s;
  if (s.motion) return entriesAt(s.motion, s.beats).filter(({ y }) => y > top - px.pitch && y < bottom);
  const entries = [];
  for (let at = firstSeen(s.scene.items, top - px.pitch); at < s.scene.items.length && s.scene.items[at].y < bottom; at++) {
    entries.push({ item: s.scene.items[at], y: s.scene.items[at].y, alpha: 1, dx: 0 });
  }
  return entries;
}

function drawRows(s, part) {
  if (!s.width) return;
  const { look } = s;
  const ctx = freshCanvas(part.canvas, part.node.clientWidth, part.view);
  const top = part.node.scrollTop;
  ctx.translate(0, -top);
  const entries = seenEntries(s, top, top + part.view);
  drawSeparators(ctx, s, top, top + part.view);
  drawTraces(ctx, s, entries);
  for (const entry of entries) drawEntry(ctx, s, entry);
  drawRail(ctx, s);
  drawRings(ctx, s, entries);
  ctx.globalAlpha = 1;
  if (s.overview) drawOverview(ctx, s, part, top);
  s.drawn = entries.length;
  look.painted = true;
}

function drawSeparators(ctx, s, top, bottom) {
  const { motion, beats, scene, look, px } = s;
  const one = (seps, alpha) => {
    ctx.globalAlpha = alpha;
    for (let at = firstSeen(seps, top - px.sep); at < seps.length && seps[at].y < bottom + px.sep; at++) if (alpha) paintSeparator(ctx, seps[at], look);
  };
  if (!motion?.packing) return one(scene.seps, 1);
  one(motion.from.seps, beats.fold ? 1 - beats.move : 1);
  one(scene.seps, beats.move > 0 ? beats.move : 0);
}

function drawEntry(ctx, s, entry) {
  const { item, y, alpha, dx, mark, strength = 1, heir } = entry;
  const places = placesOf(s, item.row);
  ctx.save();
  ctx.translate(dx, 0);
  ctx.globalAlpha = alpha;
  paintGutter(ctx, item, y, s.look);
  for (const place of places) {
    const shown = alpha * (s.dimmed(place.block) ? 0.13 : 1);
    ctx.globalAlpha = shown;
    if (!mark || strength < 1) paintBlock(ctx, place, y, s.look);
    ctx.globalAlpha = shown * strength;
    if (mark) drawMark(ctx, s, place, y, mark, heir, item.row);
  }
  ctx.globalAlpha = alpha;
  paintSide(ctx, places, y, s.look);
  ctx.restore();
}

function drawMark(ctx, s, place, y, mark, heir, row) {
  if (mark !== "cut") return paintBlock(ctx, place, y, s.look, mark);
  const next = heirOf(place.block, row, heir);
  if (!next) return paintBlock(ctx, place, y, s.look, "drop");
  if (next.tokens >= place.block.tokens) return paintBlock(ctx, place, y, s.look);
  ctx.clearRect(place.x, y, place.w, s.px.block);
  paintCut(ctx, place, y, s.look, SPREAD[s.mode](next.tokens) / SPREAD[s.mode](place.block.tokens) * (s.mode === "equal" ? 0.6 : 1), next.tokens);
}

function drawTraces(ctx, s, entries) {
  for (let at = 1; at < entries.length; at++) {
    const [above, below] = [entries[at - 1], entries[at]];
    if (Math.abs(below.y - above.y - s.px.pitch) > 1) continue;
    for (const trace of planTraces(placesOf(s, above.item.row), placesOf(s, below.item.row))) {
      const strong = s.selected && (trace.from.block === s.selected || trace.to.block === s.selected);
      ctx.globalAlpha = Math.min(above.alpha, below.alpha) * (s.dimmed(trace.from.block) && s.dimmed(trace.to.block) ? 0.2 : 1);
      const dashed = [above, below].every((entry) => entry.mark && entry.mark !== "cut");
      paintTrace(ctx, trace, above.y, below.y, s.look, { strong, dashed });
    }
  }
}

// The summary-coloured rail beside the rows that one summary will replace.
function drawRail(ctx, s) {
  const { motion, beats, px } = s;
  if (!motion?.folded.length || beats.move > 0) return;
  const [first, last] = [motion.folded[0], motion.folded.at(-1)];
  const [x, top, end] = [px.gutter - 10 * px.k, first.y - 3, last.y + px.block + 3];
  ctx.globalAlpha = beats.mark * (1 - beats.fold);
  ctx.beginPath();
  ctx.moveTo(x + 6, top);
  ctx.lineTo(x, top);
  ctx.lineTo(x, end);
  ctx.lineTo(x + 6, end);
  Object.assign(ctx, { strokeStyle: FILLS.summary, lineWidth: 3 * px.k, lineJoin: "round" });
  ctx.stroke();
}

function drawRings(ctx, s, entries) {
  const { px, look } = s;
  for (const { item, y, alpha } of entries) {
    ctx.globalAlpha = alpha;
    const reported = s.findings.get(item.row.key);
    for (const place of placesOf(s, item.row)) {
      if (reported?.some((finding) => finding.block === null || finding.block === place.block.at)) paintFinding(ctx, place, y, look);
      if (place.block === s.selected) paintRing(ctx, place, y, look, 2.2, look.color.ink, 3);
      else if (s.selected?.mate === place.block.id) paintRing(ctx, place, y, look, 1.6, look.color.ink, 3);
      else if (s.changed?.has(item.row.key)) paintRing(ctx, place, y, look, 1.6, look.color.warm, 2.5);
    }
  }
}

function drawOverview(ctx, s, part, top) {
  const { color } = s.look;
  const [x, scale] = [part.node.clientWidth - 12, part.view / s.scene.height];
  ctx.translate(0, top);
  for (let y = 0; y < part.view; y += 1) {
    const item = s.scene.items[firstSeen(s.scene.items, y / scale)];
    const main = item?.row.blocks.reduce((a, b) => (b.tokens > a.tokens ? b : a), item.row.blocks[0]);
    ctx.globalAlpha = main && s.dimmed(main) ? 0.15 : 1;
    ctx.fillStyle = main ? FILLS[main.kind] ?? color.edge : color.hair;
    ctx.fillRect(x, y, 10, 1);
  }
  ctx.globalAlpha = 1;
  Object.assign(ctx, { strokeStyle: color.ink, lineWidth: 2 });
  ctx.strokeRect(x - 1, clamp(top * scale, 1, part.view - 9), 12, Math.max(8, part.view * scale - 2));
}

function hit(s, part, event) {
  const area = part.canvas.getBoundingClientRect();
  const [x, y] = [event.clientX - area.left, event.clientY - area.top + part.node.scrollTop];
  const item = s.scene.items[firstSeen(s.scene.items, y - s.px.pitch)];
  if (s.motion || !item || y < item.y - 2 || y > item.y + s.px.block + 4) return null;
  return placesOf(s, item.row).find((place) => x >= place.x - 2 && x <= place.x + place.w + 2)?.block ?? null;
}

function hover(s, part, event) {
  const block = event.buttons ? null : hit(s, part, event);
  part.tip.hidden = !block;
  part.canvas.style.cursor = block ? "pointer" : "";
  if (!block) return;
  const area = s.root.getBoundingClientRect();
  const found = s.findings.get(block.row.key)?.find((one) => one.block === null || one.block === block.at);
  part.tip.replaceChildren(make("b", { text: kindTitle(s, block) }), make("span", { text: ` ${s.t("n_tokens", { n: count(block.tokens) })}` }),
    make("div", { text: block.label }), found ? make("div", { class: "pk-warm", text: line(found.text, 200) }) : null);
  part.tip.style.left = clamp(event.clientX - area.left + 12, 4, Math.max(4, s.width - part.tip.offsetWidth - 8)) + "px";
  part.tip.style.top = event.clientY - area.top + 18 + "px";
}

function press(s, part, event) {
  const area = part.canvas.getBoundingClientRect();
  if (s.overview && event.clientX > area.left + part.node.clientWidth - 16) {
    part.node.scrollTop = ((event.clientY - area.top) / part.view) * s.scene.height - part.view / 2;
    return;
  }
  s.finish();
  s.select(hit(s, part, event));
}

// Scrolls so that a row is seen; "end" shows the newest row.
function reveal(s, part, y) {
  const top = part.node.scrollTop;
  const margin = s.px.pitch;
  if (y < top + margin) part.node.scrollTop = Math.max(0, y - margin);
  else if (y + 2 * margin > top + part.view) part.node.scrollTop = y + 2 * margin - part.view;
}
