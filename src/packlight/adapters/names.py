"""Names for the conversations of one file: what the file calls them, each once.

Comes in: whatever a file has for a name. Goes out: a text that no other conversation of the file has. Called by the
formats that hold many conversations.
"""

from __future__ import annotations

from typing import Any


class Names:
    """Gives out names.

    >>> names = Names()
    >>> names.take("task-1"), names.take("task-1"), names.take(None), names.take(7)
    ('task-1', 'task-1 (2)', '3', '7')
    """

    def __init__(self, *taken: str) -> None:
        self._taken = set(taken)
        self._count = 0

    def take(self, wish: Any) -> str:
        """The wished name, or the next number where there is none; a second one of a kind says so."""
        self._count += 1
        name = str(wish) if isinstance(wish, str | int) and str(wish).strip() else str(self._count)
        free, again = name, 1
        while free in self._taken:
            again += 1
            free = f"{name} ({again})"
        self._taken.add(free)
        return free
