"""The Messages API's rules: what it refuses, what it merges, what it allows.

    blocks.py     one block by itself          malformed.py  a message that could not be read
    walk.py       one pass over the messages   tail.py       what holds only as long as nothing follows
    seen.py       what the walk remembers
    validate.py   a whole conversation         watch.py      a growing one, looked at once
    finding.py    what was found, in words     capabilities.py  what the model takes

Comes in: a conversation. Goes out: a `Report` of findings. Called by the façade, the repair, `prepare.py` and the
views.
"""

from packlight.core.rules.capabilities import Capabilities
from packlight.core.rules.finding import Finding, Report, path
from packlight.core.rules.validate import validate
from packlight.core.rules.watch import Watch

__all__ = ["Capabilities", "Finding", "Report", "Watch", "path", "validate"]
