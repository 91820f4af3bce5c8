"""A class of students in a JupyterHub: each starts a server, opens a notebook, runs all of it and saves it, all at the same time.

    sudo /opt/hub/bin/python docker/hub/measure.py [--students 20] [--notebook notebooks/00-start-here.ipynb] [--prefix /opt/hub]

It makes users of this machine (mercer-class-01, …), which it removes afterwards, starts the hub of jupyterhub_config.py for them, and prints what was
measured, and what a student who tries gets to see of the others. It needs configurable-http-proxy in the PATH.
"""
import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

HUB = "http://127.0.0.1:8000"
CONFIG = pathlib.Path(__file__).resolve().parent / "jupyterhub_config.py"


def name(i):
    return f"mercer-class-{i:02d}"


async def ask(path, token, method="GET", body=None):
    request = HTTPRequest(HUB + path, method=method, headers={"Authorization": "token " + token}, request_timeout=600,
                          body=None if body is None else json.dumps(body), allow_nonstandard_methods=True)
    answer = await AsyncHTTPClient().fetch(request)
    return json.loads(answer.body) if answer.body else None


class Kernel:
    """A notebook's kernel, as a browser talks to it."""

    def __init__(self, ws):
        self.ws = ws

    async def run(self, code, may_fail=False):
        """Runs a cell and returns whether it ended well, and what it printed."""
        identity, ok, idle, replied = uuid.uuid4().hex, False, False, False
        await self.ws.write_message(json.dumps({
            "header": {"msg_id": identity, "msg_type": "execute_request", "username": "", "session": identity, "version": "5.3", "date": ""},
            "parent_header": {}, "metadata": {}, "channel": "shell", "buffers": [], "content": {
                "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": not may_fail}}))
        text = ""
        while not (idle and replied):  # they come by different sockets
            message = await asyncio.wait_for(self.ws.read_message(), 600)
            if isinstance(message, bytes):
                continue
            message = json.loads(message)
            if message["parent_header"].get("msg_id") != identity:
                continue
            if message["msg_type"] == "stream":
                text += message["content"]["text"]
            if message["msg_type"] == "execute_reply":
                replied, ok = True, message["content"]["status"] == "ok"
                if not ok:
                    text += f"{message['content']['status']}: {message['content'].get('evalue', '')}"
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                idle = True
        return ok, text


async def start_server(user, admin):
    """Starts a user's server, and returns a token of the user."""
    await ask(f"/hub/api/users/{user}/server", admin, "POST")
    while not (await ask(f"/hub/api/users/{user}", admin)).get("servers", {}).get("", {}).get("ready"):
        await asyncio.sleep(.25)
    return (await ask(f"/hub/api/users/{user}/tokens", admin, "POST", {}))["token"]


async def start_kernel(user, token):
    kernel = await ask(f"/user/{user}/api/kernels", token, "POST", {"name": "mercer"})
    ws = await websocket_connect(HTTPRequest(f"{HUB.replace('http', 'ws')}/user/{user}/api/kernels/{kernel['id']}/channels",
                                             headers={"Authorization": "token " + token}, connect_timeout=600), max_message_size=1 << 28)
    return Kernel(ws)


async def student(user, admin, notebook):
    """What one student does; seconds since the beginning of each step."""
    took, begin = {}, time.time()
    token = await start_server(user, admin)
    took["server starts"] = time.time() - begin
    begin = time.time()
    running = await start_kernel(user, token)
    ok, text = await running.run('fmt.Println("hello")')
    assert ok and text == "hello\n", text
    took["first cell"] = time.time() - begin
    begin, failed = time.time(), []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            may_fail = "raises-exception" in cell["metadata"].get("tags", [])
            ok, text = await running.run("".join(cell["source"]), may_fail)
            if not ok and not may_fail:
                failed.append((cell["id"], text))
    took["run all"] = time.time() - begin
    begin = time.time()
    await ask(f"/user/{user}/api/contents/mine.ipynb", token, "PUT", {"type": "notebook", "format": "json", "content": notebook})
    took["save"] = time.time() - begin
    assert not failed, (user, failed)
    return took, running


