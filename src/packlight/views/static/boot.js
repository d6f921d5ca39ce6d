// The exported file's way in: the film and the words lie in the page as JSON; #step=12, or a scene link, starts at another
// frame.

const given = JSON.parse(document.getElementById("packlight-data").textContent);
const wanted = /[#&]step=(\d+)/.exec(location.hash);
const stage = mount(document.getElementById("packlight"), { ...given, step: wanted ? Number(wanted[1]) : 0, answers: {} });
stage.root.focus({ preventScroll: true });
window.addEventListener("hashchange", () => {
  const next = /[#&]step=(\d+)/.exec(location.hash);
  if (next) stage.set("step", Number(next[1]));
});
