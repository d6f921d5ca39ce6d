"""The words of lesson 05, in English and Chinese; both tables have the same keys and placeholders."""

from __future__ import annotations

EN: dict[str, dict[str, str]] = {
    "05-a": {
        "right": "A cache hit makes the tokens cheap. They stand in the window all the same.",
        "a": "The cache changes the price of a token and how fast it is read, not the room it takes.",
        "c": "Nothing is stored twice in the window: cached or not, a token takes its one place.",
    },
    "05-b": {
        "right": "Two user messages in a row are accepted and read as one turn.",
        "a": "There is no error for that. What is refused is a result without its call, or a call without its result.",
        "b": "Nothing is thrown away: both messages are read, one after the other.",
    },
    "05-c": {
        "right": "The line is 87 % of the window. The film packs before the request that comes after it.",
        "a": "At half there is room for many more requests: each packing costs a call and loses facts.",
        "c": "At 100 % the answer would have no room. The line has to lie below.",
    },
    "05-1": {
        "right": "87 % of 20,000 is 17,400, and at the line it is due.",
        "one_more": "{yours:,} is due, but so is one token less: at the line counts, not only past it.",
        "what_is_left": "{yours:,} is what is still free when the line is reached. The line counts what is used.",
        "full": "{yours:,} is the whole window: with that many tokens the answer has no room.",
        "percent": "{yours} is the line in percent. What is it in tokens, in a window of 20,000?",
        "share": "{yours} is the line as a share. What is it in tokens, in a window of 20,000?",
        "other": "{yours:,} of 20,000 is not 87 %.",
        "hint_1": "87 % of something is 0.87 times that thing.",
        "hint_2": "The thing is the window: 20,000 tokens.",
        "hint_3": "0.87 × 20,000. Write the number, without a unit.",
    },
    "05-2": {
        "right": "Only the latest request tells how full the window is: it carries all the others.",
        "added_up": (
            "For requests of {requests} tokens in a window of {window:,} your usage is {yours}. The last one carries the "
            "others already, so usage is {expected}."
        ),
        "in_percent": "{yours} is a percentage; usage is a share, here {expected}. Leave out the factor 100.",
        "what_is_left": "{yours} is the share that is free. Usage is the share that is used: {expected}.",
        "first_request": (
            "For requests of {requests} you took the first one and got {yours}. The window holds the latest: {expected}."
        ),
        "of_the_line": (
            "{yours} is the share of the line, 87 % of the window. Usage is the share of the whole window: {expected}."
        ),
        "upside_down": "{yours} is window ÷ tokens. Usage is tokens ÷ window: {expected}.",
        "hint_1": "Usage is tokens ÷ window. The question is: which tokens?",
        "hint_2": "Each request carries the whole history. Look at the latest one only.",
        "hint_3": "The last item of a list is requests[-1].",
    },
    "05-d": {
        "right": "16,500 + 4,000 is 20,500: the answer would not fit, though usage is only 82.5 %.",
        "b": "82.5 % is below the line, but the 4,000 for the answer have to fit into the same window, and do not.",
        "c": "Here max_tokens is 4,000: the room kept for the answer. The window is 20,000, and both share it.",
    },
    "05-3": {
        "right": "Due at the threshold or over, and due as well when the answer would not fit.",
        "strictly_above": (
            "{used:,} of {window:,} is exactly 87 %, and yours says {yours}. At the line counts as well: >= and not >."
        ),
        "without_reserve": (
            "{used:,} used and {reserve:,} kept for the answer do not fit into {window:,}; yours says {yours}. The "
            "reserve has to be asked too."
        ),
        "only_when_full": (
            "{used:,} of {window:,} is past 87 %, and yours says {yours}. Waiting until nothing fits is too late."
        ),
        "percent_for_share": (
            "{used:,} of {window:,} is past the line, and yours says {yours}. used / window is a share such as 0.95: "
            "compare it with 0.87, not with 87."
        ),
        "both_needed": (
            "{used:,} of {window:,} with a reserve of {reserve:,}: yours says {yours}. One reason is enough: or, not and."
        ),
        "reserve_in_usage": (
            "{used:,} used, {reserve:,} reserved, window {window:,}: yours says {yours}, and both fit. The reserve is "
            "not usage; 87 % looks at what is used."
        ),
        "just_fits_is_due": (
            "{used:,} + {reserve:,} is exactly {window:,}: that just fits, so it is not due. Yours says {yours}."
        ),
        "always_87": (
            "{used:,} of {window:,} with a line at {threshold:.0%}: yours says {yours}. 87 % is one program's line. Compare "
            "with threshold."
        ),
        "other_way_round": "{used:,} of {window:,}: yours says {yours}. It says the opposite each time.",
        "hint_1": "There are two reasons to pack. Which two numbers does each of them compare?",
        "hint_2": "One reason: the window is full enough. The other: the answer would not fit.",
        "hint_3": "used / window >= threshold, or used + reserve > window.",
    },
    "05-e": {
        "right": "The program that sends the requests sets it. 87 % is this course's number; real tools choose others.",
        "a": "The API refuses what does not fit, and says nothing about 87 %. The line is drawn by the sender.",
        "b": "The model reads what it is sent. It is the program around it that counts and decides.",
    },
}

