"""The loops of other libraries: append a turn, prepare the messages for a request. Each is skipped where it is missing.

Every peer gets what it is made for: its own message objects (made before the clock starts), the same counting function
where it takes one, and its own settings for a window of 200,000 tokens with the line at 87 %. A `Peer` keeps, for
every object that it hands over, the piece of `messages[]` that it stands for, so that results can be judged by one
validator.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from typing import Any

from benchmarks.loop.workload import Message

Count = Callable[[str], int]
LIMIT = 174_000
MESSAGES = 250
"""Messages that stay, for peers that count messages: about what fits into the window."""


class Peer:
    """One library's way. `read` makes its objects, `append` and `prepare` are timed, `written` gives messages back.

    Attributes:
        counts: what it counts with: `cl100k`, `approximate` or `messages`.
    """

    name = ""
    counts = ""
    feeds_back = False

    def __init__(self, system: str, count: Count) -> None:
        self.system, self.count = system, count
        self.pieces: dict[int, Message] = {}
        self.kept: list[Any] = []
        self.history: list[Any] = []
        self.start()

    def start(self) -> None:
        """Import and set up."""

    def read(self, message: Message) -> list[Any]:
        """The message as the library's objects."""
        made = [(self.make(piece), piece) for piece in split(message)]
        for native, piece in made:
            self.pieces[id(native)] = piece
            self.kept.append(native)
        return [native for native, _ in made]

    def make(self, piece: Message) -> Any:
        """One object for a piece: a message with all but results, or a single result."""
        raise NotImplementedError

    def append(self, natives: list[Any]) -> None:
        """Put a message behind the others."""
        self.history += natives

    def prepare(self) -> list[Any]:
        """The objects that would be sent."""
        raise NotImplementedError

    def written(self, natives: list[Any]) -> list[Message]:
        """What would be sent, as `messages[]`; the system prompt stays out."""
        return [self.pieces[id(native)] for native in natives if id(native) in self.pieces]


def split(message: Message) -> list[Message]:
    """A message as pieces that other libraries know: each tool result is a message of its own."""
    results = [block for block in message["content"] if block["type"] == "tool_result"]
    rest = [block for block in message["content"] if block["type"] != "tool_result"]
    pieces = [{"role": message["role"], "content": [block]} for block in results]
    return [*pieces, {"role": message["role"], "content": rest}] if rest else pieces


def words(piece: Message) -> str:
    """The text of a piece."""
    return "\n".join(block["text"] for block in piece["content"] if block["type"] == "text")


def calls(piece: Message) -> list[Message]:
    """The calls of a piece."""
    return [block for block in piece["content"] if block["type"] == "tool_use"]


