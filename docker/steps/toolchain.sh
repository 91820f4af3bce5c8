#!/bin/sh
# toolchain.sh GOROOT: takes from a Go toolchain what no notebook needs.
set -eu
cd "$1"
rm -rf api doc misc test pkg/obj lib/wasm
find src -depth -name testdata -type d -exec rm -rf {} +
find src -name '*_test.go' -delete
