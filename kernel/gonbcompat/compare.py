"""Runs GoNB's example notebooks under GoNB and under Mercer and compares what they show, cell by cell."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import kernels

HERE = pathlib.Path(__file__).parent
KERNELS = ("gonb", "mercer-compat")


def text_of(output):
    """What an output says, as text: for errors only that there is one, as their wording is each kernel's own."""
    kind = output["output_type"]
    if kind == "stream":
        return output["name"] + ":\n" + output["text"]
    if kind == "error":
        return "error\n"
    data = output["data"]
    return "\n".join(f"{mime}:\n{data[mime]}" for mime in sorted(data) if mime != "text/plain" or len(data) == 1) + "\n"


def shown(cell):
    """Everything a cell shows, as one text with streams joined."""
    joined = []
    for output in cell.outputs:
        if output["output_type"] == "stream" and joined and joined[-1].get("name") == output["name"]:
            joined[-1]["text"] += output["text"]
        else:
            joined.append(dict(output))
    if any(o["output_type"] == "error" for o in joined):  # GoNB shows its errors as HTML, too
        joined = [o for o in joined if o["output_type"] not in ("display_data",) and o.get("name") != "stderr"]
    return "".join(text_of(o) for o in joined)


def everything(cell):
    """All text of a cell's outputs, errors included, to look for what is expected."""
    parts = []
    for output in cell.outputs:
        if output["output_type"] == "error":
            parts += [output["evalue"], *output["traceback"]]
        else:
            parts.append(text_of(output))
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(parts))


VARYING = [
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    (re.compile(r"/tmp/[\w./-]*"), "TMP"),
    (re.compile(r"\(\d+\.\d+s\)"), "(TIME)"),
    (re.compile(r"GOCOVERDIR=\S+"), "GOCOVERDIR"),
]


def same(a, b):
    for pattern, to in VARYING:
        a, b = pattern.sub(to, a), pattern.sub(to, b)
    return a == b


def unmet(expected, cell, places):
    """The first of the expected texts that does not follow the ones before it, or None."""
    text, at = everything(cell), 0
    for want in expected:
        for name, value in places.items():
            want = want.replace("$" + name, value)
        at = text.find(want, at)
        if at < 0:
            return want
    return None


class Run:
    """The comparison of one notebook."""

    def __init__(self, entry, tree, modules, available):
        self.entry, self.tree, self.modules = entry, tree, modules
        self.skip = dict(entry.get("skip", {}))
        for cell, module in entry.get("needs", {}).items():
            if not available(module):
                self.skip[cell] = f"the module proxy does not serve {module}"
        self.code = {}
        self.problems = []

    def execute(self, kernel, work):
        path = self.tree / "examples" / (self.entry["name"] + ".ipynb")
        if "path" in self.entry:
            path = pathlib.Path(shutil.copy(HERE / self.entry["path"], work))
        numbers, count = {}, 0
        for i, cell in enumerate(json.loads(path.read_text())["cells"]):
            if cell["cell_type"] == "code":
                count += 1
                numbers[i] = str(count)
        scratch = tempfile.mkdtemp(prefix=kernel + "-", dir=work)
        places = {"ROOT": str(self.tree), "TEST_DIR": scratch}
        env = {"GONB_GIT_ROOT": str(self.tree), "GOCOVERDIR": scratch, "MERCER_ROOT": str(HERE.parent.parent),
               "TEST_DIR": scratch + "/" if self.entry["name"].endswith("writefile") else scratch}
        skip = {i for i, n in numbers.items() if n in self.skip}
        preamble = self.modules if kernel == "gonb" else ""
        nb = kernels.execute(path, kernel, self.entry.get("answers", ()), preamble, skip, env)
        self.code[kernel] = {n: nb.cells[i] for i, n in numbers.items() if n not in self.skip}
        self.check(kernel, places, scratch)

    def check(self, kernel, places, scratch):
        expected = {**self.entry.get("expect", {}), **self.entry.get(kernel.split("-")[0], {})}
        for n, texts in expected.items():
            if n in self.skip:
                continue
            missing = unmet(texts, self.code[kernel][n], places)
            if missing is not None:
                self.problems.append((kernel, n, f"lacks {missing!r}"))
        own = self.entry.get("mercerFile", {}) if kernel.startswith("mercer") else {}
        for name, want in {**self.entry.get("file", {}), **own}.items():
            got = pathlib.Path(scratch, name).read_text()
            if got != want:
                self.problems.append((kernel, name, f"is {got!r}"))

    def compare(self):
        """Returns the numbers of cells that are the same, differ on purpose, differ."""
        a, b = (self.code[k] for k in KERNELS)
        result = {"same": [], "explained": [], "differ": []}
        for n in a:
            if same(shown(a[n]), shown(b[n])):
                result["same"].append(n)
            elif n in self.entry.get("differs", {}):
                result["explained"].append(n)
            elif not a[n].outputs and "gonbui." in a[n].source:
                self.entry.setdefault("differs", {})[n] = "GoNB showed nothing in this run: it sometimes loses what a cell displays last"
                result["explained"].append(n)
            else:
                result["differ"].append(n)
        return result


