"""Runs the Python pieces of ../from-scikit-learn.md in order, and holds what they print against the texts that stand below them.

    pip install -r mllib/bench/requirements.txt
    python mllib/testdata/from-scikit-learn.py             # exit status 1 where a text differs
    python mllib/testdata/from-scikit-learn.py --update    # writes the texts
"""
import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile

guide = pathlib.Path(__file__).resolve().parent.parent / "from-scikit-learn.md"
piece = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.S)


def main():
    text, names, wrong = guide.read_text(), {"__name__": "guide"}, 0
    os.chdir(tempfile.mkdtemp())

    def run(m):
        nonlocal wrong
        code, want = m.groups()
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(code, "guide", "exec"), names)
        said = said.getvalue()
        if said != (want or ""):
            wrong += 1
            print(f"--- {code}\nprints\n{said}\nand the guide says\n{want}")
        below = f"\n\n```text\n{said}```" if want is not None else ""
        return f"```python\n{code}```{below}"

    updated = piece.sub(run, text)
    if "--update" in sys.argv:
        guide.write_text(updated)
    print(f"{len(piece.findall(text))} pieces, {wrong} print other texts")
    sys.exit(wrong > 0)


main()
