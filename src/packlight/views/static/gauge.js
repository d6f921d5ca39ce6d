// The gauge is the suitcase: slices of the window in message order, the luggage tag above the exact place, the tick
// of the threshold, the reserve hatched at the end, and below it a sum that adds up.

const [CASE, TALL, LINING] = [50, 36, 5];

function makeGauge(s) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const [tag, sum, tick] = [h("div.pk-tag"), h("div.pk-sum"), h("div.pk-tick")];
  const node = h("div.pk-gauge", { role: "img" }, canvas, tag, h("div.pk-under", sum, tick));
  const { policy } = s.film;
  node.hidden = !policy.window;
  return { node,
    draw() {
      if (!policy.window || !s.width) return;
      const view = gaugeView(s);
      paintGauge(new Pen(canvas, s.inner, CASE + TALL + 2, s.look), view, policy);
      hangTag(tag, view, s);
    },
    update() {
      const { tokens, usage } = s.shown.frame;
      writeSum(sum, tick, s, policy);
      setProp(node, "aria-label", s.t("gauge_name", { tokens: count(tokens), percent: percent(usage), window: count(policy.window) }));
    } };
}

// Slices {kind, tokens, block, faded} in message order; on the way between frames those that go shrink, new ones grow.
function gaugeView(s) {
  const { motion, scene } = s;
  const move = motion ? s.beats.move : 1;
  const slices = [];
  const from = motion ? motion.from.frame : scene.frame;
  if (!motion) scene.items.forEach(({ row }) => addSlices(slices, row, 1));
  else addMoving(slices, motion, s.beats);
  let sum = 0;
  for (const slice of slices) {
    slice.x = placeOf(s, sum);
    sum += slice.tokens;
    slice.w = placeOf(s, sum) - slice.x;
  }
  return { slices, tokens: mix(from.tokens, scene.frame.tokens, move), usage: mix(from.usage, scene.frame.usage, move), due: isDue(s.film, move < 1 ? from : scene.frame),
    was: (!motion && packedAt(s.film, s.step)?.before) || 0, selected: s.selected, place: (tokens) => placeOf(s, tokens) };
}

const placeOf = (s, tokens) => LINING + clamp(tokens / s.film.policy.window, 0, 1) * (s.inner - 2 * LINING);

function addMoving(slices, motion, beats) {
  const heirs = motion.fresh.filter(({ row }) => motion.heirs.has(row.key));
  const others = motion.fresh.filter(({ row }) => !motion.heirs.has(row.key));
  for (const { row } of motion.from.items) {
    const fate = motion.fates.get(row.key);
    if (fate) heirs.splice(0).forEach((item) => addSlices(slices, item.row, beats.move));
    addSlices(slices, row, fate ? 1 - beats.move : 1, fate && beats.mark ? fate.action : "");
  }
  others.forEach(({ row }) => addSlices(slices, row, beats.move));
}

// A message's overhead goes to its last block, so that slices fill what the message weighs.
function addSlices(slices, row, share, faded = "") {
  let rest = row.tokens;
  row.blocks.forEach((block, at) => {
    const tokens = at === row.blocks.length - 1 ? max(rest, 0) : min(block.tokens, rest);
    rest -= tokens;
    slices.push({ block, kind: block.kind, tokens: tokens * share, faded, turn: at ? null : row.turn });
  });
}

function paintGauge(pen, view, policy) {
  const { ctx, color } = pen;
  const area = { top: CASE + LINING, tall: TALL - 2 * LINING, left: LINING, end: view.place(policy.window) };
  const middle = (area.left + area.end) / 2;
  pen.box(middle - 44, CASE - 12, 88, 26, 8).line(color.edge, 2.5);
  for (const side of [-1, 1]) pen.bar(middle + side * 44 - 6, CASE - 4, 12, 4, color.edge);
  pen.box(1, CASE, area.end + LINING - 2, TALL, 9).fill(color.ground).line(color.edge, 2);
  ctx.save();
  pen.box(area.left, area.top, area.end - area.left, area.tall, 5);
  ctx.clip();
  paintSlices(pen, view, area);
  if (policy.reserve) paintReserve(pen, view.place(policy.window - policy.reserve), area, policy);
  if (view.was > view.tokens) paintWas(pen, view.place(view.tokens) + 2, view.place(view.was), area, view);
  ctx.restore();
  const own = view.selected && view.slices.find((slice) => slice.block === view.selected);
  if (own) pen.box(own.x - 2, area.top - 2, max(own.w, 2) + 4, area.tall + 4, 5).line(color.ink, 2.2);
  const [x, at, ink] = [view.place(policy.window * policy.threshold), view.place(view.tokens), view.due ? color.warm : color.ink2];
  pen.bar(x - 3, CASE - 5, 6, TALL + 9, color.ground);
  pen.bar(x - 1.25, CASE - 5, 2.5, TALL + 12, ink);
  pen.bar(at - 0.9, 24, 1.8, CASE - 23, ink);
}

