"""Figures of the measurements and their Markdown."""

import os
import platform
import statistics
from collections import Counter

from cells import Workload

# Results: by workload name and kernel, the milliseconds of each repetition.
Times = dict[str, dict[str, list[float]]]
# Phases: by workload name, one dictionary (name -> milliseconds, summed over the cells) for each repetition.
Phases = dict[str, list[dict[str, float]]]


def quartiles(values: list[float]) -> tuple[float, float, float]:
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def cell(values: list[float] | None) -> str:
    if not values:
        return "—"
    low, middle, high = quartiles(values)
    return f"{middle:.0f} ({low:.0f}–{high:.0f})"


def ratio(times: Times, w: Workload) -> str:
    ours, theirs = times[w.name].get("mercer"), times.get(w.versus or w.name, {}).get("gonb")
    if not ours or not theirs:
        return "—"
    return f"{100 * statistics.median(ours) / statistics.median(theirs):.0f} %"


def difference(times: Times, w: Workload) -> str:
    ours, theirs = times[w.name].get("mercer"), times[w.name].get("ipykernel")
    if not ours or not theirs:
        return "—"
    return f"{statistics.median(ours) - statistics.median(theirs):+.0f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def main_table(workloads: list[Workload], times: Times) -> str:
    rows = [[w.name, cell(times[w.name].get("mercer")), cell(times[w.name].get("gonb")), cell(times[w.name].get("ipykernel")),
             ratio(times, w), difference(times, w), w.target] for w in workloads]
    return table(["ms", "Mercer", "GoNB", "ipykernel", "Mercer : GoNB", "Mercer − ipykernel", "target"], rows)


# What the session writes: phases that follow each other, and below each what it consists of. With programs built ahead,
# "build" is only the waiting, while its parts say what the work took.
PARTS = {"compose": [], "build": ["imports", "compile", "link"], "run": ["start", "commit"]}


def phase_table(workloads: list[Workload], times: Times, phases: Phases) -> str:
    """Medians of the phases. "session" is what the session does between them, "messages" what happens outside of it: the
    way of the request and of the answers, and the front end."""
    shown = [w for w in workloads if phases.get(w.name)]
    columns = [name for outer, inner in PARTS.items() for name in [outer, *inner]]
    inner_names = {name for inner in PARTS.values() for name in inner}
    head = ["ms"] + [f"({name})" if name in inner_names else name for name in columns] + ["session", "messages"]
    rows = []
    for w in shown:
        median = {name: statistics.median(rep.get(name, 0.0) for rep in phases[w.name]) for name in [*columns, "total"]}
        session = statistics.median(rep.get("total", 0.0) - sum(rep.get(name, 0.0) for name in PARTS) for rep in phases[w.name])
        messages = statistics.median(t - rep.get("total", 0.0) for t, rep in zip(times[w.name]["mercer"], phases[w.name]))
        rows.append([w.name] + [f"{median[name]:.1f}" for name in columns] + [f"{session:.1f}", f"{messages:.1f}"])
    return table(head, rows)


def cpu_table(workloads: list[Workload], cpu: Times) -> str:
    """Means, since the clock of processor time ticks only every 10 ms or so."""
    def mean(w: Workload, kind: str) -> str:
        values = cpu[w.name].get(kind)
        return f"{statistics.fmean(values):.0f}" if values else "—"

    kinds = ["mercer", "gonb", "ipykernel"]
    return table(["ms", "Mercer", "GoNB", "ipykernel"], [[w.name] + [mean(w, kind) for kind in kinds] for w in workloads])


def machine() -> str:
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            model = next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), model)
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def load() -> str:
    """The load of the machine over the last minutes, the benchmark's own included. Ratios bear more of it than times."""
    try:
        one, five, _ = os.getloadavg()
    except OSError:
        return "load unknown"
    return f"load {one:.1f} over the last minute, {five:.1f} over the last five" + (": the machine is busy, repeat this" if five > 2 * os.cpu_count() else "")


def linked_list(linked: dict[str, Counter]) -> str:
    lines = ["How Mercer's cells were linked:"]
    for name, ways in linked.items():
        lines.append(f"- {name}: " + ", ".join(f"{count} {way}" for way, count in ways.most_common()))
    return "\n".join(lines)


def markdown(workloads: list[Workload], times: Times, cpu: Times, phases: Phases, linked: dict[str, Counter], versions: list[str]) -> str:
    parts = ["# Mercer, GoNB and ipykernel", "\n".join("- " + line for line in [machine(), load(), *versions]),
             "From execute_request to idle: median (quartiles) in milliseconds. "
             + "Repetitions: " + ", ".join(f"{w.name} {max((len(v) for v in times[w.name].values()), default=0)}" for w in workloads) + ".",
             main_table(workloads, times),
             "\n".join(f"- {w.name}: {w.what}" for w in workloads)]
    if any(sum(values) for by_kind in cpu.values() for values in by_kind.values()):
        parts += ["Processor time of the kernel and of the processes it has waited for, mean: on a busy machine it tells more "
                  "than the clock.", cpu_table(workloads, cpu)]
    if any(phases.values()):
        parts += ["Where Mercer's time goes: medians of its phases, for a notebook summed over its cells. In parentheses: what the "
                  "phase before consists of; where programs are built ahead, \"build\" is only the waiting.",
                  phase_table(workloads, times, phases), linked_list(linked)]
    return "\n\n".join(parts) + "\n"
