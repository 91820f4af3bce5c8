#!/usr/bin/env python3
"""Types the commands of README's section Start, in their order, as on a fresh machine.

    python3 kernel/bench/first.py [--only WORD] [--keep DIR] [CHECKOUT]

The commands are README's text; they run in a fresh clone of the checkout, with an empty HOME and empty
caches. Printed is, for each and by phase, what it took by the clock and of processors, and how many bytes of
Go modules were fetched; then the size of mercer. A command that fails fails the whole. "lab" starts a
server: it is ended once it answers. --only types the commands with a word in them; --keep leaves everything
in a directory. It needs git, Go, and for "lab" Python 3 with venv and pip.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 900  # seconds until a server must answer

# Phases of a command, by the first line that belongs to each: "go run -v" names what it fetches, then the
# packages that it compiles, at last the command's own, which it links; then the program says something.
PHASES = [
    ("fetch", re.compile(r"^go: downloading ")),
    ("compile", re.compile(r"^[a-z][\w.-]*(/[\w.~-]+)*$")),
    ("link", re.compile(r"^github\.com/mercer-go/mercer/kernel/mercer$")),
    ("run", re.compile(r"^(?!go: ).*[: ]")),
]


def commands(readme):
    """The commands of the section Start: its indented lines, without their comments."""
    section = readme.split("\n## Start\n", 1)[1].split("\n## ", 1)[0]
    return [" ".join(shlex.split(line, comments=True)) for line in section.splitlines() if line.startswith("    ")]


class Machine:
    """A clone, and an environment with an empty HOME and empty caches."""

    def __init__(self, checkout, root):
        self.clone, self.home = root / "mercer", root / "home"
        subprocess.run(["git", "clone", "--quiet", str(checkout), str(self.clone)], check=True)
        self.home.mkdir()
        gone = re.compile(r"^(XDG_|JUPYTER|MERCER_(?!SLOW))|^(GOCACHE|GOMODCACHE|GOPATH|GOENV|GOBIN|VIRTUAL_ENV|PWD|OLDPWD)$")
        self.env = {k: v for k, v in os.environ.items() if not gone.match(k)}
        self.env.update(HOME=str(self.home), BROWSER="true", GOTOOLCHAIN="local")

    def fetched(self):
        """Bytes of Go modules that were fetched."""
        below = self.home / "go/pkg/mod/cache/download"
        return sum(f.stat().st_size for f in below.rglob("*") if f.is_file()) if below.exists() else 0

    def start(self, command, out):
        return subprocess.Popen(shlex.split(command), cwd=self.clone, env=self.env, start_new_session=True,
                                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)

    def server(self):
        """The address of JupyterLab, once it answers."""
        for file in self.home.rglob("jpserver-*.json"):
            try:
                info = json.loads(file.read_text())
                with urllib.request.urlopen(f"{info['url']}api/status?token={info['token']}", timeout=5):
                    return info["url"]
            except (OSError, ValueError):
                pass
        return None


def processor(pid):
    """Processor seconds of a process and of those of its children that have ended, None where they cannot be told."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Watch:
    """Notes when a command's output enters each phase."""

    def __init__(self, machine, process):
        self.machine, self.process = machine, process
        self.marks = [("start", *self.now())]
        self.lines = []

    def now(self):
        return time.monotonic(), processor(self.process.pid), self.machine.fetched()

    def read(self, stream):
        for raw in stream:
            line = raw.decode(errors="replace").rstrip("\n")
            self.lines.append(line)
            self.see(line)

    def see(self, line):
        reached = [name for name, _, _, _ in self.marks]
        for name, first in reversed(PHASES):
            if name in reached:
                return
            if first.match(line) and ("compile" in reached or name in ("fetch", "compile")):
                self.marks.append((name, *self.now()))
                return


def spent(before):
    """Processor seconds of children that have been waited for since."""
    now = os.times()
    return now.children_user + now.children_system - before


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)


def report(command, watch, total, cpu):
    """A row for each phase and one for the whole."""
    end = (time.monotonic(), cpu, watch.machine.fetched())
    marks = watch.marks + [("end", *end)]
    first = marks[0]
    for (name, t, c, b), (_, t2, c2, b2) in zip(marks[1:], marks[2:]):
        if name == "fetch":
            t, c, b = first[1:]
        used = "" if c is None or c2 is None else f"{c2 - c:.1f}"
        row("", name, f"{t2 - t:.1f}", used, f"{(b2 - b) / 1e6:.1f}")
    row(f"`{command}`", "all", f"{total:.1f}", f"{cpu:.1f}", f"{(end[2] - first[3]) / 1e6:.1f}")


def run(machine, command):
    """Runs a command to its end; whether it succeeded."""
    serves = " lab" in command
    before, began = spent(0), time.monotonic()
    process = machine.start(command, subprocess.PIPE)
    watch = Watch(machine, process)
    reader = threading.Thread(target=watch.read, args=(process.stdout,))
    reader.start()
    answered = serves and await_server(machine, process)
    total = time.monotonic() - began
    if serves:
        end(process)
    status = process.wait()
    if not serves:
        total = time.monotonic() - began
    reader.join()
    report(command, watch, total, spent(before))
    if answered or not serves and status == 0:
        return True
    print("\n".join(watch.lines[-200:]))
    print(f"FAILED: {command} (exit status {status})")
    return False


def await_server(machine, process):
    """Waits until the server answers; whether it did."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        if machine.server():
            return True
        time.sleep(0.5)
    return False


def end(process):
    """Ends a command with all that it has started."""
    for sig, patience in ((signal.SIGTERM, 20), (signal.SIGKILL, 20)):
        try:
            os.killpg(process.pid, sig)
            process.wait(patience)
            return
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def sizes(machine):
    """The size of mercer, as it is built and without what debuggers read."""
    for flags in ("", "-s -w"):
        path = machine.home / "mercer"
        subprocess.run(["go", "build", f"-ldflags={flags}", "-o", path, "./kernel/mercer"], cwd=machine.clone, env=machine.env, check=True)
        print(f"mercer{', -ldflags ' + repr(flags) if flags else ''}: {path.stat().st_size / 1e6:.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", default=HERE, type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    root = args.keep or pathlib.Path(tempfile.mkdtemp(prefix="mercer-first-"))
    root.mkdir(parents=True, exist_ok=True)
    try:
        machine = Machine(args.checkout.resolve(), root)
        row("command", "phase", "s", "processor s", "MB fetched")
        row("---", "---", "---:", "---:", "---:")
        list_ = [c for c in commands((machine.clone / "README.md").read_text()) if args.only in c]
        if not list_:
            sys.exit("README's section Start has no such command")
        failed = [c for c in list_ if not run(machine, c)]
        left = subprocess.run(["git", "status", "--porcelain"], cwd=machine.clone, check=True, capture_output=True, text=True).stdout
        if left:
            print(f"FAILED: the commands leave files among the sources:\n{left}")
        sizes(machine)
        sys.exit(1 if failed or left else 0)
    finally:
        if not args.keep:
            subprocess.run(["chmod", "-R", "u+w", str(root)], check=False)
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
