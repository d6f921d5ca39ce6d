// Draws rows, blocks and pair traces on the canvas. Marks: "fold" will go into a summary, "drop" will go, "cut" is
// shortened. Nothing here decides or remembers anything; `look` carries colours, sizes, type and patterns.

const EDGE_SHARE = 0.42;

function box(ctx, x, y, w, h, radius) {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, radius);
}

function paintGutter(ctx, item, y, look) {
  const { px, color, type, t } = look;
  const { row, at } = item;
  const middle = y + px.block / 2;
  const results = row.voice === "results";
  ctx.font = type.faces.fig;
  ctx.fillStyle = color.ink3;
  ctx.textAlign = "right";
  if (at >= 0) ctx.fillText(String(at), px.index, middle);
  ctx.textAlign = "left";
  drawGlyph(ctx, ROLES[row.voice] ?? GLYPHS.other, px.index + 8 * px.k, middle, 15 * px.k, results ? color.ink2 : color.ink);
  if (px.narrow) return;
  ctx.font = results ? type.faces.body : type.faces.bold;
  ctx.fillStyle = results ? color.ink2 : color.ink;
  ctx.fillText(roleWord(row, t), px.index + 29 * px.k, middle);
}

const roleWord = (row, t) => (["user", "assistant", "system"].includes(row.role) ? t("role_" + row.role) : row.role);

function paintBlock(ctx, place, y, look, mark) {
  const { px, color } = look;
  const { block, x, w } = place;
  const fill = FILLS[block.kind];
  if (mark && mark !== "cut") return paintMarked(ctx, place, y, look, mark);
  box(ctx, x, y, w, px.block, 4 * px.k);
  if (fill) {
    ctx.fillStyle = fill;
    ctx.fill();
    paintSpine(ctx, block.kind, x, y, Math.min(px.spine, w), look);
    if (block.kind === "summary") paintLedge(ctx, x, y, w, look);
  } else {
    ctx.fillStyle = color.ground;
    ctx.fill();
  }
  if (!fill || !color.dark) {
    box(ctx, x + 0.5, y + 0.5, w - 1, px.block - 1, 4 * px.k);
    ctx.strokeStyle = fill ? blend(fill, DARK, EDGE_SHARE) : color.ink2;
    ctx.lineWidth = fill ? 1 : 1.5;
    ctx.stroke();
  }
  paintLabel(ctx, place, y, look, fill ? inkOn(block.kind) : color.ink, false);
}

function paintSpine(ctx, kind, x, y, width, look) {
  const { px } = look;
  if (!TILES[kind]) return;
  box(ctx, x, y, width, px.block, [4 * px.k, 0, 0, 4 * px.k]);
  ctx.fillStyle = look.pattern(ctx, kind, "rgba(13, 17, 22, .66)", px.k);
  ctx.fill();
}

function paintLedge(ctx, x, y, w, look) {
  const { px } = look;
  box(ctx, x + 4 * px.k, y + px.block, w - 8 * px.k, 3.5 * px.k, [0, 0, 3 * px.k, 3 * px.k]);
  ctx.fillStyle = blend(FILLS.summary, DARK, EDGE_SHARE);
  ctx.fill();
}

function paintMarked(ctx, place, y, look, mark) {
  const { px, color } = look;
  const { block, x, w } = place;
  const fill = FILLS[block.kind] ?? NEUTRAL;
  box(ctx, x + 0.75, y + 0.75, w - 1.5, px.block - 1.5, 4 * px.k);
  ctx.save();
  ctx.fillStyle = color.ground;
  ctx.fill();
  if (mark === "fold") Object.assign(ctx, { globalAlpha: ctx.globalAlpha * 0.15, fillStyle: fill });
  if (mark === "fold") ctx.fill();
  ctx.restore();
  ctx.save();
  Object.assign(ctx, { strokeStyle: color.dark ? fill : blend(fill, DARK, EDGE_SHARE), lineWidth: 1.5 });
  ctx.setLineDash([4, 3]);
  ctx.stroke();
  ctx.restore();
  paintLabel(ctx, place, y, look, color.ink2, mark === "drop");
}

function paintLabel(ctx, place, y, look, ink, struck) {
  const { px, type } = look;
  const { block, x, w, fit } = place;
  if (w < px.spine + px.glyph + 6) return;
  const middle = y + px.block / 2;
  const start = x + fit.lead - px.glyph - 4 * px.k;
  drawGlyph(ctx, GLYPHS[block.kind], start, middle, px.glyph, ink, block.kind === "error_result" ? 2.6 : 1.8);
  ctx.fillStyle = ink;
  let left = x + fit.lead + 1 * px.k;
  const put = (text, face) => {
    if (!text) return;
    ctx.font = type.faces[face];
    ctx.fillText(text, left, middle + 0.5);
    left += type[face](text) + 5 * px.k;
  };
  put(fit.number, "bold");
  put(fit.word, "bold");
  put(fit.text, "body");
  if (fit.tokens) paintRight(ctx, fit.tokens, x + w - px.pad, middle + 0.5, type.faces.fig);
  if (struck) strike(ctx, start + px.glyph + 4 * px.k, x + w - px.pad, middle, ink);
}

function paintRight(ctx, text, x, y, font) {
  ctx.font = font;
  ctx.textAlign = "right";
  ctx.fillText(text, x, y);
  ctx.textAlign = "left";
}

