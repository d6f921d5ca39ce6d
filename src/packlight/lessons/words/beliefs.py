"""What is said against each of the 25 wrong beliefs, in English and Chinese; both tables have the same keys."""

from __future__ import annotations

EN: dict[str, str] = {
    "remembers": (
        "You may think that the model remembers your last request. But it keeps nothing: what is not in this request's "
        "messages[] is not there."
    ),
    "system_first": (
        "You may think that the system prompt is always messages[0]. But the Messages API takes it beside messages[], "
        "at the top level; messages[0] is how this course draws it."
    ),
    "system_once": (
        "You may think that the system prompt and the tool list are sent once. But they travel with every request, and "
        "every request pays for them."
    ),
    "role_tool": (
        "You may think that a tool's result has a role of its own, or is the assistant's. But it stands in a message "
        'with the role "user": everything that comes from outside the model does.'
    ),
    "model_runs_tool": (
        "You may think that the model runs the tool. But it only writes a request for it; your program runs the tool "
        "and sends back what it gave."
    ),
    "result_late": (
        "You may think that a result may follow some time later, or behind other text. But the very next message opens "
        "with the results, one for each call."
    ),
    "neighbours_refused": (
        "You may think that two user messages in a row are an error. But the API takes them and reads them as one turn; "
        "it is results without their calls that it refuses."
    ),
    "turn_is_message": (
        "You may think that each message, or each role user, starts a turn. But a turn goes from one human message to "
        "the next; calls and results belong to it."
    ),
    "token_is_word": (
        "You may think that a token is a word, or four characters in any language. But Chinese, code and JSON take many "
        "more tokens a character than English prose."
    ),
    "max_tokens_apart": (
        "You may think that max_tokens is the window, or costs no room in it. But it is the space kept for the answer, "
        "and it has to fit into the same window."
    ),
    "usage_adds_up": (
        "You may think that usage adds up over requests. But each request carries the whole history again: only the "
        "latest one says how full the window is."
    ),
    "cache_frees": (
        "You may think that cached tokens leave the window. But a cache makes them cheaper and quicker to read; they "
        "take as much room as before."
    ),
    "full_is_thrift": (
        "You may think that waiting for 100 % saves work. But at 100 % there is no room left for the answer, nor for "
        "the request that would write the summary."
    ),
    "rule_of_api": (
        "You may think that 87 % is a rule of the API. But the program that sends the request sets its own line: 87 % "
        "is this course's number, and real tools choose others."
    ),
    "million_ends_it": (
        "You may think that a window of a million tokens ends the matter. But every token in it is still paid for, "
        "waited for and searched through, with each request."
    ),
    "packing_is_free": (
        "You may think that compaction is free. But a summary is a model call: it sends the history it sums up, costs "
        "money and time, and can fail."
    ),
    "summary_keeps": (
        "You may think that a summary keeps what matters. But it keeps what its writer took for important: paths, "
        "numbers and commands are what gets lost first."
    ),
    "screen_is_window": (
        "You may think that the model sees what is on your screen or in the log. But it sees messages[] and nothing "
        "else; what was dropped there is gone for it."
    ),
    "always_shrinks": (
        "You may think that compaction always makes the history smaller. But a summary can be longer than what it "
        "replaces; then it must be refused, and that counts as a failure."
    ),
    "cheaper_at_once": (
        "You may think that the next request after a compaction is cheaper at once. But the cached beginning has "
        "changed, so it is read at the full price again."
    ),
    "cut_anywhere": (
        "You may think that any number of old messages may go. But a cut may not part a call from its result: the "
        "history must still begin with a user message that answers nothing."
    ),
    "three_in_all": (
        "You may think that the breaker opens at three failures in all. But only failures in a row count; one success "
        "sets the count back to 0."
    ),
    "closed_stops": (
        "You may think that a closed breaker blocks, like a closed door. But think of a circuit: closed lets the "
        "current flow, open breaks it."
    ),
    "half_passes_half": (
        "You may think that half open lets half of the calls through. But it lets one probe through: if that fails, the "
        "breaker is open again; if it succeeds, closed."
    ),
    "open_ends_talk": (
        "You may think that an open breaker ends the conversation, or that a cancel counts as a failure. But only the "
        "summarizer is no longer called: the talk goes on with the cheap trim."
    ),
}

