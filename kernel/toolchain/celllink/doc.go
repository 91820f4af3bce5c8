// Package celllink links a cell's one changed package with an executable of the packages that did not change, the base, which the Go
// linker has made once for all cells with the same imports. That takes less than a millisecond.
//
// For the runtime of Go the result is a program of two modules, as one with a plugin. For the operating system the cell's file is a
// program whose interpreter is the base: it maps both, and enters the base.
//
//	amd64       arm64
//	0x00400000  0x00010000  base: functions, constants, variables; its list of modules leads to the cell's, its main.main jumps to the cell's
//	0x3c000000  0x06000000  cell: functions
//	0x40000000  0x07001000  cell: moduledata, the address of main.main, variables
//	                        cell: constants, types and tables
//
// An archive (archive.go) holds an [Object] (object.go) for the compiled Go files and one for each assembly file. An object
// defines symbols, functions and variables and what describes them, and refers to those of other objects. Definitions are
// numbered through in four classes: symbols of the package, which others name by package and number; two classes of symbols
// that are named by a hash of their content; and symbols that are named by name and ABI. A symbol has bytes, relocations
// (places in the bytes where the address of another symbol belongs) and auxiliary symbols (its type, its tables).
//
// A base is what the Go linker makes of [Keep.Source], to whose archive [Keep.Append] has added an object of ours (keep.go,
// keepobject.go), after [Keep.Patch] has told it of a cell's module (patch.go). [Keep.Addresses] reads off it where each
// symbol of all its packages is, and which are not there; [Keep.Index] (index.go) writes that down, with what else a cell needs to know of
// the base. [Open] makes a [Base] (base.go) of an index; archives are read when a cell needs something of them.
//
// A cell may import fewer packages than the base has. Only those, and what they import, are initialised before it runs, in the order of
// the Go linker: the base's own list of what is to be initialised is empty, the cell has one of its own.
//
// [Base.Link] (link.go) takes a cell's archive. It finds what the cell needs and the base does not have, be it the cell's own or something of another
// package that nobody has called so far (closure.go); gives each symbol its address (layout.go); writes bytes and addresses (relocate.go),
// the table of functions by which the runtime unwinds stacks (functions.go), which words of variables are pointers and the list of
// types (types.go), runtime.moduledata, which leads to all that, and the file (elf.go). What is not known to come out as the Go linker would make it is
// refused by an error of type [Unsupported], and the Go linker is to link the program.
//
// For which processor a cell is linked, its object says; that of the linker itself does not matter. What differs between processors is a value of type processor
// (processor.go, amd64.go, arm64.go): where a cell lies, how the addresses of others are put into instructions, how a function jumps far, and how large pages of
// memory may be.
//
// The format is the one that cmd/internal/goobj of Go's sources describes; what is here was tried with Go 1.26.8: for linux/amd64 on such machines, for linux/arm64 in an
// emulator of the processor (qemu-user), which also has pages of 64 KiB, and in an emulated machine with a Linux kernel for arm64. What emulators do not prove: that a
// kernel with larger pages maps the files as they say; and they have one cache for code and data, and order memory as their own processor does. Of these only the first
// concerns the linker, which writes no code that runs before the system has mapped it, and changes none that the compiler has made for the order of memory.
//
// All functions are pure: they take bytes and start or open nothing. What is read was checked as a whole before, so that
// no method of an Object fails for a symbol that it has; damaged or foreign bytes are an error of [ReadArchive] or [ReadObject].
//
// Package bases makes bases, and package toolchain links cells with them.
package celllink
