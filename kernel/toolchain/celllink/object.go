package celllink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	textMagic   = "go object "
	textEnd     = "\n!\n"
	objectMagic = "\x00go120ld"
	headerSize  = len(objectMagic) + 8 + 4 + 4*blocks // magic, fingerprint, flags, offsets of the blocks
)

// The blocks of an object, in their order.
const (
	blockAutolib = iota
	blockPackages
	blockFiles
	blockDefs
	blockHashed64Defs
	blockHashedDefs
	blockNamedDefs
	blockNamedRefs
	blockRefFlags
	blockHash64
	blockHash
	blockRelocIndex
	blockAuxIndex
	blockDataIndex
	blockRelocs
	blockAux
	blockData
	blockRefNames
	blockEnd
	blocks
)

// recordSize is how many bytes a record of each block has.
var recordSize = [blocks]int{
	blockAutolib: 16, blockPackages: 8, blockFiles: 8,
	blockDefs: symSize, blockHashed64Defs: symSize, blockHashedDefs: symSize, blockNamedDefs: symSize, blockNamedRefs: symSize,
	blockRefFlags: 10, blockHash64: 8, blockHash: 16,
	blockRelocIndex: 4, blockAuxIndex: 4, blockDataIndex: 4,
	blockRelocs: relocSize, blockAux: auxSize, blockData: 1, blockRefNames: 16, blockEnd: 1,
}

const (
	symSize   = 21
	relocSize = 23
	auxSize   = 9
)

// Class is one of the four ways in which symbols are named.
type Class int

const (
	ByNumber Class = iota // by package and number
	ByHash64              // by content: the content itself, up to 8 bytes
	ByHash                // by content: 16 bytes of its hash
	ByName                // by name and ABI
)

// Flags of objects.
const (
	FlagShared       = 1 << 0 // compiled for a shared library
	FlagFromAssembly = 1 << 2
	FlagUnlinkable   = 1 << 3 // what the compiler makes of a package without a path
)

// Object is what the compiler made of the Go files of a package, or the assembler of a file.
type Object struct {
	// Header is the first line, which names the system, the processor and the toolchain.
	Header      string
	Fingerprint [8]byte // of what the package exports
	Flags       uint32
	data        []byte         // from the magic on; offsets count from there
	block       [blocks][]byte // whole records
	packages    []string       // paths of the packages that references name by index
	first       [5]int         // number of the first definition of each class; then the first reference by name
}

// ReadObject reads an object and checks it as a whole: each string, index and reference lies within the object, or names
// a package that the object lists. It does not check that other packages have the symbols that are referred to. The object
// goes on using data, which must not be changed.
func ReadObject(data []byte) (*Object, error) {
	o, err := readObject(data, (*Object).readBlocks, (*Object).checkStrings, (*Object).checkIndexes, (*Object).checkReferences)
	if err == nil {
		o.packages = o.Packages()
	}
	return o, err
}

