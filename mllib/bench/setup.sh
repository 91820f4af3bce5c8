# What run.sh and dense.sh have in common, to be sourced: a directory $work of their own, with a virtual environment, and build NAME, which
# builds the program NAME of this directory as it stands in this checkout.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=${MERCER_BENCH_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/mercer-bench}/mllib
mkdir -p "$work"
say() { printf '%s\n' "$*" >&2; }
need() { command -v "$1" >/dev/null || { say "bench: $1 is not installed; $2"; exit 75; }; }
need go "see https://go.dev/dl"
need python3 "install Python 3 with venv and pip"

if ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
  say "making the virtual environment"
  python3 -m venv --clear "$work/venv" || { say "bench: python3 has no venv; install it"; exit 75; }
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
    { say "bench: cannot install scikit-learn (no network, or no package index?)"; exit 75; }
  cp "$here/requirements.txt" "$work/venv/"
fi

build() {
  say "building $1"
  (cd "$here" && go build -o "$work/$1" "./$1")
}
