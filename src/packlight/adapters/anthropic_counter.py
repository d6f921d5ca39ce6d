"""The exact counter: what the Messages API itself counts. Opt-in; needs a key in the environment and the network.

Comes in: a model's name, then texts or conversations. Goes out: the API's numbers. A whole conversation is counted as
the request that it is (`count_conversation`, what `packlight.count_tokens` shows); its parts are counted text by text,
so that a ledger can add them up. Each text and each request is asked for once: answers are kept by content, and new
texts of one call travel side by side.

The key comes from the environment alone (`ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`); nothing here stores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from packlight.adapters.api_client import KEYS, make_client, require_key
from packlight.core.conversation import Conversation
from packlight.core.errors import PacklightError, UserError
from packlight.core.frozen import json_text
from packlight.core.tokens import Count, count

COUNTED = ("system", "tools", "tool_choice", "thinking", "messages")
"""Fields of a request that the API weighs."""
SIDE_BY_SIDE = 4
"""Requests under way at once: far below the API's own limit of 2,000 a minute, and polite."""
_PROBE = "x"


class CountingError(PacklightError):
    """The API gave no count; the message says why and what to do instead."""


class AnthropicCounter:
    """Counts with the API's own tokenizer for one model.

    A single text is weighed inside a message, less what an empty message costs. Sums of texts are close to what a
    request costs and are labelled as an estimate; `count_conversation` is exact.

    Args:
        model: the API's name of the model.
        client: an `anthropic.Anthropic`; None makes one from the environment.
    """

    estimated = True

    def __init__(self, model: str, client: Any = None) -> None:
        self.model = model
        self.name = f"anthropic:{model}"
        self._client = client if client is not None else _client()
        self._known: dict[bytes, int] = {}

    def count_text(self, text: str) -> int:
        """Tokens of the text; 0 for an empty one."""
        if not text:
            return 0
        # The API refuses a message of blanks alone, so a letter stands before them and is taken off again.
        probe = "" if text.strip() else _PROBE
        alone = self._ask(_message(probe + text)) - self._ask(_message(_PROBE))
        return max(1, alone + (0 if probe else 1))

    def count_texts(self, texts: Iterable[str]) -> list[int]:
        """Tokens of many texts; those that are not known yet are asked for side by side."""
        wanted = list(texts)
        fresh = list(dict.fromkeys(text for text in wanted if text))
        if fresh:
            self.count_text(fresh[0])
            with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
                list(pool.map(self.count_text, fresh[1:]))
        return [self.count_text(text) for text in wanted]

    def count_request(self, request: Mapping[str, Any]) -> int:
        """Input tokens of a whole request, as the API counts them before it answers."""
        return self._ask({name: request[name] for name in COUNTED if name in request})

    def count_conversation(self, conversation: Conversation) -> Count:
        """The exact count: total, system and tools as the API weighs them, the messages' share spread over them.

        System and tools are what the request costs more than it does without them. What the API adds to the messages
        beyond their texts is spread evenly, so that all parts still add up.
        """
        request = conversation.to_api()
        if not request.get("messages"):
            raise UserError("the API counts no request without messages: append one, or count with 'tiktoken'")
        total = self.count_request(request)
        system = total - self.count_request({**request, "system": []}) if conversation.system else 0
        tools = total - self.count_request({**request, "tools": []}) if conversation.tools else 0
        return _fitted(count(conversation, self), total, system, tools)

    def _ask(self, request: Mapping[str, Any]) -> int:
        """One count, from memory where the same content was counted before."""
        key = hashlib.sha256(json_text(request).encode("utf-8", "surrogatepass")).digest()
        if key not in self._known:
            self._known[key] = self._fetch({name: value for name, value in request.items() if value != []})
        return self._known[key]

    def _fetch(self, request: Mapping[str, Any]) -> int:
        import anthropic

        try:
            return int(self._client.messages.count_tokens(model=self.model, **request).input_tokens)
        except anthropic.AuthenticationError as error:
            raise CountingError(
                f"the API refused the key of {' or '.join(KEYS)}: check it, or use 'tiktoken'"
            ) from error
        except (anthropic.APIError, UnicodeEncodeError) as error:
            raise CountingError(f"the API gave no count for {self.model}: {error}; use 'tiktoken' instead") from error


def _client() -> Any:
    """A client from the environment."""
    require_key("the exact counter", ", or count with 'tiktoken', which needs none")
    return make_client()


def _message(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


def _fitted(parts: Count, total: int, system: int, tools: int) -> Count:
    """The count with the API's totals; the difference to the sum of texts goes to the messages' overhead, evenly."""
    messages = total - system - tools
    places = len(parts.by_message)
    share, rest = divmod(messages - parts.messages, places)
    by_message = tuple(weight + share + (place < rest) for place, weight in enumerate(parts.by_message))
    kinds = dict(parts.by_kind)
    kinds["overhead"] += messages - parts.messages
    kinds |= {"system": system, "tools": tools}
    return Count(total, system, tools, messages, by_message, kinds, False, parts.counter)
