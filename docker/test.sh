#!/usr/bin/env bash
# docker/test.sh DIR [HADOLINT]: lints the Dockerfiles, builds their images as Debian trees below DIR, and uses them as a container would: as user
# number 1000, with nothing to write to but the home and /tmp, without rights and without a network. Exit status 75: cannot run here.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$1 hadolint=${2:-hadolint}
skip() { echo "skipped: $*"; exit 75; }

if command -v "$hadolint" >/dev/null; then "$hadolint" docker/Dockerfile .binder/Dockerfile && echo "hadolint: nothing found"; else echo "hadolint is not there: the Dockerfiles were not linted"; fi
[ "$(id -u)" = 0 ] || skip "trees need root"
for tool in debootstrap unshare setpriv ip; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done
unshare --mount --net --pid --fork true 2>/dev/null || skip "name spaces cannot be made here"

mkdir -p "$dir"
docker/tree.py build lab,hub,binder "$dir"
say() { echo "== $*"; }
lab() { docker/tree.py run "$dir/lab" "$@"; }

say "what the user is and may"
lab bash -c '[ "$(id -u)" = 1000 ] && ! touch /opt/x /usr/local/x /opt/jupyter/share/mercer/cache/x 2>/dev/null && touch ~/x /tmp/x && grep -q "^CapBnd:.*0000000000000000$" /proc/self/status'
say "no answers of the problem sets"
! grep -rlE "BEGIN (SOLUTION|HIDDEN TESTS)" "$dir/lab/opt/course" "$dir/hub/opt/course" "$dir/binder/home" || exit 1
say "a first cell compiles nothing but itself"
lab bash -c 'cp /opt/course/00-start-here.ipynb . && mercer run -q --no-html --in-place 00-start-here.ipynb && cmp 00-start-here.ipynb /opt/course/00-start-here.ipynb && [ ! -e ~/.cache/go-build ]'
say "a package that nobody has compiled yet, without a network"
lab bash -c 'cat >a.ipynb && mercer run -q --no-html --in-place a.ipynb && grep -q "0.8427" a.ipynb' <<'NB'
{"cells": [{"cell_type": "code", "execution_count": null, "id": "a", "metadata": {}, "outputs": [], "source": ["import \"gonum.org/v1/gonum/integrate/quad\"\n", "fmt.Printf(\"%.4f\\n\", 2/math.Sqrt(math.Pi)*quad.Fixed(func(x float64) float64 { return math.Exp(-x*x) }, 0, 1, 20, nil, 0))"]}], "metadata": {"kernelspec": {"display_name": "Go (Mercer)", "language": "go", "name": "mercer"}}, "nbformat": 4, "nbformat_minor": 5}
NB
say "JupyterLab"
docker/tree.py run --env JUPYTER_TOKEN=secret "$dir/lab" bash -c 'tini -g -- start-notebook.sh >server.log 2>&1 & python3 - course || { cat server.log; exit 1; }' <docker/test_server.py
say "the single-user server of a hub"
docker/tree.py run "$dir/hub" bash -c 'jupyterhub-singleuser --version && command -v start-singleuser.sh'
cat docker/hub/groups.py docker/hub/test_groups.py | docker/tree.py run "$dir/hub" python3 -
say "Binder, as BinderHub starts it"
home=$dir/binder-home && rm -rf "$home" && cp -a "$dir/binder/home/jovyan" "$home"
binder() { docker/tree.py run --home "$home" "$dir/binder" "$@"; }
find "$home" -user root | grep . && { echo "root's, in the user's home"; exit 1; }
binder bash -c 'tini -g -- python3 -c "import os, sys, jupyterlab.labapp; os.execvp(\"jupyter-lab\", sys.argv)" --ip=0.0.0.0 --port=8888 \
  --NotebookApp.base_url=/ --NotebookApp.token=secret --ServerApp.base_url=/ --ServerApp.token=secret >/tmp/log 2>&1 & python3 - notebooks || { cat /tmp/log; exit 1; }' <docker/test_server.py
binder bash -c 'cp notebooks/00-start-here.ipynb . && mercer run -q --no-html --in-place 00-start-here.ipynb && cmp 00-start-here.ipynb notebooks/00-start-here.ipynb && jupyter notebook --version && jupyterhub-singleuser --version'
say "sizes, MB"
for part in . usr/local/go opt/jupyter/share/mercer opt/jupyter opt/course; do echo "$(du -sm "$dir/lab/$part" | cut -f1) $part"; done
