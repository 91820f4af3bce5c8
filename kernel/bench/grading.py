#!/usr/bin/env python3
"""Grades one problem set of many students with one or two builds of mercer, and says what that takes.

    python3 kernel/bench/grading.py [--students N] [--set NAME] [--jobs N] MERCER [BEFORE]

A submission is the set's source, or what students get, or the source with the answers of one cell replaced by one of answers.txt, in turn.
Printed are, for each build, minutes by the clock and of processors, the most memory that all its processes held at a time, and
the size of the results. MERCER grades once more and is killed on the way (SIGKILL to all of it), goes on with the same command,
and must come to the same bytes; so must a third run. It needs Linux.
"""

import argparse
import filecmp
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "notebooks/assignments/source"
SECTION = re.compile(r"^=== (\S+) (?:right|wrong): .*\n", re.M)


def submissions(mercer, name, students, into):
    """Writes the submissions of some students."""
    source = SOURCES / name / f"{name}.ipynb"
    whole = json.loads(source.read_text())
    parts = SECTION.split((SOURCES / name / "answers.txt").read_text())[1:]
    answers = [(cell, text.split("\n=== ")[0]) for cell, text in zip(parts[::2], parts[1::2])]
    subprocess.run([mercer, "assignment", "release", source, "-o", into / "release"], check=True, stdout=subprocess.DEVNULL)
    (into / "submitted").mkdir()
    for i in range(students):
        to = into / "submitted" / f"student-{i:02d}.ipynb"
        if i % 8 == 0:
            shutil.copy(into / "release" / f"{name}.ipynb", to)
            continue
        notebook = json.loads(json.dumps(whole))
        cell, text = answers[i % len(answers)]
        for c in notebook["cells"]:
            if i % 8 != 1 and c["metadata"].get("nbgrader", {}).get("grade_id") == cell:
                c["source"] = text
        to.write_text(json.dumps(notebook))
    return source, into / "submitted"


def memory(group):
    """Bytes that the processes of a session hold, in proportion where they share."""
    held = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rsplit(")", 1)[1].split()[3]) == group:
                rollup = (stat.parent / "smaps_rollup").read_text()
                held += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1]) << 10
        except (OSError, ValueError, TypeError):
            pass  # it has ended
    return held


def grade(mercer, source, submitted, out, jobs, kill=None):
    """Grades, or is killed when a number of notebooks is written; returns seconds, processor seconds and bytes of memory."""
    before, began, most = os.times(), time.monotonic(), 0
    command = [mercer, "assignment", "grade", source, submitted, "-o", out, "--no-html", "-j", str(jobs)]
    process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, memory(process.pid))
        if kill is not None and len(list(out.glob("*.ipynb"))) >= kill:
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(0.2)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    if kill is None and process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit status {process.returncode}")
    return time.monotonic() - began, used, most


def same(a, b):
    """The names of results that differ."""
    names = {p.name for d in (a, b) for p in d.iterdir() if not p.name.startswith(".")}
    _, differ, missing = filecmp.cmpfiles(a, b, names, shallow=False)
    return sorted(differ + missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("mercer", type=pathlib.Path)
    parser.add_argument("before", type=pathlib.Path, nargs="?")
    parser.add_argument("--students", type=int, default=80)
    parser.add_argument("--set", default="set-05-odds")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        source, submitted = submissions(options.mercer.resolve(), options.set, options.students, root)
        lone = root / "lone"
        lone.mkdir()
        shutil.copy(next(submitted.iterdir()), lone)
        print("| build | minutes | processor minutes | MB held | MB of results |\n| --- | ---: | ---: | ---: | ---: |")
        for name, mercer in (("now", options.mercer), ("before", options.before)):
            if mercer is None:
                continue
            mercer = mercer.resolve()
            grade(mercer, source, lone, root / f"{name}-first", options.jobs)  # compiles what all need
            seconds, used, most = grade(mercer, source, submitted, root / name, options.jobs)
            size = sum(p.stat().st_size for p in (root / name).iterdir())
            print(f"| {name} | {seconds / 60:.1f} | {used / 60:.1f} | {most / 1e6:.0f} | {size / 1e6:.1f} |", flush=True)
        mercer, killed = options.mercer.resolve(), root / "killed"
        grade(mercer, source, submitted, killed, options.jobs, kill=options.students // 3)
        kept = len(list(killed.glob("*.ipynb")))
        seconds, _, _ = grade(mercer, source, submitted, killed, options.jobs)
        print(f"killed after {kept} of {options.students}; the same command went on for {seconds / 60:.1f} minutes")
        grade(mercer, source, submitted, root / "again", options.jobs)
        for run in ("killed", "again"):
            differ = same(root / "now", root / run)
            print(f"{run}: " + (f"differs in {', '.join(differ)}" if differ else "the same bytes"))
            if differ:
                sys.exit(1)


if __name__ == "__main__":
    main()
