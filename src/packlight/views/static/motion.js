// The way from one frame to the next, as a pure function of time. One thing moves at a time: marks, hold, drops fade,
// blocks fold into the slot of the summary, the rest moves up while the gauge runs along. Every moment can be cut short.

const [MARK, HOLD, DROP, FOLD, MOVE] = [160, 240, 180, 320, 220]; // ms, 1,120 in all
const APPENDING = 180;

function planMotion(film, from, to) {
  if (from.crowded || to.crowded) return null;
  const event = packedAt(film, to.step);
  const plan = new Map((event?.plan ?? []).map((row) => [String(row.message), row]));
  const gone = from.items.filter((item) => !to.byKey.has(item.row.key));
  const fresh = to.items.filter((item) => !from.byKey.has(item.row.key));
  const heirs = new Set();
  const fates = new Map(gone.map((item) => [item.row.key, fateOf(item, plan.get(item.row.key), fresh, to, heirs)]));
  const folded = gone.filter((item) => fates.get(item.row.key).action === "replace");
  const slot = (folded[0] ?? gone[0])?.y ?? to.height;
  return { from, to, event, fates, fresh, heirs, folded, slot, packing: gone.length > 0, length: gone.length ? MARK + HOLD + DROP + FOLD + MOVE : APPENDING };
}

function fateOf(item, planned, fresh, to, heirs) {
  const into = planned?.into != null ? to.byKey.get(String(planned.into)) : fresh.find((one) => one.row.raw.derived_from === item.row.raw.id);
  let action = planned?.action ?? (into ? "shorten" : "drop");
  if (action === "shorten" && !into) action = "drop";
  if (into && action === "replace") heirs.add(into.row.key);
  return { action, into };
}

// Progress of each beat, 0 to 1, at `ms` after the start.
function beatsAt(motion, ms) {
  if (!motion.packing) return { mark: 1, drop: 1, fold: 1, move: easeOut(clamp(ms / APPENDING, 0, 1)) };
  const part = (start, length) => clamp((ms - start) / length, 0, 1);
  const [drop, fold] = [MARK + HOLD, MARK + HOLD + DROP];
  return { mark: part(0, MARK), drop: part(drop, DROP), fold: part(fold, FOLD), move: easeOut(part(fold + FOLD, MOVE)) };
}

// What to draw at that moment: entries {item, y, alpha, dx, mark, strength, heir}.
function entriesAt(motion, beats) {
  const entries = motion.from.items.map((item) => leaving(motion, item, beats));
  for (const item of motion.fresh) {
    const folding = motion.heirs.has(item.row.key);
    const shortened = [...motion.fates.values()].some((fate) => fate.action === "shorten" && fate.into === item);
    if (shortened && !folding) continue;
    const alpha = folding ? beats.fold : beats.move;
    entries.push({ item, y: folding ? mix(motion.slot, item.y, beats.move) : item.y, alpha, dx: 0 });
  }
  return entries.filter((entry) => entry.alpha > 0);
}

function leaving(motion, item, beats) {
  const fate = motion.fates.get(item.row.key);
  if (!fate) return { item, y: mix(item.y, motion.to.byKey.get(item.row.key).y, beats.move), alpha: 1, dx: 0 };
  if (fate.action === "shorten") {
    if (beats.move > 0) return { item: fate.into, y: mix(item.y, fate.into.y, beats.move), alpha: 1, dx: 0 };
    return { item, y: item.y, alpha: 1, dx: 0, mark: "cut", strength: beats.mark, heir: fate.into.row };
  }
  if (fate.action === "replace") return folding(motion, item, beats);
  return { item, y: item.y, alpha: 1 - beats.drop, dx: -8 * beats.drop, mark: "drop", strength: beats.mark };
}

// Rows fold one after the other, the top one first.
function folding(motion, item, beats) {
  const turn = motion.folded.indexOf(item) / max(1, motion.folded.length - 1);
  const own = easeBoth(clamp(beats.fold * 1.6 - 0.6 * turn, 0, 1));
  return { item, y: mix(item.y, motion.slot, own), alpha: 1 - own, dx: 0, mark: "fold", strength: beats.mark };
}

// The block of the heir that carries on a block, or null when it is gone: same pair, else same kind and place among them.
function heirOf(block, row, heir) {
  const same = (one) => one.kind === block.kind && one.pair === block.pair && one.name === block.name;
  const twins = row.blocks.filter(same);
  return heir.blocks.filter(same)[twins.indexOf(block)] ?? null;
}