ZH: dict[str, str] = {
    "remembers": "你也许以为模型记得上一次请求。其实它什么都不留：这次请求的 messages[] 里没有的，对它就不存在。",
    "system_first": "你也许以为系统提示总是 messages[0]。其实 Messages API 把它放在 messages[] 旁边的顶层；画成 messages[0] 只是本课程的画法。",
    "system_once": "你也许以为系统提示和工具列表只发一次。其实每次请求都带着它们，每次都要付费。",
    "role_tool": "你也许以为工具结果有自己的角色，或者属于 assistant。其实它装在角色为 user 的消息里：凡是从模型外面来的都是。",
    "model_runs_tool": "你也许以为工具是模型运行的。其实模型只写下请求；运行工具、送回结果的是你的程序。",
    "result_late": "你也许以为结果可以晚一点到，或者排在别的文字后面。其实紧接着的那条消息必须以结果开头，每个调用一个。",
    "neighbours_refused": "你也许以为连续两条 user 消息是错误。其实 API 会接受，并当作一轮来读；它拒绝的是没有调用的结果。",
    "turn_is_message": "你也许以为每条消息，或每个 user 角色，就是新的一轮。其实一轮从人的一条消息到下一条为止，调用和结果都算在里面。",
    "token_is_word": "你也许以为一个 token 就是一个词，或者任何语言都是四个字符。其实中文、代码和 JSON 每个字符要用的 token 比英文多得多。",
    "max_tokens_apart": "你也许以为 max_tokens 就是窗口，或者不占窗口。其实它是留给回答的空间，要和其余内容一起放进同一个窗口。",
    "usage_adds_up": "你也许以为占用率会逐次累加。其实每次请求都重新带上全部历史：窗口有多满，只看最近一次。",
    "cache_frees": "你也许以为缓存过的 token 就不占窗口了。其实缓存只让它们读得更便宜、更快，占的地方一点没少。",
    "full_is_thrift": "你也许以为等到 100 % 才压缩更节省。其实到 100 % 时，既没有回答的位置，连写摘要的请求也放不下了。",
    "rule_of_api": "你也许以为 87 % 是 API 的规定。其实这条线由发请求的程序自己定：87 % 是本课程的教学数字，真实工具各有各的。",
    "million_ends_it": "你也许以为有了百万 token 的窗口就万事大吉。其实里面的每个 token，每次请求都要付费、要等待、要翻找。",
    "packing_is_free": "你也许以为压缩不花钱。其实摘要是一次模型调用：要把被压缩的历史发出去，要花钱、花时间，还可能失败。",
    "summary_keeps": "你也许以为摘要会留住要紧的东西。其实它留住的是写摘要者认为要紧的：路径、数字、命令最先丢。",
    "screen_is_window": "你也许以为模型看得到你屏幕上或日志里的东西。其实它只看得到 messages[]；那里丢掉的，对它就没有了。",
    "always_shrinks": "你也许以为压缩总会变小。其实摘要可能比原文还长；这时必须作废，并算一次失败。",
    "cheaper_at_once": "你也许以为压缩之后，下一个请求马上就便宜。其实开头变了，缓存作废，要按全价重读一遍。",
    "cut_anywhere": "你也许以为最早的若干条消息都可以丢。其实不能把调用和结果切开：剩下的历史必须以一条不回应任何调用的 user 消息开头。",
    "three_in_all": "你也许以为总共失败三次熔断器就断开。其实只算连续的失败；成功一次，计数就归零。",
    "closed_stops": "你也许以为熔断器闭合就是拦住，像门关上一样。其实要想成电路：闭合是通，断开才是不通。",
    "half_passes_half": "你也许以为半开就是放行一半的调用。其实只放行一次试探：失败就重新断开，成功就闭合。",
    "open_ends_talk": "你也许以为熔断器断开对话就结束了，或者取消也算失败。其实只是不再调用摘要器：对话靠降级裁剪继续。",
}
