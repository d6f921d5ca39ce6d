"""One pass over a history, message by message: the rules that need to know what stands around a block.

Comes in: messages, in order. Goes out: findings, as soon as they are certain; `tail()` adds those that hold only as
long as nothing follows. `validate` walks a whole conversation; `Watch` keeps a walk and takes up where it stopped, so
both see the same rules.

    side of a turn   user  assistant  user ……………………  assistant
    messages         u     a  a       u  u  (s)       a
                           calls ───▶ answers         whatever is open now stays unanswered

System messages belong to no side: a call may be answered across one. A message of an unknown role counts as the user's.
"""

from __future__ import annotations

from packlight.core.blocks import (
    Block,
    Compaction,
    Image,
    Other,
    ServerToolResult,
    ServerToolUse,
    Text,
    ToolResult,
    ToolUse,
)
from packlight.core.frozen import EMPTY
from packlight.core.messages import Message
from packlight.core.rules.blocks import (
    broken_deep,
    call_id,
    caller_id,
    faults,
    is_blank,
    is_signed,
    result_id,
    server_id,
)
from packlight.core.rules.finding import Place
from packlight.core.rules.malformed import FORMATS, OPENAI_FIELDS, content_fault, fields_of, is_hollow, role_fault
from packlight.core.rules.seen import Seen

_CARRIERS = frozenset((Image, Other))


