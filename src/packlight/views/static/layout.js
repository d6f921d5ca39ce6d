// Sizes, widths and labels. One scale for all rows and frames of a film, so that nothing changes size between frames;
// text that does not fit into a block is said once, right of its row.

function sizesFor(width, preset, lang, messages) {
  const big = preset === "projector";
  const k = big ? 1.5 : 1;
  const narrow = width < 480;
  const digits = 8 * k * Math.max(0, String(messages).length - 2);
  const gutter = (narrow ? 64 : lang === "zh" ? 104 : 124) * k + digits;
  return {
    k, narrow, wide: width >= (big ? 1500 : 960), width, gutter, index: 22 * k + digits,
    pitch: big ? 47 : 30, block: big ? 34 : 22, gap: big ? 13 : 8, between: 4 * k, sep: 22 * k,
    spine: 8 * k, glyph: 13 * k, font: big ? 18 : 12.5, fig: big ? 17 : 11.5, pad: 6 * k,
  };
}

const SPREAD = { sqrt: Math.sqrt, tokens: (n) => n, equal: () => 1 };
const WIDEST = { sqrt: 14, tokens: 3, equal: 110 };

function leastWidth(block, px) {
  const number = block.pair === null ? 0 : (7.5 * String(block.pair).length + 5) * px.k;
  return px.spine + px.glyph + 12 * px.k + number;
}

function rowWidth(row, scale, spread, px) {
  let width = (row.blocks.length - 1) * px.between;
  for (const block of row.blocks) width += Math.max(leastWidth(block, px), spread(block.tokens) * scale);
  return width;
}

// The largest scale at which every row that can fit does fit (bisection only for rows that lower it).
function findScale(rows, mode, room, px) {
  const spread = SPREAD[mode];
  let scale = WIDEST[mode] * px.k;
  for (const row of rows) {
    if (rowWidth(row, 0, spread, px) > room || rowWidth(row, scale, spread, px) <= room) continue;
    let low = 0;
    for (let turn = 0; turn < 24; turn++) {
      const half = (low + scale) / 2;
      if (rowWidth(row, half, spread, px) <= room) low = half;
      else scale = half;
    }
    scale = low;
  }
  return scale;
}

// x and width of each block; a row of more blocks than the room holds is squeezed, never under 4 px a block.
function placeBlocks(row, scale, mode, room, px) {
  const widths = row.blocks.map((block) => Math.max(leastWidth(block, px), SPREAD[mode](block.tokens) * scale));
  const gaps = (row.blocks.length - 1) * px.between;
  const sum = widths.reduce((a, b) => a + b, 0);
  const squeeze = sum + gaps > room + 0.5 ? Math.max(0, room - gaps) / sum : 1;
  let x = px.gutter;
  return row.blocks.map((block, at) => {
    const w = Math.max(4, widths[at] * squeeze);
    const place = { block, x, w };
    x += w + px.between;
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
  let end = low;
  if (!CJK.test(text[end - 1] ?? "") && !/\s/.test(text[end] ?? " ")) {
    while (end > 0 && !/\s/.test(text[end - 1]) && !CJK.test(text[end - 1])) end--;
  }
  const kept = text.slice(0, end).replace(/[\s·,，:：;；]+$/, "");
  return kept ? kept + "…" : "";
}

const WORDED = new Set(["thinking", "tool_result", "error_result", "summary", "image", "document", "server_tool", "other"]);
const blockWord = (block, t) => (block.kind === "tool_use" ? block.name : WORDED.has(block.kind) ? t("word_" + block.kind) : "");

// What a width holds; dropped in this order: text, word, tokens, number.
function fitLabel(block, w, px, t, type) {
  const lead = (block.kind === "system" ? 3 * px.k : px.spine) + px.glyph + 9 * px.k;
  let room = w - lead - px.pad;
  const fit = { lead, number: "", word: "", text: "", tokens: "" };
  const take = (key, text, measure) => {
    const size = text ? measure(text) + (key === "tokens" ? 8 : 5) * px.k : Infinity;
    if (size > room) return;
    fit[key] = text;
    room -= size;
  };
  take("number", block.pair === null ? "" : String(block.pair), type.bold);
  take("tokens", count(block.tokens), type.fig);
  const word = blockWord(block, t);
  if (fit.tokens) take("word", word, type.bold);
  const label = block.label === word ? "" : block.label;
  if (fit.tokens && label && (fit.word || !word)) {
    const cut = cutText(type.body, label, room - 2 * px.k);
    if (cut === label || (cut && room > 90 * px.k)) fit.text = cut;
  }
  fit.side = [fit.word || block.kind !== "tool_use" ? "" : word, fit.text ? "" : label].filter(Boolean).join(" ");
  return fit;
}

function sideText(places) {
  const results = places.filter(({ block }) => /result$/.test(block.kind));
  const parts = places.filter(({ block, fit }) => fit.side && (block.kind !== "thinking" || places.length === 1));
  const name = ({ block, fit }) => (results.length > 1 && block.pair !== null && /result$/.test(block.kind) ? `${block.pair}: ${fit.side}` : fit.side);
  return parts.map(name).join(" · ");
}

// Measures text in the stage's three faces; widths are remembered, because films repeat themselves.
function makeType(ctx, family, px) {
  const faces = { body: `${px.font}px ${family}`, bold: `bold ${px.font}px ${family}`, fig: `${px.fig}px ${family}` };
  const known = new Map();
  const measurer = (face) => (text) => {
    const key = face + text;
    if (!known.has(key)) {
      if (known.size > 20000) known.clear();
      ctx.font = faces[face];
      known.set(key, ctx.measureText(text).width);
    }
    return known.get(key);
  };
  return { faces, body: measurer("body"), bold: measurer("bold"), fig: measurer("fig") };
}
