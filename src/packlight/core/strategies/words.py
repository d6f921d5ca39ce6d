"""Why a message is kept, shortened, dropped or replaced, in English and Chinese; and the notes left inside results.

Comes in: a key. Goes out: words for a student, or for the model. Both tables have the same keys; a test says so.
"""

from __future__ import annotations

EN: dict[str, str] = {
    "tail": "recent enough to stay",
    "last_human": "the last human message always stays",
    "system": "the system prompt",
    "head": "asked to stay at the front",
    "pinned": "pinned",
    "task": "the task that everything began with",
    "with": "belongs to a message that stays",
    "newest_step": "the newest step of the running turn",
    "thought": "the running turn keeps its thinking",
    "older": "older than what is kept",
    "older_step": "an older step of the running turn",
    "folded": "the summary speaks for it",
    "server": "the server's own summary speaks for it",
    "summary_out": "its summary is folded into the new one",
    "summary_kept": "only the summary in it stays",
    "result_short": "a long tool result, shortened to head, tail and conclusion",
    "result_cleared": "an old tool result, cleared with a note",
    "server_pair": "a server tool's call and result, removed together",
    "thinking_out": "thinking of a finished turn",
    "thinking_bound": "thinking that is bound to what stood before it",
    "unchanged": "nothing was changed",
    "note.cut": "[… {tokens:,} tokens left out …]",
    "note.cleared": "[cleared: {tokens:,} tokens]",
    "note.image": "[image left out]",
    "note.document": "[document left out]",
    "note.interrupted": "[interrupted: no result]",
    "detail.kept": "everything in it has to stay",
    "detail.no_room": "what has to stay is over the line even without a summary",
    "detail.not_smaller": "{before:,} tokens would have become {after:,}",
    "detail.still_over": "{after:,} tokens would still be over the line",
    "detail.summary_too_long": "the summary has {tokens:,} tokens, more than the {most:,} it may have",
    "detail.takes_too_little": "the summarizer takes {most} tokens at once, too few to ask it anything",
    "detail.summary_fills": "the summary so far fills the summarizer's own window",
    "detail.cancelled": "the call was cancelled",
    "detail.no_text": "the answer has no text in it",
    "detail.far_too_long": "the answer has {characters:,} characters, far more than it was made from",
}

ZH: dict[str, str] = {
    "tail": "够新，留下",
    "last_human": "最后一条人类消息总是留下",
    "system": "系统提示词",
    "head": "要求留在开头",
    "pinned": "已固定",
    "task": "一切由此开始的任务",
    "with": "和留下的消息是一体的",
    "newest_step": "当前这一轮最新的一步",
    "thought": "当前这一轮保留思考",
    "older": "比留下的更早",
    "older_step": "当前这一轮里较早的一步",
    "folded": "由摘要代替",
    "server": "由服务器自己的摘要代替",
    "summary_out": "其中的旧摘要并入新摘要",
    "summary_kept": "只留下其中的摘要",
    "result_short": "很长的工具结果，缩短为开头、结尾和结论",
    "result_cleared": "旧的工具结果，清空并留下说明",
    "server_pair": "服务器工具的调用和结果，一起移除",
    "thinking_out": "已结束的轮里的思考",
    "thinking_bound": "思考和它前面的内容绑定在一起",
    "unchanged": "什么都没有改",
    "note.cut": "[… 略去 {tokens:,} 个 token …]",
    "note.cleared": "[已清空：{tokens:,} 个 token]",
    "note.image": "[图片已略去]",
    "note.document": "[文档已略去]",
    "note.interrupted": "[已中断：没有结果]",
    "detail.kept": "里面的一切都必须留下",
    "detail.no_room": "即使不要摘要，必须留下的内容也过线",
    "detail.not_smaller": "{before:,} 个 token 会变成 {after:,} 个",
    "detail.still_over": "{after:,} 个 token 仍然过线",
    "detail.summary_too_long": "摘要有 {tokens:,} 个 token，最多只能有 {most:,} 个",
    "detail.takes_too_little": "摘要器一次只接受 {most} 个 token，少得无法提问",
    "detail.summary_fills": "到目前为止的摘要已占满摘要器自己的窗口",
    "detail.cancelled": "调用已取消",
    "detail.no_text": "回答里没有文字",
    "detail.far_too_long": "回答有 {characters:,} 个字符，远多于它的来源",
}

TABLES = {"en": EN, "zh": ZH}


def why(key: str, lang: str = "en", **values: object) -> str:
    """The words for a key.

    >>> why("note.cut", tokens=1234)
    '[… 1,234 tokens left out …]'
    """
    return TABLES.get(lang, EN)[key].format(**values)
