"""Real sessions, packed by every strategy into windows that are tight: the invariants hold."""

from __future__ import annotations

import pytest

from packlight.adapters.load import load_all
from packlight.core.budget import Budget
from packlight.core.compact import compact, fallback_trim
from packlight.core.heuristic import HeuristicCounter
from packlight.core.repair import repair
from packlight.core.strategies import STRATEGIES, make_strategy
from packlight.core.tokens import count
from tests.support.invariants import broken
from tests.support.shared import shared_dir

COUNTER = HeuristicCounter()
FILES = (
    "cc_copilotchat_98b76fb9.jsonl",
    "cc_copilotchat_b3a7bd3c.jsonl",
    "cc_hivemind_5e41ef2f.jsonl",
    "cc_sniffly_d3ad4cdc.jsonl",
    "cc_viewer_5c0375b4.jsonl",
    "deepagents_summarization_seed.json",
    "inspect_log_images_tc.json",
    "pydanticai_document_req0.json",
    "pydanticai_mcp_servers_req1.json",
    "pydanticai_mixed_content_ordering_req1.json",
    "simonw_sample_session.jsonl",
    "sweagent_marshmallow_fc_replace.traj",
)


@pytest.mark.parametrize("file", FILES)
def test_a_real_session_in_tight_windows(file):
    for loaded in list(load_all(shared_dir() / "transcripts" / file).values())[:2]:
        talk = repair(loaded).conversation
        tokens = count(talk, COUNTER).total
        for window in (int(tokens / 0.95) + 1, int(tokens / 4) + 1):
            trimmed = fallback_trim(talk, budget=Budget(window), counter=COUNTER)
            assert not broken(talk, trimmed, COUNTER)
            for name in STRATEGIES:
                made = make_strategy(name)
                packed = compact(talk, budget=Budget(window), strategy=made, counter=COUNTER)
                assert not broken(talk, packed, COUNTER), (name, window)
                again = compact(packed.conversation, budget=Budget(window), strategy=made, counter=COUNTER)
                assert again.conversation == packed.conversation, (name, window)
