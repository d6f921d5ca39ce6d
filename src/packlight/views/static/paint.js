// Draws rows, blocks and pair traces with a pen. Marks: "fold" will go into a summary, "drop" will go, "cut" is
// shortened. Nothing here decides or remembers anything.

const SPINE_INK = "rgba(13, 17, 22, .66)";
function roleWord(row, t) {
  if (row.span > 1) return "× " + row.span;
  return ["user", "assistant", "system"].includes(row.role) ? t("role_" + row.role) : row.role;
}

function paintGutter(pen, { row, at }, y) {
  const { px, color } = pen;
  const [middle, results] = [y + BLOCK / 2, row.voice === "results"];
  const ink = results ? color.ink2 : color.ink;
  if (at >= 0) pen.say(String(at), px.index, middle, color.ink3, "fig", "right");
  pen.glyph(ROLES[row.voice] ?? GLYPHS.other, px.index + 8, middle, 15, ink, 1.7);
  if (!px.narrow) pen.say(roleWord(row, pen.t), px.index + 29, middle, ink, results ? "body" : "bold");
}

function paintBlock(pen, place, y, mark) {
  const { color } = pen;
  const { block, x, w } = place;
  const fill = FILLS[block.kind];
  if (mark) return paintMarked(pen, place, y, mark);
  pen.box(x, y, w, BLOCK).fill(fill ?? color.ground);
  if (TILES[block.kind]) pen.box(x, y, min(SPINE, w), BLOCK, [4, 0, 0, 4]).fill(pen.pattern(pen, block.kind, SPINE_INK));
  if (block.kind === "summary") pen.box(x + 4, y + BLOCK, w - 8, 3.5, [0, 0, 3, 3]).fill(darker(fill));
  if (!fill || !color.dark) pen.box(x + 0.5, y + 0.5, w - 1, BLOCK - 1).line(fill ? darker(fill) : color.ink2, fill ? 1 : 1.5);
  paintLabel(pen, place, y, fill ? inkOn(block.kind) : color.ink);
}

function paintMarked(pen, place, y, mark) {
  const { ctx, color } = pen;
  const { block, x, w } = place;
  const fill = FILLS[block.kind] ?? NEUTRAL;
  const shown = ctx.globalAlpha;
  pen.box(x + 0.75, y + 0.75, w - 1.5, BLOCK - 1.5).fill(color.ground);
  pen.alpha(shown * 0.15);
  if (mark === "fold") pen.fill(fill);
  pen.alpha(shown);
  pen.line(color.dark ? fill : darker(fill), 1.5, [4, 3]);
  paintLabel(pen, place, y, color.ink2);
  if (mark === "drop") pen.path([x + place.fit.lead, y + BLOCK / 2], [x + w - PAD, y + BLOCK / 2]).line(color.ink2, 1.2);
}

function paintLabel(pen, { block, x, w, fit }, y, ink) {
  const middle = y + BLOCK / 2;
  if (w < SPINE + GLYPH + 6) return;
  pen.glyph(GLYPHS[block.kind], x + fit.lead - GLYPH - 4, middle, GLYPH, ink, block.kind === "error_result" ? 2.6 : 1.8);
  let left = x + fit.lead + 1;
  for (const [text, face] of [[fit.number, "bold"], [fit.word, "bold"], [fit.text, "body"]]) {
    if (!text) continue;
    pen.say(text, left, middle, ink, face);
    left += pen.type[face](text) + 5;
  }
  if (fit.tokens) pen.say(fit.tokens, x + w - PAD, middle, ink, "fig", "right");
}

// A block that a plan shortens: as it will be, then a dashed rest that says how much goes.
function paintCut(pen, place, y, kept, tokens) {
  const { ctx, color, type, t } = pen;
  const w = clamp(place.w * kept, leastWidth(place.block), place.w - 6);
  const rest = t("cut", { n: count(place.block.tokens - tokens) });
  ctx.clearRect(place.x, y, place.w, BLOCK);
  pen.box(place.x + w - 6, y + 0.75, place.w - w + 5, BLOCK - 1.5).line(color.ink2, 1.4, [4, 3]);
  paintBlock(pen, { ...place, w, fit: fitLabel({ ...place.block, tokens }, w, t, type) }, y);
  if (type.fig(rest) + 14 < place.w - w) pen.say(rest, place.x + place.w - PAD, y + BLOCK / 2, color.ink2, "fig", "right");
}

function paintSide(pen, places, y) {
  const last = places.at(-1) ?? { x: pen.px.gutter, w: 0 };
  const x = last.x + last.w + 10;
  pen.say(cutText(pen.type.body, sideText(places), pen.room + pen.px.gutter - x), x, y + BLOCK / 2, pen.color.ink2);
}

function paintSeparator(pen, { turn, tokens, y }) {
  const words = pen.t("turn_sum", { turn, tokens: count(tokens) });
  const right = pen.px.gutter + pen.room;
  pen.say(words, right, y, pen.color.ink3, "fig", "right");
  pen.bar(0, round(y), right - pen.type.fig(words) - 12, 1, pen.color.hair);
}

// Which calls of one row are answered in the next, with a level each so that no two traces cross: leftward ones later
// are lower, rightward ones later are higher; those out of order keep only their numbers.
function planTraces(places, below) {
  const found = places.flatMap((from) => {
    const to = /tool(_use)?$/.test(from.block.kind) && below.find((one) => one.block.id === from.block.mate);
    return to ? [{ from, to }] : [];
  });
  const ordered = found.filter((trace, at) => found.every((other, where) => where === at || (where < at) === (other.to.x < trace.to.x)));
  const left = ordered.filter(({ from, to }) => to.x <= from.x);
  const right = ordered.filter(({ from, to }) => to.x > from.x).reverse();
  for (const group of [left, right]) group.forEach((trace, at) => (trace.level = (at + 1) / (group.length + 1)));
  return ordered.length > 6 ? [] : ordered;
}

function paintTrace(pen, { from, to, level }, y, nextY, strong, dashed) {
  const { ctx } = pen;
  const center = (place) => place.x + place.fit.lead - GLYPH / 2 - 4;
  const [x, end, top, ink] = [center(from), center(to), y + BLOCK, strong ? pen.color.ink : pen.color.edge];
  const middle = top + (nextY - top) * (0.2 + 0.5 * level);
  const bend = min(2.5, Math.abs(end - x) / 2);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.arcTo(x, middle, end, middle, bend);
  ctx.arcTo(end, middle, end, nextY, bend);
  ctx.lineTo(end, nextY - 2);
  pen.line(ink, strong ? 2.2 : 1.4, dashed ? [3, 2] : []);
  pen.disc(x, top, 2).fill(ink);
  pen.path([end - 3.2, nextY - 3.8], [end + 3.2, nextY - 3.8], [end, nextY]).fill(ink);
}

const paintRing = (pen, { x, w }, y, width, ink, away) => pen.box(x - away, y - away, w + 2 * away, BLOCK + 2 * away, 4 + away).line(ink, width);

function paintFinding(pen, place, y) {
  const { warm, ground } = pen.color;
  const [x, top] = [place.x + place.w + 1, y - 1];
  paintRing(pen, place, y, 2, warm, 2.5);
  pen.disc(x, top, 6).fill(warm);
  pen.bar(x - 0.9, top - 3.6, 1.8, 4.2, ground);
  pen.bar(x - 0.9, top + 1.7, 1.8, 1.8, ground);
}
