// The film bar: buttons, and the lane, which is the scrubber: usage as steps, the threshold dotted, what happened above.

const BUTTONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", play: "M4.5 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z", next: "M5 3v10l7-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z",
};
const SPEEDS = [0.5, 1, 2, 4];
const [FLOOR, HIGH] = [42, 26];

function makeBar(s) {
  const control = (key, action) => button(s.t(key), () => { s.pause(); action(); }, icon("", BUTTONS[key]));
  const play = button("", s.toggle);
  const canvas = h("canvas", { "aria-hidden": "true" });
  const lane = h("div.pk-lane", { role: "slider", tabindex: 0, "aria-valuemin": 1, "aria-label": s.t("lane") }, canvas);
  const [where, speed] = [h("span.pk-where"), h("button.pk-speed", { onclick: () => s.set("speed", SPEEDS[(SPEEDS.indexOf(s.speed) + 1) % 4]) })];
  const buttons = [control("first", () => s.go(0)), control("back", () => s.go(s.step - 1)), play, control("next", () => s.go(s.step + 1, true)), control("last", () => s.go(s.last))];
  const chapters = h("select.pk-chapters", { "aria-label": s.t("chapters"), onchange: () => { s.pause(); s.go(Number(chapters.value)); } });
  const node = h("div.pk-film", h("div.pk-controls", buttons), lane, h("div.pk-controls", where, chapters, speed, button(s.t("help"), () => s.set("helping", !s.helping), "?")));
  const scrub = (event) => s.go(floor(((event.clientX - lane.getBoundingClientRect().left) / lane.clientWidth) * (s.last + 1)));
  play.className = "pk-play";
  node.hidden = s.last === 0;
  s.keep.on(lane, "pointerdown", (event) => { lane.setPointerCapture(event.pointerId); s.pause(); scrub(event); });
  s.keep.on(lane, "pointermove", (event) => { if (event.buttons) scrub(event); });
  return { node, draw: () => drawLane(s, lane, canvas), update() {
    const key = s.playing ? "pause" : "play";
    play.replaceChildren(icon("", BUTTONS[key]));
    ["aria-label", "title"].forEach((name) => setProp(play, name, s.t(key)));
    where.textContent = s.t("frame_of", { n: s.step + 1, all: s.last + 1 });
    const marks = chaptersOf(s);
    chapters.hidden = !marks.length;
    chapters.replaceChildren(h("option", { value: s.step }, s.t("chapters")), ...marks.map((at) => h("option", { value: at }, `${at + 1} · ${s.t("mark_" + markerOf(s.film, at))}`)));
    speed.textContent = s.speed + "×";
    setProp(speed, "aria-label", s.t("speed_n", { n: s.speed }));
    const aria = { max: s.last + 1, now: s.step + 1, text: `${where.textContent}, ${percent(s.scene.frame.usage)}` };
    pairsOf(aria).forEach(([name, value]) => setProp(lane, "aria-value" + name, value));
  } };
}

// While a question waits for its answer the lane ends at the shown frame: it does not tell what comes.
function drawLane(s, lane, canvas) {
  if (s.last === 0 || !lane.clientWidth) return;
  const width = lane.clientWidth / s.px.k;
  const pen = new Pen(canvas, width, FLOOR + 17, s.look);
  const { color } = pen;
  const each = width / (s.last + 1);
  const frames = s.film.frames.slice(0, (s.asking() ? s.step : s.last) + 1);
  const unit = HIGH / frames.reduce((most, frame) => max(most, frame.usage), 1);
  const x = (s.step + 0.5) * each;
  frames.forEach(({ usage }, at) => {
    const [left, tall] = [floor(at * each), max(1, usage * unit)];
    pen.bar(left, FLOOR - tall, max(1, ceil((at + 1) * each) - left), tall, at <= s.step ? color.past : color.future);
  });
  pen.bar(0, FLOOR, width, 1.5, color.edge);
  if (s.film.policy.window) pen.path([0, FLOOR - s.film.policy.threshold * unit], [width, FLOOR - s.film.policy.threshold * unit]).line(color.warm, 1.5, [2, 3]);
  drawTurns(pen, s, frames, each);
  frames.forEach((frame, at) => paintMarker(pen, markerOf(s.film, at), (at + 0.5) * each));
  pen.bar(x - 1, 11, 2, FLOOR - 11, color.ink);
  pen.disc(x, FLOOR, 5.5).fill(color.ink).line(color.ground, 2);
}

function drawTurns(pen, { t }, frames, each) {
  let free = 0;
  frames.forEach(({ turn }, at) => {
    if (turn === frames[at - 1]?.turn) return;
    const [words, x] = [free ? String(turn) : t("turn_n", { turn }), (at + 0.5) * each];
    const left = free ? x - pen.type.fig(words) / 2 : max(0, x - 4);
    pen.bar(x, FLOOR, 1, 4, pen.color.edge);
    if (x < free) return;
    pen.say(words, left, FLOOR + 11, pen.color.ink3, "fig");
    free = left + pen.type.fig(words) + 14;
  });
}

// The steps at which something happened, as bookmarks; what comes after an open question is not among them.
const chaptersOf = (s) => s.film.frames.flatMap((_, at) => (markerOf(s.film, at) && (at <= s.step || !s.asking()) ? [at] : []));

function markerOf(film, at) {
  const [frame, was] = [film.frames[at], film.frames[at - 1]];
  if (frame.breaker === "open" && was?.breaker !== "open") return "open";
  if (failedAt(film, at)) return "failed";
  return packedAt(film, at) ? "applied" : frame.due && !was?.due ? "due" : "";
}

const MARKERS = { open: "M-6 3h4M-2 3 4-4M4 3h3", failed: "M-3.5-3.5l7 7M3.5-3.5l-7 7", due: "M-4-3.5h8L0 3.5z", applied: "M-4.5-4h9L0 4z" };

function paintMarker(pen, mark, x) {
  if (!mark) return;
  pen.ctx.save();
  pen.ctx.translate(x, 6);
  assign(pen.ctx, { strokeStyle: pen.color.warm, fillStyle: pen.color.ink, lineWidth: mark === "due" ? 1.5 : 2 });
  pen.ctx[mark === "applied" ? "fill" : "stroke"](pathOf(MARKERS[mark]));
  pen.ctx.restore();
}
