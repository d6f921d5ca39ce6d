"""Standings, winners, the front, and whom a policy hurt: on rows whose answers can be told by hand."""

from packlight.simulation.sweep.row import Row
from packlight.simulation.sweep.summary import compared, front, hurt, spread, standings, winners


def row(conversation: str, policy: str, price: float | None, kept: int, tokens: int = 100) -> Row:
    return Row(
        conversation=conversation,
        policy=policy,
        price=price,
        tokens=tokens,
        facts=10,
        facts_kept=kept,
        compactions=1,
        failures=0,
        invalid=0,
    )


ROWS = [
    row("a", "dear", 3.0, 9),
    row("a", "cheap", 1.0, 4, tokens=50),
    row("a", "bad", 2.0, 3),
    row("b", "dear", 3.0, 10),
    row("b", "cheap", 1.0, 8, tokens=50),
    row("b", "bad", 2.0, 7),
]


def test_a_standing_adds_up_and_the_cheapest_stands_first() -> None:
    table = standings(ROWS)
    assert [(each.policy, each.price, each.share) for each in table] == [
        ("cheap", 2.0, 0.6),
        ("bad", 4.0, 0.5),
        ("dear", 6.0, 0.95),
    ]
    assert table[2].price_spread == (3.0, 3.0, 3.0, 3.0, 3.0) and table[0].share_spread[::4] == (0.4, 0.8)


def test_winners_say_by_how_much() -> None:
    found = {each.measure: each for each in winners(standings(ROWS))}
    assert (found["price"].policy, found["price"].next_value, found["price"].worst_value) == ("cheap", 4.0, 6.0)
    assert (found["facts"].policy, found["facts"].value, found["facts"].next_policy) == ("dear", 0.95, "cheap")
    assert found["tokens"].policy == "cheap" and found["tokens"].tied == 1


def test_the_front_leaves_out_who_is_beaten_on_both() -> None:
    assert [each.policy for each in front(standings(ROWS))] == ["cheap", "dear"]


def test_without_prices_tokens_stand_in_their_place() -> None:
    unpriced = [row(r.conversation, r.policy, None, r.facts_kept or 0, r.tokens or 0) for r in ROWS]
    table = standings(unpriced)
    assert {each.measure for each in winners(table)} == {"tokens", "facts"}
    assert [each.policy for each in front(table)] == ["cheap", "dear"]


def test_hurt_counts_what_another_policy_kept() -> None:
    found = hurt(ROWS)
    assert [(each.row.conversation, each.row.policy, each.lost) for each in found] == [("a", "bad", 6), ("b", "bad", 3)]
    assert len(hurt(ROWS, most=1)) == 1
    assert hurt([row("a", "x", 1, 5), row("a", "y", 1, 5)]) == ()


def test_only_what_ran_everywhere_and_was_packed_is_compared() -> None:
    spared = Row(conversation="c", policy="cheap", facts=1, facts_kept=1, tokens=9)
    failed = [Row(conversation="d", policy=policy, reason="no") for policy in ("dear", "cheap", "bad")]
    idle = [Row(conversation="e", policy=policy, compactions=0, failures=0) for policy in ("dear", "cheap", "bad")]
    assert {each.conversation for each in compared([*ROWS, spared, *failed, *idle])} == {"a", "b"}
    assert {each.conversation for each in compared(idle)} == {"e"}
    assert standings(failed) == () and winners(()) == () and front(()) == ()


def test_a_spread_of_little() -> None:
    assert spread([]) == (1.0,) * 5 and spread([0.5]) == (0.5,) * 5
