"""nbgrader's exchange in a JupyterHub: a teacher and two students, from release to feedback, each from his own server.

    sudo /opt/hub/bin/python docker/hub/exchange.py [--prefix /opt/hub] [--root /srv/nbgrader/exchange]

It makes users of this machine (mercer-class-01, …), which it removes afterwards, and the exchange at --root, which must not be there. nbgrader and the kernels
"mercer" and "mercer-confined" are in the prefix. One student hands in the solution, the other nothing but the release; then the first looks for what the other has handed
in and has got back. Exit status 1: a step failed, the points are wrong, or he has seen something.
"""
import argparse
import asyncio
import csv
import os
import pathlib
import pwd
import shutil
import subprocess
import sys

from measure import hub_of, name, start_kernel, start_server

HERE = pathlib.Path(__file__).resolve().parent
ASSIGNMENTS = HERE.parent.parent / "notebooks" / "assignments"
PS = "ps1-matrix-of-minima"


def hand_over(source, to, user):
    """A copy that is a user's own."""
    if source.is_dir():
        shutil.copytree(source, to)
    else:
        shutil.copy(source, to)
    subprocess.run(["chown", "-R", f"{user}:", str(to)], check=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", default="/opt/hub")
    parser.add_argument("--root", default="/srv/nbgrader/exchange")
    args = parser.parse_args()
    config, root = pathlib.Path(args.prefix, "etc/jupyter/nbgrader_config.py"), pathlib.Path(args.root)
    if root.exists() or config.exists():
        sys.exit(f"{root} or {config} is there already")
    config.write_text((HERE / "nbgrader_config.py").read_text().replace("/srv/nbgrader/exchange", args.root))
    teacher, good, empty = name(1), name(2), name(3)
    home = lambda user: pathlib.Path(pwd.getpwnam(user).pw_dir)  # noqa: E731
    try:
        root.mkdir(parents=True)
        root.chmod(0o1777)
        async with hub_of([teacher, good, empty], args.prefix) as admin:
            kernels = {}

            async def shell(user, commands, directory=""):
                """Runs commands in a cell of a user's notebook."""
                if user not in kernels:
                    kernels[user] = await start_kernel(user, await start_server(user, admin))
                ok, text = await kernels[user].run(f"!cd {home(user)}/{directory} && ( {commands} ) 2>&1; echo status $?")
                if not ok or not text.rstrip().endswith("status 0"):
                    sys.exit(f"{user}: {commands}\n{text}")
                return text

            for part in ("source", "nbgrader_config.py"):
                (home(teacher) / "course").mkdir(exist_ok=True)
                hand_over(ASSIGNMENTS / part, home(teacher) / "course" / part, teacher)
            subprocess.run(["chown", f"{teacher}:", str(home(teacher) / "course")], check=True)
            await shell(teacher, f"nbgrader generate_assignment {PS} && nbgrader release_assignment {PS}", "course")
            for student in (good, empty):
                await shell(student, f"nbgrader list && nbgrader fetch_assignment {PS}")
            hand_over(ASSIGNMENTS / "source" / PS / f"{PS}.ipynb", home(good) / PS / f"{PS}.ipynb", good)
            for student in (good, empty):
                await shell(student, f"nbgrader submit {PS}")
            await shell(teacher, f"nbgrader collect {PS} && nbgrader autograde {PS} && nbgrader generate_feedback {PS} && nbgrader release_feedback {PS} && nbgrader export", "course")
            for student in (good, empty):
                await shell(student, f"nbgrader fetch_feedback {PS} && find {PS}/feedback -name '*.html' | grep .")
            with open(home(teacher) / "course" / "grades.csv", newline="") as f:
                points = {row["student_id"]: float(row["score"]) for row in csv.DictReader(f)}
            print("points:", points)
            seen = await shell(good, f"cd {args.root}/*; ls -ld . inbound outbound feedback; ls inbound || true; find . -user {empty} 2>/dev/null || true; "
                               f"ls {home(teacher)} {home(empty)} || true; mv ../* ../mine && echo renamed; touch outbound/planted && echo planted; true")
            print(seen)
            if points[good] <= points[empty] or points[empty] != 0 or empty in seen.replace(str(home(empty)), "") or "renamed" in seen or "planted" in seen.replace("outbound/planted", ""):
                sys.exit("not as it should be")
    finally:
        config.unlink()
        shutil.rmtree(root)


asyncio.run(main())
