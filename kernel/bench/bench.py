"""Measures kernels in turn and prints a Markdown report. run.sh sets up what this needs."""

import argparse
import collections
import json
import pathlib
import shutil
import sys
import time
import tempfile

from cells import WORKLOADS, Workload
from kernels import CellError, Kernel, versions
from report import Phases, Times, markdown

WARM_UP = 2  # repetitions that are not counted


def arguments() -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="run.sh", description="Measures Mercer, GoNB and ipykernel side by side.")
    p.add_argument("--bin", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    p.add_argument("--require", default="", help=argparse.SUPPRESS)
    p.add_argument("--kernels", default="mercer,gonb,ipykernel", help="comma-separated (default: %(default)s)")
    p.add_argument("--reps", type=int, default=15, help="repetitions of a cell; a notebook gets a third of them")
    p.add_argument("--only", action="append", help="name of a workload; may be repeated")
    p.add_argument("--json", type=pathlib.Path, help="also write all figures to this file")
    return p.parse_args()


class Bench:
    def __init__(self, kernels: dict[str, Kernel], reps: int):
        self.kernels, self.reps = kernels, reps
        self.seed = int(time.time()) % 1_000_000 * 1000  # no run meets the texts of an earlier one in a cache
        self.times: Times = {}
        self.cpu: Times = {}
        self.phases: Phases = {}
        self.linked: dict[str, collections.Counter] = {}  # how the cells of each workload were linked

    def measure(self, group: list[Workload]) -> None:
        """Runs the workloads, each on each kernel in turn; the order rotates from one repetition to the next."""
        turns = [(w, kind) for w in group for kind in self.kernels if kind in w.cells]
        for w in group:
            self.times[w.name] = {kind: [] for kind in self.kernels if kind in w.cells}
            self.cpu[w.name] = {kind: [] for kind in self.kernels if kind in w.cells}
            self.phases[w.name] = []
        fresh = group[0].fresh
        reps = max(1, self.reps // 3) if fresh else self.reps
        for rep in range(-1 if fresh else -WARM_UP, reps):
            self.seed += 1
            for i in range(len(turns)):
                self.once(*turns[(i + rep) % len(turns)], count=rep >= 0)
            print(f"\r{group[0].name}: {max(rep + 1, 0)} of {reps}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    def once(self, w: Workload, kind: str, count: bool) -> None:
        kernel = self.kernels[kind]
        if w.fresh:
            kernel.restart()
            warm = WORKLOADS[0].cells[kind](1_000_000 + self.seed)
            kernel.execute(warm)
        kernel.phases()
        cpu = kernel.cpu()
        took = 1000 * kernel.execute(w.cells[kind](self.seed))
        if not count:
            return
        self.times[w.name][kind].append(took)
        self.cpu[w.name][kind].append(1000 * (kernel.cpu() - cpu))
        if cells := kernel.phases():
            self.phases[w.name].append(total(cells))
            self.linked.setdefault(w.name, collections.Counter()).update(kernel.linked)


def groups(workloads: list[Workload]) -> list[list[Workload]]:
    """What is compared is measured together."""
    by_name: dict[str, list[Workload]] = {}
    for w in workloads:
        by_name.setdefault(w.versus or w.name, []).append(w)
    return list(by_name.values())


def total(cells: list[dict[str, float]]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for phases in cells:
        for name, ms in phases.items():
            sums[name] = sums.get(name, 0.0) + ms
    return sums


def main() -> int:
    args = arguments()
    kinds = [k for k in args.kernels.split(",") if k]
    chosen = [w for w in WORKLOADS if not args.only or w.name in args.only]
    if unknown := set(kinds) - {"mercer", "gonb", "ipykernel"} | set(args.only or []) - {w.name for w in WORKLOADS}:
        print(f"bench: no kernel or workload of the name {', '.join(sorted(unknown))}; workloads: "
              + ", ".join(w.name for w in WORKLOADS), file=sys.stderr)
        return 2
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="mercer-bench-"))
    kernels: dict[str, Kernel] = {}
    try:
        for kind in kinds:
            print(f"starting {kind}", file=sys.stderr)
            kernels[kind] = Kernel(kind, args.bin, scratch, args.require.split())
        bench = Bench(kernels, args.reps)
        for group in groups(chosen):
            bench.measure(group)
    except CellError as err:
        print(f"\nbench: {err}", file=sys.stderr)
        return 1
    finally:
        for kernel in kernels.values():
            kernel.stop()
        shutil.rmtree(scratch, ignore_errors=True)
    print(markdown(chosen, bench.times, bench.cpu, bench.phases, bench.linked, versions(args.bin, kinds)))
    if args.json:
        args.json.write_text(json.dumps({"times_ms": bench.times, "cpu_ms": bench.cpu, "phases_ms": bench.phases}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
