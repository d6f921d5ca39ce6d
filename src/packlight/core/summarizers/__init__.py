"""Summarizers: callables that turn messages into a short text, and so can fail.

contract.py   the request, the protocol, `Cancelled`
offline.py    `extractive()`: copies what matters, without a model
script.py     `scripted("FSFF")`: fails on cue
calling.py    the one place that calls a summarizer
"""

from packlight.core.summarizers.calling import Written, write_summary
from packlight.core.summarizers.contract import (
    Cancelled,
    RequestTooLarge,
    Summarizer,
    SummaryRequest,
    ask,
    transcript,
)
from packlight.core.summarizers.offline import ExtractiveSummarizer, extractive
from packlight.core.summarizers.script import ScriptedSummarizer, scripted

__all__ = [
    "Cancelled",
    "ExtractiveSummarizer",
    "RequestTooLarge",
    "ScriptedSummarizer",
    "Summarizer",
    "SummaryRequest",
    "Written",
    "ask",
    "extractive",
    "scripted",
    "transcript",
    "write_summary",
]
