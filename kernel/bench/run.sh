#!/usr/bin/env bash
# Measures Mercer, GoNB and ipykernel side by side; see README.md. Sets up everything it needs, in a directory of its
# own: a virtual environment with Jupyter's client, GoNB with its tools, Mercer as it stands here.
# Arguments are those of bench.py: --reps N, --only NAME, --kernels A,B, --json FILE.
set -euo pipefail

gonb=github.com/janpfeifer/gonb@v0.11.4
tools=(golang.org/x/tools/cmd/goimports@v0.40.0 golang.org/x/tools/gopls@v0.21.0)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=${MERCER_BENCH_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/mercer-bench}
mkdir -p "$work/bin"
say() { printf '%s\n' "$*" >&2; }
need() { command -v "$1" >/dev/null || { say "bench: $1 is not installed; $2"; exit 75; }; }
need go "see https://go.dev/dl"
need python3 "install Python 3 with venv and pip"

# install PACKAGE@VERSION: installs a Go command unless this version is there. "go install" asks the module proxy for the
# list of versions too; where a proxy has none, a module that requires just this version builds the same.
install() {
  local package=${1%@*} mark="$work/bin/.${1//\//_}"
  [ -e "$mark" ] && return
  say "installing $1"
  GOBIN="$work/bin" go install "$1" 2>"$work/log" || required "$package" "$1" 2>>"$work/log" ||
    { cat "$work/log" >&2; say "bench: cannot install $1 (no network, or no module proxy?)"; exit 75; }
  touch "$mark"
}
required() {
  local module=$2
  case $1 in golang.org/x/tools/cmd/*) module=golang.org/x/tools@${2#*@} ;; esac
  rm -rf "$work/module" && mkdir "$work/module"
  (
    cd "$work/module"
    go mod init bench && go mod edit -require="$module" && go build -mod=mod -o "$work/bin/${1##*/}" "$1"
  )
}

if ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
  say "making the virtual environment"
  python3 -m venv --clear "$work/venv" || { say "bench: python3 has no venv; install it"; exit 75; }
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
    { say "bench: cannot install Jupyter's client (no network, or no package index?)"; exit 75; }
  cp "$here/requirements.txt" "$work/venv/"
fi
case ",$*," in *--kernels*) ;; *) set -- --kernels mercer,gonb,ipykernel "$@" ;; esac
case " $* " in *gonb*) for module in "$gonb" "${tools[@]}"; do install "$module"; done ;; esac
case " $* " in *mercer*)
  say "building mercer"
  (cd "$here/../.." && go build -o "$work/bin/mercer" ./kernel/mercer)
  ;;
esac
# GoNB's notebooks get the versions that Mercer's have.
requires=$(cd "$here/../.." && go list -m -f '{{.Path}}@{{.Version}}' gonum.org/v1/gonum gonum.org/v1/plot github.com/janpfeifer/gonb | tr '\n' ' ')
exec "$work/venv/bin/python" "$here/bench.py" --bin "$work/bin" --require "$requires" "$@"
