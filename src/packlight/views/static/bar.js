// The film bar: buttons, and the lane, which is the scrubber: usage as steps, the threshold dotted, what happened above.

const BUTTONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", play: "M4.5 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z", next: "M5 3v10l7-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z",
};
const SPEEDS = [0.5, 1, 2, 4];

function makeBar(s) {
  const button = (key, action, strong) => make("button", { type: "button", class: strong ? "pk-play" : "", "aria-label": s.t(key), title: s.t(key), onclick: action }, icon(BUTTONS[key], true));
  const play = button("play", () => s.toggle(), true);
  const buttons = make("div", { class: "pk-controls" }, button("first", () => s.go(0)), button("back", () => s.go(s.step - 1)), play, button("next", () => s.go(s.step + 1, true)), button("last", () => s.go(s.last)));
  const canvas = make("canvas", { "aria-hidden": "true" });
  const lane = make("div", { class: "pk-lane", role: "slider", tabindex: 0, "aria-valuemin": 1, "aria-label": s.t("lane") }, canvas);
  const where = make("span", { class: "pk-where" });
  const speed = make("button", { type: "button", class: "pk-speed", onclick: () => s.set("speed", SPEEDS[(SPEEDS.indexOf(s.speed) + 1) % SPEEDS.length]) });
  const help = make("button", { type: "button", text: "?", "aria-label": s.t("help"), title: s.t("help"), onclick: () => s.set("helping", !s.helping) });
  const node = make("div", { class: "pk-film" }, buttons, lane, make("div", { class: "pk-controls" }, where, speed, help));
  const scrub = (event) => s.go(Math.floor(((event.clientX - lane.getBoundingClientRect().left) / lane.clientWidth) * (s.last + 1)));
  s.keep.on(lane, "pointerdown", (event) => { lane.setPointerCapture(event.pointerId); scrub(event); });
  s.keep.on(lane, "pointermove", (event) => { if (event.buttons) scrub(event); });
  return { node, draw: () => drawLane(s, lane, canvas), update: () => {
    node.hidden = s.last === 0;
    play.replaceChildren(icon(BUTTONS[s.playing ? "pause" : "play"], true));
    for (const name of ["aria-label", "title"]) play.setAttribute(name, s.t(s.playing ? "pause" : "play"));
    where.textContent = s.t("frame_of", { n: s.step + 1, all: s.last + 1 });
    speed.textContent = s.speed + "×";
    speed.setAttribute("aria-label", s.t("speed_n", { n: s.speed }));
    lane.setAttribute("aria-valuemax", s.last + 1);
    lane.setAttribute("aria-valuenow", s.step + 1);
    lane.setAttribute("aria-valuetext", `${where.textContent}, ${percent(s.scene.frame.usage)}`);
  } };
}

function drawLane(s, lane, canvas) {
  if (s.last === 0 || !lane.clientWidth) return;
  const { k } = s.px;
  const view = { width: lane.clientWidth, floor: 42 * k, tall: 26 * k, k, each: lane.clientWidth / (s.last + 1) };
  const ctx = freshCanvas(canvas, view.width, 58 * k);
  const asked = s.asking();
  const end = asked ? s.step : s.last;
  view.most = Math.max(1, ...s.film.frames.slice(0, end + 1).map((frame) => frame.usage));
  drawUsage(ctx, s, view, end);
  drawTurns(ctx, s, view, end);
  drawMarkers(ctx, s, view, end);
  drawHandle(ctx, s, view);
}

function drawUsage(ctx, s, { width, floor, tall, each, most }, end) {
  const { color } = s.look;
  for (let at = 0; at <= end; at++) {
    const height = Math.max(1, (s.film.frames[at].usage / most) * tall);
    ctx.fillStyle = at <= s.step ? color.past : color.future;
    const x = Math.floor(at * each);
    ctx.fillRect(x, floor - height, Math.max(1, Math.ceil((at + 1) * each) - x), height);
  }
  ctx.fillStyle = color.edge;
  ctx.fillRect(0, floor, width, 1.5);
  Object.assign(ctx, { strokeStyle: color.warm, lineWidth: 1.5 });
  ctx.setLineDash([2, 3]);
  const y = floor - (s.film.policy.threshold / most) * tall;
  strikePath(ctx, 0, y, width, y);
  ctx.setLineDash([]);
}

function strikePath(ctx, x, y, toX, toY) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

function drawTurns(ctx, s, { floor, each, k }, end) {
  const { color, type, t } = s.look;
  let [turn, free] = [null, 0];
  for (let at = 0; at <= end; at++) {
    if (s.film.frames[at].turn === turn) continue;
    turn = s.film.frames[at].turn;
    const [words, x] = [free ? String(turn) : t("turn_n", { turn }), (at + 0.5) * each];
    ctx.fillStyle = color.edge;
    ctx.fillRect(x, floor, 1, 4 * k);
    if (x < free) continue;
    ctx.fillStyle = color.ink3;
    ctx.font = type.faces.fig;
    const left = free ? x - type.fig(words) / 2 : Math.max(0, x - 4);
    ctx.fillText(words, left, floor + 11 * k);
    free = left + type.fig(words) + 14 * k;
  }
}

function drawMarkers(ctx, s, { each, k }, end) {
  let was = { due: false, breaker: "closed" };
  for (let at = 0; at <= end; at++) {
    const frame = s.film.frames[at];
    const mark = frame.breaker === "open" && was.breaker !== "open" ? "open" : failedAt(s.film, at) ? "failed" : packedAt(s.film, at) ? "applied" : frame.due && !was.due ? "due" : "";
    if (mark) paintMarker(ctx, mark, (at + 0.5) * each, 6 * k, s.look, k);
    was = frame;
  }
}

function paintMarker(ctx, mark, x, y, { color }, k) {
  const strokes = { open: "M-6 3h4M-2 3 4-4M4 3h3", failed: "M-3.5-3.5l7 7M3.5-3.5l-7 7", due: "M-4-3.5h8L0 3.5z", applied: "M-4.5-4h9L0 4z" };
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(k, k);
  Object.assign(ctx, { strokeStyle: color.warm, fillStyle: color.ink, lineWidth: mark === "due" ? 1.5 : 2 });
  if (mark === "applied") ctx.fill(pathOf(strokes[mark]));
  else ctx.stroke(pathOf(strokes[mark]));
  ctx.restore();
}

function drawHandle(ctx, s, { floor, each, k }) {
  const x = (s.step + 0.5) * each;
  ctx.fillStyle = s.look.color.ink;
  ctx.fillRect(x - 1, 11 * k, 2, floor - 11 * k);
  ctx.beginPath();
  ctx.arc(x, floor, 5.5 * k, 0, 7);
  ctx.fill();
  Object.assign(ctx, { strokeStyle: s.look.color.ground, lineWidth: 2 });
  ctx.stroke();
}