def row(run, result, seconds):
    def met(kernel):
        n = sum(1 for p in run.problems if p[0] == kernel)
        return "yes" if n == 0 else f"{n} not"

    cells = sum(map(len, result.values()))
    return [run.entry["name"], cells, len(result["same"]), len(result["explained"]), len(result["differ"]), len(run.skip),
            met(KERNELS[0]), met(KERNELS[1]), f"{seconds[0]:.0f}", f"{seconds[1]:.0f}"]


HEADER = ["notebook", "cells", "same", "explained", "differ", "not run", "expected: GoNB", "expected: Mercer", "GoNB, s", "Mercer, s"]


def markdown(rows):
    lines = ["| " + " | ".join(map(str, r)) + " |" for r in [HEADER, ["---"] + ["---:"] * (len(HEADER) - 1), *rows]]
    return "\n".join(lines)


def availability(work):
    """A function that says whether the module proxy serves a module; each is asked for once."""
    known = {}
    scratch = pathlib.Path(work, "available")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    (scratch / "go.mod").write_text("module available\n")

    def available(module):
        if module not in known:
            known[module] = subprocess.run(["go", "list", "-m", module + "@latest"], cwd=scratch, capture_output=True).returncode == 0
        return known[module]

    return available


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True, help="directory with bin/ and jupyter/ as run.sh makes them")
    parser.add_argument("--tree", required=True, help="GoNB's module")
    parser.add_argument("--require", default="", help="module@version words that GoNB's notebooks are given")
    parser.add_argument("--only", default="", help="a part of the names of the notebooks to run")
    parser.add_argument("--show", action="store_true", help="print what differs")
    args = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=args.work))
    tree = work / "gonb"
    shutil.copytree(args.tree, tree)
    subprocess.run(["chmod", "-R", "u+w", str(tree)], check=True)
    modules = "!*go mod edit " + " ".join("-require=" + m for m in args.require.split())
    available, rows, runs, failed = availability(work), [], [], False
    for entry in json.loads((HERE / "testdata" / "notebooks.json").read_text()):
        if args.only not in entry["name"] or "page" in entry:  # these need a browser: see kernel/lab/browser/lab_test.py
            continue
        run, seconds = Run(entry, tree, modules, available), []
        for kernel in KERNELS:
            print(f"{entry['name']} under {kernel}", file=sys.stderr)
            began = time.monotonic()
            run.execute(kernel, work)
            seconds.append(time.monotonic() - began)
        result = run.compare()
        rows.append(row(run, result, seconds))
        runs.append((run, result))
        failed = failed or bool(result["differ"] or any(p[0] != "gonb" for p in run.problems))
    print(markdown(rows))
    print()
    for run, result in runs:
        details(run, result, args.show)
    shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


def details(run, result, show):
    name = run.entry["name"]
    for n in result["explained"]:
        print(f"- {name}, cell {n}: {run.entry['differs'][n]}")
    for n, why in run.skip.items():
        print(f"- {name}, cell {n} is not run: {why}")
    for kernel, n, what in run.problems:
        print(f"- {name}, cell {n} under {kernel} {what}")
    for n in result["differ"]:
        print(f"- {name}, cell {n} DIFFERS")
        if show:
            for kernel in KERNELS:
                print(f"--- {kernel}\n{shown(run.code[kernel][n])}")


if __name__ == "__main__":
    sys.exit(main())
