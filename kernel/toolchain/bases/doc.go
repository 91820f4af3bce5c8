// Package bases makes and keeps the bases that cells are linked with, see package celllink, and decides which programs are linked so.
//
// A base is a directory below Config.Dir: the executable (base), what a kernel has to know to link with it (index), what it was made of
// (made.json), and a program that was linked with it, with what that wrote when it was tried (try, tried.json). The directory is named by
// what the base was made of and by the executable's content, so that a name never means two things: programs name their base by its path.
// It is made in a temporary directory and renamed (make.go); what was tried last is written last, and without it there is no base. One that
// was damaged, or that does not run here, is not used (open.go). There are few (trim.go).
//
// [Linker.Link] (linker.go) links with a base that has all that a cell imports, just as it was compiled. Where there is none it says so, and the
// caller, who then uses the Go linker, calls [Linker.Want], which makes one in the background. A base may have more than the cell imports.
// One that could not be made is tried again after some programs (rest.go), and the user is told why.
//
// A base that was damaged is removed when that is seen, or replaced by the new one, which usually has its name. One that cannot be read as a
// base at all, or that others could write to, stays beside the new one until it is among those that were not used for longest (trim.go).
package bases
