"""How `validate`, `repair` and `Watch` grow with a history: `python benchmarks/validate.py`.

Prints seconds for histories of 1,000 to 100,000 blocks and the exponent between the ends (1.0 is linear; the rules
promise less than 1.1), and what one more turn costs a watch.
"""

from __future__ import annotations

import math
import timeit
from collections.abc import Callable

from packlight.core.conversation import Conversation
from packlight.core.repair import repair
from packlight.core.rules import Watch, validate

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
BLOCKS_A_TURN = 3
REPEATS = 5


def turn(number: int) -> list[dict[str, object]]:
    """An assistant message with a call, and its result: three blocks."""
    call = {
        "type": "tool_use",
        "id": f"toolu_{number}",
        "name": "read_file",
        "input": {"path": f"src/part_{number}.py"},
    }
    result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "def part():\n    return 1\n" * 20}
    return [
        {"role": "assistant", "content": [{"type": "text", "text": f"Reading part {number}."}, call]},
        {"role": "user", "content": [result]},
    ]


def history(blocks: int) -> Conversation:
    """A sound tool loop of so many blocks."""
    messages: list[dict[str, object]] = [{"role": "user", "content": "Read all parts."}]
    for number in range(blocks // BLOCKS_A_TURN):
        messages += turn(number)
    return Conversation.from_api(messages)


def broken(blocks: int) -> Conversation:
    """The same loop; every seventh result is gone and every eleventh id used again."""
    messages: list[dict[str, object]] = [{"role": "user", "content": "Read all parts."}]
    for number in range(blocks // BLOCKS_A_TURN):
        messages += turn(number - number % 11)[: 1 if number % 7 == 0 else 2]
    return Conversation.from_api(messages)


def with_one_gap(blocks: int) -> Conversation:
    """The same loop without its first result: what a crash leaves."""
    messages = history(blocks).messages
    return Conversation().append(*messages[:2], *messages[3:])


def seconds(work: Callable[[], object]) -> float:
    """The best of a few runs, without the garbage collector: its passes depend on what else is in memory."""
    return min(timeit.repeat(work, repeat=REPEATS, number=1))


def measure(name: str, work: Callable[[Conversation], object], make: Callable[[int], Conversation] = history) -> None:
    """Print one line: seconds by size, and the exponent between the first and the last."""
    figures = []
    for size in SIZES:
        talk = make(size)
        figures.append(seconds(lambda talk=talk: work(talk)))  # type: ignore[misc]
    exponent = math.log(figures[-1] / figures[0]) / math.log(SIZES[-1] / SIZES[0])
    print(f"{name:16}" + "".join(f"{figure * 1000:10.1f}" for figure in figures) + f"{exponent:10.2f}")


def measure_watch(turns: int = 20_000) -> None:
    """Print what a watch spends on one more turn of two messages."""
    steps = [Conversation.from_api([{"role": "user", "content": "Read all parts."}])]
    for number in range(turns):
        steps.append(steps[-1].append(*turn(number)))

    def follow() -> None:
        watch = Watch()
        for step in steps:
            watch = watch.extend(step.messages)
            assert watch.clean

    print(f"watch, a turn: {seconds(follow) / turns * 1e6:.1f} µs over {turns:,} turns")


if __name__ == "__main__":
    print(f"{'ms for blocks':16}" + "".join(f"{size:10,}" for size in SIZES) + "  exponent")
    measure("validate", validate)
    measure("validate, broken", validate, broken)
    measure("repair", repair)
    measure("repair, one gap", repair, with_one_gap)
    measure("repair, broken", repair, broken)
    measure_watch()
