// The gauge is the suitcase: slices of the window in message order, the luggage tag above the exact place, the tick
// of the threshold, the reserve hatched at the end, and below it a sum that adds up.

function makeGauge(s) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const tag = make("div", { class: "pk-tag" });
  const sum = make("div", { class: "pk-sum" });
  const tick = make("div", { class: "pk-tick" });
  const node = make("div", { class: "pk-gauge", role: "img" }, canvas, tag, make("div", { class: "pk-under" }, sum, tick));
  const draw = () => {
    if (!s.film.policy.window || !s.width) return;
    const view = gaugeView(s);
    paintGauge(freshCanvas(canvas, s.inner, 88 * s.px.k), view, s.look);
    hangTag(tag, view, s);
  };
  const update = () => {
    node.hidden = !s.film.policy.window;
    writeSum(sum, tick, s);
    const { tokens, usage } = s.scene.frame;
    node.setAttribute("aria-label", s.t("gauge_name", { tokens: count(tokens), percent: percent(usage), window: count(s.film.policy.window) }));
  };
  return { node, draw, update };
}

// Slices {kind, tokens, block, faded} in message order; on the way between frames those that go shrink, new ones grow.
function gaugeView(s) {
  const { motion, beats, scene } = s;
  const slices = [];
  const add = (row, share, faded) => addSlices(slices, row, share, faded);
  if (!motion) scene.items.forEach(({ row }) => add(row, 1, ""));
  else {
    let inserted = false;
    const grow = () => motion.fresh.filter((item) => inserted === motion.heirs.has(item.row.key)).forEach(({ row }) => add(row, beats.move, ""));
    for (const { row } of motion.from.items) {
      const fate = motion.fates.get(row.key);
      if (fate && !inserted) grow((inserted = true));
      add(row, fate ? 1 - beats.move : 1, fate && beats.mark ? fate.action : "");
    }
    inserted = false;
    grow();
  }
  const from = motion ? motion.from.frame : scene.frame;
  const move = motion ? beats.move : 1;
  const tokens = mix(from.tokens, scene.frame.tokens, move);
  const before = motion ? null : packedAt(s.film, scene.step);
  return { slices, tokens, usage: mix(from.usage, scene.frame.usage, move), due: isDue(s.film, move < 1 ? from : scene.frame), policy: s.film.policy, was: before && !before.saved ? before.before : 0, selected: s.selected, inner: s.inner };
}

const isDue = (film, frame) => frame.due || frame.usage >= film.policy.threshold || frame.tokens + film.policy.reserve > film.policy.window;

// A message's overhead goes to its last block, so that slices fill what the message weighs.
function addSlices(slices, row, share, faded) {
  let rest = row.tokens;
  row.blocks.forEach((block, at) => {
    const tokens = at === row.blocks.length - 1 ? Math.max(rest, 0) : Math.min(block.tokens, rest);
    rest -= tokens;
    slices.push({ block, kind: block.kind, tokens: tokens * share, faded, turn: at === 0 ? row.turn : null });
  });
}

function paintGauge(ctx, view, look) {
  const { k } = look.px;
  const [top, height, left] = [50 * k, 36 * k, 5 * k];
  const wide = view.inner - 2 * left;
  const place = (tokens) => left + clamp(tokens / view.policy.window, 0, 1) * wide;
  const area = { top: top + left, height: height - 2 * left, left, wide, place, k };
  paintCase(ctx, view.inner, top, height, look);
  ctx.save();
  box(ctx, left, area.top, wide, area.height, 5 * k);
  ctx.clip();
  paintSlices(ctx, view, area, look);
  paintReserve(ctx, view, area, look);
  if (view.was > view.tokens) paintWas(ctx, view, area, look);
  ctx.restore();
  paintSelected(ctx, view, area, look);
  paintTick(ctx, view, top, height, area, look);
}

function paintCase(ctx, width, top, height, { px, color }) {
  const { k } = px;
  const middle = width / 2;
  Object.assign(ctx, { strokeStyle: color.edge, fillStyle: color.edge, lineWidth: 2.5 * k });
  box(ctx, middle - 44 * k, top - 12 * k, 88 * k, 26 * k, 8 * k);
  ctx.stroke();
  for (const side of [-1, 1]) ctx.fillRect(middle + side * 44 * k - 6 * k, top - 4 * k, 12 * k, 4 * k);
  box(ctx, 1, top, width - 2, height, 9 * k);
  Object.assign(ctx, { fillStyle: color.ground, lineWidth: 2 });
  ctx.fill();
  ctx.stroke();
}

function paintSlices(ctx, view, area, look) {
  let sum = 0;
  let turn = null;
  for (const slice of view.slices) {
    const [x, end] = [area.place(sum), area.place(sum + slice.tokens)];
    sum += slice.tokens;
    Object.assign(slice, { x, w: end - x });
    if (slice.w > 0.05) paintSlice(ctx, slice, area, look);
    if (slice.turn !== null && slice.turn !== turn && turn !== null) {
      ctx.fillStyle = look.color.ground;
      ctx.fillRect(x - 0.75, area.top, 1.5, area.height);
    }
    turn = slice.turn ?? turn;
  }
}

