"""What is said in `films.story`, in English and Chinese: a bug hunt in a timetable tool. Data only."""

from __future__ import annotations

from typing import Any

_CAPTIONS_EN = {
    "human": ("The user asks.", "A new turn begins."),
    "assistant": ("The assistant answers.", "It may think, speak and call tools in one message."),
    "results": ("Results come back.", "They travel as a user message, though no human wrote them."),
}
_CAPTIONS_ZH = {
    "human": ("用户提问。", "新的一轮开始。"),
    "assistant": ("助手回应。", "一条消息里可以思考、说话并调用工具。"),
    "results": ("结果返回。", "结果以用户消息送回，但不是人写的。"),
}

_EN: dict[str, Any] = {
    "title": "The bus that leaves twice",
    "scenario": "a bug hunt",
    "system": "instructions · CLAUDE.md · 6 tools",
    "captions": _CAPTIONS_EN,
    "messages": [
        ("human", [("user_text", "Every autumn one bus leaves twice. Find out why and fix it.", 190)]),
        (
            "assistant",
            [
                ("thinking", "clock change, or a double import?", 220),
                ("assistant_text", "I look at the planner and run its tests", 46),
                ("tool_use", "planner.py", 74, 1, "read_file"),
                ("tool_use", "tests/", 66, 2, "run_tests"),
            ],
        ),
        (
            "results",
            [
                ("tool_result", "planner.py, 204 lines", 2050, 1),
                ("tool_result", "pytest, 388 lines, 1 failed: test_last_sunday_of_october", 3500, 2),
            ],
        ),
        ("assistant", [("thinking", "where is the offset taken?", 180), ("tool_use", "utcoffset(", 70, 3, "grep")]),
        ("results", [("error_result", "unbalanced bracket in pattern", 58, 3)]),
        ("assistant", [("assistant_text", "My pattern was wrong", 34), ("tool_use", "utcoffset\\(", 72, 4, "grep")]),
        ("results", [("tool_result", "19 matches in 5 files", 860, 4)]),
        (
            "assistant",
            [
                ("thinking", "fold is never passed on", 270),
                ("assistant_text", "The hour exists twice and the code takes both", 58),
                ("tool_use", "clock.py", 70, 5, "read_file"),
            ],
        ),
        ("results", [("tool_result", "clock.py, 88 lines", 1090, 5)]),
        ("assistant", [("tool_use", "clock.py, keep the first of two", 390, 6, "edit_file")]),
        ("results", [("tool_result", "ok", 48, 6)]),
        ("assistant", [("tool_use", "tests/", 60, 7, "run_tests")]),
        ("results", [("tool_result", "pytest, 121 lines, all passed", 1380, 7)]),
        ("assistant", [("assistant_text", "Fixed: the bus of the doubled hour leaves once.", 240)]),
        ("human", [("user_text", "And the night bus to Lille?", 88)]),
        (
            "assistant",
            [
                ("thinking", "it crosses midnight", 170),
                ("tool_use", "Lille", 66, 8, "grep"),
                ("tool_use", "night.csv", 68, 9, "read_file"),
            ],
        ),
        ("results", [("tool_result", "6 matches", 210, 8), ("tool_result", "night.csv, 44 rows", 1280, 9)]),
        ("assistant", [("tool_use", "test_clock.py, two cases", 420, 10, "edit_file")]),
        ("results", [("tool_result", "ok", 48, 10)]),
        ("assistant", [("assistant_text", "A test covers both nights.", 128)]),
        ("human", [("user_text", "Good. Add a --dry-run flag.", 112)]),
        ("assistant", [("thinking", "argparse, one flag", 240), ("tool_use", "cli.py", 68, 11, "read_file")]),
        ("results", [("tool_result", "cli.py, 133 lines", 1080, 11)]),
        ("human", [("user_text", "Only print, change nothing.", 420)]),
    ],
    "due": ("Compaction is due.", "The tag has passed the 87 % tick. Next: a plan says what stays.", "warm"),
    "question": {
        "ask": "The tag has passed 87 %. What does the plan give up first?",
        "options": [
            "the largest block, pytest",
            "the oldest turn, messages 0–13",
            "all five thinking blocks",
            "the system prompt",
        ],
        "answer": 1,
        "why": "A summary stands for whole old turns; the system prompt is never touched.",
    },
    "summary": [
        (
            "summary",
            "Task: one bus leaves twice in autumn. Cause: clock.py ignores fold. Done: edit, tests pass.",
            1040,
        ),
        ("user_text", "And the night bus to Lille?", 88),
    ],
    "shorter": [("tool_result", "6 matches", 210, 8), ("tool_result", "night.csv, head and tail", 620, 9)],
    "answer": [("thinking", "print, then return", 120), ("tool_use", "cli.py, add the flag", 430, 12, "edit_file")],
    "packed": (
        "Packed.",
        "One summary took the place of the first turn. Facts kept: 5 of 6. Lost: clock.py, line 52.",
        "good",
    ),
    "after": [
        ("results", [("tool_result", "ok", 48, 12)]),
        ("assistant", [("tool_use", "tests/", 60, 13, "run_tests")]),
        ("results", [("tool_result", "pytest, 640 lines, 9 failed", 4900, 13)]),
        (
            "assistant",
            [
                ("assistant_text", "Nine tests read the old help text.", 90),
                ("tool_use", "tests/test_cli.py", 70, 14, "read_file"),
            ],
        ),
    ],
    "failures": [
        ("summarizer_error", "Timed out after 30 s."),
        ("empty_summary", "Empty: a tool call, no text."),
        ("empty_summary", "Empty: only thinking."),
    ],
    "failed": "Nothing changed: same messages, same tokens. Then the cheap trim would follow.",
    "huge": [
        [("tool_result", "test_cli.py, 702 lines", 4700, 14)],
        [("tool_result", "ok", 60, 15)],
        [("tool_result", "ok", 60, 16)],
    ],
    "go_on": [
        [("tool_use", "test_cli.py, new help text", 160, 15, "edit_file")],
        [("tool_use", "README.md", 90, 16, "edit_file")],
        [("tool_use", "docs", 70, 17, "grep")],
    ],
    "last": [("tool_result", "no matches", 50, 17)],
    "stays_open": ("Still open.", "Compaction is due, and nobody calls the summarizer.", "warm"),
    "facts": [
        ("the task, as the user put it", 0),
        ("the tool must stay offline", 0),
        ("test_last_sunday_of_october", 2),
        ("the cause: fold is ignored", 7),
        ("clock.py, line 52", 8),
        ("the flag is --dry-run", 20),
    ],
    "advice": ["Clear and restate the task.", "Hand off to a new session, with a note.", "Split the job in two."],
}

