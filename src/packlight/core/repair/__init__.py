"""Mending malformed history, each change recorded with the rule that asked for it.

    run.py      the order of the steps        intake.py  what could not be read, roles, foreign fields
    draft.py    the workbench                 blocks.py  blocks by themselves
    change.py   what was done                 turns.py   neighbours, empties, system messages
    edges.py    the first and the last        pairs.py   calls and results
    limits.py   markers, pictures, bound thoughts         served.py  pairs that the API runs itself

Comes in: a conversation. Goes out: a `Mended`. Called by the façade, `prepare.py` and the simulation.
"""

from packlight.core.repair.change import Change, Mended
from packlight.core.repair.run import repair

__all__ = ["Change", "Mended", "repair"]