class Walk(Seen):
    """One pass over a history: `take` messages in order, then read `found`."""

    __slots__ = ()

    def take(self, message: Message) -> None:
        """Walk on by one message."""
        at = self.size
        if self.hollow or self.held:
            self._settle(at, message)
        if message.raw is not None:
            self._malformed(at, message)
        elif message.role == "assistant":
            self._assistant(at, message)
        elif message.role == "system":
            self._system(at, message)
        else:
            self._user(at, message)
        if message.extra or message.raw is not None:
            self._fields(at, message)
        self.last = message
        self.size = at + 1

    def _settle(self, at: int, message: Message) -> None:
        """What was allowed in the last message may not be now that another one follows."""
        if self.hollow:
            self.emit("empty_content", (at - 1,))
        if self.held and (message.role != "assistant" or message.raw is not None):
            self.emit("system_misplaced", (at - 1,))
        self.hollow = self.held = False

    def _assistant(self, at: int, message: Message) -> None:
        if self.side != "assistant":
            self.close_turn()
            self.side = "assistant"
        content = message.content
        if self.role == "assistant":
            self._neighbours(at, message)
        elif not self.spoken and not (content and isinstance(content[0], Compaction)):
            self.emit("first_not_user", (at,))
        self.spoken, self.role = True, "assistant"
        if is_hollow(message):
            self.hollow = True
            return
        if self.loop < 0:
            self.loop = at
            self.loop_found = "" if is_signed(content[0]) else content[0].type
        unsigned = False
        served: set[str] = set()
        for place, block in enumerate(content):
            kind = type(block)
            codes = faults(block)
            if codes:
                self.report(codes, (at, place), block)
                unsigned = unsigned or "thinking_unsigned" in codes
            if kind is ToolUse:
                self._call(at, place, block.id)  # type: ignore[union-attr]
                if self.waiting and caller_id(block) in self.waiting:
                    self.lent |= {caller_id(block) or ""}
            elif kind is not Text:
                self._rare_of_assistant((at, place), block, served)
            if kind in _CARRIERS or block.extra:  # type: ignore[union-attr]
                self.carried(at, place, block)
            if self.thorough:
                self.control((at, place), block)
        if unsigned and not any(map(_sendable, content)):
            self.emit("no_sendable_content", (at,))

    def _rare_of_assistant(self, at: Place, block: Block, served: set[str]) -> None:
        """Blocks other than text and ordinary calls."""
        claimed = call_id(block)
        if claimed is not None:
            self._call(at[0], at[1], claimed)
        elif isinstance(block, ServerToolUse):
            served.add(block.id)
            self.waiting[block.id] = at
        elif isinstance(block, ServerToolResult):
            # A result in an assistant neighbour is refused as it stands, and still answers the call once both are one.
            self.waiting.pop(block.tool_use_id, None)
            if block.tool_use_id not in served and block.tool_use_id not in self.lent:
                self.emit("server_tool_result_orphan", at, block.tool_use_id)
            self.lent -= {block.tool_use_id}
        elif result_id(block) is not None:
            self.emit("block_in_wrong_role", at, result_id(block), type=block.type, role="assistant")

    def _call(self, at: int, place: int, id: str) -> None:
        if id in self.ids:
            self.emit("duplicate_tool_use_id", (at, place), id)
        else:
            self.ids[id] = at
        if id not in self.calls:
            self.calls[id] = self.open[id] = (at, place)

    def _user(self, at: int, message: Message) -> None:
        role, content = message.role, message.content
        self.users = self.users + 1 if self.side != "assistant" else 1
        self.side = "user"
        if self.waiting:
            self._not_resumed(message)
        if role != "user":
            self._unknown_role(at, role)
        elif self.role == "user":
            self._neighbours(at, message)
        self.spoken, self.role = True, role
        if is_hollow(message):
            self.emit("empty_content", (at,))
            return
        other = results = False
        for place, block in enumerate(content):
            kind = type(block)
            codes = faults(block)
            if codes:
                self.report(codes, (at, place), block)
            if kind is ToolResult:
                self._result((at, place), block.tool_use_id, other)  # type: ignore[union-attr]
                results = True
            elif kind is Text:
                other = True
            elif kind is Other and result_id(block) is not None:
                self._result((at, place), result_id(block) or "", other)
                results = True
            else:
                other = True
                self._rare_of_user((at, place), block, role)
            if kind in _CARRIERS or block.extra or (kind is ToolResult and type(block.content) is tuple):  # type: ignore[union-attr]
                self.carried(at, place, block)
            if self.thorough:
                self.control((at, place), block)
        if not results:
            self.loop = -1

    def _rare_of_user(self, at: Place, block: Block, role: str) -> None:
        """Blocks other than text, results and pictures."""
        if isinstance(block, ServerToolResult):
            self.emit("server_tool_result_orphan", at, block.tool_use_id)
        elif isinstance(block, ServerToolUse) or call_id(block) is not None or is_thought(block):
            self.emit("block_in_wrong_role", at, call_id(block), type=block.type, role=role)

    def _result(self, at: Place, id: str, other: bool) -> None:
        if id in self.open:
            del self.open[id]
        elif id in self.calls:
            self.emit("duplicate_tool_result", at, id)
            return
        else:
            self.emit("orphan_tool_result", at, id, variant="late" if id in self.ids else "")
            return
        if self.users > 1:
            self.emit("split_tool_results", at, id, "error" if self.strict else None)
        if other:
            self.emit("tool_result_not_first", at, id)

    def _malformed(self, at: int, message: Message) -> None:
        """A message that was kept raw; it belongs to no side, because the repair may drop it."""
        self.role = ""
        if message.role == "assistant" and not self.spoken:
            self.emit("first_not_user", (at,))
        self.spoken = self.spoken or message.role != "system"
        fields = fields_of(message)
        if fields is EMPTY:
            self.emit("not_an_object", (at,))
            return
        code = role_fault(message)
        if code == "unknown_role":
            self._unknown_role(at, message.role)
        elif code:
            self.emit(code, (at,))
        code = content_fault(message)
        if code:
            self.emit(code, (at,))

    def _system(self, at: int, message: Message) -> None:
        content = message.content
        self.systems += 1
        if is_hollow(message):
            self.emit("empty_content", (at,))
            content = ()
        for place, block in enumerate(content):
            self.report(faults(block), (at, place), block)
            self.carried(at, place, block)
            called = call_id(block) or result_id(block) or server_id(block)
            if called is not None or is_thought(block):
                self.emit("block_in_wrong_role", (at, place), called, type=block.type, role="system")
        if not self.able.system_in_messages:
            self.emit("system_in_messages", (at,), variant="" if self.spoken else "teaching")
        elif self.role == "user" or (self.role == "assistant" and self._ends_served()):
            self.held = True
        else:
            self.emit("system_misplaced", (at,))
        self.role = "system"

    def _ends_served(self) -> bool:
        content = self.last.content if self.last is not None else ()
        return bool(content) and isinstance(content[-1], ServerToolResult)

    def _unknown_role(self, at: int, role: str) -> None:
        if role in FORMATS:
            self.emit("unknown_role", (at,), variant="convert", role=role, format=FORMATS[role])
        else:
            self.emit("unknown_role", (at,), role=role)

    def _neighbours(self, at: int, message: Message) -> None:
        self.emit("same_role_neighbours", (at - 1,), None, "error" if self.strict else None, role=message.role)

    def _fields(self, at: int, message: Message) -> None:
        given = fields_of(message)
        for field in OPENAI_FIELDS:
            if field in given:
                self.emit("openai_field", (at,), field=field)
        if message.extra and broken_deep(message.extra):
            self.emit("lone_surrogate", (at,))

    def _not_resumed(self, message: Message) -> None:
        """The user's turn: a server's call waits on only where its code is being answered, the others are refused."""
        if not (message.content and isinstance(message.content[0], ToolResult)):
            self.lent = frozenset()
        for id, at in self.waiting.items():
            if id not in self.lent:
                self.emit("unanswered_tool_use", at, id, variant="server")
        self.waiting = {id: at for id, at in self.waiting.items() if id in self.lent}

    def close_turn(self) -> None:
        """A new assistant turn begins: calls that are still open stay unanswered."""
        if self.open:
            self.unanswered(-1)
        self.calls, self.open = {}, {}


def is_thought(block: Block) -> bool:
    """Whether a block is thinking, readable or encrypted."""
    return block.type in ("thinking", "redacted_thinking")


def _sendable(block: Block) -> bool:
    """Whether a block would stay when unsigned thoughts and empty texts are stripped."""
    if isinstance(block, Text):
        return not is_blank(block.text)
    return block.type != "thinking" or is_signed(block)