_ZH_LABELS: dict[str, str] = {
    "Every autumn one bus leaves twice. Find out why and fix it.": "每年秋天有一班车会发两次，请查明原因并修复。",
    "clock change, or a double import?": "是夏令时，还是重复导入？",
    "I look at the planner and run its tests": "先看排班程序，再跑测试",
    "planner.py, 204 lines": "planner.py，204 行",
    "pytest, 388 lines, 1 failed: test_last_sunday_of_october": "pytest，388 行，1 个失败：test_last_sunday_of_october",
    "where is the offset taken?": "时差在哪里取？",
    "unbalanced bracket in pattern": "括号不配对",
    "My pattern was wrong": "正则写错了",
    "19 matches in 5 files": "5 个文件中 19 处匹配",
    "fold is never passed on": "fold 没有传下去",
    "The hour exists twice and the code takes both": "这一小时出现两次，代码都取了",
    "clock.py, 88 lines": "clock.py，88 行",
    "clock.py, keep the first of two": "clock.py，只取第一次",
    "ok": "成功",
    "pytest, 121 lines, all passed": "pytest，121 行，全部通过",
    "Fixed: the bus of the doubled hour leaves once.": "已修复：重复的一小时只发一班车。",
    "And the night bus to Lille?": "去里尔的夜班车呢？",
    "it crosses midnight": "它跨过午夜",
    "6 matches": "6 处匹配",
    "night.csv, 44 rows": "night.csv，44 行",
    "test_clock.py, two cases": "test_clock.py，两个用例",
    "A test covers both nights.": "测试已覆盖两个夜晚。",
    "Good. Add a --dry-run flag.": "很好。再加一个 --dry-run 选项。",
    "argparse, one flag": "argparse，一个选项",
    "cli.py, 133 lines": "cli.py，133 行",
    "Only print, change nothing.": "只打印，不改动。",
    "instructions · CLAUDE.md · 6 tools": "指令 · CLAUDE.md · 6 个工具",
}


def _zh(value: Any) -> Any:
    if isinstance(value, str):
        return _ZH_LABELS.get(value, value)
    if isinstance(value, list | tuple):
        return type(value)(map(_zh, value))
    return {key: _zh(inner) for key, inner in value.items()} if isinstance(value, dict) else value


_ZH: dict[str, Any] = {
    **_zh(_EN),
    "title": "发了两次的班车",
    "scenario": "一次查错",
    "captions": _CAPTIONS_ZH,
    "due": ("压缩已到期。", "标签已过 87 % 刻度。下一步：由方案决定保留什么。", "warm"),
    "question": {
        "ask": "标签已过 87 %。方案最先放弃什么？",
        "options": ["最大的内容块 pytest", "最早的一轮，第 0–13 条", "全部五个思考块", "系统提示"],
        "answer": 1,
        "why": "一条摘要替换整个旧轮次，系统提示从不改动。",
    },
    "packed": ("已压缩。", "一条摘要替换了第一轮。保留事实 5 / 6，丢失：clock.py 第 52 行。", "good"),
    "failures": [
        ("summarizer_error", "30 秒后超时。"),
        ("empty_summary", "空：只有工具调用，没有文本。"),
        ("empty_summary", "空：只有思考。"),
    ],
    "failed": "什么都没变：消息相同，token 相同。",
    "stays_open": ("仍然断开。", "压缩已到期，但不再调用摘要器。", "warm"),
    "facts": [
        ("用户原话里的任务", 0),
        ("工具必须离线", 0),
        ("test_last_sunday_of_october", 2),
        ("原因：忽略了 fold", 7),
        ("clock.py 第 52 行", 8),
        ("选项名是 --dry-run", 20),
    ],
    "advice": ["清空并重述任务。", "交接给新会话，附上说明。", "把任务拆成两半。"],
}

SCRIPTS: dict[str, dict[str, Any]] = {"en": _EN, "zh": _ZH}