def asked_for(piece: Message) -> list[Message]:
    """The calls of a piece as OpenAI writes them."""
    return [
        {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": json.dumps(c["input"])}}
        for c in calls(piece)
    ]


def result(piece: Message) -> Message | None:
    """The result that a piece is, or None."""
    first = piece["content"][0]
    return first if first["type"] == "tool_result" else None


class LangChain(Peer):
    """`trim_messages` over the whole history, every turn."""

    name, counts = "LangChain trim_messages, cl100k, full history", "cl100k"

    def start(self) -> None:
        from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, trim_messages

        self.trim, self.kinds = trim_messages, (AIMessage, HumanMessage, ToolMessage)
        self.history = [SystemMessage(self.system)]
        self.counter = self.counting()

    def counting(self) -> Any:
        return self.total

    def total(self, messages: list[Any]) -> int:
        return sum(self.count(m.content + "".join(map(json.dumps, getattr(m, "tool_calls", ())))) for m in messages)

    def make(self, piece: Message) -> Any:
        assistant, human, tool = self.kinds
        found = result(piece)
        if found:
            return tool(found["content"], tool_call_id=found["tool_use_id"])
        if piece["role"] == "user":
            return human(words(piece))
        asked = [{"name": c["name"], "args": c["input"], "id": c["id"], "type": "tool_call"} for c in calls(piece)]
        return assistant(words(piece), tool_calls=asked)

    def prepare(self) -> list[Any]:
        asked = {"strategy": "last", "include_system": True, "start_on": "human"}
        trimmed: list[Any] = self.trim(self.history, max_tokens=LIMIT, token_counter=self.counter, **asked)
        if self.feeds_back:
            self.history = list(trimmed)
        return trimmed


class LangChainFedBack(LangChain):
    """The same, with the trimmed history as the next one."""

    name, feeds_back = "LangChain trim_messages, cl100k, fed back", True


class LangChainApproximate(LangChain):
    """The same with the library's own quick count."""

    name, counts, feeds_back = "LangChain trim_messages, approximate, fed back", "approximate", True

    def counting(self) -> Any:
        from langchain_core.messages.utils import count_tokens_approximately

        return count_tokens_approximately


class LlamaIndex(Peer):
    """`ChatSummaryMemoryBuffer` with our tokenizer and no model: what does not fit is dropped, and stays dropped."""

    name, counts, feeds_back = "LlamaIndex ChatSummaryMemoryBuffer", "cl100k", True

    def start(self) -> None:
        from llama_index.core.base.llms.types import ChatMessage
        from llama_index.core.memory import ChatSummaryMemoryBuffer

        self.kind = ChatMessage
        # It asks for a list of tokens and takes its length.
        tokenize = lambda text: range(self.count(text))  # noqa: E731
        self.memory = ChatSummaryMemoryBuffer.from_defaults(token_limit=LIMIT, tokenizer_fn=tokenize)

    def make(self, piece: Message) -> Any:
        found = result(piece)
        if found:
            return self.kind(role="tool", content=found["content"], tool_call_id=found["tool_use_id"])
        extra = {"tool_calls": asked_for(piece)} if calls(piece) else {}
        return self.kind(role=piece["role"], content=words(piece), additional_kwargs=extra)

    def append(self, natives: list[Any]) -> None:
        for native in natives:
            self.memory.put(native)

    def prepare(self) -> list[Any]:
        found: list[Any] = self.memory.get()
        return found


class AutoGen(Peer):
    """`TokenLimitedChatCompletionContext` with a client that counts with our tokenizer."""

    name, counts = "AutoGen TokenLimitedChatCompletionContext", "cl100k"

    def start(self) -> None:
        from autogen_core import FunctionCall, models
        from autogen_core.model_context import TokenLimitedChatCompletionContext

        self.models, self.call = models, FunctionCall
        self.context = TokenLimitedChatCompletionContext(self, token_limit=LIMIT)
        self.loop = asyncio.new_event_loop()

    def count_tokens(self, messages: list[Any], *, tools: Any = ()) -> int:
        return sum(self.count(self.read_out(message.content)) for message in messages)

    @staticmethod
    def read_out(content: Any) -> str:
        if isinstance(content, str):
            return content
        return "".join(getattr(part, "content", None) or part.name + part.arguments for part in content)

    def make(self, piece: Message) -> Any:
        found, kinds = result(piece), self.models
        if found:
            answer = kinds.FunctionExecutionResult(content=found["content"], name="tool", call_id=found["tool_use_id"])
            return kinds.FunctionExecutionResultMessage(content=[answer])
        if piece["role"] == "user":
            return kinds.UserMessage(content=words(piece), source="user")
        asked = [self.call(id=c["id"], name=c["name"], arguments=json.dumps(c["input"])) for c in calls(piece)]
        return kinds.AssistantMessage(content=asked or words(piece), source="assistant", thought=words(piece))

    def append(self, natives: list[Any]) -> None:
        for native in natives:
            self.loop.run_until_complete(self.context.add_message(native))

    def prepare(self) -> list[Any]:
        found: list[Any] = self.loop.run_until_complete(self.context.get_messages())
        return found


class LiteLLM(Peer):
    """`trim_messages` with its own tokenizer, fed back."""

    name, counts, feeds_back = "LiteLLM trim_messages, fed back", "cl100k", True

    def start(self) -> None:
        os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # or its import asks the network for prices
        from litellm.utils import trim_messages

        self.trim = trim_messages
        self.history = [{"role": "system", "content": self.system}]

    def make(self, piece: Message) -> Any:
        found = result(piece)
        if found:
            return {"role": "tool", "tool_call_id": found["tool_use_id"], "content": found["content"]}
        asked = {"tool_calls": asked_for(piece)} if calls(piece) else {}
        return {"role": piece["role"], "content": words(piece), **asked}

    def prepare(self) -> list[Any]:
        self.history = self.trim(self.history, model="gpt-4", max_tokens=LIMIT)
        return self.history

    def written(self, natives: list[Any]) -> list[Message]:
        """It copies, so its dicts are read back."""
        return [self.back(native) for native in natives if native["role"] != "system"]

    @staticmethod
    def back(native: Any) -> Message:
        if native["role"] == "tool":
            answer = {"type": "tool_result", "tool_use_id": native["tool_call_id"], "content": native["content"]}
            return {"role": "user", "content": [answer]}
        asked = []
        for call in native.get("tool_calls") or ():
            name, given = call["function"]["name"], json.loads(call["function"]["arguments"])
            asked.append({"type": "tool_use", "id": call["id"], "name": name, "input": given})
        said = [{"type": "text", "text": native["content"]}] if native.get("content") else []
        return {"role": native["role"], "content": [*said, *asked]}


class Strands(Peer):
    """`SlidingWindowConversationManager`: counts messages."""

    name, counts = "Strands SlidingWindowConversationManager", "messages"

    def start(self) -> None:
        from strands.agent.conversation_manager import SlidingWindowConversationManager

        self.manager = SlidingWindowConversationManager(window_size=MESSAGES)
        self.messages = self.history

    def read(self, message: Message) -> list[Any]:
        native = {"role": message["role"], "content": [self.block(block) for block in message["content"]]}
        self.pieces[id(native)] = message
        self.kept.append(native)
        return [native]

    @staticmethod
    def block(block: Message) -> Message:
        if block["type"] == "text":
            return {"text": block["text"]}
        if block["type"] == "tool_use":
            return {"toolUse": {"toolUseId": block["id"], "name": block["name"], "input": block["input"]}}
        answer = {"toolUseId": block["tool_use_id"], "status": "success", "content": [{"text": block["content"]}]}
        return {"toolResult": answer}

    def prepare(self) -> list[Any]:
        self.manager.apply_management(self)
        return list(self.history)


class SemanticKernel(Peer):
    """`ChatHistoryTruncationReducer`: counts messages."""

    name, counts = "Semantic Kernel ChatHistoryTruncationReducer", "messages"

    def start(self) -> None:
        from semantic_kernel import contents

        self.contents = contents
        self.reducer = contents.ChatHistoryTruncationReducer(target_count=MESSAGES, system_message=self.system)
        self.loop = asyncio.new_event_loop()

    def make(self, piece: Message) -> Any:
        kinds, found = self.contents, result(piece)
        if found:
            answer = kinds.FunctionResultContent(id=found["tool_use_id"], name="tool", result=found["content"])
            return kinds.ChatMessageContent(role="tool", items=[answer])
        items = [kinds.TextContent(text=words(piece))]
        for c in calls(piece):
            items.append(kinds.FunctionCallContent(id=c["id"], name=c["name"], arguments=json.dumps(c["input"])))
        return kinds.ChatMessageContent(role=piece["role"], items=items)

    def append(self, natives: list[Any]) -> None:
        for native in natives:
            self.reducer.add_message(native)

    def prepare(self) -> list[Any]:
        self.loop.run_until_complete(self.reducer.reduce())
        found: list[Any] = self.reducer.messages
        return found


PEERS: dict[str, type[Peer]] = {
    "langchain": LangChain,
    "langchain-fed-back": LangChainFedBack,
    "langchain-approximate": LangChainApproximate,
    "llama-index": LlamaIndex,
    "autogen": AutoGen,
    "litellm": LiteLLM,
    "strands": Strands,
    "semantic-kernel": SemanticKernel,
}
