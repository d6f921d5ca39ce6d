"""What went wrong between us and the Messages API, as one typed error with one sentence.

    any exception of the SDK or its HTTP client ─▶ api_error(…) ─▶ ApiError(kind, status, …)

Comes in: whatever a call raised. Goes out: `ApiError`, without the key and without the original behind it, whose text
may hold a header. Called by `live_request.py` and `anthropic_summarizer.py`. The SDK has retried by then what it thinks
worth retrying; nothing here does.

Failures in the middle of a stream do not look like the others: an error event is an `APIStatusError` of status 200, a
cut connection is the HTTP client's own error.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

from packlight.adapters.api_client import KEYS
from packlight.core.errors import PacklightError

MOST_CHARACTERS = 240
"""Of what the API says, at most so much is told: it may quote the request."""
_KEY_LIKE = re.compile(r"sk-[A-Za-z0-9_-]{8,}|Bearer\s+\S+")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of trouble.

    Attributes:
        counts: whether it counts for the breaker when a summarizer meets it.
        retry_helps: whether the same request may succeed later; where False, retrying cannot mend it.
        en, zh: what happened and what to do.
    """

    counts: bool
    retry_helps: bool
    en: str
    zh: str


KINDS: dict[str, Kind] = {
    "bad_request": Kind(True, False, "the API refused the request as it stands", "API 拒绝了这个请求"),
    "too_large": Kind(True, False, "the request is too large for the API: pack it", "请求对 API 来说太大：请压缩"),
    "key_refused": Kind(
        True, False, f"the API refused the key of {' or '.join(KEYS)}: check it", f"API 拒绝了 {KEYS[0]} 的密钥：请检查"
    ),
    "no_money": Kind(True, False, "the account cannot pay for it: check its billing", "账户无法付款：请检查账单"),
    "not_found": Kind(
        True, False, "the API knows no such model or address: check both", "API 不认识这个模型或地址：请检查"
    ),
    "rate_limited": Kind(True, True, "too many requests at once: wait and try again", "请求太频繁：稍等再试"),
    "overloaded": Kind(True, True, "the API is overloaded: try again later", "API 过载：稍后再试"),
    "server": Kind(True, True, "the API had an error of its own: try again later", "API 自身出错：稍后再试"),
    "timeout": Kind(
        True, True, "no answer in time: try again, or allow more seconds", "没有及时回答：请重试或放宽时限"
    ),
    "connection": Kind(
        True, True, "the API cannot be reached: check the network and the address", "连不上 API：请检查网络和地址"
    ),
    "cut_stream": Kind(True, True, "the answer broke off in the middle: try again", "回答中途断开：请重试"),
    "cut_short": Kind(
        True,
        False,
        "the answer reached its limit before its end: allow more tokens",
        "回答没写完就到了上限：请放宽 token 数",
    ),
    "refused": Kind(True, False, "the model declined to answer", "模型拒绝回答"),
    "unknown": Kind(True, False, "the call failed", "调用失败"),
    "cancelled": Kind(False, True, "cancelled by hand", "已手动取消"),
}
"""Every kind. A 400 or 401 counts once, as design has it, and nothing asks twice."""

_BY_STATUS = {
    401: "key_refused",
    402: "no_money",
    403: "key_refused",
    404: "not_found",
    408: "timeout",
    413: "too_large",
    429: "rate_limited",
    504: "timeout",
    529: "overloaded",
}
_BY_TYPE = {
    "authentication_error": "key_refused",
    "billing_error": "no_money",
    "invalid_request_error": "bad_request",
    "not_found_error": "not_found",
    "overloaded_error": "overloaded",
    "permission_error": "key_refused",
    "rate_limit_error": "rate_limited",
    "request_too_large": "too_large",
    "timeout_error": "timeout",
}
"""The `type` of an error event, by the API's page on errors."""


