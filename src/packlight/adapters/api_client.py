"""A client of the Messages API, with the key from the environment and from nowhere else.

Comes in: an address, a time limit, how often the SDK may retry. Goes out: an `anthropic.Anthropic`. Called by whatever
asks a real model. The SDK takes most of a second to load, so it is imported here and only when it is needed.
"""

from __future__ import annotations

import os
from typing import Any

from packlight.core.errors import UserError

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
NO_KEY = {
    "en": "{what} needs a key: set {key}{instead}",
    "zh": "{what} 需要密钥：请设置环境变量 {key}{instead}",
}


def require_key(what: str, instead: str = "", lang: str = "en") -> None:
    """Raise one sentence where the environment holds no key.

    Args:
        what: what needs it, as the sentence's subject.
        instead: the way out without a key, with the sign that joins it.
    """
    if not any(os.environ.get(name) for name in KEYS):
        raise UserError(NO_KEY.get(lang, NO_KEY["en"]).format(what=what, key=KEYS[0], instead=instead))


def make_client(*, base_url: str | None = None, timeout_s: float | None = None, max_retries: int | None = None) -> Any:
    """A client with the environment's key; call `require_key` first.

    What is None stays at the SDK's own: 600 seconds, two retries, `ANTHROPIC_BASE_URL` or the public address.
    """
    import anthropic

    given: dict[str, Any] = {"base_url": base_url, "timeout": timeout_s, "max_retries": max_retries}
    # Named, so that the SDK does not go looking for other credentials on this machine.
    key, token = (os.environ.get(name) for name in KEYS)
    given |= {"api_key": key} if key else {"auth_token": token}
    return anthropic.Anthropic(**{name: value for name, value in given.items() if value is not None})
