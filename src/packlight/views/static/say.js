// What is said between the gauge and the rows: the caption, the breaker's circuit, the panel of an open breaker and
// the question the film asks. All of them stand in the caption's place.

const LEVER = { closed: 0, half_open: -15, open: -38 };

function makeSay(s) {
  const node = make("div", { class: "pk-say" });
  const part = { node, strip: makeStrip(s), shown: "" };
  part.update = () => {
    updateStrip(s, part.strip);
    const { frame, step } = s.scene;
    const asks = frame.question && !s.skipped.has(step);
    node.replaceChildren(asks ? questionCard(s, frame.question, step) : frame.breaker === "open" ? openPanel(s, part.strip) : captionBand(s, part.strip));
  };
  return part;
}

function captionBand(s, strip) {
  const { head, text, tone } = s.scene.frame.caption ?? {};
  const words = make("p", { class: "pk-words" }, make("b", { text: line(head, 200) }), " " + line(text, 400));
  return make("div", { class: "pk-cap pk-tone-" + (["warm", "good"].includes(tone) ? tone : "plain") }, words, s.film.policy.window ? strip.node : null);
}

function makeStrip(s) {
  const [lever, shapes] = circuit();
  const state = make("b", {});
  const boxes = make("span", { class: "pk-boxes", "aria-hidden": "true" });
  const words = make("span", { class: "pk-row-count" });
  return { node: make("div", { class: "pk-strip", role: "group" }, shapes, state, boxes, words), lever, state, boxes, words };
}

function circuit() {
  const svg = icon("M2 17h22M44 17h22", false);
  svg.setAttribute("viewBox", "0 -8 68 34");
  svg.setAttribute("class", "pk-circuit");
  const lever = icon("M24 17h20", false).firstChild;
  lever.setAttribute("class", "pk-lever");
  const ends = icon(dot(24, 17, 3.6) + dot(44, 17, 3.6), false).firstChild;
  ends.setAttribute("class", "pk-ends");
  svg.append(lever, ends);
  return [lever, svg];
}

function updateStrip(s, strip) {
  const { breaker, failures } = s.scene.frame;
  const most = s.film.policy.max_failures;
  const state = breaker in LEVER ? breaker : "closed";
  strip.node.className = "pk-strip pk-" + state;
  strip.lever.style.transform = `rotate(${LEVER[state]}deg)`;
  strip.state.textContent = s.t("breaker_" + state);
  strip.boxes.replaceChildren(...Array.from({ length: Math.min(most, 9) }, (_, at) => (
    at < failures ? make("i", { class: "pk-failed" }, icon(GLYPHS.error_result[0], false)) : make("i", { text: String(at + 1) }))));
  strip.words.textContent = s.t("in_a_row", { n: failures, most });
}

function shake(s) {
  if (s.still) return;
  s.parts.say.strip.node.animate?.([0, -3, 3, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 160 });
}

function openPanel(s, strip) {
  const { step, frame } = s.scene;
  const cost = s.film.data.cost ?? {};
  const opened = !step || s.film.frames[step - 1].breaker !== "open";
  const { head, text } = frame.caption ?? {};
  const said = opened ? make("p", { text: s.t("no_more_tries") }) : make("p", {}, make("b", { text: line(head, 200) }), " " + line(text, 400));
  const failed = failuresUpTo(s.film, step).slice(-s.film.policy.max_failures);
  const why = failed.map((event, at) => make("li", {}, make("b", { text: `${at + 1} ` }), line(event.text || event.reason, 160)));
  const sum = (key) => failed.reduce((total, event) => total + (event[key] ?? 0), 0);
  const tokens = failed.reduce((total, event) => total + (event.tokens ?? event.before ?? 0), 0);
  const costs = [
    sum("price_usd") || cost.price_usd ? make("li", { class: "pk-money", text: money(sum("price_usd") || cost.price_usd) }) : null,
    make("li", { text: s.t("n_tokens", { n: count(tokens || cost.summarizer_tokens || 0) }) }),
    sum("seconds") ? make("li", { text: s.t("seconds_waiting", { n: Math.round(sum("seconds") * 10) / 10 }) }) : null,
  ];
  const now = (s.film.data.advice ?? []).slice(0, 5).map((advice) => make("li", { text: line(advice, 200) }));
  const column = (title, rows) => make("section", {}, make("h4", { text: s.t(title) }), make("ul", {}, ...rows.filter(Boolean)));
  return make("div", { class: "pk-open-panel", role: "group", "aria-label": s.t("breaker_open") },
    make("div", { class: "pk-open-head" }, strip.node, said),
    make("div", { class: "pk-columns" }, column("why", why), column("what_it_cost", costs), column("what_now", now)));
}

function questionCard(s, question, step) {
  const guess = s.answers[step];
  const revealed = s.revealed.has(step);
  const options = question.options.slice(0, 9).map((words, at) => {
    const note = revealed && at === question.answer ? "truth" : guess === at ? "your_guess" : "";
    const state = `pk-answer${guess === at ? " pk-guess" : ""}${revealed && at === question.answer ? " pk-truth" : ""}`;
    return make("button", { class: state, type: "button", "aria-pressed": String(guess === at), onclick: () => s.answer(at) },
      make("kbd", { text: String(at + 1) }), make("span", { text: line(words, 200) }), note ? make("em", { text: s.t(note) }) : null);
  });
  const button = (key, action, strong) => make("button", { class: strong ? "pk-strong" : "", type: "button", text: s.t(key), onclick: action });
  const buttons = revealed ? [button("go_on", () => s.pass(), true)] : [button("skip", () => s.pass()), guess === undefined ? null : button("show_me", () => s.showTruth(), true)];
  return make("div", { class: "pk-question", role: "group", "aria-label": s.t("question") },
    make("div", { class: "pk-ask" }, make("b", { text: line(question.ask, 300) }), make("span", { text: s.t("press_keys", { n: options.length }) })),
    make("div", { class: "pk-options" }, ...options),
    make("div", { class: "pk-ask" }, make("span", { class: revealed ? "pk-why" : "", text: revealed ? line(question.why, 400) : s.t("film_waits") }), make("span", { class: "pk-buttons" }, ...buttons.filter(Boolean))));
}
