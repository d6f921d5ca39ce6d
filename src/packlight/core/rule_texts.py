"""The words of the rules: for each code a sentence for a student, in English and Chinese.

Comes in: a code and values. Goes out: sentences. Called by `rules/finding.py`. A key `code.variant` is another sentence
of the same code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST_VALUE = 80
"""Characters of an id, role or type that a sentence quotes: they come from hostile files."""


def fill(sentence: str, values: Mapping[str, Any]) -> str:
    """Put values into a sentence; they are cut, and what cannot be encoded becomes a question mark.

    >>> fill("role {role}", {"role": "human"})
    'role human'
    """
    short = {key: _short(value) for key, value in values.items()}
    return sentence.format(**short)


def _short(value: Any) -> str:
    text = str(value)
    text = text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"
    return text.encode("utf-8", "replace").decode("utf-8")


SENTENCES: dict[str, tuple[str, str]] = {
    "unanswered_tool_use": (
        "The call {id} at {where} has no result: every tool_use needs its tool_result in the user turn right after it.",
        "{where} 的调用 {id} 没有结果：每个 tool_use 都必须在紧接着的用户轮里有对应的 tool_result。",
    ),
    "unanswered_tool_use.pending": (
        "The call {id} at {where} is still waiting for its result: normal while the tool runs, refused if "
        "anything else is sent after it.",
        "{where} 的调用 {id} 还在等待结果：工具运行时这是正常的，但在结果之前再发送别的内容就会被拒绝。",
    ),
    "unanswered_tool_use.server": (
        "The server tool call {id} at {where} has no result in its own message, and the user already speaks again: "
        "a paused turn has to be sent back as it is.",
        "{where} 的服务端工具调用 {id} 在同一条消息里没有结果，而用户已经又说话了：暂停的轮次必须原样发回。",
    ),
    "orphan_tool_result": (
        "The result for {id} at {where} answers no call in the assistant turn right before it.",
        "{where} 处 {id} 的结果，在紧挨着的前一个助手轮里找不到对应的调用。",
    ),
    "orphan_tool_result.late": (
        "The result for {id} at {where} comes too late: its call stands further up, and results belong right after it.",
        "{where} 处 {id} 的结果来得太晚：它的调用在更前面，结果必须紧跟在调用之后。",
    ),
    "server_tool_result_orphan": (
        "The server tool result for {id} at {where} has no call before it in the same assistant message.",
        "{where} 处服务端工具结果 {id}，在同一条助手消息里前面没有对应的调用。",
    ),
    "tool_result_not_first": (
        "The result for {id} at {where} stands behind other content: in the answering user message results come first.",
        "{where} 处 {id} 的结果排在别的内容之后：在回答调用的用户消息里，结果必须放在最前面。",
    ),
    "split_tool_results": (
        "The result for {id} at {where} is in a later user message than the first: results of one batch "
        "belong in one message.",
        "{where} 处 {id} 的结果落在了后面的用户消息里：同一批调用的结果应当放在同一条消息中。",
    ),
    "duplicate_tool_use_id": (
        "The id {id} at {where} was used before: each tool_use needs an id of its own in the whole request.",
        "{where} 的 id {id} 已经用过：在整个请求里，每个 tool_use 的 id 都必须唯一。",
    ),
    "duplicate_tool_result": (
        "The result at {where} is a second one for {id}: a call takes exactly one result.",
        "{where} 是 {id} 的第二个结果：一个调用只能有一个结果。",
    ),
    "bad_tool_id": (
        "The id at {where} has characters that are not allowed: use letters, digits, _ and - only.",
        "{where} 的 id 含有不允许的字符：只能用字母、数字、_ 和 -。",
    ),
    "bad_tool_input": (
        "The input of the call {id} at {where} is not a JSON object.",
        "{where} 处调用 {id} 的 input 不是 JSON 对象。",
    ),
    "empty_text": (
        "The text at {where} is empty or only white space; a text block needs at least one visible character.",
        "{where} 的文本为空或只有空白；文本块至少要有一个可见字符。",
    ),
    "empty_content": (
        "The message {where} has no content; only a final assistant message may be empty.",
        "消息 {where} 没有内容；只有最后一条助手消息可以为空。",
    ),
    "empty_content.final": (
        "The last message, {where}, is an empty assistant message: allowed there, but it says nothing.",
        "最后一条消息 {where} 是空的助手消息：放在末尾虽然允许，但没有任何内容。",
    ),
    "null_content": (
        "The content of {where} is null: give a string or a list of blocks.",
        "{where} 的 content 是 null：应当是字符串或内容块列表。",
    ),
    "missing_content": (
        "The message {where} has no content field.",
        "消息 {where} 缺少 content 字段。",
    ),
    "bad_content": (
        "The content of {where} is neither a string nor a list of blocks.",
        "{where} 的 content 既不是字符串，也不是内容块列表。",
    ),
    "missing_role": (
        "The message {where} does not say who speaks: its role is missing.",
        "消息 {where} 没有说明是谁在说话：缺少 role。",
    ),
    "not_an_object": (
        "What stands at {where} is not a message: a message is an object with role and content.",
        "{where} 处不是消息：消息应当是带有 role 和 content 的对象。",
    ),
    "malformed_block": (
        "The block at {where} is malformed: a field that its type needs is missing or of the wrong kind.",
        "{where} 的内容块格式有误：缺少该类型必需的字段，或字段类型不对。",
    ),
    "no_messages": (
        "There are no messages: a request needs at least one, from the user.",
        "没有任何消息：一个请求至少要有一条用户消息。",
    ),
    "no_user_message": (
        "Only system messages are there: a request needs at least one message from the user.",
        "这里只有 system 消息：一个请求至少要有一条用户消息。",
    ),
    "unknown_role": (
        "The role {role} at {where} is unknown: the Messages API knows user and assistant.",
        "{where} 的 role “{role}” 不被识别：Messages API 只有 user 和 assistant。",
    ),
    "unknown_role.convert": (
        "The role {role} at {where} belongs to another format ({format}); load the file with pl.load, which "
        "converts it.",
        "{where} 的 role “{role}” 属于另一种格式（{format}）；请用 pl.load 读取文件，它会自动转换。",
    ),
    "system_in_messages": (
        "{where} has role system: the system prompt goes to the top-level system field (only newer "
        "models, some from Opus 4.8 on, take it here).",
        "{where} 的 role 是 system：系统提示应当放在顶层的 system 字段（只有 Opus 4.8 起的部分新模型允许放在这里）。",
    ),
    "system_in_messages.teaching": (
        "{where} holds the system prompt: that is the teaching form, fine for drawing; to_api() moves it to "
        "the top-level system field, where the API wants it.",
        "{where} 放的是系统提示：这是教学形式，用来画图没有问题；to_api() 会把它移到 API 要求的顶层 system 字段。",
    ),
    "system_misplaced": (
        "The system message {where} is in the wrong place: right after a user turn, and last or before an "
        "assistant message.",
        "system 消息 {where} 的位置不对：它只能紧跟在用户轮之后，并且是最后一条或位于助手消息之前。",
    ),
    "first_not_user": (
        "The first message, {where}, is the assistant's: a conversation starts with the user.",
        "第一条消息 {where} 来自助手：对话必须由用户开始。",
    ),
    "block_in_wrong_role": (
        "A {type} block at {where} stands in a message of role {role}: calls and thoughts belong to the "
        "assistant, results to the user.",
        "{where} 的 {type} 块出现在 role 为 {role} 的消息里：调用和思考属于助手，结果属于用户。",
    ),
    "no_sendable_content": (
        "Nothing in {where} can be sent: every block would be refused or stripped.",
        "{where} 里没有可以发送的内容：所有内容块都会被拒绝或剥离。",
    ),
    "ends_with_assistant": (
        "The last message, {where}, is the assistant's (prefill): models since Opus 4.6 and Sonnet 4.6 "
        "refuse that, Haiku 4.5 takes it.",
        "最后一条消息 {where} 来自助手（预填）：Opus 4.6、Sonnet 4.6 及之后的模型会拒绝，Haiku 4.5 可以接受。",
    ),
    "ends_with_assistant.known": (
        "The last message, {where}, is the assistant's (prefill), which this model refuses: end with the user.",
        "最后一条消息 {where} 来自助手（预填），该模型会拒绝：对话应当以用户结尾。",
    ),
    "trailing_whitespace": (
        "The last assistant text, at {where}, ends in white space: strip it before the model continues it.",
        "最后的助手文本 {where} 以空白结尾：让模型续写之前请先去掉。",
    ),
    "thinking_missing": (
        "The running tool loop starts at {where} without its thinking: with a thinking budget its first "
        "block must be the thinking, byte for byte.",
        "正在运行的工具循环从 {where} 开始却没有思考块：启用思考预算时，它的第一个块必须是原样的思考。",
    ),
    "thinking_when_disabled": (
        "The final assistant message has thinking at {where}, but thinking is disabled for this request.",
        "最后一条助手消息在 {where} 带有思考块，但本次请求关闭了思考。",
    ),
    "thinking_unsigned": (
        "The thinking at {where} has no signature: the API cannot verify it and strips or refuses it.",
        "{where} 的思考块没有签名：API 无法验证它，会剥离或拒绝。",
    ),
    "cache_control_over_limit": (
        "{count} cache_control markers stand in system, tools and messages together: at most {limit} are allowed.",
        "system、tools 和 messages 里一共有 {count} 个 cache_control 标记：最多允许 {limit} 个。",
    ),
    "too_many_images": (
        "{count} images are in the request: this model takes at most {limit}.",
        "请求里有 {count} 张图片：该模型最多接受 {limit} 张。",
    ),
    "image_too_large_for_many": (
        "The image at {where} is {width} × {height} pixels: with more than 20 images ({images} here) each "
        "may be at most {limit} pixels a side.",
        "{where} 的图片是 {width} × {height} 像素：超过 20 张图片时（这里有 {images} 张），每边最多 {limit} 像素。",
    ),
    "unknown_block_type": (
        "The block type {type} at {where} is unknown here: it is kept verbatim, and the API may refuse it.",
        "{where} 的块类型 {type} 未知：它会原样保留，但 API 可能拒绝。",
    ),
    "openai_field": (
        "{where} carries {field}, which is OpenAI's format: load the file with pl.load, which converts it, "
        "or drop the field.",
        "{where} 带有 OpenAI 格式的 {field} 字段：请用 pl.load 读取文件来自动转换，或删掉该字段。",
    ),
    "lone_surrogate": (
        "The text at {where} holds half a character (a lone surrogate), which cannot be encoded as UTF-8.",
        "{where} 的文本里有半个字符（孤立代理项），无法用 UTF-8 编码。",
    ),
    "control_character": (
        "The text at {where} holds control characters such as {char}: legal, but better not sent.",
        "{where} 的文本含有控制字符（如 {char}）：虽然合法，但最好不要发送。",
    ),
    "same_role_neighbours": (
        "{where} and the message after it have the same role, {role}: the API merges them, stricter servers "
        "refuse them.",
        "{where} 与它后面的消息 role 相同（{role}）：官方 API 会合并，更严格的服务端会拒绝。",
    ),
}
