"""Runs mllib and scikit-learn in turns on the same data, holds the results against each other, and prints a Markdown report.

See README.md; run.sh sets everything up.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import sklearn
import threadpoolctl

import families
from workloads import WORKLOADS, Workload


PAUSE = 0.3  # seconds before each run: the threads of a BLAS go on spinning for a while after their work


class Fit:
    """The command fit as a child process."""

    def __init__(self, path: str, threads: int):
        environment = os.environ | {"GOMAXPROCS": str(threads)}
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def __call__(self, **task) -> tuple[float, float]:
        """Does a task and returns its milliseconds, by the clock and of the processors."""
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("bench: the command fit has ended")
        answer = json.loads(line)
        return answer["ms"], answer["cpu_ms"]


def clock(f, *arguments) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    f(*arguments)
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def measure(w: Workload, fit: Fit, folder: pathlib.Path, reps: int, scale: float) -> dict:
    """Times of every contestant, in turns whose order rotates; one uncounted turn comes first and gives the results."""
    x, y = w.data(scale)
    task = {"x": str(folder / "x.f64"), "y": str(folder / "y.f64"), "rows": len(x)}
    x.astype("<f8").tofile(task["x"])
    y.astype("<f8").tofile(task["y"])

    agreement = []
    reference = next(iter(w.theirs.values()))(x, y)
    for method in w.ours:
        out = str(folder / "out.f64")
        fit(method=method, out=out, **task)
        agreement.append(w.agree(x, y, np.fromfile(out, "<f8"), reference))

    contestants = [("mllib", m, lambda m=m: fit(method=m, **task)) for m in w.ours]
    contestants += [("scikit-learn", name, lambda f=f: clock(f, x, y)) for name, f in w.theirs.items()]
    times = {f"{side} {name}": [] for side, name, _ in contestants}
    for turn in range(reps):
        for side, name, run in contestants[turn % len(contestants):] + contestants[:turn % len(contestants)]:
            time.sleep(PAUSE)
            times[f"{side} {name}"].append(run())
    return {"name": w.name, "what": w.what, "times": times, "agreement": agreement[0]}


def ratio(times: dict[str, list[tuple[float, float]]], name: str, kind: int) -> str:
    """Median over the turns of a contestant's time by that of mllib's default in the same turn."""
    ours = next(iter(times.values()))
    return f"{statistics.median(t[kind] / max(o[kind], 1e-3) for t, o in zip(times[name], ours)):.2f}"


def circumstances(reps: int, scale: float) -> list[str]:
    blas = ", ".join(f"{p['internal_api']} {p['version']} ({p.get('architecture', '?')}, {p['num_threads']} threads)"
                     for p in threadpoolctl.threadpool_info() if p["user_api"] == "blas")
    load = os.getloadavg()
    return ["# mllib and scikit-learn", "",
             f"- {os.cpu_count()} processors; scikit-learn {sklearn.__version__}, numpy {np.__version__}, BLAS: {blas}",
             f"- load {load[0]:.1f} over the last minute, the benchmark's own included; {reps} turns"
             + (f"; only {100 * scale:g} % of the rows" if scale != 1 else ""),
             "- median milliseconds (least) by the clock, and of all processors together; the ratios are medians over the turns, to mllib's",
             "  first method. On a busy machine processor time tells more than the clock.", ""]


def report(results: list[dict], reps: int, scale: float) -> str:
    lines = circumstances(reps, scale) + [
        "| workload | method | ms | ratio | ms of processors | ratio |", "|---|---|---:|---:|---:|---:|"]
    for r in results:
        for i, (name, t) in enumerate(r["times"].items()):
            cells = [r["name"] if i == 0 else "", name]
            for kind in range(2):
                taken = [pair[kind] for pair in t]
                cells += [f"{statistics.median(taken):.0f} ({min(taken):.0f})", "" if i == 0 else ratio(r["times"], name, kind)]
            lines.append("| " + " | ".join(cells) + " |")
    lines.append("")
    lines += [f"- {r['name']}: {r['what']}; {r['agreement']}" for r in results]
    return "\n".join(lines) + "\n"


def by_size(fit: Fit, folder: pathlib.Path, options) -> tuple[list[dict], str]:
    """The table of families by size: all times, and the report."""
    measured = []
    for size in families.SIZES:
        for name in families.FAMILIES:
            if options.only and not any(f"{name} {size[0]} {size[1]}".startswith(o) for o in options.only):
                continue
            w = families.family(name, *size)
            print(f"{name}, n = {size[0]}, d = {size[1]}", file=sys.stderr, flush=True)
            with tempfile.TemporaryDirectory(dir=folder) as place:  # a new name: the command fit keeps the data of the last one
                r = measure(w, fit, pathlib.Path(place), options.reps, options.scale)
            print("   ", families.cell(r["times"], ratio), r["agreement"], file=sys.stderr, flush=True)
            measured.append((name, size, r))
    lines = circumstances(options.reps, options.scale) + families.table(measured, ratio)
    return [r | {"size": s} for _, s, r in measured], "\n".join(lines) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--fit", required=True, help="path of the command fit")
    p.add_argument("--reps", type=int, default=9, help="turns")
    p.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of each contestant; 1 on a busy machine")
    p.add_argument("--only", action="append", default=[], help="a workload whose name begins like this; may be repeated")
    p.add_argument("--scale", type=float, default=1.0, help="share of the rows, for a quick look")
    p.add_argument("--sizes", action="store_true", help="the table of families by size instead")
    p.add_argument("--json", help="file for all times")
    options = p.parse_args()
    chosen = [w for w in WORKLOADS if not options.only or any(w.name.startswith(o) for o in options.only)]
    fit, results = Fit(options.fit, options.threads), []
    threadpoolctl.threadpool_limits(options.threads)
    with tempfile.TemporaryDirectory() as folder:
        if options.sizes:
            results, text = by_size(fit, pathlib.Path(folder), options)
        for w in chosen if not options.sizes else []:
            print(w.name, file=sys.stderr, flush=True)
            place = pathlib.Path(folder, str(len(results)))
            place.mkdir()
            results.append(measure(w, fit, place, options.reps, options.scale))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    print(text if options.sizes else report(results, options.reps, options.scale))


if __name__ == "__main__":
    main()
