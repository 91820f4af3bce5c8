"""Asks a Jupyter server on port 8888 with the token "secret" what a user's browser asks: test.sh runs this beside it, with the course's directory."""
import asyncio
import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

BASE = "http://127.0.0.1:8888"


def ask(path, method="GET", body=None, token="secret"):
    request = urllib.request.Request(BASE + path, method=method, data=None if body is None else json.dumps(body).encode(),
                                     headers={"Authorization": "token " + token})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


def wait():
    end = time.time() + 120
    while subprocess.run(["healthcheck.sh"], capture_output=True).returncode != 0:
        assert time.time() < end, "the server does not answer"
        time.sleep(.2)


async def execute(kernel, code):
    """What a cell prints."""
    from tornado.websocket import websocket_connect
    ws = await websocket_connect(f"ws://127.0.0.1:8888/api/kernels/{kernel}/channels?token=secret")
    header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request", "username": "", "session": uuid.uuid4().hex, "version": "5.3", "date": ""}
    await ws.write_message(json.dumps({"header": header, "parent_header": {}, "metadata": {}, "channel": "shell", "buffers": [], "content": {
        "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True}}))
    printed, awaited = "", {"the reply", "idle"}  # they come by different sockets, what is printed before idle
    while awaited:
        message = json.loads(await asyncio.wait_for(ws.read_message(), 120))
        if message["parent_header"].get("msg_id") != header["msg_id"]:
            continue
        if message["msg_type"] == "stream":
            printed += message["content"]["text"]
        if message["msg_type"] == "error":
            raise AssertionError(message["content"])
        if message["msg_type"] == "execute_reply":
            awaited.discard("the reply")
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            awaited.discard("idle")
    ws.close()
    return printed


wait()
try:
    ask("/api/contents", token="wrong")
    raise AssertionError("a wrong token lets in")
except urllib.error.HTTPError as e:
    assert e.code == 403, e
assert b"jupyter-config-data" in ask("/lab")
course = json.loads(ask("/api/contents/" + sys.argv[1]))["content"]
assert len(course) >= 20 and all(f["writable"] for f in course), course
trusted = subprocess.run(["jupyter", "trust", str(pathlib.Path.home() / sys.argv[1] / "00-start-here.ipynb")], capture_output=True, text=True).stdout
assert "already signed" in trusted, trusted
started = time.time()
kernel = json.loads(ask("/api/kernels", "POST", {"name": "mercer"}))["id"]
printed = asyncio.run(execute(kernel, 'x := 20\nfmt.Println(x + 1)'))
assert printed == "21\n", printed
print(f"{len(course)} files of the course; a kernel started and its first cell ran in {time.time() - started:.1f} s")
