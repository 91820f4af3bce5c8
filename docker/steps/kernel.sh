#!/bin/sh
# kernel.sh PREFIX: installs the kernel PREFIX/bin/mercer for all users of the prefix, with the packages that cells commonly use compiled.
set -eu
"$1/bin/mercer" install --prefix "$1"
rm -rf "$HOME/.cache" "$HOME/go"
# Without a network the installation only warns; an image is to work without one.
[ -s "$1/share/jupyter/kernels/mercer/kernel.json" ] && [ -n "$(ls "$1/share/mercer/cache/packages")" ]
