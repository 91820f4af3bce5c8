#!/usr/bin/env bash
# Runs GoNB's example and test notebooks under GoNB and under Mercer and prints what differs; see README.md. Sets up
# everything it needs, in a directory of its own. Arguments are those of compare.py: --only NAME, --show.
set -euo pipefail

tools=(golang.org/x/tools/cmd/goimports@v0.40.0 golang.org/x/tools/gopls@v0.21.0)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${MERCER_GONBCOMPAT_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/mercer-gonbcompat}
mkdir -p "$work/bin"
say() { printf '%s\n' "$*" >&2; }
need() { command -v "$1" >/dev/null || { say "gonbcompat: $1 is not installed; $2"; exit 75; }; }
need go "see https://go.dev/dl"
need python3 "install Python 3 with venv and pip"
need bc "one of GoNB's notebooks feeds it a sum"

# install PACKAGE MODULE@VERSION builds a command as a requirement of a module: that asks the module proxy for just this
# version, where "go install" asks for the list of all versions, too.
install() {
  local mark="$work/bin/.${2//\//_}"
  [ -e "$mark" ] && return
  say "installing $2"
  rm -rf "$work/module" && mkdir "$work/module"
  (
    cd "$work/module"
    go mod init gonbcompat && go mod edit -require="$2" && go build -mod=mod -o "$work/bin/${1##*/}" "$1"
  ) 2>"$work/log" || { cat "$work/log" >&2; say "gonbcompat: cannot install $2 (no network, or no module proxy?)"; exit 75; }
  touch "$mark"
}

if ! cmp -s "$here/requirements.txt" "$work/venv/requirements.txt"; then
  say "making the virtual environment"
  python3 -m venv --clear "$work/venv" || { say "gonbcompat: python3 has no venv; install it"; exit 75; }
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
    { say "gonbcompat: cannot install Jupyter's client (no network, or no package index?)"; exit 75; }
  cp "$here/requirements.txt" "$work/venv/"
fi
module() { (cd "$root" && go list -m -f "$1" "${@:2}"); }
version=$(module '{{.Version}}' github.com/janpfeifer/gonb)
install github.com/janpfeifer/gonb "github.com/janpfeifer/gonb@$version"
for tool in "${tools[@]}"; do
  case $tool in golang.org/x/tools/cmd/*) install "${tool%@*}" "golang.org/x/tools@${tool#*@}" ;; *) install "${tool%@*}" "$tool" ;; esac
done
say "building mercer"
(cd "$root" && go build -o "$work/bin/mercer" ./kernel/mercer)

export PATH="$work/bin:$PATH" JUPYTER_DATA_DIR="$work/jupyter" JUPYTER_PATH="$work/prefix/share/jupyter" JUPYTER_PREFER_ENV_PATH=0
gonb --install >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
mercer install --prefix "$work/prefix" --name mercer-compat >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
# GoNB's notebooks get the versions that Mercer's have.
require=$(module '{{.Path}}@{{.Version}}' gonum.org/v1/gonum gonum.org/v1/plot github.com/janpfeifer/gonb github.com/janpfeifer/must github.com/pkg/errors | tr '\n' ' ')
tree=$(module '{{.Dir}}' github.com/janpfeifer/gonb)
require+=$(awk '$1 ~ /go-plotly$/ {print $1 "@" $2}' "$tree/go.mod")
"$work/venv/bin/python" "$here/compare.py" --work "$work" --tree "$tree" --require "$require" "$@"
