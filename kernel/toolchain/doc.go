// Package toolchain lists, fetches, compiles and links: it is all that starts the Go toolchain for a notebook.
//
// An [Env] is a notebook's surroundings: a Go module of its own (package module), the tools (gocmd.go, environ.go) and the
// caches. A [View] is one state of the module, with the packages that it leads to (list.go, fetch.go, index.go, local.go),
// their types (types.go) and the names by which cells mean them (names.go); some of it others have compiled (shared.go). A cell is composed with one view, and its
// program is a [Unit]; [Env.Build] makes an executable of it (build.go, waiting.go, cells.go, gobuild.go) or finds it in the cache
// (package cache).
//
// Nothing here holds a lock while the go command runs. Callers who want the same thing wait for one run of it, each as
// long as its own context lasts (flight.go), and no failure is remembered: what was interrupted, or had no space on the disk,
// is tried again when it is next asked for. What runs beside a cell, to make later ones faster, is tried again after some more cells
// (bases.Rest), unless programs linked with a base do not run on this machine.
//
// A cache may be damaged, or be put together from those of several days. Each list says of which state of the module it is (lists.go), compiled packages
// are checked before they are read and linked (archives.go), programs and bases have the sums of their content in their names, and sources are
// compared. What does not fit is made again, and the user reads why.
//
// What goes otherwise than it should, though cells run all the same, is a sentence for the user ([Env.Troubles]); what is as it should be,
// and how programs are linked, says [Linking].
package toolchain
