"""Control groups for the users of jupyterhub_config.py.

Each user has one, with the server, all kernels and all cells in it: the same share of the processors as any other user while both want them, however many threads
and kernels, and limits of memory and processes. What takes more memory ends, the largest program of that user first: nothing of anybody else.

Control groups of both versions are served. On a machine with systemd the hub is a service with Delegate=yes, and the groups are below its own.
"""
import asyncio
import os
import pathlib

from jupyterhub.spawner import LocalProcessSpawner
from traitlets import Int

ROOT = pathlib.Path("/sys/fs/cgroup")


def write(path, value):
    with open(path, "w") as f:
        f.write(str(value))


class Groups:
    """The groups of one hub. own is what /proc/self/cgroup says of the hub, below root."""

    def __init__(self, root=ROOT, own=None):
        self.root = pathlib.Path(root)
        self.unified = (self.root / "cgroup.controllers").exists()
        if own is None:
            own = pathlib.Path("/proc/self/cgroup").read_text()
        own = next((line[3:] for line in own.splitlines() if line.startswith("0::")), "/")
        self.base = self.root / own.strip("/")
        if self.base.name == "mercer-hub-itself":  # a hub that was started again by itself
            self.base = self.base.parent

    def delegate(self):
        """Makes the hub's own group one that has groups below it: then it may have no processes."""
        if self.base != self.root:
            itself = self.base / "mercer-hub-itself"
            itself.mkdir(exist_ok=True)
            for pid in (self.base / "cgroup.procs").read_text().split():
                write(itself / "cgroup.procs", pid)
        write(self.base / "cgroup.subtree_control", "+cpu +memory +pids")

    def make(self, user, memory, processes):
        """Makes the group of a user, or sets its limits anew, and returns the files to which a process writes 0 to join it."""
        if self.unified:
            self.delegate()
        joins = []
        for group, values in self.settings(user, memory, processes).items():
            group.mkdir(exist_ok=True)
            for name, value in values.items():
                write(group / name, value)
            joins.append(group / "cgroup.procs")
        return joins

    def remove(self, user):
        """Removes the group of a user, and tells whether it is gone: a program of the user that still runs keeps it, until the next start takes it up."""
        gone = True
        for group in self.settings(user, 0, 0):
            try:
                group.rmdir()
            except FileNotFoundError:
                pass
            except OSError:
                gone = False
        return gone

    def settings(self, user, memory, processes):
        """The directories that are the user's group, and what is written to their files."""
        name = f"mercer-user-{user}"
        if self.unified:
            return {self.base / name: {"cpu.weight": 100, "memory.max": memory, "pids.max": processes}}
        return {
            self.root / "cpu" / name: {"cpu.shares": 1024},
            self.root / "memory" / name: {"memory.limit_in_bytes": memory},
            self.root / "pids" / name: {"pids.max": processes},
        }


class GroupSpawner(LocalProcessSpawner):
    """Servers as local processes of their users, each in the user's control group."""

    memory_of_user = Int(2 << 30, help="Bytes that all programs of a user may have together.").tag(config=True)
    processes_of_user = Int(512, help="Processes and threads that a user may have.").tag(config=True)

    def make_preexec_fn(self, name):
        become = super().make_preexec_fn(name)
        joins = [os.fspath(path) for path in Groups().make(name, self.memory_of_user, self.processes_of_user)]

        def join_and_become():
            for path in joins:
                write(path, 0)
            become()

        return join_and_become

    async def stop(self, now=False):
        await super().stop(now)
        for _ in range(50):  # kernels end after their server
            if Groups().remove(self.user.name):
                return
            await asyncio.sleep(.1)
        self.log.warning("programs of %s still run, in the control group of the server that has ended", self.user.name)
