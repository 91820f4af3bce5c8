"""How time and memory grow with the number of rows: each method of run.sh at 1, 2, 5 and 10 times its size, beside scikit-learn's or scipy's.

Every measurement has a process of its own. Its largest resident memory is what Linux says of it (VmHWM): the data, the program and, of
Python, its packages included. See README.md.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import threadpoolctl

from bench import clock
from workloads import WORKLOADS, Workload

TIMES = [1, 2, 5, 10]


def run(command: list[str], line: str, threads: int) -> tuple[float, float]:
    """Runs a command that answers a line with JSON, and returns its milliseconds of processors and its largest memory in MB."""
    environment = os.environ | {"GOMAXPROCS": str(threads)}
    answer = subprocess.run(command, input=line + "\n", stdout=subprocess.PIPE, text=True, env=environment).stdout
    if not answer:
        return math.nan, math.nan  # it ran out of memory, or said on standard error what is wrong
    answer = json.loads(answer)
    return answer["cpu_ms"], answer["peak_mb"]


def measure(w: Workload, fit: str, times: float, threads: int) -> dict:
    x, y = w.data(times)
    with tempfile.TemporaryDirectory() as folder:
        task = {"x": str(pathlib.Path(folder, "x.f64")), "y": str(pathlib.Path(folder, "y.f64")), "rows": len(x)}
        x.astype("<f8").tofile(task["x"])
        y.astype("<f8").tofile(task["y"])
        ours = run([fit], json.dumps(task | {"method": w.ours[0]}), threads)
        theirs = run([sys.executable, __file__, "--peer", w.name, "--threads", str(threads)], json.dumps(task | {"columns": x.shape[1]}), threads)
    return {"name": w.name, "rows": len(x), "ours": ours, "theirs": theirs}


def peer(name: str, threads: int):
    """Does one task of the first contestant of a workload, in this process."""
    threadpoolctl.threadpool_limits(threads)
    w = next(w for w in WORKLOADS if w.name == name)
    task = json.loads(sys.stdin.readline())
    x = np.fromfile(task["x"]).reshape(task["rows"], task["columns"])
    y = np.fromfile(task["y"])
    y = y.reshape(-1, task["columns"]) if len(y) % task["columns"] == 0 and len(y) != task["rows"] else y
    _, cpu = clock(next(iter(w.theirs.values())), x, y)
    peak = re.search(r"VmHWM:\s*(\d+) kB", pathlib.Path("/proc/self/status").read_text())
    print(json.dumps({"cpu_ms": cpu, "peak_mb": int(peak[1]) / 1024}))


def order(measured: list[dict], side: str, kind: int) -> str:
    """The exponent p of n^p between the first and the last size."""
    a, b = measured[0], measured[-1]
    p = math.log(b[side][kind] / a[side][kind]) / math.log(b["rows"] / a["rows"]) if len(measured) > 1 else math.nan
    return "" if math.isnan(p) else f"n^{p:.1f}"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--fit", help="path of the command fit")
    p.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of each contestant; 1 on a busy machine")
    p.add_argument("--only", action="append", default=[], help="a workload whose name begins like this; may be repeated")
    p.add_argument("--times", type=float, action="append", default=[], help="a multiple of the size; may be repeated")
    p.add_argument("--peer", help=argparse.SUPPRESS)
    options = p.parse_args()
    if options.peer:
        return peer(options.peer, options.threads)
    print("| workload | n | mllib, ms of processors | theirs | ratio | mllib, MB | theirs |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for w in WORKLOADS:
        if options.only and not any(w.name.startswith(o) for o in options.only):
            continue
        measured = []
        for times in options.times or TIMES:
            m = measure(w, options.fit, times, options.threads)
            measured.append(m)
            (ms, mb), (their_ms, their_mb) = m["ours"], m["theirs"]
            print(f"| {w.name} | {m['rows']:,} | {ms:,.0f} | {their_ms:,.0f} | {their_ms / ms:.2f} | {mb:,.0f} | {their_mb:,.0f} |", flush=True)
        print(f"| | grows as | {order(measured, 'ours', 0)} | {order(measured, 'theirs', 0)} | | {order(measured, 'ours', 1)} | {order(measured, 'theirs', 1)} |", flush=True)


if __name__ == "__main__":
    main()
