"""The words of the charts, in English and Chinese; a test holds both tables to the same keys."""

from __future__ import annotations

from typing import Any

EN: dict[str, str] = {
    "tokens.title": "Tokens carried: {title}",
    "step": "step",
    "tokens": "tokens",
    "carried": "carried",
    "line": "compaction starts, {percent}",
    "room": "window less reserve",
    "window": "window",
    "packed": "packed",
    "failed": "failed",
    "at": "step {step}: {tokens:,} tokens, {percent} of the window",
    "event": "step {step}: {text}",
    "breaker.title": "The breaker: {title}",
    "state": "state",
    "state.closed": "closed",
    "state.half_open": "half open",
    "state.open": "open",
    "success": "success",
    "refused": "not tried",
    "breaker.at": "step {step}: {state}, {n} of {all} failures in a row",
    "kinds.title": "What it weighs: {tokens:,} tokens",
    "kinds.at": "{kind}: {tokens:,} tokens, {percent}",
    "strategies.title": "The same history, packed in {n} ways",
    "after": "tokens after",
    "facts": "facts kept",
    "price": "price of the summary, US dollars",
    "strategy.at": "{name}: {words}",
    "triangle.title": "Window, cost, latency; the rim is the heaviest",
    "axis.window": "window",
    "axis.cost": "cost",
    "axis.latency": "latency",
    "triangle.at": "{name}: {axis} {words}",
    "usd": "${n:,.4f}",
    "seconds": "{n:,.0f} s",
    "n.tokens": "{n:,} tokens",
    "of": "{n} of {all}",
}

ZH: dict[str, str] = {
    "tokens.title": "带着的 token：{title}",
    "step": "步",
    "tokens": "token",
    "carried": "带着",
    "line": "开始压缩，{percent}",
    "room": "窗口减去预留",
    "window": "窗口",
    "packed": "压缩",
    "failed": "失败",
    "at": "第 {step} 步：{tokens:,} 个 token，占窗口的 {percent}",
    "event": "第 {step} 步：{text}",
    "breaker.title": "熔断器：{title}",
    "state": "状态",
    "state.closed": "闭合",
    "state.half_open": "半开",
    "state.open": "断开",
    "success": "成功",
    "refused": "没有尝试",
    "breaker.at": "第 {step} 步：{state}，连续失败 {all} 次中的 {n} 次",
    "kinds.title": "各占多少：{tokens:,} 个 token",
    "kinds.at": "{kind}：{tokens:,} 个 token，{percent}",
    "strategies.title": "同一段历史，{n} 种打包办法",
    "after": "压缩后的 token",
    "facts": "留住的事实",
    "price": "摘要的价钱，美元",
    "strategy.at": "{name}：{words}",
    "triangle.title": "窗口、花费、等待；外沿是最重的",
    "axis.window": "窗口",
    "axis.cost": "花费",
    "axis.latency": "等待",
    "triangle.at": "{name}：{axis} {words}",
    "usd": "${n:,.4f}",
    "seconds": "{n:,.0f} 秒",
    "n.tokens": "{n:,} 个 token",
    "of": "{n} / {all}",
}


def say(lang: str, key: str, **values: Any) -> str:
    """One sentence.

    >>> say("zh", "state.open")
    '断开'
    """
    return (ZH if lang == "zh" else EN)[key].format(**values)
