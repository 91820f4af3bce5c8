"""Kernels as processes: started on loopback, asked to execute cells, timed from the request to the idle status."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec

START_TIMEOUT = 120  # seconds
CELL_TIMEOUT = 600  # seconds; the first plot compiles gonum/plot


class CellError(Exception):
    """A cell that did not end well: a benchmark of failures says nothing."""


class Kernel:
    """One running kernel of a kind: "mercer", "gonb" or "ipykernel"."""

    def __init__(self, kind: str, bin_dir: pathlib.Path, scratch: pathlib.Path, require: list[str]):
        self.kind, self.bin_dir, self.scratch, self.require = kind, bin_dir, scratch, require
        self.timing = scratch / f"timing-{kind}.jsonl"
        self.start()

    def argv(self) -> list[str]:
        if self.kind == "ipykernel":
            return [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        if self.kind == "gonb":
            return [str(self.bin_dir / "gonb"), "--kernel", "{connection_file}"]
        return [str(self.bin_dir / "mercer"), "kernel", "--connection-file", "{connection_file}"]

    def start(self) -> None:
        env = dict(os.environ)
        env["PATH"] = f"{self.bin_dir}{os.pathsep}{env['PATH']}"
        self.timing.unlink(missing_ok=True)
        env["MERCER_TIMING"] = str(self.timing)
        self.cwd = tempfile.mkdtemp(prefix=f"{self.kind}-", dir=self.scratch)
        self.log = open(self.scratch / f"{self.kind}.log", "ab")
        self.manager = KernelManager(ip="127.0.0.1")
        self.manager._kernel_spec = KernelSpec(argv=self.argv(), language="go", interrupt_mode="message", env={})
        self.manager.start_kernel(env=env, cwd=self.cwd, stdout=self.log, stderr=self.log)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=START_TIMEOUT)
        if self.kind == "gonb" and self.require:
            flags = " ".join("-require=" + module for module in self.require)
            self.execute([f"!*go mod edit {flags}\n"])

    def stop(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=False)
        self.log.close()

    def restart(self) -> None:
        self.stop()
        self.start()

    def execute(self, cells: list[str]) -> float:
        """Sends all cells at once and returns the seconds until the last one is idle."""
        began = time.perf_counter()
        waiting = {self.send(code, i): code for i, code in enumerate(cells)}
        while waiting:
            msg = self.client.get_iopub_msg(timeout=CELL_TIMEOUT)
            parent = msg["parent_header"].get("msg_id")
            if parent not in waiting:
                continue
            if msg["msg_type"] == "error":
                raise CellError(f"{self.kind}: {msg['content']['evalue']}\nin\n{waiting[parent]}")
            if msg["msg_type"] == "status" and msg["content"]["execution_state"] == "idle":
                del waiting[parent]
        took = time.perf_counter() - began
        self.check_replies(len(cells))
        return took

    def send(self, code: str, index: int) -> str:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
                   "stop_on_error": True}
        msg = self.client.session.msg("execute_request", content, metadata={"cellId": f"cell-{index}"})
        self.client.shell_channel.send(msg)
        return msg["header"]["msg_id"]

    def check_replies(self, count: int) -> None:
        for _ in range(count):
            reply = self.client.get_shell_msg(timeout=CELL_TIMEOUT)
            if reply["content"]["status"] != "ok":
                raise CellError(f"{self.kind}: {json.dumps(reply['content'])[:2000]}")

    def cpu(self) -> float:
        """Seconds of processor time of the kernel and of its children that have ended; 0 where that is not known."""
        try:
            stat = pathlib.Path(f"/proc/{self.manager.provisioner.pid}/stat").read_text()
        except OSError:
            return 0.0
        ticks = stat.rsplit(")", 1)[1].split()[11:15]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def how(cell: dict) -> str:
        """How a cell was built."""
        if cell["cached"]:
            return "from the cache"
        return (cell["linker"] or "the go command") + (", by a compiler that waited" if cell.get("waited") else "")

    def phases(self) -> list[dict[str, float]]:
        """The phases of the cells since the last call, where the kernel writes them: name -> milliseconds. How the cells were linked
        is counted in linked."""
        try:
            lines = self.timing.read_text().splitlines()
        except FileNotFoundError:
            return []
        self.timing.write_text("")
        cells = [json.loads(line) for line in lines if line.strip()]
        self.linked = collections.Counter(map(self.how, cells))
        return [c["phases"] for c in cells]


def versions(bin_dir: pathlib.Path, kinds: list[str]) -> list[str]:
    """What is measured, one line each."""
    import ipykernel
    import jupyter_client

    def output(*argv: str, cwd=None) -> str:
        try:
            return subprocess.run(argv, capture_output=True, text=True, cwd=cwd, timeout=60).stdout.strip()
        except OSError:
            return ""

    here = pathlib.Path(__file__).parent
    lines = [output("go", "version")]
    if "mercer" in kinds:
        commit = output("git", "describe", "--always", "--dirty", cwd=here)
        lines.append(f"{output(str(bin_dir / 'mercer'), 'version').splitlines()[:1]} at {commit}".replace("['", "").replace("']", ""))
    if "gonb" in kinds:
        info = output("go", "version", "-m", str(bin_dir / "gonb")).splitlines()
        lines += ["GoNB " + line.split()[2] for line in info if line.split()[:1] == ["mod"]]
    lines.append(f"ipykernel {ipykernel.__version__}, jupyter_client {jupyter_client.__version__}, Python {sys.version.split()[0]}")
    return [line for line in lines if line]