function paintSlice(ctx, { kind, x, w, faded }, { top, height, k }, look) {
  ctx.save();
  ctx.globalAlpha = faded === "shorten" ? 0.75 : faded ? 0.32 : 1;
  ctx.fillStyle = FILLS[kind] ?? look.color.ground;
  ctx.fillRect(x, top, w, height);
  if (kind === "system") {
    box(ctx, x + 1.5, top + 1.5, Math.max(1, w - 3), height - 3, 4 * k);
    Object.assign(ctx, { strokeStyle: look.color.ink2, lineWidth: 1.5 });
    ctx.stroke();
  } else if (w >= 12 && TILES[kind]) {
    ctx.fillStyle = look.pattern(ctx, faded ? "thinking" : kind, faded ? look.color.ink : "rgba(13, 17, 22, .2)", k);
    ctx.fillRect(x, top, w, height);
  }
  if (w > 6 && kind !== "system") ctx.clearRect(x + w - 0.5, top, 0.5, height);
  ctx.restore();
}

function paintReserve(ctx, { policy }, { top, height, place, k }, look) {
  if (!policy.reserve) return;
  const { color, type, t } = look;
  const [x, end] = [place(policy.window - policy.reserve), place(policy.window)];
  ctx.fillStyle = look.pattern(ctx, "reserve", color.hatch, k * 1.1);
  ctx.fillRect(x, top, end - x, height);
  dashedBox(ctx, x, top - 4, end - x + 8, height + 8, color.edge);
  const words = t("reserve_n", { n: count(policy.reserve) });
  const wide = type.fig(words) + 14 * k;
  if (wide > end - x - 6) return;
  paintPlate(ctx, words, (x + end) / 2, top + height / 2, wide, look);
}

function paintPlate(ctx, words, x, y, wide, { px, color, type }) {
  box(ctx, x - wide / 2, y - 9 * px.k, wide, 18 * px.k, 4 * px.k);
  ctx.fillStyle = color.ground;
  ctx.fill();
  ctx.fillStyle = color.ink2;
  ctx.font = type.faces.fig;
  ctx.textAlign = "center";
  ctx.fillText(words, x, y + 0.5);
  ctx.textAlign = "left";
}

function dashedBox(ctx, x, y, w, h, ink) {
  ctx.save();
  Object.assign(ctx, { strokeStyle: ink, lineWidth: 1.4 });
  ctx.setLineDash([4, 3]);
  box(ctx, x, y, w, h, 4);
  ctx.stroke();
  ctx.restore();
}

function paintWas(ctx, view, { top, height, place }, look) {
  const [x, end] = [place(view.tokens) + 2, place(view.was)];
  ctx.fillStyle = look.color.panel;
  ctx.fillRect(x, top, end - x, height);
  dashedBox(ctx, x, top + 1, end - x, height - 2, look.color.edge);
  const words = look.t("was", { n: count(view.was) });
  ctx.fillStyle = look.color.ink2;
  ctx.font = look.type.faces.fig;
  if (look.type.fig(words) + 12 < end - x) ctx.fillText(words, (x + end - look.type.fig(words)) / 2, top + height / 2 + 0.5);
}

function paintSelected(ctx, view, { top, height }, { color, px }) {
  const own = view.selected && view.slices.find((slice) => slice.block === view.selected);
  if (!own) return;
  box(ctx, own.x - 2, top - 2, Math.max(own.w, 2) + 4, height + 4, 5 * px.k);
  Object.assign(ctx, { strokeStyle: color.ink, lineWidth: 2.2 });
  ctx.stroke();
}

function paintTick(ctx, view, top, height, { place }, { px, color }) {
  const x = place(view.policy.window * view.policy.threshold);
  ctx.fillStyle = color.ground;
  ctx.fillRect(x - 3 * px.k, top - 5 * px.k, 6 * px.k, height + 9 * px.k);
  ctx.fillStyle = view.due ? color.warm : color.ink2;
  ctx.fillRect(x - 1.25 * px.k, top - 5 * px.k, 2.5 * px.k, height + 11 * px.k);
  const at = place(view.tokens);
  ctx.fillStyle = view.due ? color.warm : color.ink2;
  ctx.fillRect(at - 0.9 * px.k, 24 * px.k, 1.8 * px.k, top - 23 * px.k);
}

function hangTag(tag, view, s) {
  const { k } = s.px;
  const x = 5 * k + clamp(view.tokens / view.policy.window, 0, 1) * (s.inner - 10 * k);
  const right = x > s.inner / 2;
  const [hole, room] = [make("i", {}), (right ? x : s.inner - x) + 13 * k];
  tag.replaceChildren(make("b", { text: count(view.tokens) }), make("span", { text: percent(view.usage) }), hole);
  tag.className = `pk-tag${view.due ? " pk-due" : ""}${right ? "" : " pk-left"}`;
  tag.style.left = right ? "auto" : Math.max(0, x - 13 * k) + "px";
  tag.style.right = right ? Math.max(0, s.inner - x - 13 * k) + "px" : "auto";
  tag.style.maxWidth = room + "px";
}

function writeSum(sum, tick, s) {
  const { window: size, reserve, threshold } = s.film.policy;
  const { tokens } = s.scene.frame;
  const left = size - tokens - reserve;
  const parts = [[tokens, "used"], [reserve, "reserve"], [Math.abs(left), left < 0 ? "over" : "left"]];
  sum.replaceChildren(...parts.flatMap(([n, key], at) => [
    at ? (key === "over" ? " − " : " + ") : "", make("b", { text: count(n) }), " " + s.t(key)]), ` = ${count(size)}`);
  const place = s.px.k * 5 + threshold * (s.inner - 10 * s.px.k);
  tick.replaceChildren(make("span", { text: s.px.narrow ? "" : s.t("starts") + " " }), make("b", { text: Math.round(threshold * 1000) / 10 + " %" }));
  tick.className = "pk-tick" + (isDue(s.film, s.scene.frame) ? " pk-warm" : "");
  tick.style.right = Math.max(0, s.inner - place - 15 * s.px.k) + "px";
}