def memory(user):
    """The memory of a user's processes in MB, shared pages divided among those who share them: all of it, that of Jupyter's server, of the kernel."""
    total, parts, uid = 0, {}, pwd.getpwnam(user).pw_uid
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid != uid:
                continue
            command = (process / "cmdline").read_bytes().split(b"\0")
            kind = "kernel" if command[0].endswith(b"mercer") else "server" if b"python" in command[0] else "rest"
            for line in (process / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    parts[kind] = parts.get(kind, 0) + int(line.split()[1]) / 1024
                    total += int(line.split()[1]) / 1024
        except (FileNotFoundError, ProcessLookupError):
            continue
    return {"memory": total, **parts}


def seen_by(one, other):
    """What a user can read of another by the ways that come to mind."""
    home, tries = pwd.getpwnam(other).pw_dir, {}
    uid = pwd.getpwnam(other).pw_uid
    pids = [p.name for p in pathlib.Path("/proc").glob("[0-9]*") if p.exists() and p.stat().st_uid == uid]
    for what, command in {
        "files": f"ls {home}", "a notebook": f"cat {home}/mine.ipynb", "values": f"find {home}/.local/state {home}/.cache -type f -readable",
        "connection files": f"find {home}/.local/share/jupyter/runtime -name '*.json' -readable",
        "temporary files": f"find /tmp {home}/.tmp -user {other} -type f -readable; ls -d /tmp/* 2>/dev/null | xargs -r -I@ find @ -maxdepth 1 -user {other} -readable",
        "environments of processes": f"cat {' '.join(f'/proc/{p}/environ' for p in pids)}",
        "memory of processes": f"head -c1 {' '.join(f'/proc/{p}/mem' for p in pids)}",
        "input history": f"find {home} -name 'history*' -readable",
        "a write to the shared cache": "f=$(find $(dirname $(dirname $(readlink -f $(command -v mercer))))/share/mercer/cache/build -name '*-d' | head -1); echo x >> $f && echo written",
    }.items():
        out = subprocess.run(["su", "-s", "/bin/bash", one, "-c", f"PATH=/opt/hub/bin:$PATH; ({command}) 2>/dev/null"], capture_output=True).stdout
        tries[what] = len(out)
    return tries


@contextlib.asynccontextmanager
async def hub_of(users, prefix, **environment):
    """A hub for these users of this machine, who are there while it runs; gives a token for whom nothing is forbidden."""
    admin, work = secrets.token_hex(16), tempfile.mkdtemp(prefix="mercer-hub-")
    for user in users:
        subprocess.run(["useradd", "--create-home", "--shell", "/bin/bash", user], check=True)
    config = pathlib.Path(work, "config.py")
    config.write_text(f"""load_subconfig({str(CONFIG)!r})
c = get_config()
c.JupyterHub.services = [{{"name": "measure", "api_token": "{admin}"}}]
c.JupyterHub.load_roles = [{{"name": "measure", "scopes": ["admin:users", "admin:servers", "tokens", "access:servers"], "services": ["measure"]}}]
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allowed_users = {set(users)!r}
""")
    env = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}", **environment}
    log = open(os.path.join(work, "log"), "w")
    hub = subprocess.Popen([f"{prefix}/bin/jupyterhub", "-f", str(config)], cwd=work, env=env, stdout=log, stderr=log, start_new_session=True)
    try:
        for _ in range(240):
            try:
                await ask("/hub/api/", admin)
                break
            except (OSError, HTTPClientError):  # not yet
                await asyncio.sleep(.25)
        for user in users:
            try:
                await ask(f"/hub/api/users/{user}", admin, "POST")
            except HTTPClientError as e:
                if e.code != 409:  # it is there already
                    raise
        yield admin
    finally:
        hub.terminate()
        try:
            hub.wait(60)
        except subprocess.TimeoutExpired:
            print("the hub did not end by itself")
        try:
            os.killpg(hub.pid, signal.SIGKILL)  # its proxy, if it is still there
        except ProcessLookupError:
            pass
        for user in users:
            subprocess.run(["pkill", "-KILL", "-u", user])
        time.sleep(1)
        for user in users:
            subprocess.run(["userdel", "--remove", user], stderr=subprocess.DEVNULL)
        if sys.exc_info()[0] is None:
            shutil.rmtree(work)
        else:
            print("the hub's log:", log.name)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=20)
    parser.add_argument("--notebook", default="notebooks/00-start-here.ipynb")
    parser.add_argument("--prefix", default="/opt/hub")
    args = parser.parse_args()
    notebook = json.loads(pathlib.Path(args.notebook).read_text())
    users = [name(i + 1) for i in range(args.students)]
    async with hub_of(users, args.prefix) as admin:
        begin = time.time()
        results = await asyncio.gather(*(student(user, admin, notebook) for user in users))
        total = time.time() - begin
        print(f"{len(users)} students, {args.notebook}, {os.cpu_count()} cores: all done after {total:.0f} s")
        rows = [{**took, **memory(user)} for (took, _), user in zip(results, users)]
        print("| | median | least | most |\n|---|---:|---:|---:|")
        for what, unit in {"server starts": "s", "first cell": "s", "run all": "s", "save": "s",
                           "memory": "MB", "server": "MB", "kernel": "MB"}.items():
            values = [row[what] for row in rows if what in row]
            print(f"| {what}, {unit} | {statistics.median(values):.1f} | {min(values):.1f} | {max(values):.1f} |")
        print("bytes that one student can read of another:", seen_by(users[0], users[1]))
        print("files written to a home, MB:", subprocess.run(["du", "-sm", pwd.getpwnam(users[0]).pw_dir], capture_output=True, text=True).stdout.split()[0])


if __name__ == "__main__":
    asyncio.run(main())
