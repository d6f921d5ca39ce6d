"""The final quiz in English and Chinese: by question, what is asked, the right choice, the wrong ones in order."""

from __future__ import annotations

EN: dict[str, tuple[str, str, str, str]] = {
    "append": (
        "The answer has come. Who puts it into messages[]?",
        "Your program appends it.",
        "The API has kept it for you.",
        "The model stores it by itself.",
    ),
    "travels": (
        "What travels with the tenth request?",
        "The whole of messages[], once more.",
        "The newest message alone.",
        "What came since the last answer.",
    ),
    "torn": (
        "The history begins with a tool_result whose call is gone. What does the API say?",
        "400: a pair is torn.",
        "Fine: the oldest were dropped.",
        "Fine: a result comes when it comes.",
    ),
    "neighbours": (
        "Two user messages stand side by side. What does the API do?",
        "It reads them as one turn.",
        "It refuses the second one: 400.",
        "It starts a turn with each one.",
    ),
    "log": (
        "A line was dropped from messages[]; your log still shows it. What follows?",
        "The model cannot quote it.",
        "The model reads it in the log.",
        "The summary is sure to hold it.",
    ),
    "full": (
        "What breaks when the line stands at 100 %?",
        "No room is left for the answer.",
        "Nothing: waiting saves work.",
        "Nothing: max_tokens lies outside it.",
    ),
    "price": (
        "What does one summary cost at once?",
        "A call, and the cached beginning.",
        "Nothing: it runs on your machine.",
        "Less: the next request is cheap.",
    ),
    "longer": (
        "A summary is longer than what it replaces. What now?",
        "Refuse it: nothing was won.",
        "It cannot be: packing shrinks.",
        "Take it: it holds what matters.",
    ),
    "whose": (
        "Who sets the line of 87 %?",
        "The program that sends the request.",
        "The API, for all who use it.",
        "Nobody: large windows need none.",
    ),
    "usage": (
        "Requests of 6,000, 9,000 and 12,000 tokens in a window of 20,000, nearly all cached. Usage now?",
        "60 %: the latest counts.",
        "135 %: all three together.",
        "6 %: cached ones leave it.",
    ),
    "state": (
        "F, F, S, F: failure, failure, success, failure. Which state has the breaker?",
        "Closed: the count is at 1.",
        "Open: three failures in all.",
        "Half open: every second one passes.",
    ),
    "open": (
        "The breaker is open. What still runs by itself?",
        "The talk, with the cheap trim.",
        "Nothing: the talk has ended.",
        "The summarizer: open lets it through.",
    ),
}
ZH: dict[str, tuple[str, str, str, str]] = {
    "append": (
        "回答来了。谁把它放进 messages[]？",
        "由你的程序追加。",
        "API 已经替你留着。",
        "模型会自己存起来。",
    ),
    "travels": (
        "第十次请求会带上什么？",
        "整个 messages[]，再带一遍。",
        "最新的那一条消息。",
        "上次回答之后的那些消息。",
    ),
    "torn": (
        "历史以一条 tool_result 开头，它的调用已经没了。API 怎么说？",
        "400：配对被拆散了。",
        "没问题：旧的本来就可以丢。",
        "没问题：结果晚些到也行得通。",
    ),
    "neighbours": (
        "两条 user 消息前后相连。API 会怎么做？",
        "当作一轮来读。",
        "拒绝第二条：400。",
        "每一条各开始一轮。",
    ),
    "log": (
        "有一行从 messages[] 里丢掉了，你的日志里还看得到。结果呢？",
        "模型没法引用它。",
        "模型会去日志里读它。",
        "摘要里一定写着它。",
    ),
    "full": (
        "线画在 100 %，会出什么问题？",
        "回答没有地方放了。",
        "没问题：等一等更省事。",
        "没问题：max_tokens 在窗口外面。",
    ),
    "price": (
        "做一次摘要，马上要付出什么？",
        "一次调用，还有开头的缓存。",
        "不用付：它在你的机器上跑。",
        "反而省：下一个请求变便宜。",
    ),
    "longer": (
        "摘要比它取代的内容还长。怎么办？",
        "作废：什么也没省下。",
        "不可能：压缩总会变小的。",
        "照用：要紧的都在里面了。",
    ),
    "whose": (
        "87 % 这条线由谁来定？",
        "由发送请求的程序来定。",
        "由 API 给大家统一定。",
        "不用定：窗口够大就行。",
    ),
    "usage": (
        "请求依次为 6,000、9,000、12,000 token，窗口 20,000，几乎全在缓存里。现在占用率多少？",
        "60 %：只看最近一次。",
        "135 %：三次加在一起。",
        "6 %：缓存过的不占窗口。",
    ),
    "state": (
        "F、F、S、F：失败、失败、成功、失败。熔断器是什么状态？",
        "闭合：计数是 1。",
        "断开：总共失败了三次。",
        "半开：每两次放行一次。",
    ),
    "open": (
        "熔断器断开了。还有什么会自动运行？",
        "对话，靠降级裁剪继续。",
        "没有了：对话已经结束。",
        "摘要器：断开就是放它通过。",
    ),
}
