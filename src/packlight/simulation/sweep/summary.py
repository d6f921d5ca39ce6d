"""What the rows of a sweep say together: which policy wins on what, and whom a policy hurt.

Comes in: rows. Goes out: a `Standing` for each policy, winners, the policies that nobody beats on price and facts at
once, and the conversations that lost most. Only conversations that ran under every policy are compared, so that none
looks cheap because it was spared the long ones; and only those that some policy packed, for all others are alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles

from packlight.core.frozen import Frozen
from packlight.simulation.sweep.row import Row

Spread = tuple[float, float, float, float, float]
"""Least, first quarter, median, third quarter, most."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one policy made of all conversations together.

    Attributes:
        price: US dollars, or None where no price is known.
        share: facts kept ÷ facts, from 0 to 1; 1 where there are none.
        share_spread: the same, conversation by conversation; those without facts are left out.
        price_spread: price ÷ that of the cheapest policy for the same conversation, from 1 up.
    """

    policy: str
    settings: Frozen
    conversations: int
    tokens: int
    price: float | None
    cache_broken: int
    facts: int
    facts_kept: int
    compactions: int
    failures: int
    opened: int
    invalid: int
    peak_usage: float
    share_spread: Spread
    price_spread: Spread

    @property
    def share(self) -> float:
        """Facts kept ÷ facts."""
        return self.facts_kept / self.facts if self.facts else 1.0


@dataclass(frozen=True, slots=True)
class Winner:
    """Who is best at one measure, and by how much.

    Attributes:
        measure: `price`, `tokens` or `facts`.
        policy, value: the best one and its figure.
        next_policy, next_value: the second best, or None where there is only one.
        worst_policy, worst_value: the last one.
        tied: how many policies have the best figure.
    """

    measure: str
    policy: str
    value: float
    next_policy: str | None
    next_value: float | None
    worst_policy: str
    worst_value: float
    tied: int


@dataclass(frozen=True, slots=True)
class Hurt:
    """A conversation and the policy that hurt it most: the row, and the best that another policy made of it."""

    row: Row
    best: Row

    @property
    def lost(self) -> int:
        """Facts lost that another policy kept."""
        return (self.best.facts_kept or 0) - (self.row.facts_kept or 0)


def compared(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of conversations that ran under every policy and that some policy packed; of all, where none was packed.

    >>> rows = [Row(conversation="a", policy=p, facts=1) for p in "xy"] + [Row(conversation="b", policy="x", facts=1)]
    >>> [(row.conversation, row.policy) for row in compared(rows)]
    [('a', 'x'), ('a', 'y')]
    """
    fair = complete(rows)
    packed = {row.conversation for row in fair if row.compactions or row.failures}
    return tuple(row for row in fair if row.conversation in packed or not packed)


def complete(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of conversations that ran under every policy."""
    ran = [row for row in rows if row.reason is None]
    policies = {row.policy for row in ran}
    under: dict[str, set[str]] = defaultdict(set)
    for row in ran:
        under[row.conversation].add(row.policy)
    return tuple(row for row in ran if under[row.conversation] == policies)


def standings(rows: Iterable[Row]) -> tuple[Standing, ...]:
    """A standing for each policy, the cheapest first."""
    fair = compared(rows)
    cheapest: dict[str, float] = {}
    for row in fair:
        if row.price is not None:
            cheapest[row.conversation] = min(row.price, cheapest.get(row.conversation, row.price))
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in fair:
        groups[row.policy].append(row)
    table = [_standing(policy, group, cheapest) for policy, group in groups.items()]
    cost = cost_of(table)
    return tuple(sorted(table, key=lambda each: (cost(each), each.policy)))


def _standing(policy: str, rows: Sequence[Row], cheapest: dict[str, float]) -> Standing:
    prices = [row.price for row in rows if row.price is not None]
    return Standing(
        policy=policy,
        settings=rows[0].settings,
        conversations=len(rows),
        tokens=sum(row.tokens or 0 for row in rows),
        price=round(sum(prices), 6) if len(prices) == len(rows) else None,
        cache_broken=sum(row.cache_broken or 0 for row in rows),
        facts=sum(row.facts or 0 for row in rows),
        facts_kept=sum(row.facts_kept or 0 for row in rows),
        compactions=sum(row.compactions or 0 for row in rows),
        failures=sum(row.failures or 0 for row in rows),
        opened=sum(row.opened_at is not None for row in rows),
        invalid=sum(row.invalid or 0 for row in rows),
        peak_usage=max(row.peak_usage or 0.0 for row in rows),
        share_spread=spread([(row.facts_kept or 0) / row.facts for row in rows if row.facts]),
        price_spread=spread([row.price / cheapest[row.conversation] if row.price else 1.0 for row in rows]),
    )


def spread(values: Sequence[float]) -> Spread:
    """Least, quarters and most of some values; ones where there are none.

    >>> spread([1, 2, 3, 4, 5])
    (1, 2.0, 3.0, 4.0, 5)
    """
    if not values:
        return (1.0, 1.0, 1.0, 1.0, 1.0)
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return (min(values), low, middle, high, max(values))


MEASURES: dict[str, Callable[[Standing], float]] = {
    "price": lambda standing: standing.price or 0.0,
    "tokens": lambda standing: standing.tokens,
    "facts": lambda standing: -standing.share,
}
"""What policies are compared by; the smallest wins."""


def winners(table: Sequence[Standing]) -> tuple[Winner, ...]:
    """The winner of each measure; price is left out where a policy has none."""
    return tuple(
        _winner(name, measure, table)
        for name, measure in MEASURES.items()
        if table and (name != "price" or all(each.price is not None for each in table))
    )


def _winner(name: str, measure: Callable[[Standing], float], table: Sequence[Standing]) -> Winner:
    ranked = sorted(table, key=measure)
    best, worst = ranked[0], ranked[-1]
    second = ranked[1] if len(ranked) > 1 else None
    return Winner(
        name,
        best.policy,
        abs(measure(best)),
        second.policy if second else None,
        abs(measure(second)) if second else None,
        worst.policy,
        abs(measure(worst)),
        sum(measure(each) == measure(best) for each in table),
    )


def front(table: Sequence[Standing]) -> tuple[Standing, ...]:
    """The policies that no other one beats on price and facts at once, cheapest first.

    Where no price is known, tokens stand in its place.
    """
    cost = cost_of(table)
    found: list[Standing] = []
    for each in sorted(table, key=lambda standing: (cost(standing), -standing.share)):
        if not found or each.share > found[-1].share:
            found.append(each)
    return tuple(found)


def cost_of(table: Sequence[Standing]) -> Callable[[Standing], float]:
    """What a policy costs: its price, or its tokens where a price is missing."""
    return MEASURES["price" if all(each.price is not None for each in table) else "tokens"]


def hurt(rows: Iterable[Row], most: int = 10) -> tuple[Hurt, ...]:
    """The conversations that a policy hurt most, each with its worst policy; most facts lost first.

    What counts is what another policy of the same sweep kept: nobody is blamed for what no policy could keep.
    """
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in compared(rows):
        if row.facts:
            groups[row.conversation].append(row)
    pairs = [Hurt(min(group, key=_kept), max(group, key=_kept)) for group in groups.values()]
    return tuple(sorted((pair for pair in pairs if pair.lost), key=lambda pair: -pair.lost)[:most])


def _kept(row: Row) -> int:
    return row.facts_kept or 0
