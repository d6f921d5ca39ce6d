// What tells the kinds apart besides their words: fill, spine pattern and glyph. Glyphs are paths in a 16 x 16 box,
// one stroked and one filled part, used by the canvas (Path2D) and by the DOM (svg) alike.

const DARK = "#0D1116";
const NEUTRAL = "#AEB6C0";
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const GLYPHS = {
  system: ["M6.2 3h7.3v10H6.2L2.2 8z", dot(7, 8, 1.2)],
  user_text: ["M2.5 3h11v7.5H7.2L4.6 13v-2.5H2.5z", ""],
  assistant_text: ["M2.5 4h11M2.5 8h11M2.5 12h7", ""],
  thinking: ["", dot(8, 4, 1.8) + dot(3.8, 11.3, 1.8) + dot(12.2, 11.3, 1.8)],
  tool_use: ["M3 8h10.5M10 4.4 13.6 8 10 11.6", dot(2.4, 8, 1.9)],
  tool_result: ["M13 8H2.5M6 4.4 2.4 8 6 11.6", dot(13.6, 8, 1.9)],
  error_result: ["M3.4 3.4l9.2 9.2M12.6 3.4l-9.2 9.2", ""],
  summary: ["M1.5 8h13M8 1v4M5.4 2.8 8 5.4l2.6-2.6M8 15v-4M5.4 13.2 8 10.6l2.6 2.6", ""],
  image: ["M2 3h12v10H2zM2.4 11.4 6 7.6l2.6 2.7 2-1.9 3 3", dot(10.8, 5.9, 1)],
  document: ["M4 2h5.2L12.5 5.4V14H4zM9 2.2v3.4h3.3", ""],
  server_tool: ["M2 2.8h12v4.4H2zM2 8.8h12v4.4H2z", dot(4.6, 5, 0.9) + dot(4.6, 11, 0.9)],
  other: ["M5 5.8a3 3 0 1 1 4.6 2.5C8.5 9 8 9.5 8 10.6", dot(8, 13.4, 1.1)],
};

const ROLES = {
  human: ["M3 14c0-3.2 2-4.7 5-4.7s5 1.5 5 4.7M8 8.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8z", ""],
  results: ["M6.2 3 2.7 6.5l3.5 3.5M3 6.5h7a3.5 3.5 0 0 1 0 7H7.5", ""],
  assistant: ["M4.6 5h6.8a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H4.6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 4.8V2.2", dot(6, 9.2, 1) + dot(10, 9.2, 1)],
  system: GLYPHS.system, crowd: GLYPHS.assistant_text,
  summary: GLYPHS.summary,
};

const FILLS = {
  system: null, user_text: "#0072B2", assistant_text: "#009E73", thinking: "#F0E442", tool_use: "#E69F00",
  tool_result: "#56B4E9", error_result: "#D55E00", summary: "#CC79A7",
  image: NEUTRAL, document: NEUTRAL, server_tool: NEUTRAL, other: NEUTRAL,
};
const KINDS = Object.keys(FILLS);
const inkOn = (kind) => (kind === "user_text" ? "#FFFFFF" : DARK);

// One 6 x 6 tile a pattern, as strokes; they repeat without a seam. A pair mirrors: call "/", result "\".
const TILES = {
  assistant_text: "M0 1.5h6M0 4.5h6",
  thinking: dot(1.5, 1.5, 0.55) + dot(4.5, 4.5, 0.55),
  tool_use: "M-1 4 4-1M-1 7 7-1M2 7 7 2",
  tool_result: "M-1 2 4 7M-1-1 7 7M2-1 7 4",
  error_result: "M0 0 6 6M6 0 0 6",
  summary: "M1.5 0v6M4.5 0v6",
  image: "M0 3h6M3 0v6", document: "M0 3h6", server_tool: "M3 0v6", other: dot(3, 3, 0.8),
  reserve: "M-1 4 4-1M-1 7 7-1M2 7 7 2",
};

const paths = new Map();
function pathOf(text) {
  if (!paths.has(text)) paths.set(text, new Path2D(text));
  return paths.get(text);
}

// A repeating CanvasPattern of one kind; tiles are cached by kind, ink and pixel ratio for one stage.
function patternMaker() {
  const tiles = new Map();
  return (pen, kind, ink) => {
    const ratio = (window.devicePixelRatio || 1) * pen.k;
    const key = `${kind} ${ink} ${ratio}`;
    if (!tiles.has(key)) tiles.set(key, drawTile(TILES[kind], ink, ratio));
    const pattern = pen.ctx.createPattern(tiles.get(key), "repeat");
    pattern.setTransform(new DOMMatrix().scale(6 / tiles.get(key).width));
    return pattern;
  };
}

function drawTile(path, ink, ratio) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = max(6, round(6 * ratio));
  const ctx = tile.getContext("2d");
  ctx.scale(tile.width / 6, tile.width / 6);
  assign(ctx, { strokeStyle: ink, fillStyle: ink });
  if (path.includes("a")) ctx.fill(pathOf(path));
  else ctx.stroke(pathOf(path));
  return tile;
}
