"""A Messages API on 127.0.0.1 that does what a test tells it to: answers, refuses, dawdles or breaks off.

    with messages_api(Refuse(529), Answer("done")) as api:
        client = anthropic.Anthropic(api_key="test", base_url=api.url)

Each request to /v1/messages takes the next action; when they run out, the last one is repeated. `api.requests` keeps
what came in. /v1/messages/count_tokens answers with a count of four characters a token, or with the next action when
that is a refusal queued for it (`counting=`). A model with a queue of its own (`by_model=`) takes its actions from
there: so a test scripts the agent and its summarizer apart.
"""

import json
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A good answer, as JSON or as a stream, whichever was asked for.

    Attributes:
        text: what the model says; `content` wins when it is given.
        content: whole content blocks, for an answer that is not one text.
        stop_reason: why the model stopped.
        wait_s: seconds before the first byte; a `hold` event of the server ends the wait early.
        cut_after: events of a stream after which the connection is cut, None to send all.
        error_after: events of a stream after which an error event is sent instead, None for none.
        end_after: events of a stream after which it ends as if that were all, None to send all.
        usage: the numbers to report, over those that the loopback counts.
        edits: what the server is to have cleared, as `context_management.applied_edits`.
        interrupt: press Ctrl-C, in the main thread, when the request is here.
    """

    text: str = "ok"
    content: Sequence[Mapping[str, Any]] | None = None
    stop_reason: str = "end_turn"
    wait_s: float = 0
    cut_after: int | None = None
    error_after: int | None = None
    end_after: int | None = None
    usage: Mapping[str, Any] | None = None
    edits: Sequence[Mapping[str, Any]] | None = None
    interrupt: bool = False

    def blocks(self) -> list[dict[str, Any]]:
        """The content blocks of the answer."""
        return [{"type": "text", "text": self.text}] if self.content is None else [dict(b) for b in self.content]


@dataclass(frozen=True, slots=True)
class Refuse:
    """An error answer.

    Attributes:
        status: an HTTP status of 400 or more.
        message: the sentence of the error.
        headers: more headers, e.g. {"retry-after": "1"} or {"x-should-retry": "false"}.
    """

    status: int
    message: str = "refused by the test"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HangUp:
    """The connection is closed without a word."""


Action = Answer | Refuse | HangUp


@dataclass(frozen=True, slots=True)
class Received:
    """One request: path, headers in lower case, JSON body."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class LoopbackApi(ThreadingHTTPServer):
    """The server; use `messages_api()`.

    Attributes:
        requests: what came in, in order.
        hold: set it to let every waiting answer go at once.
    """

    daemon_threads = True
    request_queue_size = 128  # the default of 5 makes parallel clients wait a second for the next try

    def __init__(
        self, actions: Sequence[Action], counting: Sequence[Action], by_model: Mapping[str, Sequence[Action]]
    ) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[Received] = []
        self.hold = threading.Event()
        self._queues = {"/v1/messages": list(actions), "/v1/messages/count_tokens": list(counting)}
        self._by_model = {model: list(queue) for model, queue in by_model.items()}
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The address to give as `base_url`."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def asked(self, model: str) -> list[Received]:
        """The requests to one model, in order."""
        return [each for each in self.requests if each.path == "/v1/messages" and each.body.get("model") == model]

    def take(self, received: Received) -> Action | None:
        """Keeps a request and gives its action; None when its path has none."""
        with self._lock:
            self.requests.append(received)
            queue = self._queues.get(received.path, [])
            if received.path == "/v1/messages":
                queue = self._by_model.get(received.body.get("model", ""), queue)
            return queue.pop(0) if len(queue) > 1 else (queue[0] if queue else None)


