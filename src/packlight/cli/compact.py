"""`packlight compact`: pack a history into a window."""

from __future__ import annotations

import argparse
from typing import Any

import packlight as pl
from packlight.cli.shared import add_policy, open_one, strategy_of, write_json


def add(commands: Any) -> None:
    compact = commands.add_parser("compact", help="pack a history into a window")
    compact.add_argument("file", metavar="FILE", help="a file; - is standard input")
    add_policy(compact, window_required=True)
    compact.add_argument("--summarizer", metavar="NAME", help="offline (the default), anthropic or anthropic:MODEL")
    compact.add_argument("--force", action="store_true", help="pack also when it is not due")
    compact.add_argument("--json", action="store_true", help="the result as JSON")
    compact.add_argument("-o", "--output", metavar="OUT", help="write the packed request there")
    compact.set_defaults(run=_compact)


def _compact(arguments: argparse.Namespace) -> int:
    talk = pl.repair(open_one(arguments)).conversation
    strategy = strategy_of(arguments.strategy) or "sliding_window"
    shape = {"threshold": arguments.threshold, "reserve": arguments.reserve, "summarizer": arguments.summarizer}
    result = pl.compact(talk, arguments.window, strategy, force=arguments.force, **shape)
    gone = pl.lost(result)
    rows = [{"id": row.id, "action": row.action, "reason": row.reason} for row in result.plan.decisions]
    named = strategy if isinstance(strategy, str) else ",".join(strategy)
    if arguments.output:
        write_json(result.conversation.to_api(), arguments.output)
    if arguments.json:
        numbers = {"before": result.before, "after": result.after, "reason": result.reason, "strategy": named}
        request = result.conversation.to_api()
        write_json({**numbers, "plan": rows, "lost": gone.to_dict(), "conversation": request}, None)
        return 0
    why = f" ({result.detail})" if result.detail else ""
    print(f"{named}: {result.before:,} → {result.after:,} tokens, {result.reason}{why}")
    for line in gone.say(pl.language()):
        print(f"  {line}")
    for row in rows:
        if row["action"] != "keep":
            print(f"  {row['action']:8} {row['id']}: {row['reason']}")
    return 0
