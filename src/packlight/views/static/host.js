// What surrounds the stage: its width, its theme, its pixel ratio, whether it is seen; and the table that says in
// words what the canvas shows.

const COLORS = ["ground", "panel", "ink", "ink2", "ink3", "edge", "hair", "warm", "tint", "past", "future", "hatch"];

function hostTheme(wanted) {
  if (["light", "dark", "contrast"].includes(wanted)) return wanted;
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (window.matchMedia("(prefers-contrast: more)").matches) return "contrast";
  if (jpThemeLight) return jpThemeLight === "false" ? "dark" : "light";
  if (vscodeThemeKind) return /dark/.test(vscodeThemeKind) ? "dark" : "light";
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function followHost(s) {
  const again = () => restyle(s);
  const size = new ResizeObserver(() => { if (s.root.clientWidth !== s.width) again(); });
  const seen = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) s.dirty("gauge", "rows", "bar"); });
  const theme = new MutationObserver(again);
  size.observe(s.root);
  seen.observe(s.root);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
  for (const one of [size, seen, theme]) s.keep.add(() => one.disconnect());
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) s.keep.on(window.matchMedia(query), "change", again);
  s.keep.on(window, "resize", again);
  s.keep.add(() => clearTimeout(s.fading));
  restyle(s);
}

function restyle(s) {
  s.still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  s.width = s.root.clientWidth;
  const { data } = s.film;
  s.px = sizesFor(s.width || 1000, s.preset, s.options.lang, s.film.rows.length);
  const { wide, narrow } = s.px;
  Object.assign(s.root.dataset, { theme: hostTheme(s.theme), host: s.theme === "auto" && document.body.dataset.jpThemeLight ? "jupyter" : "page", size: narrow ? "narrow" : wide ? "wide" : "middle", preset: s.preset });
  s.root.lang = s.options.lang === "zh" ? "zh-CN" : "en";
  s.inner = s.width - (s.width < 800 ? 24 : 40);
  measure(s);
  if (!s.scene) return;
  s.scene = makeScene(s.film, s.step, s.px);
  s.motion = null;
  s.update();
  if (data.frames.length > 1) reveal(s, s.parts.rows, s.scene.items.at(-1)?.y ?? 0);
}

function measure(s) {
  const style = getComputedStyle(s.root);
  const color = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue("--pk-" + name).trim()]));
  color.dark = s.root.dataset.theme === "dark";
  const most = s.film.frames.reduce((sum, frame) => Math.max(sum, frame.m.reduce((all, [a, b]) => all + b - a, 0)), 0);
  s.overview = most > MANY_ROWS;
  const type = makeType(s.parts.rows.canvas.getContext("2d"), style.fontFamily, s.px);
  const room = Math.max(60, s.parts.rows.node.clientWidth - s.px.gutter - (s.overview ? 24 : 6));
  s.placed.clear();
  s.look = { px: s.px, color, type, t: s.t, pattern: s.pattern, room };
  s.scale = findScale(s.film.system ? [s.film.system, ...s.film.rows] : s.film.rows, s.mode, room, s.px);
}

// A hidden table with one body a message: only what changed is touched, so that a step stays cheap.
function makeTable(s) {
  const table = make("table", { class: "pk-unseen pk-table" }, make("caption", { text: s.t("table_name") }));
  const heads = ["path", "role", "kind", "pair", "tokens", "text"].map((key) => make("th", { scope: "col", text: s.t("col_" + key) }));
  table.append(make("thead", {}, make("tr", {}, ...heads)));
  const bodies = new Map();
  return { node: table, update: () => {
    if (table.scene === s.scene) return;
    table.scene = s.scene;
    const wanted = s.scene.items.map((item) => tableBody(s, item, bodies));
    const kept = new Set(wanted);
    for (const body of [...table.tBodies]) if (!kept.has(body)) body.remove();
    let next = table.tBodies[0] ?? null;
    for (const body of wanted) {
      if (body === next) next = next.nextElementSibling;
      else table.insertBefore(body, next);
    }
  } };
}

function tableBody(s, item, bodies) {
  const { row, at } = item;
  if (!bodies.has(row.key)) bodies.set(row.key, make("tbody", {}, ...row.blocks.map((block) => tableRow(s, block))));
  const body = bodies.get(row.key);
  if (body.at !== at) [...body.rows].forEach((line, which) => { line.cells[0].textContent = pathOfBlock(s.scene, row.blocks[which]); });
  body.at = at;
  return body;
}

function tableRow(s, block) {
  const words = [roleWord(block.row, s.t), s.t("kind_" + block.kind), block.pair ?? "", count(block.tokens), [block.name, block.label].filter(Boolean).join(" ")];
  return make("tr", {}, make("th", { scope: "row" }), ...words.map((text) => make("td", { text: String(text) })));
}
