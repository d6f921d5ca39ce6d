// The notebook's way in: an anywidget render function. Python hears step, selection and answers; a kernel that is gone
// is said in a banner, and the film plays on.

function render({ model, el }) {
  const get = (key) => model.get(key);
  let stage = null;
  const changed = (key, value) => {
    if (JSON.stringify(get(key)) === JSON.stringify(value)) return;
    try {
      model.set(key, value);
      model.save_changes();
    } catch {
      stage?.set("gone", true);
    }
  };
  const build = () => {
    stage?.destroy();
    const read = (...keys) => Object.fromEntries(keys.map((key) => [key, get(key)]));
    stage = mount(el, { ...read("film", "step", "selection", "answers", "theme", "preset"), lang: get("_chrome").lang, words: get("_chrome").words, changed });
  };
  const heard = ["step", "selection", "answers", "theme", "preset"].map((key) => [`change:${key}`, () => stage.set(key, get(key))]);
  heard.push(["change:film", build], ["change:_chrome", build], ["comm:close", () => stage.set("gone", true)]);
  heard.push(["comm_live_update", () => stage.set("gone", true)]);
  build();
  heard.forEach(([name, handler]) => model.on(name, handler));
  return () => {
    heard.forEach(([name, handler]) => model.off(name, handler));
    stage.destroy();
  };
}

export default { render };
