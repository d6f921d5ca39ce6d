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
    compact.add_argument("--force", action="store_true", help="pack also when it is not due")
    compact.add_argument("--json", action="store_true", help="the result as JSON")
    compact.add_argument("-o", "--output", metavar="OUT", help="write the packed request there")
    compact.set_defaults(run=_compact)


def _compact(arguments: argparse.Namespace) -> int:
    talk = pl.repair(open_one(arguments)).conversation
    strategy = strategy_of(arguments.strategy) or "sliding_window"
    result = pl.compact(talk, arguments.window, strategy, arguments.threshold, arguments.reserve, force=arguments.force)
    rows = [{"id": row.id, "action": row.action, "reason": row.reason} for row in result.plan.decisions]
    named = strategy if isinstance(strategy, str) else ",".join(strategy)
    if arguments.output:
        write_json(result.conversation.to_api(), arguments.output)
    if arguments.json:
        numbers = {"before": result.before, "after": result.after, "reason": result.reason, "strategy": named}
        write_json({**numbers, "plan": rows, "conversation": result.conversation.to_api()}, None)
        return 0
    print(f"{named}: {result.before:,} → {result.after:,} tokens, {result.reason}")
    for row in rows:
        if row["action"] != "keep":
            print(f"  {row['action']:8} {row['id']}: {row['reason']}")
    return 0
