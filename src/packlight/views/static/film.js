// Film JSON in, scenes out. A film that cannot be drawn comes back as {trouble: why}. Rows are built once a message;
// a scene is what one step shows: its rows in order with their place, turn separators and what stands where.

const SCHEMA = "packlight.film/1";
const [BLOCK, GAP, SEP] = [22, 8, 22]; // a block's height, the gap below it, what a new turn takes
const CROWDED = 5000; // blocks in one frame, beyond which a row stands for several messages

function openFilm(source) {
  let data = source;
  try {
    if (typeof source === "string") data = JSON.parse(source);
    if (typeof data.schema !== "string") return { trouble: "broken" };
    if (data.schema !== SCHEMA) return { trouble: data.schema.startsWith("packlight.film/") ? "version" : "broken", schema: data.schema };
    if (!data.frames.length) return { trouble: "empty" };
    return buildFilm(data);
  } catch {
    return { trouble: "broken" };
  }
}

function buildFilm(data) {
  const blocks = data.blocks.map(openBlock);
  const rows = data.messages.map((message, index) => openRow(message, index, blocks));
  for (const frame of data.frames) {
    if (frame.m.some(([a, b]) => !(0 <= a && a <= b && b <= rows.length))) throw new RangeError("frame");
    if (!Number.isFinite(frame.tokens) || !Number.isFinite(frame.usage)) throw new TypeError("frame");
  }
  const system = data.system ? openRow({ id: "system", role: "system", voice: "system", turn: -1, ...data.system }, -1, blocks) : null;
  const policy = { window: 0, threshold: 0.87, reserve: 0, max_failures: 3, ...data.policy };
  return { data, blocks, rows, system, policy, frames: data.frames, events: data.events ?? [], facts: data.facts ?? [], crowds: new Map() };
}

function openBlock(raw, id) {
  const kind = raw.kind in FILLS ? raw.kind : "other";
  const label = line(raw.label, 80);
  const name = raw.name ? line(raw.name, 60) : "";
  return { id, raw, kind, label, name, tokens: Number(raw.tokens) || 0, pair: raw.pair ?? null, mate: raw.mate ?? null, row: null, at: 0 };
}

function openRow(message, index, blocks) {
  const own = blocks.slice(...message.blocks);
  const row = { key: String(index), index, raw: message, voice: message.voice, role: line(message.role, 20), turn: message.turn, tokens: message.tokens, blocks: own, span: 1, ids: [index] };
  own.forEach((block, at) => assign(block, { row, at }));
  return row;
}

function rowsOf(film, frame) {
  const rows = frame.m.flatMap(([a, b]) => film.rows.slice(a, b));
  return sumOf(rows, (row) => row.blocks.length) > CROWDED ? crowd(film, rows) : rows;
}

// Beyond CROWDED blocks a row stands for up to 25 neighbours of one turn, and a block for all their blocks of a kind.
function crowd(film, rows) {
  const groups = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last[0].turn === row.turn && last.length < 25) last.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => crowdRow(film, group));
}

function crowdRow(film, group) {
  const key = `${group[0].index}+${group.length}`;
  if (film.crowds.has(key)) return film.crowds.get(key);
  const row = { ...group[0], key, voice: "crowd", span: group.length, tokens: sumOf(group, (one) => one.tokens), ids: group.map((one) => one.index) };
  const kinds = KINDS.map((kind) => group.flatMap((one) => one.blocks.filter((block) => block.kind === kind)));
  row.blocks = kinds.filter((some) => some.length).map((some, at) => crowdBlock(some, row, at));
  film.crowds.set(key, row);
  return row;
}

function crowdBlock(some, row, at) {
  return { ...some[0], id: `${some[0].kind} ${row.key}`, row, at, tokens: sumOf(some, (block) => block.tokens), pair: null, mate: null, name: "", label: `× ${some.length}`, many: some };
}

function makeScene(film, step, pitch) {
  const frame = film.frames[step];
  const scene = { step, frame, items: [], seps: [], byKey: new Map(), counts: {}, blocks: 0, crowded: false, height: 0 };
  if (film.system) addItem(scene, film.system, -1, pitch);
  let at = 0;
  let turn = null;
  for (const row of rowsOf(film, frame)) {
    if (row.turn !== turn) addSeparator(scene, (turn = row.turn));
    scene.seps.at(-1).tokens += row.tokens;
    addItem(scene, row, at, pitch);
    at += row.span;
  }
  scene.messages = at;
  scene.height += GAP / 2;
  return scene;
}

function addSeparator(scene, turn) {
  scene.seps.push({ y: scene.height + SEP / 2, turn, tokens: 0 });
  scene.height += SEP;
}

function addItem(scene, row, at, pitch) {
  const item = { row, at, y: scene.height + GAP / 2 };
  scene.items.push(item);
  row.ids.forEach((index) => scene.byKey.set(String(index), item));
  scene.byKey.set(row.key, item);
  scene.height += pitch;
  scene.crowded ||= row.span > 1;
  for (const block of row.blocks) {
    const size = block.many?.length ?? 1;
    scene.counts[block.kind] = (scene.counts[block.kind] ?? 0) + size;
    scene.blocks += size;
  }
}

// Where a block stands in the API payload of this scene: "messages[3].content[1]", "system", "messages[20:45]".
function pathOfBlock(scene, block) {
  const item = scene.byKey.get(block.row.key);
  if (!item || item.at < 0) return "system";
  return item.row.span > 1 ? `messages[${item.at}:${item.at + item.row.span}]` : `messages[${item.at}].content[${block.at}]`;
}

function blockAtPath(scene, path) {
  if (path === "system") return scene.items[0]?.at === -1 ? scene.items[0].row.blocks[0] : null;
  const found = /^messages\[(\d+)(?::\d+)?\](?:\.content\[(\d+)\])?$/.exec(path);
  const item = found && scene.items.find((one) => one.at === Number(found[1]));
  return item?.row.blocks[Number(found[2] ?? 0)] ?? null;
}

const NOT_FAILED = new Set(["applied", "not_needed", "nothing_to_compact", "cancelled", "breaker_open"]);
const isFailure = (event) => event.kind === "compact" && !NOT_FAILED.has(event.reason);
const eventsAt = (film, step) => (film.frames[step].events ?? []).map((index) => film.events[index]).filter(Boolean);
const packedAt = (film, step) => eventsAt(film, step).find((event) => event.after < event.before && (event.reason === "applied" || event.kind === "trim"));
const failedAt = (film, step) => eventsAt(film, step).find(isFailure);
const isDue = ({ policy }, frame) => frame.due || frame.usage >= policy.threshold || frame.tokens + policy.reserve > policy.window;
