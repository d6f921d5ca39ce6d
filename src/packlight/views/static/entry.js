// The notebook's way in: an anywidget render function. Python hears step, selection and answers. After each change the
// kernel is asked whether it is there: when it is not, a banner says so, and the film plays on.

const PATIENCE = 5000; // ms

function render({ model, el }) {
  const get = (key) => model.get(key);
  let stage = null;
  let waiting = 0;
  const gone = (is) => {
    clearTimeout(waiting);
    waiting = 0;
    stage.set("gone", is);
  };
  const changed = (key, value) => {
    if (JSON.stringify(get(key)) === JSON.stringify(value)) return;
    try {
      model.set(key, value);
      model.save_changes();
      model.send({ there: true });
      waiting ||= setTimeout(gone, PATIENCE, true);
    } catch {
      gone(true);
    }
  };
  const build = () => {
    stage?.destroy();
    const read = (...keys) => Object.fromEntries(keys.map((key) => [key, get(key)]));
    stage = mount(el, { ...read("film", "step", "selection", "answers", "theme", "preset"), lang: get("_chrome").lang, words: get("_chrome").words, changed });
  };
  const heard = ["step", "selection", "answers", "theme", "preset"].map((key) => [`change:${key}`, () => stage.set(key, get(key))]);
  heard.push(["change:film", build], ["change:_chrome", build], ["comm:close", () => gone(true)], ["comm_live_update", () => gone(true)], ["msg:custom", () => gone(false)]);
  build();
  if (get("autoplay") && stage.state && !stage.state.still) stage.state.play();
  heard.forEach(([name, handler]) => model.on(name, handler));
  return () => {
    heard.forEach(([name, handler]) => model.off(name, handler));
    clearTimeout(waiting);
    stage.destroy();
  };
}

export default { render };
