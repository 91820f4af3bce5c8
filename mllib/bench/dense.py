"""Compares the dense algebra of mllib, as gonum/mat computes with it, with numpy's: products, Cholesky factors, linear systems, eigenvalues, singular
values.

See README.md; dense.sh sets everything up. With --worker the program is numpy's side: it does the tasks that it reads, like the command dense.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import threadpoolctl

PAUSE = 0.05  # seconds before each run: the threads of a BLAS go on spinning for a while after their work
TURN = 100  # milliseconds of a turn at least: shorter operations are repeated, so that what waking up costs is not counted as theirs

# The processors that OpenBLAS has loops for and a machine of today may support, as OPENBLAS_CORETYPE names them.
CORETYPES = ["SapphireRapids", "Cooperlake", "SkylakeX", "Zen", "Haswell", "SandyBridge"]

# What is timed: the operation, its operands, and the floating-point operations in units of n³; for eigenvectors and singular vectors as many as
# divide and conquer needs where nothing deflates.
OPERATIONS = {
    "product": (["a", "b"], 2),
    "cholesky": (["definite"], 1 / 3),
    "solve": (["a", "b"], 8 / 3),
    "eigen": (["symmetric"], 14 / 3),
    "eigenvalues": (["symmetric"], 4 / 3),
    "svd": (["a"], 28 / 3),
}
NUMPY = {
    "product": np.matmul,
    "cholesky": lambda s: np.linalg.cholesky(s, upper=True),
    "solve": np.linalg.solve,
    "eigen": lambda s: np.linalg.eigh(s, UPLO="U"),
    "eigenvalues": lambda s: np.linalg.eigvalsh(s, UPLO="U"),
    "svd": lambda a: np.linalg.svd(a, full_matrices=False),
}


def rows(op: str, result) -> np.ndarray:
    """The result as one matrix: eigenvalues above eigenvectors; singular values above U above V transposed."""
    if op == "eigen":
        return np.vstack([result[0], result[1]])
    if op == "svd":
        return np.vstack([result[1], result[0], result[2]])
    return result


def libraries() -> list[dict]:
    return [p for p in threadpoolctl.threadpool_info() if p["user_api"] == "blas"]


def probe():
    """Prints which loops the BLAS runs, and the least milliseconds of a product."""
    a, times = np.random.default_rng(0).standard_normal((800, 800)), []
    for _ in range(10):
        cpu = time.process_time()
        np.matmul(a, a)
        times.append(1000 * (time.process_time() - cpu))
    print(json.dumps([libraries()[0].get("architecture"), min(times)]))


def probes(environment: dict[str, str]) -> dict[str, float]:
    """The milliseconds of a product for numpy as it is, under the name default, and for each coretype that OpenBLAS has and this processor supports: on
    others a program ends with an illegal instruction, or runs other loops than were asked for."""
    found, command = {}, [sys.executable, __file__, "--probe"]
    for name in ["", *CORETYPES]:
        run = subprocess.run(command, env={**os.environ, **environment, **({"OPENBLAS_CORETYPE": name} if name else {})}, capture_output=True, text=True)
        if run.returncode:
            continue
        runs, ms = json.loads(run.stdout)
        if not name:
            found[f"default, {runs}"] = ms
        elif str(runs).lower() == name.lower():
            found[name] = ms
    return found


def work():
    """Does the tasks on standard input. The first line of output names the BLAS."""
    print(", ".join(f"{p['internal_api']} {p['version']} for {p.get('architecture', '?')}" for p in libraries()), flush=True)
    loaded = {}
    for line in sys.stdin:
        task = json.loads(line)
        n = task["n"]
        for name in task["files"]:
            if name not in loaded:
                loaded[name] = np.fromfile(name, "<f8").reshape(n, n)
        operands = [loaded[name] for name in task["files"]]
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(task["repeat"]):
            result = None  # its memory is free for the next one
            result = NUMPY[task["op"]](*operands)
        answer = {"ms": 1000 * (time.perf_counter() - wall) / task["repeat"], "cpu_ms": 1000 * (time.process_time() - cpu) / task["repeat"]}
        if task["out"]:
            rows(task["op"], result).astype("<f8").tofile(task["out"])
        print(json.dumps(answer), flush=True)


class Contestant:
    """A process that does tasks."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str], greets: bool):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        self.what = self.line().strip() if greets else ""

    def line(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"bench: {self.name} has ended")
        return line

    def __call__(self, **task) -> tuple[float, float]:
        """Does a task and returns its milliseconds, by the clock and of the processors."""
        self.process.stdin.write(json.dumps({"out": "", "repeat": 1, **task}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.line())
        return answer["ms"], answer["cpu_ms"]


def contestants(options) -> list[Contestant]:
    threads = {"GOMAXPROCS": str(options.threads), "OPENBLAS_NUM_THREADS": str(options.threads), "OMP_NUM_THREADS": str(options.threads)}
    numpy = [sys.executable, __file__, "--worker"]
    found = [Contestant("mllib", [options.dense], threads, False), Contestant("numpy", numpy, threads, True)]
    if options.tuned not in ("best", "none"):
        found.append(tuned(options.tuned, numpy, threads))
    elif options.tuned == "best":
        speeds = probes(threads)
        default, best = next(iter(speeds)), min(speeds, key=speeds.get)
        found[1].what += "; a product takes it, in ms, " + ", ".join(f"{ms:.1f} ({name})" for name, ms in speeds.items())
        if speeds[best] < 0.97 * speeds[default]:
            found.append(tuned(best, numpy, threads))
        else:
            found[1].what += ", so that the default is the tuned one"
    if options.gonum:
        found.append(Contestant("gonum", [options.dense], {**threads, "MLLIB_BLAS": "gonum"}, False))
    return found


def tuned(coretype: str, numpy: list[str], threads: dict[str, str]) -> Contestant:
    side = Contestant(f"numpy, {coretype}", numpy, {**threads, "OPENBLAS_CORETYPE": coretype}, True)
    if coretype.lower() not in side.what.lower():
        sys.exit(f"bench: OPENBLAS_CORETYPE={coretype} gives {side.what}")
    return side


def draw(folder: pathlib.Path, n: int):
    """Writes the operands: two matrices of normal numbers, a positive definite and a symmetric one."""
    rng = np.random.default_rng(n)
    a, b = rng.standard_normal((n, n)), rng.standard_normal((n, n))
    for name, m in ("a", a), ("b", b), ("definite", a @ a.T / n + np.eye(n)), ("symmetric", a + a.T):
        m.astype("<f8").tofile(folder / f"{name}{n}.f64")


def compare(op: str, n: int, files: list[str], results: list[str]) -> float:
    """The largest difference of two results, relative to the largest number; that of AX from B for solutions, whose errors the condition of A
    magnifies; of values, and of A from the product of its factors, for eigenvectors and singular vectors, which have signs."""
    matrix = lambda name: np.fromfile(name, "<f8").reshape(-1, n)
    found = [matrix(name) for name in results]
    if op == "solve":
        a, b = map(matrix, files)
        return max(np.abs(a @ x - b).max() / (np.abs(a).sum(axis=1).max() * np.abs(x).max()) for x in found)
    if op in ("eigen", "svd"):
        left, right = (lambda x: x[1:n + 1]), (lambda x: x[1:].T if op == "eigen" else x[n + 1:])
        size = np.abs(found[0][0]).max()
        rests = [np.abs(left(x) * x[0] @ right(x) - matrix(files[0])).max() / size for x in found]
        return max(rests + [np.abs(x[0] - found[0][0]).max() / size for x in found[1:]])
    return max(np.abs(x - found[0]).max() / np.abs(found[0]).max() for x in found[1:])


def measure(op: str, n: int, sides: list[Contestant], folder: pathlib.Path, reps: int) -> dict:
    """Times of all contestants, in turns whose order rotates; one uncounted turn comes first and gives the results and how often each repeats the
    operation in its turns."""
    operands, work_units = OPERATIONS[op]
    files = [str(folder / f"{name}{n}.f64") for name in operands]
    outs = [str(folder / f"out{i}.f64") for i in range(len(sides))]
    first = [side(op=op, n=n, files=files, out=out) for side, out in zip(sides, outs)]
    repeat = math.ceil(TURN / max(TURN / 50, min(cpu for _, cpu in first)))
    difference = compare(op, n, files, outs)
    if not difference < 1e-11:
        sys.exit(f"bench: {op}, n = {n}: the results differ by {difference}")
    times = {side.name: [] for side in sides}
    for turn in range(reps):
        for side in sides[turn % len(sides):] + sides[:turn % len(sides)]:
            time.sleep(PAUSE)
            times[side.name].append(side(op=op, n=n, files=files, repeat=repeat))
    return {"op": op, "n": n, "flops": work_units * n**3, "times": times, "difference": difference}


def report(results: list[dict], sides: list[Contestant], options) -> str:
    names = [s.name for s in sides]
    lines = ["# Dense algebra: mllib and numpy", "",
             f"- {options.threads} threads on {os.cpu_count()} processors; numpy {np.__version__}; " +
             "; ".join(f"{s.name}: {s.what}" for s in sides if s.what),
             f"- load {os.getloadavg()[0]:.1f} over the last minute, the benchmark's own included; {options.reps} turns",
             "- least milliseconds by the clock, and of all processors together; speed is mllib's, GF by the clock; ratios are medians over the",
             "  turns of a contestant's processor time by mllib's in the same turn: above 1 mllib is faster", "",
             "| | n | GF | " + " | ".join(f"{n} | cpu" for n in names) + " | " + " | ".join(f"{n} / mllib" for n in names[1:]) + " |",
             "|---|---:|---:|" + "---:|---:|" * len(names) + "---:|" * (len(names) - 1)]
    for r in results:
        ours = r["times"][names[0]]
        cells = [r["op"], str(r["n"]), f"{r['flops'] / min(t[0] for t in ours) / 1e6:.0f}"]
        for name in names:
            cells += [f"{min(t[kind] for t in r['times'][name]):.2f}" for kind in range(2)]
        cells += [f"{statistics.median(t[1] / o[1] for t, o in zip(r['times'][name], ours)):.2f}" for name in names[1:]]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", f"Results agree to {max(r['difference'] for r in results):.1g} of the largest number, solutions by what AX leaves of B, factors by their",
              "product."]
    return "\n".join(lines) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    p.add_argument("--dense", help="path of the command dense")
    p.add_argument("--sizes", default="500,1000,2000", help="orders of the matrices")
    p.add_argument("--only", choices=OPERATIONS, action="append", help="operations that are timed, instead of all")
    p.add_argument("--reps", type=int, default=7, help="turns")
    p.add_argument("--threads", type=int, default=os.cpu_count(), help="threads of each contestant")
    p.add_argument("--probe", action="store_true", help=argparse.SUPPRESS)
    p.add_argument("--tuned", default="best", help="an OPENBLAS_CORETYPE for a third contestant, such as SkylakeX or Haswell; best, the default, is the one "
                   "with the fastest product, if it is faster than what OpenBLAS takes by itself; none is none")
    p.add_argument("--gonum", action="store_true", help="gonum's own algebra as a contestant; it is slow")
    p.add_argument("--json", help="file for all times")
    options = p.parse_args()
    if options.worker:
        return work()
    if options.probe:
        return probe()
    sides, results = contestants(options), []
    with tempfile.TemporaryDirectory() as folder:
        for n in map(int, options.sizes.split(",")):
            draw(pathlib.Path(folder), n)
            for op in options.only or OPERATIONS:
                print(f"{op}, n = {n}", file=sys.stderr, flush=True)
                results.append(measure(op, n, sides, pathlib.Path(folder), options.reps))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    print(report(results, sides, options))


if __name__ == "__main__":
    main()
