// What is said between the gauge and the rows: the caption, the breaker's circuit, the panel of an open breaker and
// the question the film asks. All of them stand in the caption's place.

const LEVER = { closed: 0, half_open: -15, open: -38 };
const said = ({ head, text } = {}) => [h("b", line(head, 200)), " " + line(text, 400)];

function makeSay(s) {
  const node = h("div.pk-say");
  const strip = makeStrip();
  return { node, strip, update() {
    const { frame, step } = s.shown;
    updateStrip(s, strip);
    node.hidden = s.last === 0 && !frame.caption?.head; // a conversation that is only shown has nothing to say here
    if (s.tour >= 0) return node.replaceChildren(tourCard(s));
    const asks = frame.question && !s.skipped.has(step) && !s.motion;
    node.replaceChildren(asks ? questionCard(s, frame.question, step) : frame.breaker === "open" ? openPanel(s, strip) : captionBand(s, strip));
  } };
}

function captionBand(s, strip) {
  const { caption } = s.shown.frame;
  return h(`div.pk-cap.pk-${["warm", "good"].includes(caption?.tone) ? caption.tone : "plain"}`, h("p", said(caption)), s.film.policy.window ? strip.node : "");
}

function makeStrip() {
  const shapes = icon("M2 17h22M44 17h22", "");
  const lever = icon("M24 17h20").firstChild;
  const ends = icon(dot(24, 17, 3.6) + dot(44, 17, 3.6)).firstChild;
  setProp(shapes, "viewBox", "0 -8 68 34");
  lever.classList.add("pk-lever");
  ends.classList.add("pk-ends");
  shapes.append(lever, ends);
  const [state, boxes, words] = [h("b"), h("span.pk-boxes", { "aria-hidden": "true" }), h("span")];
  return { node: h("div", { role: "group" }, shapes, state, boxes, words), lever, state, boxes, words };
}

function updateStrip(s, strip) {
  const { breaker, failures } = s.shown.frame;
  const most = s.film.policy.max_failures;
  const state = breaker in LEVER ? breaker : "closed";
  const boxes = Array.from({ length: min(most, 9) }, (_, at) => (at < failures ? h("i.pk-failed", icon(GLYPHS.error_result[0])) : h("i", String(at + 1))));
  strip.node.className = "pk-strip pk-" + state;
  strip.lever.style.transform = `rotate(${LEVER[state]}deg)`;
  strip.state.textContent = s.t("breaker_" + state);
  strip.words.textContent = [s.t("in_a_row", { n: failures, most }), state === "open" ? "" : sparedBy(s, s.shown.step)].filter(Boolean).join(" · ");
  strip.boxes.replaceChildren(...boxes);
}

// What the open breaker kept from being spent up to here: a call, with the tokens it would have read, for each refusal.
function sparedBy(s, step) {
  const refused = s.film.events.filter((event) => event.step <= step && event.kind === "break" && event.reason === "breaker_open");
  return refused.length ? s.t("spared", { n: refused.length, tokens: count(sumOf(refused, ({ before }) => before)) }) : "";
}

function shake(s) {
  if (!s.still) s.parts.say.strip.node.animate([0, -3, 3, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), 160);
}

function openPanel(s, strip) {
  const { step, frame } = s.shown;
  const { cost = {}, advice = [] } = s.film.data;
  const opened = !step || s.film.frames[step - 1].breaker !== "open";
  const failed = s.film.events.filter((event) => event.step <= step && isFailure(event)).slice(-s.film.policy.max_failures);
  const sum = (key) => sumOf(failed, (event) => event[key] ?? 0);
  const [usd, tokens, seconds] = [sum("price_usd") || cost.price_usd, sum("tokens") || sum("before") || cost.summarizer_tokens || 0, sum("seconds")];
  const spared = sparedBy(s, step);
  const column = (title, rows) => h("section", h("h4", s.t(title)), h("ul", rows.filter(Boolean)));
  return h("div.pk-open-panel", { role: "group", "aria-label": s.t("breaker_open") },
    h("div.pk-open-head", strip.node, h("p", opened ? s.t("no_more_tries") : said(frame.caption))),
    h("div.pk-columns",
      column("why", failed.map((event, at) => h("li", h("b", `${at + 1} `), line(event.text || event.reason)))),
      column("what_it_cost", [usd ? h("li.pk-money", money(usd)) : 0, h("li", s.t("n_tokens", { n: count(tokens) })), seconds ? h("li", s.t("seconds_waiting", { n: round(seconds * 10) / 10 })) : 0, spared ? h("li", spared) : 0]),
      column("what_now", advice.slice(0, 5).map((words) => h("li", line(words, 200))))));
}

// Five things to know, one after the other; each is outlined while it is told.
const TOUR = ["gauge", "say", "rows", "panel", "bar"];
function tourCard(s) {
  const go = (key, at, strong = "") => h("button" + strong, { onclick: () => s.guide(at) }, s.t(key));
  const last = s.tour === TOUR.length - 1;
  return h("div.pk-question", { role: "group", "aria-label": s.t("tour") }, h("div.pk-ask", h("b", s.t("tour_" + s.tour)), h("span", `${s.tour + 1} / ${TOUR.length}`)),
    h("div.pk-ask", h("span"), h("span.pk-buttons", last ? "" : go("skip", -1), go(last ? "close" : "tour_next", last ? -1 : s.tour + 1, ".pk-strong"))));
}

// On a projector a class votes: each key or click is a vote, then they talk, vote again, and see both rounds.
function ballot(s, step, at) {
  const rounds = s.votes[step] ?? [[]];
  return rounds.map((round) => round[at] ?? 0).join(" → ");
}

function questionCard(s, { ask, options, answer, why }, step) {
  const voting = s.preset === "projector";
  const guess = s.answers[step];
  const open = s.revealed.has(step);
  const choices = options.slice(0, 9).map((words, at) => {
    const note = open && at === answer ? "truth" : guess === at ? "your_guess" : "";
    const choice = press(line(words, 200), guess === at, () => s.answer(at), h("kbd", String(at + 1)));
    choice.className = `pk-answer${guess === at ? " pk-guess" : ""}${note === "truth" ? " pk-truth" : ""}`;
    if (note) choice.append(h("em", s.t(note)));
    if (voting) choice.append(h("b.pk-votes", ballot(s, step, at)));
    return choice;
  });
  const go = (key, onclick, strong) => h("button" + strong, { onclick }, s.t(key));
  const again = voting && s.votes[step]?.length === 1 ? go("vote_again", s.voteAgain, "") : "";
  const buttons = open ? [go("go_on", s.pass, ".pk-strong")] : [go("skip", s.pass, ""), again, guess === undefined ? "" : go("show_me", s.showTruth, ".pk-strong")];
  return h("div.pk-question", { role: "group", "aria-label": s.t("question") },
    h("div.pk-ask", h("b", line(ask, 300)), h("span", s.t("press_keys", { n: options.length }))),
    h("div.pk-options", choices),
    h("div.pk-ask", h("span", open ? line(why, 400) : s.t("film_waits")), h("span.pk-buttons", buttons)));
}
