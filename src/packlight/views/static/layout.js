// Sizes, widths and labels, in units of k CSS pixels. One scale for all rows and frames of a film, so that nothing
// changes size between frames; text that does not fit into a block is said once, right of its row.

function sizesFor(width, preset, lang, messages) {
  const big = preset === "projector";
  const k = big ? 1.45 : 1;
  const narrow = width < 480;
  const digits = 8 * max(0, String(messages).length - 2);
  return { k, narrow, wide: width >= (big ? 1400 : 960), pitch: big ? 32.4 : 30, index: 22 + digits, gutter: (narrow ? 64 : lang === "zh" ? 104 : 124) + digits };
}

const [SPINE, GLYPH, PAD] = [8, 13, 6];
const SPREAD = { sqrt: Math.sqrt, tokens: (n) => n, equal: () => 1 };
const WIDEST = { sqrt: 14, tokens: 3, equal: 110 };
const leastWidth = ({ pair }) => SPINE + GLYPH + 15 + (pair === null ? 0 : 8.8 * String(pair).length + 6);
const rowWidth = (row, scale, spread) => sumOf(row.blocks, (block) => 4 + max(leastWidth(block), spread(block.tokens) * scale)) - 4;

// The largest scale at which every row that can fit does fit (bisection only for rows that lower it).
function findScale(rows, mode, room) {
  const spread = SPREAD[mode];
  let scale = WIDEST[mode];
  for (const row of rows) {
    if (rowWidth(row, 0, spread) > room || rowWidth(row, scale, spread) <= room) continue;
    let low = 0;
    for (let turn = 0; turn < 24; turn++) {
      const half = (low + scale) / 2;
      if (rowWidth(row, half, spread) <= room) low = half;
      else scale = half;
    }
    scale = low;
  }
  return scale;
}

// x, width and label of each block; a row of more blocks than the room holds is squeezed, never under 4 a block.
function placeBlocks(row, { scale, mode, look, px, t }) {
  const widths = row.blocks.map((block) => max(leastWidth(block), SPREAD[mode](block.tokens) * scale));
  const gaps = (row.blocks.length - 1) * 4;
  const sum = sumOf(widths, (width) => width);
  const squeeze = sum + gaps > look.room + 0.5 ? max(0, look.room - gaps) / sum : 1;
  let x = px.gutter;
  return row.blocks.map((block, at) => {
    const w = max(4, widths[at] * squeeze);
    const place = { block, x, w, fit: fitLabel(block, w, t, look.type) };
    x += w + 4;
    return place;
  });
}

const CJK = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;

// The text, or as many whole words of it as fit with "…"; Chinese is cut by character; "" when no word fits.
function cutText(measure, text, room) {
  if (measure(text) <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const half = (low + high + 1) >> 1;
    if (measure(text.slice(0, half) + "…") <= room) low = half;
    else high = half - 1;
  }
  const whole = (at) => at === 0 || CJK.test(text[at - 1]) || /\s/.test(text[at]) || /\s/.test(text[at - 1]);
  while (!whole(low)) low--;
  const kept = text.slice(0, low).replace(/[\s·,，:：;；]+$/, "");
  return kept && kept + "…";
}

const WORDED = new Set(["thinking", "tool_result", "error_result", "summary", "image", "document", "server_tool", "other"]);
const blockWord = (block, t) => (block.kind === "tool_use" ? block.name : WORDED.has(block.kind) ? t("word_" + block.kind) : "");

// What a width holds; dropped in this order: text, word, tokens, number.
function fitLabel(block, w, t, type) {
  const lead = (block.kind === "system" ? 3 : SPINE) + GLYPH + 9;
  let room = w - lead - PAD;
  const fit = { lead, number: "", word: "", text: "", tokens: "" };
  const take = (key, text, measure, gap) => {
    const size = text ? measure(text) + gap : Infinity;
    if (size > room) return;
    fit[key] = text;
    room -= size;
  };
  const word = blockWord(block, t);
  const label = block.label === word ? "" : block.label;
  take("number", block.pair === null ? "" : String(block.pair), type.bold, 5);
  take("tokens", count(block.tokens), type.fig, 8);
  if (fit.tokens) take("word", word, type.bold, 5);
  if (fit.tokens && label && fit.word === word) {
    const cut = cutText(type.body, label, room - 2);
    if (cut === label || (cut.length > 16 && room > 150)) fit.text = cut;
  }
  fit.side = [block.kind === "tool_use" && !fit.word ? word : "", fit.text ? "" : label].filter(Boolean).join(" ");
  return fit;
}

function sideText(places) {
  const result = ({ block }) => /result$/.test(block.kind);
  const many = places.filter(result).length > 1;
  const said = places.filter(({ block, fit }) => fit.side && (block.kind !== "thinking" || places.length === 1));
  return said.map((place) => (many && result(place) && place.block.pair !== null ? place.block.pair + ": " : "") + place.fit.side).join(" · ");
}

// Measures text in the stage's three faces; widths are remembered, because films repeat themselves.
function makeType(ctx, family) {
  const face = (font) => {
    const known = new Map();
    const measure = (text) => {
      if (known.size > 9000) known.clear();
      if (!known.has(text)) {
        ctx.font = font;
        known.set(text, ctx.measureText(text).width);
      }
      return known.get(text);
    };
    return assign(measure, { font });
  };
  return { body: face("12.5px " + family), bold: face("bold 12.5px " + family), fig: face("11.5px " + family) };
}
