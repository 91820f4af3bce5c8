//go:build !mercer

// Package mllib holds the learning library: one package for each family of methods, in the directories below.
package mllib

import "embed"

// Source is what the packages of this directory and those below are compiled from: their Go and assembly files, and the data that
// they embed. The kernel writes it out and compiles it into the programs of cells; in these programs themselves (build
// tag mercer) it is left out.
//
//go:embed *.go */*.go internal/*/*.go internal/*/*.s data/*.csv data/*.txt
var Source embed.FS
