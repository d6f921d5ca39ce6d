// What surrounds the stage: its width, its theme, its pixel ratio, whether it is seen; and the table that says in
// words what the canvas shows.

const COLORS = ["ground", "panel", "ink", "ink2", "ink3", "edge", "hair", "warm", "past", "future", "hatch", "fold"];
const asks = (query) => window.matchMedia(query);
const [DARKER, SHARPER, STILLER] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"];

function hostTheme(wanted) {
  const { jpThemeLight, vscodeThemeKind = "" } = document.body.dataset;
  if (["light", "dark", "contrast"].includes(wanted)) return wanted;
  if (asks(SHARPER).matches) return "contrast";
  return (jpThemeLight ? jpThemeLight === "false" : vscodeThemeKind ? /dark/.test(vscodeThemeKind) : asks(DARKER).matches) ? "dark" : "light";
}

function followHost(s) {
  const again = () => restyle(s);
  const watch = (observer, ...target) => { observer.observe(...target); s.keep.add(() => observer.disconnect()); };
  watch(new ResizeObserver(() => { if (s.root.clientWidth !== s.width) again(); }), s.root);
  watch(new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) s.dirty("gauge", "rows", "bar"); }), s.root);
  watch(new MutationObserver(again), document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
  for (const query of [DARKER, SHARPER, STILLER, `(resolution: ${devicePixelRatio}dppx)`]) s.keep.on(asks(query), "change", again);
  s.keep.on(window, "resize", again);
  restyle(s);
}

function restyle(s) {
  const { lang } = s.options;
  s.still = asks(STILLER).matches;
  s.width = s.root.clientWidth;
  s.px = sizesFor(s.width || 1000, s.preset, lang, s.film.rows.length);
  const { wide, narrow, k } = s.px;
  const host = s.theme === "auto" && document.body.dataset.jpThemeLight ? "jupyter" : "page";
  assign(s.root.dataset, { theme: hostTheme(s.theme), host, size: narrow ? "narrow" : wide ? "wide" : "middle", preset: s.preset });
  s.root.lang = lang === "zh" ? "zh-CN" : "en";
  measure(s);
  s.inner = s.parts.head.node.clientWidth / k;
  if (!s.scene) return;
  s.motion = null;
  s.shown = s.scene = makeScene(s.film, s.step, s.px.pitch);
  s.update();
  reveal(s, s.parts.rows, s.scene.items.at(-1)?.y ?? 0);
}

function measure(s) {
  const style = getComputedStyle(s.root);
  const color = Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
  const { node, canvas } = s.parts.rows;
  color.dark = s.root.dataset.theme === "dark";
  const sizes = s.film.frames.map((frame) => [sumOf(frame.m, ([a, b]) => b - a), frame.turn]);
  s.overview = sizes.some(([rows]) => rows > MANY_ROWS);
  // The height of the highest frame: the film bar below stays where it is.
  s.tallest = sizes.reduce((most, [rows, turn]) => max(most, (rows + 1) * s.px.pitch + min(rows, turn + 1) * SEP), s.px.wide ? 300 : 120);
  const room = max(60, node.clientWidth / s.px.k - s.px.gutter - (s.overview ? 24 : 6));
  s.placed.clear();
  s.chips.clear();
  s.look = { k: s.px.k, px: s.px, color, type: makeType(canvas.getContext("2d"), style.fontFamily), t: s.t, pattern: s.pattern, room };
  s.scale = findScale(s.film.system ? [s.film.system, ...s.film.rows] : s.film.rows, s.mode, room);
}

// A hidden table with one body a message, made once each; a long one is filled when the hands rest.
const AT_ONCE = 600; // blocks
function makeTable(s) {
  const heads = ["path", "role", "kind", "pair", "tokens", "text"].map((key) => h("th", { scope: "col" }, s.t("col_" + key)));
  const table = h("table", h("caption", s.t("table_name")), h("thead", h("tr", heads)));
  const bodies = new Map();
  let shown = [];
  const fill = () => {
    const wanted = s.scene.items.map((item) => tableBody(s, item, bodies));
    const kept = new Set(wanted);
    shown.forEach((body) => kept.has(body) || body.remove());
    shown = wanted;
    let next = table.tHead.nextSibling;
    for (const body of wanted) {
      if (body === next) next = next.nextSibling;
      else table.insertBefore(body, next);
    }
  };
  return { node: h("div.pk-unseen.pk-table", table), update() {
    if (table.scene === s.scene) return;
    table.scene = s.scene;
    clearTimeout(s.filling);
    if (s.scene.blocks > AT_ONCE) s.filling = setTimeout(fill, 150);
    else fill();
  } };
}

function tableBody(s, { row, at }, bodies) {
  if (!bodies.has(row.key)) bodies.set(row.key, h("tbody", row.blocks.map((block) => tableRow(s, block))));
  const body = bodies.get(row.key);
  if (body.at !== at) row.blocks.forEach((block, which) => { body.rows[which].cells[0].textContent = pathOfBlock(s.scene, block); });
  body.at = at;
  return body;
}

function tableRow(s, block) {
  const words = [roleWord(block.row, s.t), s.t("kind_" + block.kind), block.pair ?? "", count(block.tokens), [block.name, block.label].filter(Boolean).join(" ")];
  return h("tr", h("th", { scope: "row" }), words.map((text) => h("td", String(text))));
}
