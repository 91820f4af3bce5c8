#!/bin/sh
# program.sh SOURCES FILE: builds the mercer program.
set -eu
cd "$1"
CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags='-s -w' -o "$2" ./kernel/mercer
