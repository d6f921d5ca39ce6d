"""The widget of a lab: a panel, and where there is a film the stage below it. Imported late.

Comes in: a model. Goes out: one widget with its static twin, `.state` to save and restore, and `.do` for tests and
demonstrations. Everything that is decided is decided in `frame.py` and the model.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from packlight.core.errors import PacklightError
from packlight.views.html import scene_html
from packlight.views.labs import frame
from packlight.views.labs.model import Model, Outcome
from packlight.views.labs.node import el
from packlight.views.labs.panel import Panel
from packlight.views.labs.still import still_html, still_text
from packlight.views.labs.words import speaker
from packlight.views.labs.words.frame import EN, ZH
from packlight.views.stage import Stage
from packlight.views.text import scene_text


class Lab(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A lab in a notebook. Made by `pl.labs`, not by hand.

    Attributes:
        panel: the controls and the lab's own picture.
        stage: the stage below it, or None before the first film.
    """

    def __init__(
        self,
        model: Model[Any],
        *,
        preset: str = "",
        predict: bool = True,
        projector: bool = False,
        theme: str = "auto",
    ) -> None:
        lang = model.bench.lang
        self.model = model
        self.stage: Stage | None = None
        self._sitting = frame.start(model, preset, predict=predict, projector=projector)
        self._known: tuple[Any, Outcome | PacklightError] | None = None
        self._theme, self._moving = theme, False
        gone = speaker(EN, ZH, lang)("gone")
        self.panel = Panel(self._acted, lang=lang, theme=theme, gone=gone)
        super().__init__([self.panel])
        self._draw(move=True)

    @property
    def state(self) -> dict[str, Any]:
        """Where you stand, as JSON; assign it, here or to another lab of the kind, to go back there."""
        return frame.save(self.model, self._sitting)

    @state.setter
    def state(self, saved: Any) -> None:
        self._sitting = frame.restore(self.model, saved)
        self._draw(move=True)

    @property
    def array(self) -> list[dict[str, Any]]:
        """The `messages[]` that is built in the lab, as the API takes it; `ArrayLab` and `PairLab` have one."""
        build = getattr(self.model, "array", None)
        if build is None:
            raise AttributeError(f"{self.model.name} builds no array")
        return list(build(self._sitting.settings))

    def do(self, action: str, value: Any = None) -> Lab:
        """Do what a click on a control does, such as `do("window", 12_000)` or `do("reset")`; gives the lab."""
        self._acted(action, value)
        return self

    def _acted(self, action: str, value: Any) -> None:
        if action == "goto":
            if self.stage:
                self.stage.step = int(value)
            return
        step = self.stage.step if self.stage else 0
        self._sitting = frame.act(self.model, self._sitting, action, value, step)
        self._draw(move=action in frame.MOVES)

    def _outcome(self) -> Outcome | PacklightError:
        """What comes of the settings; worked out once for each."""
        settings = self._sitting.settings
        if self._known is None or self._known[0] != settings:
            try:
                self._known = (settings, self.model.outcome(settings))
            except PacklightError as error:
                self._known = (settings, error)
        return self._known[1]

    def _draw(self, move: bool = False) -> None:
        """Draw the sitting; a film that is shown already stays at its step, unless it should move."""
        outcome = self._outcome()
        same = self.stage and isinstance(outcome, Outcome) and outcome.film == self.stage.film and not move
        view = frame.view(self.model, self._sitting, outcome, self.stage.step if same and self.stage else None)
        preset = "projector" if self._sitting.projector else "normal"
        self._tree = view.tree
        with self.panel.hold_sync():
            self.panel.tree, self.panel.said, self.panel.preset = view.tree.to_list(), view.said, preset
        self._play(view, preset)

    def _play(self, view: frame.View, preset: str) -> None:
        """Bring the stage to the film and step of the view; without a film it is taken away."""
        if not view.film:
            self.children = [self.panel]
            return
        self._moving = True
        if self.stage is None:
            self.stage = Stage(film=view.film, step=view.step, lang=self.panel.lang, theme=self._theme, preset=preset)
            self.stage.observe(self._followed, "step")
        with self.stage.hold_sync():
            if self.stage.film != view.film:
                self.stage.selection = ""
            self.stage.film, self.stage.step, self.stage.preset = view.film, view.step, preset
        self._moving = False
        if self.stage not in self.children:
            self.children = [self.panel, self.stage]

    def _followed(self, _change: Any) -> None:
        """Somebody steps through the film: what the panel says of this moment goes with it."""
        if not self._moving:
            self._draw()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and its static twin for wherever the widget cannot live."""
        bundle = super()._repr_mimebundle_(**kwargs)
        lang = self.panel.lang
        note = el("p.quiet", speaker(EN, ZH, lang)("still"))
        page, text = still_html(el("div", note, self._tree), lang=lang), still_text(self._tree)
        scene = self.stage.scene if self.stage and self.stage in self.children else None
        if scene:
            page, text = page + scene_html(scene, lang=lang), f"{text}\n\n{scene_text(scene, lang=lang)}"
        return {**(bundle or {}), "text/html": page, "text/plain": text}
