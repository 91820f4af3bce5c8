# After groups.py, in one program (docker/test.sh): what is written where, for both versions of control groups, in a directory that stands for /sys/fs/cgroup.
import tempfile


def tree(**files):
    root = pathlib.Path(tempfile.mkdtemp())
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def read(path):
    return path.read_text()


# Version 2 below a service: its processes move to a group of their own, then it may have groups with controllers.
root = tree(cgroup_controllers="cpu memory pids", system__hub__cgroup_procs="11\n12\n")
hub = root / "system/hub"
for own in ("0::/system/hub\n", "0::/system/hub/mercer-hub-itself\n"):  # as it starts, and once it has moved
    joins = Groups(root, own).make("ada", 1000, 50)
    assert joins == [hub / "mercer-user-ada/cgroup.procs"], joins
    assert read(hub / "mercer-hub-itself/cgroup.procs") == "12" and read(hub / "cgroup.subtree_control") == "+cpu +memory +pids"
    assert [read(hub / "mercer-user-ada" / f) for f in ("cpu.weight", "memory.max", "pids.max")] == ["100", "1000", "50"]

# Version 2 at the root, where processes may stay.
root = tree(cgroup_controllers="", cgroup_procs="1\n")
assert Groups(root, "0::/\n").make("bo", 1, 2) == [root / "mercer-user-bo/cgroup.procs"] and not (root / "mercer-hub-itself").exists()

# Version 1: a directory for each controller.
root = tree(cpu__tasks="", memory__tasks="", pids__tasks="")
joins = Groups(root, "1:cpu:/\n0::/\n").make("ada", 1000, 50)
assert joins == [root / c / "mercer-user-ada/cgroup.procs" for c in ("cpu", "memory", "pids")]
assert [read(root / f) for f in ("cpu/mercer-user-ada/cpu.shares", "memory/mercer-user-ada/memory.limit_in_bytes", "pids/mercer-user-ada/pids.max")] == ["1024", "1000", "50"]

# No control groups at all: that is an error, not a server without limits.
try:
    Groups(tree(other=""), "0::/\n").make("ada", 1, 1)
    raise AssertionError("no error")
except FileNotFoundError:
    pass
print("groups: written where they should be")