function strike(ctx, from, to, y, ink) {
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(to, y);
  Object.assign(ctx, { strokeStyle: ink, lineWidth: 1.2 });
  ctx.stroke();
}

// The part of a block that a plan cuts away: the block as it will be, then a dashed rest that says how much goes.
function paintCut(ctx, place, y, look, kept, tokens) {
  const { px, color, type, t } = look;
  const w = clamp(place.w * kept, px.spine + px.glyph + 12 * px.k, place.w - 6);
  const shorter = { ...place, w, fit: fitLabel({ ...place.block, tokens }, w, px, t, type) };
  box(ctx, place.x + w - 6, y + 0.75, place.w - w + 5, px.block - 1.5, 4 * px.k);
  ctx.save();
  Object.assign(ctx, { strokeStyle: color.dark ? FILLS[place.block.kind] ?? color.ink2 : color.ink2, lineWidth: 1.4 });
  ctx.setLineDash([4, 3]);
  ctx.stroke();
  ctx.restore();
  paintBlock(ctx, shorter, y, look, "cut");
  const words = t("cut", { n: count(place.block.tokens - tokens) });
  if (type.fig(words) + 14 * px.k > place.w - w) return;
  ctx.fillStyle = color.ink2;
  paintRight(ctx, words, place.x + place.w - px.pad, y + px.block / 2, type.faces.fig);
}

function paintSide(ctx, places, y, look) {
  const { px, color, type } = look;
  const last = places.at(-1);
  const x = last ? last.x + last.w + 10 * px.k : px.gutter;
  const text = cutText(type.body, sideText(places), look.room + px.gutter - x);
  ctx.font = type.faces.body;
  ctx.fillStyle = color.ink2;
  if (text) ctx.fillText(text, x, y + px.block / 2 + 0.5);
}

function paintSeparator(ctx, sep, look) {
  const { px, color, type, t } = look;
  const words = sep.words ?? t("turn_sum", { turn: sep.turn, tokens: count(sep.tokens) });
  const right = px.gutter + look.room;
  ctx.fillStyle = color.ink3;
  paintRight(ctx, words, right, sep.y, type.faces.fig);
  ctx.fillStyle = color.hair;
  ctx.fillRect(0, Math.round(sep.y), right - type.fig(words) - 12 * px.k, 1);
}

// Which calls of one row are answered in the next, with a level each so that no two traces cross.
function planTraces(places, below) {
  const found = [];
  for (const from of places) {
    const to = from.block.kind === "tool_use" || from.block.kind === "server_tool" ? below.find((one) => one.block.id === from.block.mate) : null;
    if (to) found.push({ from, to });
  }
  const straight = found.filter((trace, at) => found.every((other, where) => where === at || (where < at) === (other.to.x < trace.to.x)));
  const left = straight.filter(({ from, to }) => to.x <= from.x);
  const right = straight.filter(({ from, to }) => to.x > from.x).reverse();
  for (const group of [left, right]) group.forEach((trace, at) => (trace.level = (at + 1) / (group.length + 1)));
  return straight.length > 6 ? [] : straight;
}

function paintTrace(ctx, { from, to, level }, y, nextY, look, { strong, dashed }) {
  const { px, color } = look;
  const center = (place) => place.x + place.fit.lead - px.glyph / 2 - 4 * px.k;
  const [x, end, top] = [center(from), center(to), y + px.block];
  const middle = top + (nextY - top) * (0.2 + 0.5 * level);
  const bend = Math.min(2.5 * px.k, Math.abs(end - x) / 2);
  ctx.save();
  Object.assign(ctx, { strokeStyle: strong ? color.ink : color.edge, fillStyle: strong ? color.ink : color.edge, lineWidth: (strong ? 2.2 : 1.4) * Math.sqrt(px.k) });
  if (dashed) ctx.setLineDash([3, 2]);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.arcTo(x, middle, end, middle, bend);
  ctx.arcTo(end, middle, end, nextY, bend);
  ctx.lineTo(end, nextY - 2);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, top, 2 * px.k, 0, 7);
  ctx.moveTo(end - 3.2 * px.k, nextY - 3.8 * px.k);
  ctx.lineTo(end + 3.2 * px.k, nextY - 3.8 * px.k);
  ctx.lineTo(end, nextY);
  ctx.fill();
  ctx.restore();
}

function paintRing(ctx, place, y, look, width, color, away) {
  box(ctx, place.x - away, y - away, place.w + 2 * away, look.px.block + 2 * away, (4 + away) * look.px.k);
  Object.assign(ctx, { strokeStyle: color, lineWidth: width });
  ctx.stroke();
}

function paintFinding(ctx, place, y, look) {
  const { px, color } = look;
  const [x, top, radius] = [place.x + place.w + 1, y - 1, 6 * px.k];
  paintRing(ctx, place, y, look, 2, color.warm, 2.5);
  ctx.beginPath();
  ctx.arc(x, top, radius, 0, 7);
  ctx.fillStyle = color.warm;
  ctx.fill();
  ctx.fillStyle = color.ground;
  ctx.fillRect(x - 0.9 * px.k, top - 3.6 * px.k, 1.8 * px.k, 4.2 * px.k);
  ctx.fillRect(x - 0.9 * px.k, top + 1.7 * px.k, 1.8 * px.k, 1.8 * px.k);
}
