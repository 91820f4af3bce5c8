// Package snapshot carries the values of Go variables from one program to the next: it encodes the objects that a
// set of variables reaches into files and rebuilds them in another process, whose types may have changed meanwhile.
//
// # Vocabulary
//
// An object is a piece of memory that pointers lead to: all windows (what one pointer sees: an address, a type and a
// number of elements) that overlap are one object, so that interior pointers and slices of one array stay what they
// are. Every object has an id for life. The objects that one set of variables (a signature) reaches lie in segments of
// about a mebibyte; loading a variable means loading the segments whose signature contains it. Large objects without
// pointers are blobs: they are mapped into memory copy on write, and only pages that were written to are stored again.
// A manifest.Manifest describes the variables, segments and blobs of one commit, or of a part of it: what a program needs that
// uses some of the variables.
//
// # The way of a value
//
// [Open] takes the manifest, [Image.Load] loads (load.go, fill.go): segments are taken apart (package format), their described
// types are found among the program's and the moves from stored image to memory are compiled (package fit), objects get
// memory, which is remembered (package registry; large ones are mapped, package blob), and images are copied in. Handles of
// package unique are made again (handles.go).
//
// [Image.Commit] (commit.go) lets package walk find all that the variables reach, by plans of their types (package layout), and
// which variables reach what. What was only looked at and is stored otherwise is left out (guard.go, package digest). Objects
// are distributed over segments (draft.go), each is encoded (encode.go), twice where goroutines may still write to them
// (calm.go), those that differ from what was loaded are written (package disk), and the result is described (describe.go)
// as a manifest.Manifest that says which variables have not changed (change.go), from which a next commit starts (rebase.go).
//
// # What it costs
//
// Measured on two shared cores of 2.5 GHz (bench_test.go, and the matrix in ../cellrt/bench_test.go): a program with one
// int loads in 0.1 ms; a tree of a million nodes loads in 130 ms and is found unchanged in 200 ms; a matrix of 400 MB
// costs a cell 1.5 ms when it reads one element, 3 ms of commit when it changes one row, and 0.9 s to set. A program that
// links the package is some 600 KB larger.
//
// # What is not carried
//
// Funcs that are not nil, channels, unsafe pointers, OS handles, held locks. A variable that reaches one is marked with
// the path to it; all others are carried, whatever they share with it.
//
// The package is linked into every cell's program, so it imports little: no fmt, no encoding packages but binary.
package snapshot
