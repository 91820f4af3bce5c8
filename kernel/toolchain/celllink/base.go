package celllink

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
)

// Base is an executable that cells are linked with, as Open makes it of an index. It does not change: several goroutines may link with it.
type Base struct {
	description
	cpu       *processor
	objects   []*object
	packages  map[string]*object // the Go object of each package, by path
	addresses []byte             // of the definitions of all objects, 4 bytes each
	names     []byte             // records of nameRecord bytes, in the order of their hashes
	itabs     map[string]uint64  // by hash
	links     []typeLink
	tasks     map[symbolID]int // number of each package's record of initialisation
	archive   func(path string) ([]byte, error)
	pkgs      []loadedPackage
}

// loadedPackage is a package's archive, once something of it was needed.
type loadedPackage struct {
	once    sync.Once
	objects []*Object
	err     error
}

// object is an object of the base's packages, or that of a cell. What it holds is read when it is asked for.
type object struct {
	base     *Base
	pkg, n   int // number of its package, and in its package
	first    int // its first definition, among those of all objects
	defs     int
	numbered int // of its definitions, those with a number
	cell     *Object
}

// symbolID is a definition.
type symbolID struct {
	o *object
	i int
}

func (id symbolID) symbol() Symbol { return id.o.Symbol(id.i) }

// Object is what was read of the object's archive. Where it is not what the base was made of it panics with why, which Link returns.
func (o *object) get() *Object {
	if o.cell != nil {
		return o.cell
	}
	p := &o.base.pkgs[o.pkg]
	p.once.Do(func() { p.objects, p.err = o.base.load(o.pkg) })
	if p.err != nil {
		panic(&Unsupported{p.err.Error()})
	}
	return p.objects[o.n]
}

// load reads the archive of a package, and checks that it is the one of which the base was made.
func (b *Base) load(n int) ([]*Object, error) {
	p := &b.Packages[n]
	data, err := b.archive(p.Path)
	if err != nil {
		return nil, fmt.Errorf("celllink: package %s: %w", p.Path, err)
	}
	a, err := ReadArchive(data)
	if err != nil {
		return nil, fmt.Errorf("celllink: package %s: %w", p.Path, err)
	}
	same := a.Checksum == p.Checksum && len(a.Objects) == len(p.Objects)
	for i := 0; same && i < len(p.Objects); i++ {
		o := a.Objects[i]
		same = o.Defs() == p.Objects[i].Defs && o.count(blockDefs) == p.Objects[i].Numbered && o.Header == b.Header && bytes.Equal(o.Fingerprint[:], p.Objects[i].Fingerprint)
	}
	if !same {
		return nil, fmt.Errorf("celllink: package %s is not the one that the base was made of", p.Path)
	}
	return a.Objects, nil
}

// The methods of what was read.

func (o *object) Symbol(i int) Symbol          { return o.get().Symbol(i) }
func (o *object) Data(i int) []byte            { return o.get().Data(i) }
func (o *object) Relocs(i int) int             { return o.get().Relocs(i) }
func (o *object) Reloc(i, k int) Reloc         { return o.get().Reloc(i, k) }
func (o *object) Auxes(i int) int              { return o.get().Auxes(i) }
func (o *object) Aux(i, k int) Aux             { return o.get().Aux(i, k) }
func (o *object) Hash(i int) []byte            { return o.get().Hash(i) }
func (o *object) Class(i int) (Class, int)     { return o.get().Class(i) }
func (o *object) Local(r Ref) (i int, ok bool) { return o.get().Local(r) }

// address is where a definition of an object of the base's packages is, or 0.
func (b *Base) address(id symbolID) uint64 {
	if id.o.cell != nil {
		return 0
	}
	return uint64(u32(b.addresses, 4*(id.o.first+id.i)))
}

// isCode says whether something of the base is a function.
func (b *Base) isCode(address uint64) bool { return address >= b.Text && address < b.EText }

// definition is what a name stands for.
type definition struct {
	symbolID
	address uint64 // 0: the base does not have it
	several bool   // there is a second one, which may be another
}

// A record of a name: its hash, the number of the object, that of the definition, whether there are several.
const nameRecord = 8 + 4 + 4

const severalNames = 1 << 31

// lookup finds what a name stands for in the packages of the base.
func (b *Base) lookup(name named) (definition, bool) {
	hash := name.hash()
	from, to := 0, len(b.names)/nameRecord
	for from < to {
		if m := (from + to) / 2; binary.LittleEndian.Uint64(b.names[m*nameRecord:]) < hash {
			from = m + 1
		} else {
			to = m
		}
	}
	if from == len(b.names)/nameRecord || binary.LittleEndian.Uint64(b.names[from*nameRecord:]) != hash {
		return definition{}, false
	}
	r := b.names[from*nameRecord:]
	n := u32(r, 12)
	id := symbolID{b.objects[u32(r, 8)], int(n &^ severalNames)}
	return definition{id, b.address(id), n&severalNames != 0}, true
}

// typeLink is a type that reflect finds by name.
type typeLink struct {
	name   string
	offset uint32 // from Base.Types
}

// Where a type's descriptor has what its name is made of.
const (
	typeFlags     = 20
	typeExtraStar = 1 << 1 // the name has a star before it that is not the type's
	typeName      = 40
)

func trimStar(name string, descriptor []byte) string {
	if descriptor[typeFlags]&typeExtraStar != 0 {
		return strings.TrimPrefix(name, "*")
	}
	return name
}

// readName reads a name of runtime type information: a byte of flags, the length as a varint, the bytes. more gives as many bytes
// as are asked for. size is 0 if that is no name.
func readName(begin []byte, more func(int) []byte) (name string, size int) {
	if len(begin) < 2 {
		return "", 0
	}
	n, width := binary.Uvarint(begin[1:])
	if width <= 0 || n > 1<<20 {
		return "", 0
	}
	size = 1 + width + int(n)
	data := more(size)
	if len(data) < size {
		return "", 0
	}
	return string(bytes.Clone(data[1+width : size])), size
}
