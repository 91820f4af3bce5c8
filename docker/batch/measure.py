#!/usr/bin/env python3
"""A batch of notebooks that is killed in the middle and goes on.

    docker/batch/measure.py [--mercer mercer] [--notebooks 200] [--jobs 2]

It makes small notebooks, each with a sample of its own, on which it fits and draws; runs them with "mercer run --resume" and kills that, without a warning, when half
of the results are there; runs the same command again; and holds everything against a run that nobody killed.
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CELLS = [
    "seed := uint64(%d)\niris := data.Iris()\nwhole := mllib.Must(discriminant.LDA{}.Fit(iris.X, iris.Y))",
    "s := mllib.Must(whole.Draw(150, rand.NewPCG(seed, 2)))\nmodel := mllib.Must(discriminant.LDA{}.Fit(s.X, s.Y))\nmodel",
    "p := mllib.Must(model.Posteriors(iris.X))\np.At(0, 0)",
    "display.NewFigure(fmt.Sprint(\"seed \", seed)).Classes(s.X.Slice(0, 150, 0, 2).(*mat.Dense), s.Y)",
]


def make(directory, n):
    directory.mkdir()
    for i in range(n):
        cells = [{"cell_type": "code", "execution_count": None, "id": f"c{j}", "metadata": {}, "outputs": [], "source": [c.replace("%d", str(i))]}
                 for j, c in enumerate(CELLS)]
        spec = {"display_name": "Go (Mercer)", "language": "go", "name": "mercer"}
        (directory / f"{i:04d}.ipynb").write_text(json.dumps({"cells": cells, "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5}, indent=1))


def states(table):
    with open(table, newline="") as f:
        rows = list(csv.DictReader(f))
    return {s: sum(r["state"] == s for r in rows) for s in ("ok", "done before", "failed", "not run")}


def running_below(directory):
    found = []
    for p in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(p / "cwd").startswith(str(directory)):
                found.append(p.name)
        except OSError:  # it has ended
            pass
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mercer", default="mercer")
    parser.add_argument("--notebooks", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="mercer-batch-"))
    make(work / "in", args.notebooks)
    (work / "tmp").mkdir()
    env = {**os.environ, "TMPDIR": str(work / "tmp"), "XDG_CACHE_HOME": str(work / "cache")}

    def command(out):
        return [args.mercer, "run", "-q", "-o", str(work / out), "--resume", "--jobs", str(args.jobs), "--table", str(work / (out + ".csv")), str(work / "in")]

    def run(out):
        begin = time.time()
        subprocess.run(command(out), env=env, check=True)
        return time.time() - begin

    def results():
        return {p.name: p.stat().st_mtime_ns for p in (work / "out").glob("[0-9]*") if p.is_file()}

    try:
        subprocess.run([args.mercer, "run", "-q", "-o", str(work / "warm"), str(work / "in" / "0000.ipynb")], env=env, check=True)
        print(f"{args.notebooks} notebooks, {args.jobs} at a time: {run('whole'):.0f} s; in the table: {states(work / 'whole.csv')}")
        shutil.rmtree(work / "cache" / "mercer" / "programs", ignore_errors=True)
        batch = subprocess.Popen(command("out"), env=env)
        while len(list((work / "out").glob("*.ipynb"))) < args.notebooks // 2:
            time.sleep(.01)
        batch.send_signal(signal.SIGKILL)
        batch.wait()
        before = results()
        done = sum(name.endswith(".ipynb") for name in before)
        print(f"killed with {done} notebooks done; files half written: {len(list((work / 'out').glob('.*')))}; directories in TMPDIR: {len(list((work / 'tmp').iterdir()))}")
        end = time.time() + 10
        while (left := running_below(work)) and time.time() < end:
            time.sleep(.1)
        print(f"processes that live on: {len(left)}")
        print(f"the same command again: {run('out'):.0f} s; in the table: {states(work / 'out.csv')}")
        after = results()
        print(f"written again of what was done: {sum(after.get(name) != at for name, at in before.items() if name.endswith('.ipynb'))}; "
              f"files half written: {len(list((work / 'out').glob('.*')))}; directories in TMPDIR: {len(list((work / 'tmp').iterdir()))}")
        same = all((work / "out" / p.name).read_bytes() == p.read_bytes() for p in (work / "whole").iterdir())
        print(f"files {len(after)}, of the run that nobody killed {len(list((work / 'whole').iterdir()))}; the same bytes: {same}")
        print(f"once more, with nothing to do: {run('out'):.1f} s")
        if not same or left:
            sys.exit(1)
    finally:
        shutil.rmtree(work)


main()
