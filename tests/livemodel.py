"""A scripted stand-in for hosted models, on loopback: Anthropic Messages, OpenAI Responses and Chat Completions."""

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]

SHELL_TOOLS = frozenset({"Bash", "exec_command", "shell_command", "shell", "bash"})
"""A request that offers one of these is the agent's main one; others make titles and the like."""

PATIENCE = 60.0


@dataclass
class Step:
    """
    What the model answers to one request: text, then perhaps the call of a tool.

    ``gate`` holds the answer back, after its first word, until the test has seen what it wants to see.
    """

    say: str
    tool: tuple[str, Json] | None = None
    gate: threading.Event = field(default_factory=threading.Event)

    def open(self) -> "Step":
        """The same step, which waits for nothing."""
        self.gate.set()
        return self


class Script:
    """The steps to come, and the main requests that came: their last user texts."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._steps: list[Step] = []
        self.prompts: list[str] = []
        self.unscripted: list[str] = []

    def expect(self, *steps: Step) -> None:
        """Answer the next main requests so."""
        with self._changed:
            self._steps.extend(steps)

    def next(self, prompt: str) -> Step:
        """The step for a main request that comes now."""
        with self._changed:
            self.prompts.append(prompt)
            self._changed.notify_all()
            if self._steps:
                return self._steps.pop(0)
            self.unscripted.append(prompt)
        return Step("Nothing was expected here.").open()

    def until_asked(self, count: int) -> None:
        """Wait for so many main requests in all."""
        with self._changed:
            asked = self._changed.wait_for(lambda: len(self.prompts) >= count, PATIENCE)
            assert asked, f"only {len(self.prompts)} of {count} requests came"


class Server(ThreadingHTTPServer):
    """The server, on a port of its own."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = Script()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """An agent that hangs up is no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._json({"object": "list", "models": [], "data": [], "has_more": False})

    do_HEAD = do_GET

    def do_POST(self) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        writers: dict[str, Callable[[Json, Step], Iterator[bytes]]] = {
            "/messages": _anthropic,
            "/responses": _responses,
            "/completions": _chat,
        }
        writer = writers.get(path[path.rfind("/") :])
        if writer is None:
            self._json({"input_tokens": 4200})
            return
        step = self.server.script.next(_prompt(body)) if _is_main(body) else Step(_aside(body)).open()
        if not body.get("stream"):
            self._json(_whole(path, body, step))
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for event in writer(body, step):
            self._chunk(event)
        self._chunk(b"")

    do_PUT = do_PATCH = do_POST

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _body(self) -> Json:
        data = b""
        if (self.headers.get("transfer-encoding") or "").lower() == "chunked":
            while size := int(self.rfile.readline().split(b";")[0].strip() or b"0", 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(data)
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    def _json(self, answer: Json) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _is_main(body: Json) -> bool:
    return any(_names(tool) & SHELL_TOOLS for tool in body.get("tools") or [])


def _names(tool: Json) -> set[str]:
    return {tool.get("name") or "", (tool.get("function") or {}).get("name") or ""}


def _prompt(body: Json) -> str:
    """The text of the last message of the user's."""
    for message in reversed(body.get("messages") or body.get("input") or []):
        content = message.get("content")
        if message.get("role") != "user" or content is None:
            continue
        text = content if isinstance(content, str) else " ".join(part.get("text") or "" for part in content)
        if text.strip():
            return text
    return ""


def _aside(body: Json) -> str:
    """The answer to a helper's request, which are all for titles."""
    whole = json.dumps(body)
    if "isNewTopic" in whole:
        return json.dumps({"isNewTopic": True, "title": "Shop work"})
    return json.dumps({"title": "Shop work"}) if '"title' in whole.lower() else "Shop work"


def _words(step: Step) -> Iterator[str]:
    """The text in two pieces; the second waits for the gate."""
    first, space, rest = step.say.partition(" ")
    yield first + space
    assert step.gate.wait(PATIENCE), "the test never opened the gate"
    if rest:
        yield rest


def _event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def _id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex[:24]


def _anthropic(body: Json, step: Step) -> Iterator[bytes]:
    message = {
        "id": _id("msg_"), "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 4200, "output_tokens": 1},
    }  # fmt: skip
    yield _event("message_start", message=message)
    yield _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    for piece in _words(step):
        yield _event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    yield _event("content_block_stop", index=0)
    if step.tool is not None:
        name, given = step.tool
        block = {"type": "tool_use", "id": _id("toolu_"), "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(given)}
        yield _event("content_block_start", index=1, content_block=block)
        yield _event("content_block_delta", index=1, delta=delta)
        yield _event("content_block_stop", index=1)
    reason = "tool_use" if step.tool is not None else "end_turn"
    yield _event(
        "message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 50}
    )
    yield _event("message_stop")


def _responses(body: Json, step: Step) -> Iterator[bytes]:
    base = {
        "id": _id("resp_"), "object": "response", "created_at": int(time.time()), "status": "in_progress",
        "model": body.get("model"), "output": [], "parallel_tool_calls": True, "tools": [],
    }  # fmt: skip
    yield _event("response.created", response=base)
    part = {"type": "output_text", "text": step.say, "annotations": []}
    item = {
        "type": "message",
        "id": _id("msg_"),
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }
    place = {"item_id": item["id"], "output_index": 0, "content_index": 0}
    yield _event(
        "response.output_item.added", output_index=0, item=item | {"status": "in_progress", "content": []}
    )
    yield _event("response.content_part.added", **place, part=part | {"text": ""})
    for piece in _words(step):
        yield _event("response.output_text.delta", **place, delta=piece)
    yield _event("response.output_text.done", **place, text=step.say)
    yield _event("response.output_item.done", output_index=0, item=item)
    output = [item]
    if step.tool is not None:
        name, given = step.tool
        call = {
            "type": "function_call", "id": _id("fc_"), "call_id": _id("call_"), "name": name,
            "arguments": json.dumps(given), "status": "completed",
        }  # fmt: skip
        yield _event("response.output_item.added", output_index=1, item=call | {"status": "in_progress"})
        yield _event("response.output_item.done", output_index=1, item=call)
        output.append(call)
    usage = {
        "input_tokens": 4200, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 60,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 4260,
    }  # fmt: skip
    yield _event(
        "response.completed", response=base | {"status": "completed", "output": output, "usage": usage}
    )


def _chat(body: Json, step: Step) -> Iterator[bytes]:
    base = {
        "id": _id("chatcmpl-"),
        "object": "chat.completion.chunk",
        "created": 1,
        "model": body.get("model"),
    }

    def chunk(delta: Json, reason: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return f"data: {json.dumps(base | {'choices': [choice]})}\n\n".encode()

    yield chunk({"role": "assistant", "content": ""})
    for piece in _words(step):
        yield chunk({"content": piece})
    if step.tool is not None:
        name, given = step.tool
        function = {"name": name, "arguments": json.dumps(given)}
        yield chunk(
            {"tool_calls": [{"index": 0, "id": _id("call_"), "type": "function", "function": function}]}
        )
    yield chunk({}, "tool_calls" if step.tool is not None else "stop")
    usage = {"prompt_tokens": 4200, "completion_tokens": 60, "total_tokens": 4260}
    yield f"data: {json.dumps(base | {'choices': [], 'usage': usage})}\n\ndata: [DONE]\n\n".encode()


def _whole(path: str, body: Json, step: Step) -> Json:
    """The answer in one piece, for requests that do not stream: helpers' only."""
    if path.endswith("/messages"):
        return {
            "id": _id("msg_"), "type": "message", "role": "assistant", "model": body.get("model"),
            "content": [{"type": "text", "text": step.say}], "stop_reason": "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 4200, "output_tokens": 50},
        }  # fmt: skip
    message = {"role": "assistant", "content": step.say}
    return {"id": _id("x"), "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