class Handler(BaseHTTPRequestHandler):
    """Speaks HTTP for one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # header and body are written apart, which costs 45 ms a call with it
    server: LoopbackApi

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the tests read `requests`."""

    def do_POST(self) -> None:
        """Answers as the next action says."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        path = self.path.partition("?")[0]
        action = self.server.take(Received(path, headers, body))
        match action:
            case Refuse():
                self.refuse(action)
            case HangUp():
                self.close_connection = True
            case Answer() if path == "/v1/messages":
                self.answer(action, body)
            case _ if path == "/v1/messages/count_tokens":
                self.send_json(200, {"input_tokens": count(body)})
            case _:
                self.refuse(Refuse(404, f"no such path {path}"))

    def refuse(self, action: Refuse) -> None:
        """Sends an error as the API words it."""
        kind = ERROR_TYPES.get(action.status, "api_error")
        self.send_json(action.status, error_body(kind, action.message), action.headers)

    def answer(self, action: Answer, body: Mapping[str, Any]) -> None:
        """Sends a message, whole or as a stream."""
        if action.interrupt:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        if action.wait_s:
            self.server.hold.wait(action.wait_s)
        message = message_body(action, body)
        try:
            if body.get("stream"):
                self.send_stream(action, stream_events(message))
            else:
                self.send_json(200, message)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client's time was up

    def send_json(self, status: int, value: object, headers: Mapping[str, str] | None = None) -> None:
        """Sends one JSON answer."""
        data = json.dumps(value).encode()
        self.send_response(status)
        fixed = {"content-type": "application/json", "content-length": str(len(data)), "request-id": "req_loopback"}
        for name, text in {**fixed, **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def send_stream(self, action: Answer, events: Sequence[dict[str, Any]]) -> None:
        """Sends server-sent events in chunks, up to where the action breaks off."""
        self.send_response(200)
        for name, text in {"content-type": "text/event-stream", "transfer-encoding": "chunked"}.items():
            self.send_header(name, text)
        self.end_headers()
        if action.error_after is not None:
            events = [*events[: action.error_after], error_body("overloaded_error", "overloaded in mid-stream")]
        if action.end_after is not None:
            events = events[: action.end_after]
        for event in events[: action.cut_after]:
            self.send_chunk(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        if action.cut_after is None:
            self.send_chunk(b"")
        else:
            self.close_connection = True  # no last chunk: the client sees a broken stream

    def send_chunk(self, data: bytes) -> None:
        """Sends one chunk; an empty one ends the body."""
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")


def count(body: Mapping[str, Any]) -> int:
    """A count that is easy to foretell: four characters of the request's JSON a token."""
    counted = {name: body[name] for name in ("system", "tools", "messages") if name in body}
    return len(json.dumps(counted, ensure_ascii=False)) // 4


def error_body(kind: str, message: str) -> dict[str, Any]:
    """An error as the API words it, in an answer or as an event."""
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_loopback"}


def message_body(action: Answer, body: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the API gives it."""
    content = action.blocks()
    counted = {"input_tokens": count(body), "output_tokens": len(json.dumps(content)) // 4}
    edits = {} if action.edits is None else {"context_management": {"applied_edits": list(action.edits)}}
    return {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "loopback"),
        "content": content,
        "stop_reason": action.stop_reason,
        "stop_sequence": None,
        "usage": {**counted, **(action.usage or {})},
        **edits,
    }


def stream_events(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events that a message is streamed in: start, a start, a delta and a stop for each block, end."""
    first = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": first}]
    for index, block in enumerate(message["content"]):
        events += block_events(index, block)
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    told = {name: message[name] for name in ("context_management",) if name in message}
    usage = {name: message["usage"][name] for name in ("output_tokens", "iterations") if name in message["usage"]}
    return [*events, {"type": "message_delta", "delta": end, "usage": usage, **told}, {"type": "message_stop"}]


def block_events(index: int, block: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The events of one content block: text and tool input go as deltas, any other block whole at its start."""
    start, deltas = dict(block), []
    if block["type"] == "text":
        start["text"] = ""
        deltas = [{"type": "text_delta", "text": block["text"]}]
    elif block["type"] == "tool_use":
        start["input"] = {}
        deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
    opened = {"type": "content_block_start", "index": index, "content_block": start}
    middle = [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [opened, *middle, {"type": "content_block_stop", "index": index}]


@contextmanager
def messages_api(
    *actions: Action, counting: Sequence[Action] = (), by_model: Mapping[str, Sequence[Action]] | None = None
) -> Iterator[LoopbackApi]:
    """Serves until the block ends; without actions every message is answered with "ok"."""
    api = LoopbackApi(actions or (Answer(),), counting, by_model or {})
    thread = threading.Thread(target=api.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        api.hold.set()
        api.shutdown()
        api.server_close()
        thread.join()