class ApiError(PacklightError):
    """A call to the Messages API failed.

    Attributes:
        kind: a key of `KINDS`.
        status_code: the HTTP status, or None where there was no answer; 200 when the error came in mid-stream.
        request_id: the API's name for the request, or None.
        retry_after_s: seconds after which the API wants to be asked again, or None.

    >>> error = ApiError("overloaded", status_code=529)
    >>> str(error), error.counts, error.retry_helps
    ('the API is overloaded: try again later (529)', True, True)
    """

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        status_code: int | None = None,
        request_id: str | None = None,
        retry_after_s: float | None = None,
        lang: str = "en",
    ) -> None:
        self.kind, self.status_code, self.request_id, self.retry_after_s = kind, status_code, request_id, retry_after_s
        self.detail = " ".join(without_keys(detail).split())[:MOST_CHARACTERS]
        super().__init__(self.say(lang))

    @property
    def counts(self) -> bool:
        """Whether it counts for the breaker."""
        return KINDS[self.kind].counts

    @property
    def retry_helps(self) -> bool:
        """Whether the same request may succeed later."""
        return KINDS[self.kind].retry_helps

    def say(self, lang: str = "en") -> str:
        """The error as one sentence, with what the API said."""
        kind = KINDS[self.kind]
        sentence = kind.zh if lang == "zh" else kind.en
        status = f" ({self.status_code})" if self.status_code not in (None, 200) else ""
        return f"{sentence}{status}: {self.detail}" if self.detail else f"{sentence}{status}"

    def to_dict(self) -> dict[str, Any]:
        """The error as JSON."""
        facts = {"status_code": self.status_code, "request_id": self.request_id, "retry_after_s": self.retry_after_s}
        return {"kind": self.kind, "text": str(self), "counts": self.counts, "retry_helps": self.retry_helps, **facts}


def api_error(error: BaseException, lang: str = "en") -> ApiError:
    """The typed error for anything that a call raised.

    >>> api_error(TimeoutError("no answer within 60 s")).kind
    'timeout'
    """
    if isinstance(error, ApiError):
        return error
    if isinstance(error, KeyboardInterrupt):
        return ApiError("cancelled", lang=lang)
    status, body = getattr(error, "status_code", None), getattr(error, "body", None)
    if not isinstance(status, int):
        return ApiError(_without_answer(error), _no_answer_text(error), lang=lang)
    said = body.get("error") if isinstance(body, dict) else None
    fields = said if isinstance(said, dict) else {}
    text = str(fields.get("message") or "")
    return ApiError(
        _kind(status, fields.get("type"), text),
        text,
        status_code=status,
        request_id=getattr(error, "request_id", None),
        retry_after_s=_seconds(getattr(error, "response", None)),
        lang=lang,
    )


def _kind(status: int, kind: object, text: str) -> str:
    """By status; by the type that the API names where the status says too little, as in mid-stream."""
    lowered = text.lower()
    if "prompt is too long" in lowered or ("context" in lowered and "exceed" in lowered):
        return "too_large"
    if "credit balance" in lowered:
        return "no_money"
    named = _BY_STATUS.get(status) or _BY_TYPE.get(str(kind))
    if named:
        return named
    return "bad_request" if 400 <= status < 500 else "server"


def _without_answer(error: BaseException) -> str:
    """The kind of an error that has no HTTP status."""
    names = {each.__name__ for each in type(error).__mro__}
    if isinstance(error, TimeoutError) or names & {"APITimeoutError", "TimeoutException"}:
        return "timeout"
    # Both HTTP clients of the SDK's history have these names; importing either would cost what a lesson needs not pay.
    if names & {"RemoteProtocolError", "ReadError", "StreamError", "IncompleteRead"}:
        return "cut_stream"
    if isinstance(error, OSError) or names & {"APIConnectionError", "HTTPError"}:
        return "connection"
    return "unknown"


def _no_answer_text(error: BaseException) -> str:
    """What is told of such an error: of an unknown one its name alone, for its text may quote anything."""
    return type(error).__name__ if _without_answer(error) == "unknown" else ""


def _seconds(response: Any) -> float | None:
    headers = getattr(response, "headers", None)
    try:
        return float(headers["retry-after"]) if headers is not None and "retry-after" in headers else None
    except ValueError:
        return None


def without_keys(text: str) -> str:
    """The text with the environment's keys, and what looks like one, taken out.

    >>> without_keys("invalid x-api-key: sk-ant-api03-abcdefgh")
    'invalid x-api-key: [key]'
    """
    for name in KEYS:
        secret = os.environ.get(name, "")
        if len(secret) >= 4:
            text = text.replace(secret, "[key]")
    return _KEY_LIKE.sub("[key]", text)
