package celllink

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file makes the table that tells where in a base each symbol of its packages is.
//
// An executable tells little of where things are, and most symbols that a cell refers to have no name, but a number in
// their package. So the program of a base gets, beside its Go file, an object of ours that defines one read-only variable:
// 16 bytes to find it by, then the address of each symbol of all packages, then that of main.main. The Go linker fills in
// the addresses, for they are relocations like others. Most of them are weak: they do not bring a symbol into the base,
// and one that is not there gets the address of runtime.unreachableMethod instead. Strong are those of what a
// cell can call by itself: the functions of packages that it imports, those that the compiler calls of the runtime, and the
// runtime's exported ones; with them comes what they need.
//
// What the Go linker drops besides, methods that nobody calls, the table keeps by marks: every type that is in the base
// counts as converted to an interface, exported methods of such types count as called by reflection, and each method without an
// exported name that an interface type has counts as called, because a generic function that a cell instantiates may call it.

// Package is one of the packages of a base.
type Package struct {
	Path    string
	Archive *Archive
	Direct  bool // cells import it
}

// Keep is the table of a base.
type Keep struct {
	pkgs    []Package
	entries []Entry
	magic   [16]byte
}

// Entry is a symbol that a table has an address for: symbol Symbol of object Object of the archive of package Package.
type Entry struct{ Package, Object, Symbol int }

// builtins are the functions and variables of the runtime that the compiler uses on linux/amd64 where no source names
// them, without those of instrumented programs.
var builtins = strings.Fields(`
newobject mallocgc panicdivide panicshift panicmakeslicelen panicmakeslicecap throwinit panicwrap gopanic gorecover
goschedguarded goPanicIndex goPanicIndexU goPanicSliceAlen goPanicSliceAlenU goPanicSliceAcap goPanicSliceAcapU
goPanicSliceB goPanicSliceBU goPanicSlice3Alen goPanicSlice3AlenU goPanicSlice3Acap goPanicSlice3AcapU goPanicSlice3B
goPanicSlice3BU goPanicSlice3C goPanicSlice3CU goPanicSliceConvert printbool printfloat64 printfloat32 printint
printhex printuint printcomplex128 printcomplex64 printstring printquoted printpointer printuintptr printiface
printeface printslice printnl printsp printlock printunlock concatstring2 concatstring3 concatstring4 concatstring5
concatstrings concatbyte2 concatbyte3 concatbyte4 concatbyte5 concatbytes cmpstring intstring slicebytetostring
slicebytetostringtmp slicerunetostring stringtoslicebyte stringtoslicerune slicecopy decoderune countrunes convT
convTnoptr convT16 convT32 convT64 convTstring convTslice assertE2I assertE2I2 panicdottypeE panicdottypeI
panicnildottype typeAssert interfaceSwitch ifaceeq efaceeq panicrangestate deferrangefunc rand rand32 makemap64
makemap makemap_small mapaccess1 mapaccess1_fast32 mapaccess1_fast64 mapaccess1_faststr mapaccess1_fat mapaccess2
mapaccess2_fast32 mapaccess2_fast64 mapaccess2_faststr mapaccess2_fat mapassign mapassign_fast32 mapassign_fast32ptr
mapassign_fast64 mapassign_fast64ptr mapassign_faststr mapIterStart mapdelete mapdelete_fast32 mapdelete_fast64
mapdelete_faststr mapIterNext mapclear makechan64 makechan chanrecv1 chanrecv2 chansend1 closechan chanlen chancap
writeBarrier typedmemmove typedmemclr typedslicecopy selectnbsend selectnbrecv selectsetpc selectgo block makeslice
makeslice64 makeslicecopy growslice panicunsafeslicelen panicunsafeslicenilptr panicunsafestringlen
panicunsafestringnilptr memmove memclrNoHeapPointers memclrHasPointers memequal memequal0 memequal8 memequal16
memequal32 memequal64 memequal128 f32equal f64equal c64equal c128equal strequal interequal nilinterequal memhash
memhash0 memhash8 memhash16 memhash32 memhash64 memhash128 f32hash f64hash c64hash c128hash strhash interhash
nilinterhash int64div uint64div int64mod uint64mod float64toint64 float64touint64 float64touint32 int64tofloat64
int64tofloat32 uint64tofloat64 uint64tofloat32 uint32tofloat64 complex128div x86HasPOPCNT x86HasSSE41 x86HasFMA
deferproc deferprocStack deferreturn newproc panicoverflow sigpanic gcWriteBarrier duffzero duffcopy morestack
morestackc morestack_noctxt
`)

// NewKeep makes the table for packages, which must be all that the direct ones import, in a fixed order: the same packages in the
// same order have the same table. All objects must be of one toolchain.
func NewKeep(pkgs []Package) (*Keep, error) {
	if len(pkgs) == 0 {
		return nil, errors.New("celllink: a base without packages")
	}
	k := &Keep{pkgs: pkgs}
	header := pkgs[0].Archive.Objects[0].Header
	fingerprints := sha256.New()
	for _, p := range pkgs {
		for _, o := range p.Archive.Objects {
			if o.Header != header {
				return nil, fmt.Errorf("celllink: %s was compiled by %q, others by %q", p.Path, o.Header, header)
			}
			fmt.Fprintf(fingerprints, "%s %x\n", p.Path, o.Fingerprint)
		}
	}
	copy(k.magic[:], fingerprints.Sum([]byte(nil)))
	k.enumerate()
	return k, nil
}