// readObject finds an object behind its first line and takes the given steps with it.
func readObject(data []byte, steps ...func(*Object) error) (*Object, error) {
	end := bytes.Index(data, []byte(textEnd))
	line := bytes.IndexByte(data, '\n')
	if !bytes.HasPrefix(data, []byte(textMagic)) || end < 0 {
		return nil, errors.New("not a Go object")
	}
	o := &Object{Header: string(data[:line]), data: data[end+len(textEnd):]}
	if !bytes.HasPrefix(o.data, []byte(objectMagic)) {
		return nil, errors.New("an object of an unknown format")
	}
	if len(o.data) < headerSize {
		return nil, errors.New("an object that ends in its header")
	}
	for _, step := range steps {
		if err := step(o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// readBlocks reads the header and cuts the object into blocks.
func (o *Object) readBlocks() error {
	at := len(objectMagic)
	at += copy(o.Fingerprint[:], o.data[at:at+8])
	o.Flags = u32(o.data, at)
	at += 4
	for i := range blocks {
		from, to := uint64(u32(o.data, at+4*i)), uint64(len(o.data))
		if i < blocks-1 {
			to = uint64(u32(o.data, at+4*i+4))
		}
		if from < uint64(headerSize) || from > to || to > uint64(len(o.data)) {
			return fmt.Errorf("block %d is said to be at bytes %d to %d of %d", i, from, to, len(o.data))
		}
		if (to-from)%uint64(recordSize[i]) != 0 {
			return fmt.Errorf("block %d has %d bytes, with %d bytes a record", i, to-from, recordSize[i])
		}
		o.block[i] = o.data[from:to]
	}
	for c := range 4 {
		o.first[c+1] = o.first[c] + o.count(blockDefs+c)
	}
	return nil
}

// count is how many records a block has.
func (o *Object) count(block int) int { return len(o.block[block]) / recordSize[block] }

// record is a record of a block.
func (o *Object) record(block, i int) []byte {
	n := recordSize[block]
	return o.block[block][i*n : (i+1)*n]
}

// checkStrings checks that all strings lie in the object.
func (o *Object) checkStrings() error {
	for _, b := range []struct{ block, at int }{
		{blockAutolib, 0}, {blockPackages, 0}, {blockFiles, 0}, {blockDefs, 0}, {blockHashed64Defs, 0},
		{blockHashedDefs, 0}, {blockNamedDefs, 0}, {blockNamedRefs, 0}, {blockRefNames, 8},
	} {
		for i := range o.count(b.block) {
			r := o.record(b.block, i)[b.at:]
			if uint64(u32(r, 0))+uint64(u32(r, 4)) > uint64(len(o.data)) {
				return fmt.Errorf("record %d of block %d has a string outside the object", i, b.block)
			}
		}
	}
	return nil
}

// checkIndexes checks that the lists of relocations, auxiliary symbols and bytes divide their blocks.
func (o *Object) checkIndexes() error {
	for _, b := range []struct{ index, of int }{{blockRelocIndex, blockRelocs}, {blockAuxIndex, blockAux}, {blockDataIndex, blockData}} {
		if o.count(b.index) != o.Defs()+1 {
			return fmt.Errorf("block %d has %d records for %d symbols", b.index, o.count(b.index), o.Defs())
		}
		last := uint32(0)
		for i := range o.count(b.index) {
			at := u32(o.block[b.index], 4*i)
			if at < last || uint64(at) > uint64(o.count(b.of)) {
				return fmt.Errorf("record %d of block %d leads outside block %d", i, b.index, b.of)
			}
			last = at
		}
	}
	if o.count(blockHash64) != o.count(blockHashed64Defs) || o.count(blockHash) != o.count(blockHashedDefs) {
		return errors.New("not a hash for each symbol that is named by one")
	}
	return nil
}

// checkReferences checks the target of each relocation and auxiliary symbol, and that relocations lie in their symbol.
func (o *Object) checkReferences() error {
	for i := range o.Defs() {
		s := o.Symbol(i)
		inMemory := s.Kind >= KindText && s.Kind <= KindTLSBSS // others, for debuggers, give no size
		if inMemory && uint64(len(o.Data(i))) > uint64(s.Size) {
			return fmt.Errorf("symbol %d has %d bytes, more than its size of %d", i, len(o.Data(i)), s.Size)
		}
		for k := range o.Relocs(i) {
			r := o.Reloc(i, k)
			if r.Offset < 0 || inMemory && uint64(r.Offset)+uint64(r.Size) > uint64(s.Size) {
				return fmt.Errorf("relocation %d of symbol %d is outside of it", k, i)
			}
			if err := o.checkReference(r.Target); err != nil {
				return fmt.Errorf("relocation %d of symbol %d: %w", k, i, err)
			}
		}
		for k := range o.Auxes(i) {
			if err := o.checkReference(o.Aux(i, k).Symbol); err != nil {
				return fmt.Errorf("auxiliary symbol %d of symbol %d: %w", k, i, err)
			}
		}
	}
	return nil
}

func (o *Object) checkReference(r Ref) error {
	n, ok := uint64(1)<<32, true // numbers in other packages and of builtins are theirs
	switch r.Package {
	case PackageNone:
		n, ok = 1, r.Number == 0
	case PackageNamed:
		n = uint64(o.count(blockNamedDefs) + o.count(blockNamedRefs))
	case PackageHashed64:
		n = uint64(o.count(blockHashed64Defs))
	case PackageHashed:
		n = uint64(o.count(blockHashedDefs))
	case PackageSelf:
		n = uint64(o.count(blockDefs))
	case PackageBuiltin:
	default:
		ok = uint64(r.Package) < uint64(o.count(blockPackages))
	}
	if !ok || uint64(r.Number) >= n {
		return fmt.Errorf("no symbol %d of package %d", r.Number, r.Package)
	}
	return nil
}

func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// text is the string that a record refers to by length and offset.
func (o *Object) text(record []byte) string {
	n, at := int(u32(record, 0)), int(u32(record, 4))
	return string(o.data[at : at+n])
}
