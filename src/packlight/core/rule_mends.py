"""What `repair` does about each code, in English and Chinese.

Comes in: a code. Goes out: a sentence. Called by `explain.py`. A code that is not here is left as it is; `code.variant`
is another sentence of the same code.
"""

from __future__ import annotations

MENDS: dict[str, tuple[str, str]] = {
    "unanswered_tool_use": (
        "it gets a result with is_error that says the call was interrupted, unless its real result stands elsewhere",
        "补上一个 is_error 的结果，说明调用被中断；如果真正的结果在别处，就把它移回来",
    ),
    "unanswered_tool_use.server": ("it is dropped: only the API could answer it", "删去：只有 API 才能回答它"),
    "orphan_tool_result": (
        "it goes home behind its call; if there is no such call, it is dropped",
        "把它移回到对应的调用之后；如果没有这样的调用，就删去",
    ),
    "server_tool_result_orphan": ("it is dropped", "删去"),
    "tool_result_not_first": (
        "results are put first, in the order of the calls",
        "把结果移到最前面，顺序与调用一致",
    ),
    "split_tool_results": ("the user messages become one", "把这些用户消息合并为一条"),
    "duplicate_tool_use_id": (
        "a call that says the same is dropped; another one gets a new id, on both sides of its pair",
        "内容相同的调用被删去；不同的调用得到新的 id，配对的两边一起改",
    ),
    "duplicate_tool_result": (
        "real output wins over an error; two real ones are joined",
        "真正的输出优先于错误；两个真实结果会合并",
    ),
    "bad_tool_id": ("it gets a clean id, on both sides of its pair", "换成合规的 id，配对的两边一起改"),
    "bad_tool_input": ("JSON in a string is read, anything else becomes {}", "字符串里的 JSON 会被解析，其他的变成 {}"),
    "empty_text": ("it is dropped", "删去"),
    "empty_content": ("the message is dropped", "删去这条消息"),
    "null_content": ("the message is dropped", "删去这条消息"),
    "missing_content": ("the message is dropped", "删去这条消息"),
    "bad_content": ("words in it become a text, anything else is dropped", "其中的文字变成文本块，其他的删去"),
    "missing_role": (
        "calls and thoughts are the assistant's, everything else the user's",
        "调用和思考归助手，其余归用户",
    ),
    "not_an_object": ("words become a user message, anything else is dropped", "文字变成用户消息，其他的删去"),
    "malformed_block": (
        "it is read as what it was meant to be, as far as that is certain",
        "在能确定的范围内，按它本来的意思读取",
    ),
    "no_user_message": ("a short user turn is put in", "放入一个简短的用户轮"),
    "unknown_role": ("it becomes user, or assistant for ai and model", "改为 user；ai 和 model 改为 assistant"),
    "system_in_messages": ("its text goes to the top-level system prompt", "文本移到顶层的 system"),
    "system_misplaced": ("its text goes to the top-level system prompt", "文本移到顶层的 system"),
    "first_not_user": ("a short user turn is put in front", "在前面放一个简短的用户轮"),
    "block_in_wrong_role": (
        "calls and results move to a message of the right role, thoughts are dropped",
        "调用和结果放进角色正确的消息，思考则删去",
    ),
    "no_sendable_content": ("the message is dropped", "删去这条消息"),
    "ends_with_assistant": (
        "where the model is known to refuse it, a short user turn follows",
        "如果已知模型会拒绝，就在后面加一个简短的用户轮",
    ),
    "trailing_whitespace": ("the white space is stripped", "去掉末尾的空白"),
    "thinking_when_disabled": ("the thinking is dropped", "删去思考"),
    "thinking_missing": (
        "nothing honest can be done: a signature cannot be invented; turn thinking off for this request",
        "没有诚实的办法：签名不能编造；请在本次请求中关闭思考",
    ),
    "thinking_unsigned": ("the thinking is dropped", "删去思考"),
    "cache_control_over_limit": ("the earliest markers are taken off", "取下最早的标记"),
    "too_many_images": ("the oldest images become a text that says so", "最早的图片换成一句说明文字"),
    "image_too_large_for_many": ("the image becomes a text that says so", "图片换成一句说明文字"),
    "openai_field": ("calls in it become tool_use blocks, and the field goes", "其中的调用变成 tool_use 块，字段删去"),
    "lone_surrogate": ("it becomes U+FFFD", "替换成 U+FFFD"),
    "same_role_neighbours": ("the messages become one", "合并为一条消息"),
    "no_messages": ("nothing: there is nothing to send", "无法修补：没有可以发送的内容"),
}
