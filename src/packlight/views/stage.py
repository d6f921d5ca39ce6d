"""The stage: the widget that plays a film in a notebook. Imported late, because anywidget is.

Comes in: a film's JSON text, which travels to the browser once. Goes out: the widget, with its static twin in the same
output, and three traits that Python hears: `step`, `selection`, `answers`. The façade's `show` and `play` call it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import anywidget
import traitlets as t

from packlight.views.assets import stage_style, widget_module
from packlight.views.html import scene_html
from packlight.views.scene import Scene, scene_or_none
from packlight.views.text import scene_text
from packlight.views.words import say, table

THEMES = ("auto", "light", "dark", "contrast")
PRESETS = ("normal", "projector")


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess beside the truth: the question's id and step, both options in words, and whether they are the same."""

    id: str
    step: int
    ask: str
    guess: str
    truth: str
    right: bool


class Stage(anywidget.AnyWidget):
    """Plays a film of `messages[]` in the browser, and goes on when the kernel does not.

    Attributes:
        film: a film's JSON text, schema `packlight.film/1`.
        step: index of the shown frame.
        selection: path of the selected block in the shown frame, like `messages[3].content[1]`, or "".
        answers: the guesses made, as `{step: index of the option}`.
        lang: language of the stage's own words, "en" or "zh".
        theme: "auto" follows the host; "light", "dark", "contrast" do not.
        preset: "normal", or "projector" for big type.
        autoplay: whether the film begins to play when it is shown; never under reduced motion.

    >>> stage = Stage(film='{"schema": "packlight.film/1", "frames": []}', lang="zh")
    >>> stage.step, stage.theme
    (0, 'auto')
    """

    _esm = widget_module()
    _css = stage_style()

    film = t.Unicode("").tag(sync=True)
    step = t.Int(0, min=0).tag(sync=True)
    selection = t.Unicode("").tag(sync=True)
    answers = t.Dict().tag(sync=True)
    lang = t.Enum(("en", "zh"), "en").tag(sync=True)
    theme = t.Enum(THEMES, "auto").tag(sync=True)
    preset = t.Enum(PRESETS, "normal").tag(sync=True)
    autoplay = t.Bool(False).tag(sync=True)
    _chrome = t.Dict().tag(sync=True)

    @t.default("_chrome")
    def _first_chrome(self) -> dict[str, Any]:
        return {"lang": self.lang, "words": dict(table(self.lang))}

    @t.observe("lang")
    def _speak(self, _change: Any) -> None:
        self._chrome = self._first_chrome()

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        # The browser asks whether the kernel is still there; any answer will do.
        self.on_msg(lambda _widget, _content, _buffers: self.send({"here": True}))

    @property
    def scene(self) -> Scene | None:
        """What the twin shows: the shown frame, or at the start the most telling one; None for a broken film."""
        return scene_or_none(self.film, self.step or None)

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The answers beside the truth, in the order of the film; what does not fit its questions is left out.

        >>> ask = {"ask": "Due?", "options": ["no", "yes"], "answer": 1, "why": "", "id": "due-0"}
        >>> Stage(film=json.dumps({"frames": [{"question": ask}]}), answers={"0": 0}).guesses
        (Guess(id='due-0', step=0, ask='Due?', guess='no', truth='yes', right=False),)
        """
        try:
            questions = {str(at): frame.get("question") for at, frame in enumerate(json.loads(self.film)["frames"])}
            answers = sorted((int(step), at) for step, at in self.answers.items())
            return tuple(_guess(step, at, questions[str(step)]) for step, at in answers if questions.get(str(step)))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            return ()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and its static twin for wherever the widget cannot live."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        scene, lang = self.scene, self.lang
        trouble = say(lang, "trouble_broken")
        twin = {
            "text/html": scene_html(scene, lang=lang) if scene else f"<p>{trouble}</p>",
            "text/plain": scene_text(scene, lang=lang) if scene else trouble,
        }
        return {**data, **twin}, metadata


def _guess(step: int, at: int, question: dict[str, Any]) -> Guess:
    options, answer = question["options"], question["answer"]
    return Guess(question.get("id", ""), step, question["ask"], options[at], options[answer], at == answer)