ZH: dict[str, dict[str, str]] = {
    "05-a": {
        "right": "命中缓存只让 token 变便宜，它们照样占着窗口。",
        "a": "缓存改变的是 token 的价格和读取速度，不是它占的地方。",
        "c": "窗口里什么都不会存两份：有没有缓存，一个 token 都只占一个位置。",
    },
    "05-b": {
        "right": "连续两条 user 消息会被接受，当作一轮来读。",
        "a": "这不会报错。会被拒绝的是没有调用的结果，或没有结果的调用。",
        "b": "什么都不会被扔掉：两条消息都会被读到，一前一后。",
    },
    "05-c": {
        "right": "这条线在窗口的 87 %。影片在下一个请求发出之前压缩。",
        "a": "到一半时还放得下很多次请求：每次压缩都要花一次调用，还会丢掉事实。",
        "c": "到 100 % 时回答就没有位置了。这条线必须更低。",
    },
    "05-1": {
        "right": "20,000 的 87 % 是 17,400，到线就该压缩。",
        "one_more": "{yours:,} 该压缩，但少一个 token 也该：到线就算，不必越过。",
        "what_is_left": "{yours:,} 是到线时还空着的部分。这条线数的是已用的部分。",
        "full": "{yours:,} 是整个窗口：用到这么多，回答就没有位置了。",
        "percent": "{yours} 是用百分数说的线。窗口为 20,000 时，换成 token 是多少？",
        "share": "{yours} 是用比例说的线。窗口为 20,000 时，换成 token 是多少？",
        "other": "{yours:,} 不是 20,000 的 87 %。",
        "hint_1": "某数的 87 %，就是它乘以 0.87。",
        "hint_2": "这里的某数是窗口：20,000 个 token。",
        "hint_3": "0.87 × 20,000。只写数字，不写单位。",
    },
    "05-2": {
        "right": "窗口有多满，只看最近一次请求：它已经带上了前面的全部。",
        "added_up": (
            "各次请求为 {requests} 个 token，窗口 {window:,}，你算出的占用率是 {yours}。最后一次已经带着前面的，"
            "所以占用率是 {expected}。"
        ),
        "in_percent": "{yours} 是百分数；占用率是比例，这里是 {expected}。不要乘 100。",
        "what_is_left": "{yours} 是空着的比例。占用率是已用的比例：{expected}。",
        "first_request": "各次请求为 {requests}，你取了第一次，得到 {yours}。窗口里装的是最近一次：{expected}。",
        "of_the_line": "{yours} 是相对于那条线（窗口的 87 %）的比例。占用率是相对于整个窗口的比例：{expected}。",
        "upside_down": "{yours} 是窗口 ÷ token。占用率是 token ÷ 窗口：{expected}。",
        "hint_1": "占用率是 token ÷ 窗口。问题是：哪些 token？",
        "hint_2": "每次请求都带着全部历史。只看最近一次。",
        "hint_3": "列表的最后一项是 requests[-1]。",
    },
    "05-d": {
        "right": "16,500 + 4,000 是 20,500：占用率虽然只有 82.5 %，回答却放不下。",
        "b": "82.5 % 在线以下，但留给回答的 4,000 也要放进同一个窗口，放不下。",
        "c": "这里 max_tokens 是 4,000：留给回答的空间。窗口是 20,000，两者共用。",
    },
    "05-3": {
        "right": "到了阈值就该压缩；回答放不下时，也该压缩。",
        "strictly_above": "{used:,} 正好是 {window:,} 的 87 %，你的函数说 {yours}。到线也算：用 >=，不用 >。",
        "without_reserve": (
            "已用 {used:,}，留给回答 {reserve:,}，放不进 {window:,}；你的函数说 {yours}。预留也要问一问。"
        ),
        "only_when_full": "{used:,} 已超过 {window:,} 的 87 %，你的函数说 {yours}。等到什么都放不下就太晚了。",
        "percent_for_share": (
            "{used:,} 已越过 {window:,} 的线，你的函数说 {yours}。used / window 是 0.95 这样的比例：要和 0.87 比，"
            "不是和 87 比。"
        ),
        "both_needed": "已用 {used:,}，窗口 {window:,}，预留 {reserve:,}：你的函数说 {yours}。一个理由就够：用 or，不用 and。",
        "reserve_in_usage": (
            "已用 {used:,}，预留 {reserve:,}，窗口 {window:,}：你的函数说 {yours}，其实都放得下。预留不算占用；"
            "87 % 只看已用的。"
        ),
        "just_fits_is_due": "{used:,} + {reserve:,} 正好是 {window:,}：刚好放得下，不该压缩。你的函数说 {yours}。",
        "always_87": (
            "{window:,} 里用了 {used:,}，线在 {threshold:.0%}：你说 {yours}。87 % 只是某个程序的线。请和 threshold 比较。"
        ),
        "other_way_round": "已用 {used:,}，窗口 {window:,}：你的函数说 {yours}。每次都说反了。",
        "hint_1": "压缩有两个理由。每个理由各比较哪两个数？",
        "hint_2": "一个理由：窗口够满了。另一个：回答放不下。",
        "hint_3": "used / window >= threshold，或者 used + reserve > window。",
    },
    "05-e": {
        "right": "由发请求的程序来定。87 % 是本课程的数字；真实工具各有选择。",
        "a": "API 只拒绝放不下的请求，从不提 87 %。线是发送的一方画的。",
        "b": "模型只读送来的东西。数 token、做决定的是外面的程序。",
    },
}
