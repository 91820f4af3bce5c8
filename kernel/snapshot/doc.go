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
// A [Manifest] describes the variables, segments and blobs of one commit, or of a part of it: what a program needs that uses
// some of the variables (part.go).
//
// # The way of a value
//
// [Open] takes the manifest, [Image.Load] loads (load.go, fill.go): segments are parsed (decode.go), their described
// types are found among the program's (typedesc.go, resolve.go), the moves from stored image to memory are compiled
// (fit.go), objects get memory, which is remembered (registry.go), and images are copied in.
//
// [Image.Commit] (commit.go) walks all that the variables reach with compiled plans (plan.go, special.go, walk.go,
// window.go, large.go), leaving out what was only looked at and is stored otherwise (guard.go, digest.go), makes objects
// of overlapping windows (objects.go), finds out which variables reach what (colors.go), distributes objects over
// segments, encodes each (segment.go, encode.go), twice where goroutines may still write to them (calm.go), writes those
// that differ from what was loaded, and the changed parts of blobs (blob.go, output.go), and describes the result
// (describe.go).
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
