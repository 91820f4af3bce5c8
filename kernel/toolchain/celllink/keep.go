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
	cpu     *processor // for which the packages were compiled
	pkgs    []Package
	entries []Entry
	magic   [16]byte
}

// Entry is a symbol that a table has an address for: symbol Symbol of object Object of the archive of package Package.
type Entry struct{ Package, Object, Symbol int }

// NewKeep makes the table for packages, which must be all that the direct ones import, in a fixed order: the same packages in the
// same order have the same table. All objects must be of one toolchain.
func NewKeep(pkgs []Package) (*Keep, error) {
	if len(pkgs) == 0 {
		return nil, errors.New("celllink: a base without packages")
	}
	header := pkgs[0].Archive.Objects[0].Header
	cpu, err := processorOf(header)
	if err != nil {
		return nil, err
	}
	k := &Keep{cpu: cpu, pkgs: pkgs}
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

// goABI is the ABI of functions of Go.
const goABI = 1

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
		return ok && (isText(s) && exported && !strings.Contains(name, ".") || builtinsUsed[name])
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
