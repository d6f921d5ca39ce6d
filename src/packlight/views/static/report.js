// The report's way in: a button unpacks its film and plays it in a dialog; the films lie in the page, compressed.

const given = JSON.parse(document.getElementById("packlight-data").textContent);
const dialog = document.getElementById("packlight-dialog");
const theater = document.getElementById("packlight");
let playing = null;

const unpacked = (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
const leave = () => {
  playing?.destroy();
  playing = null;
};
const play = (film) => {
  leave();
  dialog.showModal();
  playing = mount(theater, { ...given, film, step: 0, answers: {} });
  playing.root.focus({ preventScroll: true });
};

document.querySelectorAll("[data-film]").forEach((button) => {
  button.addEventListener("click", () => unpacked(given.films[button.dataset.film]).then(play));
});
document.getElementById("packlight-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", leave);
