"""The system prompt: built from its layers, merged with the one that is there, put where the API takes it.

Comes in: a conversation and what belongs in front of it (a base prompt, CLAUDE.md layers, tool definitions). Goes out:
the conversation as it would be sent. Called by `prepare.py` as its second step, *before* usage is measured: the
course's pseudo code measures first and so forgets what it is about to add.

The prompt always goes to the top level of the request, so it can never land in front of a tool result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from packlight.core.blocks import Block, Text
from packlight.core.conversation import Conversation
from packlight.core.errors import UserError
from packlight.core.frozen import Frozen, freeze

Layers = str | Iterable[str] | None


def build_system_prompt(
    system: str | None = None, claude_md: Layers = None, tools: Iterable[Mapping[str, Any]] = ()
) -> tuple[str, ...]:
    """The sections of a system prompt in order: base prompt, CLAUDE.md layers from wide to near, tool list.

    >>> build_system_prompt("Be brief.", ["Use tabs."], [{"name": "grep", "description": "Search files.\\nSlow."}])
    ('Be brief.', '# CLAUDE.md\\nUse tabs.', '# Tools\\n- grep: Search files.')
    """
    layers = [claude_md] if isinstance(claude_md, str) else list(claude_md or ())
    if not all(isinstance(layer, str) for layer in layers):
        raise UserError(
            "claude_md holds something that is not text: give a string, or a list of strings from wide to near"
        )
    sections = [system] if system and system.strip() else []
    sections += [f"# CLAUDE.md\n{layer.strip()}" for layer in layers if layer.strip()]
    lines = [f"- {tool.get('name', '?')}: {_first_line(tool.get('description'))}".rstrip(": ") for tool in tools]
    return tuple([*sections, "# Tools\n" + "\n".join(lines)] if lines else sections)


def _first_line(text: object) -> str:
    return text.strip().partition("\n")[0] if isinstance(text, str) else ""


def merge_system(blocks: tuple[Block, ...], sections: Iterable[str]) -> tuple[Block, ...]:
    """The system blocks with the sections behind them; a section that stands there already is not added again.

    >>> merge_system((Text("Be brief."),), ("Be brief.", "Use tabs."))
    (Text(text='Be brief.', extra={}), Text(text='Use tabs.', extra={}))
    """
    merged = list(blocks)
    for section in sections:
        if not any(_holds(block.readable(), section) for block in merged):
            merged.append(Text(section))
    return tuple(merged)


def _holds(text: str, section: str) -> bool:
    """Whether a text has this very section between blank lines; a phrase inside another sentence is not it."""
    return f"\n\n{section}\n\n" in f"\n\n{text}\n\n"


def inject_system_if_needed(
    conversation: Conversation,
    system: str | None = None,
    claude_md: Layers = None,
    tools: Iterable[Mapping[str, Any]] | None = None,
) -> Conversation:
    """The conversation with its system prompt and tools in place; injecting twice adds once.

    >>> talk = Conversation.from_api([{"role": "user", "content": "hi"}])
    >>> inject_system_if_needed(talk, "Be brief.").to_api()["system"]
    'Be brief.'
    """
    wanted = list(tools or ())
    sections = build_system_prompt(system, claude_md, wanted)
    blocks = merge_system(conversation.system, sections)
    if wanted:
        conversation = _with_tools(conversation, wanted)
    if len(blocks) == len(conversation.system):
        return conversation
    if conversation.system_is_string or len(blocks) == 1:
        return conversation.with_system("\n\n".join(block.readable() for block in blocks))
    return conversation.with_system(blocks)


def _with_tools(conversation: Conversation, tools: list[Mapping[str, Any]]) -> Conversation:
    """Tool definitions by name: those of the conversation stay, missing ones are added behind them."""
    known = {tool.get("name") for tool in conversation.tools}
    new: tuple[Frozen, ...] = tuple(freeze(tool) for tool in tools if tool.get("name") not in known)
    return conversation.with_tools((*conversation.tools, *new)) if new else conversation
