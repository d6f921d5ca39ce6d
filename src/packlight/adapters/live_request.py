"""One request to the Messages API, streamed: text as it comes, the whole answer at the end, or a typed error.

Comes in: a client and a request. Goes out: `Answer`, or `ApiError`. Called by `live.py` for the agent and by
`anthropic_summarizer.py` for summaries. An answer that breaks off is no answer: nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from packlight.adapters.api_errors import ApiError, api_error
from packlight.adapters.usage import usage_of
from packlight.core.conversation import Usage

_SDK_ALONE = ("parsed_output",)
"""Fields that the SDK adds to a block and the API does not take back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said.

    Attributes:
        content: the content blocks, as they go back into the history.
        stop_reason: why the model stopped.
        usage: the real token numbers, those of a server-side compaction included; None where none were told.
        seconds: from the request to the last event.
        edits: what the server cleared or packed before the model read it, as the API reports it.
    """

    content: tuple[dict[str, Any], ...]
    stop_reason: str
    usage: Usage | None
    seconds: float
    edits: tuple[dict[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """All texts of the answer."""
        return "\n".join([block["text"] for block in self.content if block.get("type") == "text"])


def stream_answer(
    client: Any,
    request: Mapping[str, Any],
    *,
    betas: tuple[str, ...] = (),
    on_text: Callable[[str], None] | None = None,
    time_limit_s: float | None = None,
    lang: str = "en",
) -> Answer:
    """Send one request and read its stream to the end.

    Args:
        client: an `anthropic.Anthropic`.
        betas: names of beta features; with any, the beta endpoint is used.
        on_text: is told each piece of text as it arrives.
        time_limit_s: seconds for the whole answer.

    Raises:
        ApiError: whatever went wrong. The original is not behind it: its text may hold the key.
        Exception: what `on_text` raised, as it came.
        KeyboardInterrupt: as it came; the stream is closed.
    """
    started = monotonic()
    trouble: Exception
    try:
        message = _read(client, request, betas, on_text, started + time_limit_s if time_limit_s is not None else None)
        return _answer(message, monotonic() - started, lang)
    except _ListenerFailed as failed:
        trouble = failed.error
    except Exception as error:
        trouble = api_error(error, lang)
    # Raised here, outside the handler, so that no traceback leads to the SDK's own error.
    raise trouble


def _read(
    client: Any,
    request: Mapping[str, Any],
    betas: tuple[str, ...],
    on_text: Callable[[str], None] | None,
    deadline: float | None,
) -> dict[str, Any]:
    messages = client.beta.messages if betas else client.messages
    with messages.stream(**request, **({"betas": list(betas)} if betas else {})) as stream:
        for event in stream:
            if deadline is not None and monotonic() > deadline:
                raise TimeoutError
            if on_text is not None and event.type == "text":
                _tell(on_text, event.text)
        return stream.get_final_message().to_dict()  # type: ignore[no-any-return]


class _ListenerFailed(Exception):
    """What the caller's own function raised: not the API's fault, so it goes back to the caller as it is."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tell(on_text: Callable[[str], None], text: str) -> None:
    try:
        on_text(text)
    except Exception as error:
        raise _ListenerFailed(error) from error


def _answer(message: Mapping[str, Any], seconds: float, lang: str) -> Answer:
    stop_reason = message.get("stop_reason")
    if not stop_reason:
        # The stream ended without its last events: what is there is half an answer.
        raise ApiError("cut_stream", lang=lang)
    content = tuple([_clean(block) for block in message.get("content", ())])
    edits = (message.get("context_management") or {}).get("applied_edits") or ()
    return Answer(
        content, stop_reason, _usage(message.get("usage") or {}), seconds, tuple(dict(edit) for edit in edits)
    )


def _clean(block: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in block.items() if name not in _SDK_ALONE}


def _usage(fields: Mapping[str, Any]) -> Usage | None:
    """The usage of all iterations together: a server-side compaction is billed apart, and only there."""
    parts = [found for each in fields.get("iterations") or () if (found := usage_of(each, 0)) is not None]
    if not parts:
        return usage_of(fields, 0)
    names = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
    return Usage(0, *[sum(getattr(part, name) for part in parts) for name in names])
