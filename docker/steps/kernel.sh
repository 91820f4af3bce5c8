#!/bin/sh
# kernel.sh PREFIX: installs the kernel PREFIX/bin/mercer for all users of the prefix, with the packages that cells commonly use compiled.
set -eu
home=$(mktemp -d) # the user's own gets nothing of root's
HOME=$home "$1/bin/mercer" install --prefix "$1"
rm -rf "$home"
# Without a network the installation only warns; an image is to work without one.
[ -s "$1/share/jupyter/kernels/mercer/kernel.json" ] && [ -n "$(ls "$1/share/mercer/cache/packages")" ]
