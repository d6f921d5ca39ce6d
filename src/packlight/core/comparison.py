"""A fair table of strategies: the same history, the same budget, the same counter, one row each.

Comes in: a conversation, strategies, and facts that should survive. Goes out: rows with tokens, facts, cost and what of
the cached prefix is left. Called by the façade, the lessons and whoever wants to choose a strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from packlight.core.budget import Budget
from packlight.core.compact import Compacted, compact
from packlight.core.conversation import Conversation
from packlight.core.proposal import kept_facts, unchanged_prefix
from packlight.core.rules import Capabilities
from packlight.core.strategies.contract import Strategy
from packlight.core.summarizers import Summarizer
from packlight.core.tokens import Tally, TokenCounter, weigh_base


@dataclass(frozen=True, slots=True)
class Row:
    """What one strategy made of the history.

    Attributes:
        strategy: its name.
        reason: how it ended, from the closed set.
        before, after: tokens of the whole request.
        kept, shortened, dropped, replaced: ids of the messages, in order.
        facts_kept, facts_lost: which of the facts still stand there word for word, and which do not.
        calls, tokens_in, tokens_out: what a summarizer was asked and wrote.
        prefix_tokens: tokens in front of the first change: what stays in a provider's cache.
        price_usd: what the summarizer cost, where a price was given.
        seconds: how long it took by the injected clock, or None.
    """

    strategy: str
    reason: str
    before: int
    after: int
    kept: tuple[str, ...]
    shortened: tuple[str, ...]
    dropped: tuple[str, ...]
    replaced: tuple[str, ...]
    facts_kept: tuple[str, ...]
    facts_lost: tuple[str, ...]
    calls: int
    tokens_in: int
    tokens_out: int
    prefix_tokens: int
    price_usd: float | None
    seconds: float | None

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)


def compare(
    conversation: Conversation,
    strategies: Iterable[Strategy],
    *,
    budget: Budget,
    counter: TokenCounter,
    facts: Iterable[str] = (),
    summarizer: Summarizer | None = None,
    force: bool = True,
    lang: str = "en",
    clock: Callable[[], float] | None = None,
    price_usd: Callable[[int, int], float] | None = None,
    capabilities: Capabilities | None = None,
) -> tuple[Row, ...]:
    """Pack the same history with each strategy; only facts that stand in it now are looked for.

    >>> from packlight.core.heuristic import HeuristicCounter
    >>> from packlight.core.strategies import SlidingWindow
    >>> talk = Conversation.from_api([{"role": "user", "content": "The port is 8043."}, *[
    ...     {"role": role, "content": "word " * 50} for role in ("assistant", "user", "assistant", "user")]])
    >>> [row] = compare(talk, [SlidingWindow(keep_last=1)], budget=Budget(400), counter=HeuristicCounter(),
    ...                 facts=["8043"])
    >>> row.facts_lost, len(row.dropped)
    (('8043',), 4)
    """
    tally = Tally(counter).extend(conversation.messages)
    base = sum(weigh_base(conversation, counter))
    present = kept_facts(tuple(facts), tuple(conversation.messages))
    rows = []
    for strategy in strategies:
        packed = compact(
            conversation,
            budget=budget,
            strategy=strategy,
            counter=counter,
            summarizer=summarizer,
            tally=tally,
            force=force,
            lang=lang,
            clock=clock,
            capabilities=capabilities,
        )
        prefix = base + tally.before(unchanged_prefix(packed.plan))
        price = price_usd(packed.summary_tokens_in, packed.summary_tokens_out) if price_usd and packed.calls else None
        rows.append(_row(packed, present, prefix, price))
    return tuple(rows)


def _row(packed: Compacted, facts: tuple[str, ...], prefix_tokens: int, price_usd: float | None) -> Row:
    kept = kept_facts(facts, tuple(packed.conversation.messages))

    def ids(action: str) -> tuple[str, ...]:
        return tuple([row.id for row in packed.plan if row.action == action])

    return Row(
        strategy=packed.plan.strategy,
        reason=packed.reason,
        before=packed.before,
        after=packed.after,
        kept=ids("keep"),
        shortened=ids("shorten"),
        dropped=ids("drop"),
        replaced=ids("replace"),
        facts_kept=kept,
        facts_lost=tuple([fact for fact in facts if fact not in kept]),
        calls=packed.calls,
        tokens_in=packed.summary_tokens_in,
        tokens_out=packed.summary_tokens_out,
        prefix_tokens=prefix_tokens,
        price_usd=price_usd,
        seconds=packed.seconds,
    )
