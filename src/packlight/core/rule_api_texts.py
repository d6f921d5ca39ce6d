"""The API's own words: what it answers with when a rule is broken.

Comes in: a code. Goes out: a sentence to fill. Called by `rules/finding.py`. They are worded as public reports quote
them; the API may word them anew at any time. An empty sentence: it accepts the request.
"""

from __future__ import annotations

API_SENTENCES: dict[str, str] = {
    "unanswered_tool_use": (
        "messages.{m}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    ),
    "unanswered_tool_use.server": (
        "messages.{m}: tool use with id `{id}` was found without a corresponding tool result block"
    ),
    "orphan_tool_result": (
        "messages.{m}.content.{b}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. "
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
    ),
    "server_tool_result_orphan": (
        "messages.{m}.content.{b}: unexpected `tool_use_id` found in a server tool result: {id}. "
        "It must have a corresponding `server_tool_use` block before it."
    ),
    "tool_result_not_first": (
        "messages.{m}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    ),
    "duplicate_tool_use_id": "messages.{m}.content.{b}: `tool_use` ids must be unique",
    "duplicate_tool_result": (
        "messages.{m}.content.{b}: each tool_use must have a single result. "
        "Found multiple `tool_result` blocks with id: {id}"
    ),
    "bad_tool_id": "messages.{m}.content.{b}.{type}.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "bad_tool_input": "messages.{m}.content.{b}.{type}.input: Input should be a valid dictionary",
    "empty_text": "messages: text content blocks must contain non-whitespace text",
    "empty_content": (
        "messages.{m}: all messages must have non-empty content except for the optional final assistant message"
    ),
    "empty_content.final": "",
    "null_content": "messages.{m}.content: Input should be a valid list",
    "missing_content": "messages.{m}.content: Field required",
    "bad_content": "messages.{m}.content: Input should be a valid list",
    "missing_role": "messages.{m}.role: Field required",
    "not_an_object": "messages.{m}: Input should be a valid dictionary or object to extract fields from",
    "malformed_block": "messages.{m}.content.{b}: Field required, or input of the wrong type",
    "no_messages": "messages: at least one message is required",
    "no_user_message": "messages: at least one message is required",
    "unknown_role": 'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"',
    "system_in_messages": (
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, '
        'not "system" as an input message role.'
    ),
    "system_misplaced": (
        "messages.{m}: a system message must directly follow a user message "
        "and be last or directly precede an assistant message"
    ),
    "first_not_user": 'messages: first message must use the "user" role',
    "block_in_wrong_role": "messages.{m}.content.{b}: `{type}` blocks are not allowed in `{role}` messages",
    "no_sendable_content": (
        "messages.{m}: all messages must have non-empty content except for the optional final assistant message"
    ),
    "ends_with_assistant": (
        "This model does not support assistant message prefill. The conversation must end with a user message."
    ),
    "trailing_whitespace": "messages: final assistant content cannot end with trailing whitespace",
    "thinking_missing": (
        "messages.{m}.content.{b}.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. "
        "When `thinking` "
        "is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of "
        "`tool_use` and `tool_result` blocks)."
    ),
    "thinking_when_disabled": (
        "messages.{m}.content.{b}: When thinking is disabled, an `assistant` message in the final position cannot "
        "contain `thinking`. To use thinking blocks, enable `thinking` in your request."
    ),
    "thinking_unsigned": "messages.{m}.content.{b}: Invalid `signature` in `thinking` block",
    "cache_control_over_limit": "A maximum of {limit} blocks with cache_control may be provided. Found {count}.",
    "too_many_images": "messages: too many images: {count} > {limit} maximum",
    "image_too_large_for_many": (
        "messages.{m}.content.{b}.image.source.base64.data: At least one of the image dimensions exceed max allowed "
        "size for many-image requests: {limit} pixels"
    ),
    "unknown_block_type": (
        "messages.{m}.content.{b}: Input tag '{type}' found using 'type' does not match any of the expected tags"
    ),
    "openai_field": "messages.{m}.{field}: Extra inputs are not permitted",
    "lone_surrogate": "The request body is not valid JSON: no low surrogate in string",
    "split_tool_results": 'messages: roles must alternate between "user" and "assistant"',
    "same_role_neighbours": 'messages: roles must alternate between "user" and "assistant"',
}
