"""The words of the repair: what was done, in English and Chinese.

Comes in: an action and values. Goes out: a sentence. Called by `repair/change.py`.
"""

from __future__ import annotations

INTERRUPTED = "[interrupted: this tool call gave no result]"
"""What stands in the result of a call that nobody answered. It is for the model, so it has one language."""
STOPPED_BY_USER = "[interrupted by the user: this tool call gave no result]"
"""The same where the user's own turn says so: a model that takes a stop for a failure runs the command again."""
NO_IMAGE = "[image left out: {reason}]"
"""What stands where an image was."""
START = "(The conversation so far starts here.)"
"""The user's placeholder in front of an assistant message that came first."""
CONTINUE = "Continue."
"""The user's turn behind a final assistant message, for models that refuse to go on from one."""

ACTIONS: dict[str, tuple[str, str]] = {
    "answered": (
        "the call {id} at {where} got a result that says it was interrupted",
        "{where} 的调用 {id} 补上了一个说明已中断的结果",
    ),
    "moved": (
        "the result for {id} at {where} went home, right behind its call",
        "{where} 处 {id} 的结果移回到调用之后",
    ),
    "matched": (
        "the result at {where} was meant for {after}: its id differs in forbidden characters only",
        "{where} 的结果是给 {after} 的：两个 id 只差在不允许的字符上",
    ),
    "reordered": ("results at {where} were put first", "{where} 的结果移到了最前面"),
    "renamed": ("the call at {where} and its result are now called {after}", "{where} 的调用及其结果改名为 {after}"),
    "merged": ("{where} was merged into the message before it", "{where} 并入了前一条消息"),
    "joined": (
        "the result at {where} was joined with the other one for {id}",
        "{where} 的结果与 {id} 的另一个结果合并",
    ),
    "parted": (
        "a user turn was put between {where} and the message after it",
        "在 {where} 与下一条消息之间插入了一个用户轮",
    ),
    "split": ("blocks at {where} were put into a message of the right role", "{where} 的内容块放进了角色正确的消息"),
    "dropped": ("{where} was dropped", "删去了 {where}"),
    "parsed": (
        "the input of the call {id} at {where} was made a JSON object",
        "{where} 处调用 {id} 的 input 改成了 JSON 对象",
    ),
    "cleaned": ("half characters at {where} became U+FFFD", "{where} 的半个字符替换成了 U+FFFD"),
    "read": ("{where} was read as what it was meant to be", "按本来的意思读取了 {where}"),
    "converted": ("{where} was converted from another format", "{where} 从另一种格式转换而来"),
    "role": ("{where} now has role {after}", "{where} 的 role 改为 {after}"),
    "hoisted": (
        "the system text of {where} went to the top-level system prompt",
        "{where} 的系统文本移到了顶层 system",
    ),
    "placed": ("a short user turn was put at {where}", "在 {where} 放了一个简短的用户轮"),
    "stripped": ("white space at the end of {where} was stripped", "去掉了 {where} 末尾的空白"),
    "unmarked": ("a cache marker at {where} was taken off", "取下了 {where} 的一个缓存标记"),
    "replaced": ("the image at {where} became a text that says so", "{where} 的图片换成了一句说明文字"),
}