// Entries are the symbols of the table in its order.
func (k *Keep) Entries() []Entry { return slices.Clone(k.entries) }

// named is how a symbol of class ByName is found.
type named struct {
	name string
	abi  uint16
}

// enumerate lists the entries.
func (k *Keep) enumerate() {
	names, hashes := map[named]bool{}, map[string]bool{}
	for p, pkg := range k.pkgs {
		for n, o := range pkg.Archive.Objects {
			for i := range o.Defs() {
				if k.wanted(o, i, names, hashes) {
					k.entries = append(k.entries, Entry{p, n, i})
				}
			}
		}
	}
}

// wanted says whether a definition has an entry, and remembers the names and hashes that have one.
func (k *Keep) wanted(o *Object, i int, names map[named]bool, hashes map[string]bool) bool {
	s := o.Symbol(i)
	if s.Name == "" || s.Kind < KindText || s.Kind > KindNoPtrBSS || isText(s) && s.Size == 0 {
		return false
	}
	class, _ := o.Class(i)
	switch class {
	case ByNumber:
		return o.Flags&FlagFromAssembly == 0 // nobody can name those of assembly files
	case ByName:
		key := named{s.Name, s.ABI}
		if s.ABI == StaticABI || names[key] {
			return false
		}
		names[key] = true
		return true
	}
	hash := string(o.Hash(i)) // itabs are compared by address; of other content there may be several copies
	if class != ByHash || s.Flag2&SymItab == 0 || hashes[hash] {
		return false
	}
	hashes[hash] = true
	return true
}

func isText(s Symbol) bool { return s.Kind == KindText || s.Kind == KindTextFIPS }

// strong says whether a base must have an entry.
func (k *Keep) strong(e Entry) bool {
	pkg, o := k.pkgs[e.Package], k.pkgs[e.Package].Archive.Objects[e.Object]
	s := o.Symbol(e.Symbol)
	if pkg.Path == "runtime" {
		name, ok := strings.CutPrefix(s.Name, "runtime.")
		exported := name != "" && name[0] >= 'A' && name[0] <= 'Z'
		return ok && (isText(s) && exported && !strings.Contains(name, ".") || slices.Contains(builtins, name))
	}
	class, _ := o.Class(e.Symbol)
	return pkg.Direct && isText(s) && class != ByHash && class != ByHash64 && !strings.Contains(s.Name, ".map.init")
}

// Source is the Go file of the base's main package. It imports what cells import and keeps the table.
func (k *Keep) Source() string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t_ \"unsafe\"\n")
	for _, p := range k.pkgs {
		if p.Direct && p.Path != "unsafe" && p.Path != "runtime" {
			fmt.Fprintf(&b, "\t_ %q\n", p.Path)
		}
	}
	b.WriteString(")\n\n//go:linkname table main.keeptab\nvar table [16]byte\n\nfunc main() {\n\tprintln(&table)\n}\n")
	return b.String()
}

// Append adds the table's object to the archive that the compiler made of Source.
func (k *Keep) Append(archive []byte) []byte {
	object := k.object()
	out := slices.Clone(archive)
	if len(out)%2 == 1 {
		out = append(out, 0)
	}
	out = fmt.Appendf(out, "%-16s%-12d%-6d%-6d%-8o%-10d%s", "keeptab.o", 0, 0, 0, 0o644, len(object), entryEnd)
	out = append(out, object...)
	if len(object)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// Addresses reads the table of a linked base: for each entry its address, or 0 if the base does not have it, and the
// address of main.main.
func (k *Keep) Addresses(exe []byte) (entries []uint64, main uint64, err error) {
	size := k.size()
	at := bytes.Index(exe, k.magic[:])
	if at < 0 || len(exe)-at < size {
		return nil, 0, errors.New("celllink: the base has no table")
	}
	if bytes.Contains(exe[at+1:], k.magic[:]) {
		return nil, 0, errors.New("celllink: the base has two tables")
	}
	table := exe[at+len(k.magic) : at+size]
	missing, err := k.sentinel(table)
	if err != nil {
		return nil, 0, err
	}
	for i := range k.entries {
		address := binary.LittleEndian.Uint64(table[8*i:])
		if address == missing {
			address = 0
		}
		entries = append(entries, address)
	}
	return entries, binary.LittleEndian.Uint64(table[8*len(k.entries):]), nil
}

// sentinel is the address that stands for symbols that the base does not have.
func (k *Keep) sentinel(table []byte) (uint64, error) {
	for i, e := range k.entries {
		if k.pkgs[e.Package].Archive.Objects[e.Object].Symbol(e.Symbol).Name == "runtime.unreachableMethod" {
			return binary.LittleEndian.Uint64(table[8*i:]), nil
		}
	}
	return 0, errors.New("celllink: a base without runtime.unreachableMethod")
}

// size is how many bytes the table has.
func (k *Keep) size() int { return len(k.magic) + 8*len(k.entries) + 8 }