function paintSlices(pen, { slices }, area) {
  let turn = null;
  for (const slice of slices) {
    if (slice.w > 0.05) paintSlice(pen, slice, area);
    if (slice.turn !== null && slice.turn !== turn && turn !== null) pen.bar(slice.x - 0.75, area.top, 1.5, area.tall, pen.color.ground);
    turn = slice.turn ?? turn;
  }
  pen.alpha(1);
}

function paintSlice(pen, { kind, x, w, faded }, { top, tall }) {
  const { color } = pen;
  pen.alpha(faded === "shorten" ? 0.75 : faded ? 0.32 : 1);
  pen.bar(x, top, w, tall, FILLS[kind] ?? color.ground);
  if (kind === "system") pen.box(x + 1.5, top + 1.5, max(1, w - 3), tall - 3).line(color.ink2, 1.5);
  else if (w >= 12 && TILES[kind]) pen.bar(x, top, w, tall, faded ? pen.pattern(pen, "thinking", color.ink) : pen.pattern(pen, kind, "rgba(13, 17, 22, .2)"));
  pen.alpha(1);
}

function paintReserve(pen, x, { top, tall, end }, policy) {
  const words = pen.t("reserve_n", { n: count(policy.reserve) });
  const wide = pen.type.fig(words) + 14;
  const middle = [(x + end) / 2, top + tall / 2];
  pen.bar(x, top, end - x, tall, pen.pattern(pen, "reserve", pen.color.hatch));
  pen.path([x, top], [x, top + tall]).line(pen.color.edge, 1.4, [4, 3]);
  if (wide > end - x - 6) return;
  pen.box(middle[0] - wide / 2, middle[1] - 9, wide, 18).fill(pen.color.ground);
  pen.say(words, ...middle, pen.color.ink2, "fig", "center");
}

function paintWas(pen, x, end, { top, tall }, { was }) {
  const words = pen.t("was", { n: count(was) });
  pen.box(x, top + 1, end - x, tall - 2).fill(pen.color.panel).line(pen.color.edge, 1.4, [4, 3]);
  if (pen.type.fig(words) + 12 < end - x) pen.say(words, (x + end) / 2, top + tall / 2, pen.color.ink2, "fig", "center");
}

function hangTag(tag, view, s) {
  const x = view.place(view.tokens);
  const right = x > s.inner / 2;
  const away = max(0, (right ? s.inner - x : x) - 13) * s.px.k + "px";
  tag.replaceChildren(h("b", count(view.tokens)), h("span", percent(view.usage)), h("i"));
  tag.className = `pk-tag${view.due ? " pk-due" : ""}${right ? "" : " pk-left"}`;
  assign(tag.style, right ? { left: "auto", right: away } : { left: away, right: "auto" });
}

function writeSum(sum, tick, s, { window: size, reserve, threshold }) {
  const { frame } = s.shown;
  const left = size - frame.tokens - reserve;
  const part = (n, key) => [h("b", count(n)), " " + s.t(key)];
  sum.replaceChildren(...part(frame.tokens, "used"), " + ", ...part(reserve, "reserve"), left < 0 ? " − " : " + ", ...part(Math.abs(left), left < 0 ? "over" : "left"), s.px.narrow ? "" : " = " + count(size));
  tick.replaceChildren(h("span", s.px.narrow ? "" : s.t("starts") + " "), h("b", round(threshold * 1000) / 10 + " %"));
  tick.className = "pk-tick" + (isDue(s.film, frame) ? " pk-warm" : "");
  tick.style.right = max(0, s.inner - placeOf(s, threshold * size) - 15) * s.px.k + "px";
}
