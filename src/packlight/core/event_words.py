"""What happened while messages were prepared, in sentences of English and Chinese.

Comes in: the kind of an event and its numbers. Goes out: one sentence. Called by `Event.say`, by films for their
captions and by the error of the open breaker. Both tables have the same keys; a test says so.
"""

from __future__ import annotations

from typing import Any

EN: dict[str, str] = {
    "normalise.none": "Roles and pairs are in order.",
    "normalise.mended": "Mended {changes} places before packing.",
    "normalise.unmended": "Mended {changes} places; {unmended} could not be mended honestly.",
    "inject.none": "No system prompt to add.",
    "inject.added": "System prompt and tools in place: {base:,} tokens.",
    "judge.not_due": "{before:,} tokens are {percent} of the window: not due.",
    "judge.due": "{before:,} tokens are {percent} of the window, past the {threshold} line: compaction is due.",
    "judge.reserve": "{before:,} tokens and {reserve:,} for the answer are more than {window:,}: compaction is due.",
    "judge.manual": "Packed by hand at {before:,} tokens, {percent} of the window.",
    "compact.applied": "Packed: {before:,} tokens became {after:,}.",
    "compact.over": "Packed: {before:,} tokens became {after:,}, still past the line.",
    "compact.nothing_to_compact": "Nothing here can be packed.",
    "compact.non_compressing": "The packed history would not be smaller; nothing was changed.",
    "compact.empty_summary": "The summarizer gave no text; nothing was changed.",
    "compact.request_too_large": "The summarizer's request does not fit its own window; nothing was changed.",
    "compact.irreducible": "What must stay is too large already; nothing was changed.",
    "compact.summarizer_error": "The summarizer failed; nothing was changed.",
    "compact.thrashing": "Full again right after packing, three times in a row: not tried once more.",
    "compact.cancelled": "Cancelled; nothing was changed, and it does not count as a failure.",
    "compact.server": "The server packed: what stood before its summary is not read any more.",
    "trim.applied": "Trimmed without a model: {before:,} tokens became {after:,}.",
    "trim.nothing_to_compact": "The cheap trim found nothing to cut.",
    "trim.irreducible": "The cheap trim cannot make it fit: what must stay is too large.",
    "break.failure": "Failure {count} of {max_failures} in a row: {reason}.",
    "break.open": "The breaker is open: {count} failures in a row. No more calls to the summarizer.",
    "break.refused": "The breaker is open: compaction was due and was not tried.",
    "break.probe": "The breaker is half open: one probe may run.",
    "break.closed": "The breaker is closed again.",
    "break.calm": "{count} of {max_failures} failures in a row.",
    "open.why": "compaction failed {count} times in a row ({reasons})",
    "open.cost": "the tries cost {tokens:,} tokens",
    "open.money": "${price:.4f}",
    "open.seconds": "{seconds:.1f} s",
    "advice.clear": "clear the history and restate the task",
    "advice.hand_off": "hand off to a new session with a note",
    "advice.split": "split the job into smaller ones",
}

ZH: dict[str, str] = {
    "normalise.none": "角色和配对都没有问题。",
    "normalise.mended": "装箱前修好了 {changes} 处。",
    "normalise.unmended": "修好了 {changes} 处；还有 {unmended} 处没有诚实的修法。",
    "inject.none": "没有要加的系统提示词。",
    "inject.added": "系统提示词和工具已就位：{base:,} 个 token。",
    "judge.not_due": "{before:,} 个 token，占窗口的 {percent}：还不用压缩。",
    "judge.due": "{before:,} 个 token，占窗口的 {percent}，越过了 {threshold} 线：该压缩了。",
    "judge.reserve": "{before:,} 个 token 加上留给回答的 {reserve:,} 个，超过了 {window:,}：该压缩了。",
    "judge.manual": "手动压缩：{before:,} 个 token，占窗口的 {percent}。",
    "compact.applied": "压缩完成：{before:,} 个 token 变成 {after:,} 个。",
    "compact.over": "压缩完成：{before:,} 个 token 变成 {after:,} 个，仍在线上。",
    "compact.nothing_to_compact": "这里没有可以压缩的内容。",
    "compact.non_compressing": "压缩后不会变小；什么都没有改。",
    "compact.empty_summary": "摘要器没有给出文字；什么都没有改。",
    "compact.request_too_large": "给摘要器的请求放不进它自己的窗口；什么都没有改。",
    "compact.irreducible": "必须留下的内容已经太大；什么都没有改。",
    "compact.summarizer_error": "摘要器出错；什么都没有改。",
    "compact.thrashing": "刚压缩完就又满了，连续三次：不再重试。",
    "compact.cancelled": "已取消；什么都没有改，也不算失败。",
    "compact.server": "服务器做了压缩：它的摘要之前的内容不再被读取。",
    "trim.applied": "不用模型的裁剪：{before:,} 个 token 变成 {after:,} 个。",
    "trim.nothing_to_compact": "降级裁剪没有找到可裁的内容。",
    "trim.irreducible": "降级裁剪也放不下：必须留下的内容太大。",
    "break.failure": "连续失败第 {count} 次（上限 {max_failures}）：{reason}。",
    "break.open": "熔断器已断开：连续失败 {count} 次。不再调用摘要器。",
    "break.refused": "熔断器断开着：该压缩，但没有尝试。",
    "break.probe": "熔断器半开：放行一次试探。",
    "break.closed": "熔断器重新闭合。",
    "break.calm": "连续失败 {count} 次（上限 {max_failures}）。",
    "open.why": "压缩连续失败 {count} 次（{reasons}）",
    "open.cost": "这些尝试花了 {tokens:,} 个 token",
    "open.money": "{price:.4f} 美元",
    "open.seconds": "{seconds:.1f} 秒",
    "advice.clear": "清空历史，重新说明任务",
    "advice.hand_off": "写一份交接说明，换一个新会话",
    "advice.split": "把工作拆成几份小的",
}

TABLES = {"en": EN, "zh": ZH}


def say(key: str, lang: str = "en", **values: Any) -> str:
    """One sentence of a table, with its numbers in place.

    >>> say("compact.applied", before=17820, after=6240)
    'Packed: 17,820 tokens became 6,240.'
    """
    return TABLES.get(lang, EN)[key].format(**values)


def percent(ratio: float) -> str:
    """A ratio as a person reads it: `0.891` is `'89.1 %'`."""
    return f"{ratio * 100:.1f} %"
