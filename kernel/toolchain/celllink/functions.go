package celllink

import (
	"encoding/binary"
	"slices"
	"strings"
)

// This file writes what the runtime knows of functions: where each is, its name, and for each place in it the file, the line, the
// size of the frame, the functions that were inlined there and which words of the frame are pointers.
//
// The table has these parts, one behind the other: a header; names; for each object, where the names of its files are; names of
// files; tables of values by place, see [Go 1.2 Runtime Symbol Table]; for each function its place and its record, then
// the records; other data that functions have, such as which words of frames are pointers; and an index to find the function
// of an address.
//
// [Go 1.2 Runtime Symbol Table]: https://golang.org/s/go12symtab

const (
	recordSizeOfFunc = 44
	inlineNode       = 24 // bytes of an inlined call in an object
	inlineRecord     = 16 // and in the table
	pcDataInline     = 2
	funcDataInline   = 3
	bucketSize       = 4096 // bytes of code in an entry of the index
	bucketPart       = 256
	bucketRecord     = 20
)

// functionTable is the table of a cell.
type functionTable struct {
	l         *linking
	names     stringTable
	files     stringTable
	cus       []uint32 // for each file of each object, where its name is
	cuAt      map[*object]uint32
	values    []byte
	valueAt   map[symbolID]uint32
	same      map[string]uint32 // tables of values by content
	entries   []byte
	records   []byte
	data      []byte
	dataAlign uint64
	placed    []*table
	index     []byte
	functions []*symbol
}

// stringTable holds strings that end with a zero byte.
type stringTable struct {
	data []byte
	at   map[string]uint32
}

func (t *stringTable) add(s string) uint32 {
	if at, ok := t.at[s]; ok {
		return at
	}
	at := uint32(len(t.data))
	t.at[s] = at
	t.data = append(append(t.data, s...), 0)
	return at
}

// functionInfo is what an object says of a function.
type functionInfo struct {
	arguments uint32
	locals    uint32 // bytes of the frame
	id, flags byte
	startLine uint32
	files     []uint32
	inlined   []byte // nodes
}

// functionInfo reads what the object says of a function; ok is false if it says nothing.
func (l *linking) functionInfo(id symbolID) (info functionInfo, ok bool, err error) {
	for k := range id.o.Auxes(id.i) {
		aux := id.o.Aux(id.i, k)
		if aux.Type != auxFuncInfo {
			continue
		}
		f, err := l.resolve(id.o, aux.Symbol)
		if err != nil || f.none {
			return info, false, err
		}
		info, ok := readFunctionInfo(f.id.o.Data(f.id.i))
		if !ok {
			return info, false, refuse("%s is described by something damaged", id.symbol().Name)
		}
		return info, true, nil
	}
	return info, false, nil
}

func readFunctionInfo(d []byte) (info functionInfo, ok bool) {
	const filesAt = 20
	if len(d) < filesAt {
		return info, false
	}
	info = functionInfo{arguments: u32(d, 0), locals: u32(d, 4), id: d[8], flags: d[9], startLine: u32(d, 12)}
	files := uint64(u32(d, 16))
	if uint64(len(d)) < filesAt+4*files+4 {
		return info, false
	}
	for n := range files {
		info.files = append(info.files, u32(d, int(filesAt+4*n)))
	}
	rest := d[filesAt+4*files:]
	if nodes := uint64(u32(rest, 0)); uint64(len(rest)) < 4+nodes*inlineNode {
		return info, false
	} else {
		info.inlined = rest[4 : 4+nodes*inlineNode]
	}
	return info, true
}

// functionTable makes the table for the cell's functions. Names of files that begin with $GOROOT lead into the directory that the
// Go linker has put into the base.
func (l *linking) functionTable(functions []*symbol) (*functionTable, error) {
	t := &functionTable{
		l: l, names: stringTable{[]byte{0}, map[string]uint32{"": 0}}, files: stringTable{nil, map[string]uint32{}},
		cuAt: map[*object]uint32{}, values: []byte{0}, valueAt: map[symbolID]uint32{}, same: map[string]uint32{}, dataAlign: 8, functions: functions,
	}
	firstRecord := align(uint64(8*len(functions)+8), 8)
	for _, f := range functions {
		at := firstRecord + uint64(len(t.records))
		t.entries = binary.LittleEndian.AppendUint32(t.entries, uint32(f.address-l.base.Text))
		t.entries = binary.LittleEndian.AppendUint32(t.entries, uint32(at))
		if err := t.add(f); err != nil {
			return nil, err
		}
	}
	last := functions[len(functions)-1]
	t.entries = binary.LittleEndian.AppendUint64(t.entries, last.address+uint64(last.Size)-l.base.Text)
	return t, t.makeIndex()
}

// add adds the record of a function.
func (t *functionTable) add(f *symbol) error {
	info, ok, err := t.l.functionInfo(f.symbolID)
	if err != nil {
		return err
	}
	values, tables := [4]uint32{}, []uint32(nil) // values: frame, file, line, inlined
	if ok {
		if values, tables, err = t.valueTables(f); err != nil {
			return err
		}
	}
	var data []uint32
	for _, d := range f.tables {
		data = append(data, t.dataOffset(d))
	}
	if !ok {
		data = nil
	}
	if len(info.inlined) > 0 {
		inline, err := t.inlineTree(f, info)
		if err != nil {
			return err
		}
		tables, data = set(tables, pcDataInline, values[3], 0), set(data, funcDataInline, inline, missing)
	}
	if len(data) > 255 {
		return refuse("%s has %d tables", f.Name, len(data))
	}
	cu, err := t.unit(f.o)
	if err != nil {
		return err
	}
	for _, file := range info.files {
		if err := t.useFile(f.o, file); err != nil {
			return err
		}
	}
	le := binary.LittleEndian
	for _, v := range []uint32{
		uint32(f.address - t.l.base.Text), t.names.add(f.Name), info.arguments, t.deferReturn(f), values[0], values[1], values[2],
		uint32(len(tables)), cu, info.startLine,
	} {
		t.records = le.AppendUint32(t.records, v)
	}
	t.records = append(t.records, info.id, info.flags, 0, byte(len(data)))
	for _, v := range append(tables, data...) {
		t.records = le.AppendUint32(t.records, v)
	}
	for len(t.records)%8 != 0 {
		t.records = append(t.records, 0)
	}
	return nil
}

// missing is the offset of data that a function does not have.
const missing = 1<<32 - 1

// set makes a list long enough and sets an element.
func set(list []uint32, n int, value, fill uint32) []uint32 {
	for len(list) <= n {
		list = append(list, fill)
	}
	list[n] = value
	return list
}

// valueTables adds a function's tables of values by place.
func (t *functionTable) valueTables(f *symbol) (values [4]uint32, tables []uint32, err error) {
	for k := range f.o.Auxes(f.i) {
		aux := f.o.Aux(f.i, k)
		if aux.Type < auxPCSP || aux.Type > auxPCData {
			continue
		}
		at, err := t.valueTable(f.o, aux.Symbol)
		if err != nil {
			return values, nil, err
		}
		if aux.Type == auxPCData {
			tables = append(tables, at)
		} else {
			values[aux.Type-auxPCSP] = at
		}
	}
	return values, tables, nil
}

func (t *functionTable) valueTable(o *object, r Ref) (uint32, error) {
	f, err := t.l.resolve(o, r)
	if err != nil || f.none {
		return 0, err
	}
	if at, ok := t.valueAt[f.id]; ok {
		return at, nil
	}
	content := f.id.o.Data(f.id.i)
	if f.id.o.Relocs(f.id.i) > 0 || len(content) != int(f.id.symbol().Size) {
		return 0, refuse("a table of values that is damaged")
	}
	at := uint32(0)
	if len(content) > 0 {
		var known bool
		if at, known = t.same[string(content)]; !known {
			at = uint32(len(t.values))
			t.values = append(t.values, content...)
			t.same[string(content)] = at
		}
	}
	t.valueAt[f.id] = at
	return at, nil
}

// dataOffset places data of a function, once.
func (t *functionTable) dataOffset(d *table) uint32 {
	if d == nil {
		return missing
	}
	if d.offset < 0 {
		to := dataAlignment(d.Symbol)
		t.dataAlign = max(t.dataAlign, to)
		d.offset = t.room(int(d.Size), to)
		t.placed = append(t.placed, d)
	}
	return uint32(d.offset)
}

// room adds zeros to the data, and returns where they are.
func (t *functionTable) room(size int, to uint64) int {
	at := int(align(uint64(len(t.data)), to))
	t.data = append(t.data, make([]byte, at+size-len(t.data))...)
	return at
}

// inlineTree writes the calls that were inlined into a function.
func (t *functionTable) inlineTree(f *symbol, info functionInfo) (uint32, error) {
	count := len(info.inlined) / inlineNode
	at := t.room(count*inlineRecord, 4)
	for n := range count {
		node := info.inlined[n*inlineNode:]
		ref := Ref{u32(node, 12), u32(node, 16)}
		if err := f.o.get().checkReference(ref); err != nil {
			return 0, refuse("what was inlined into %s: %v", f.Name, err)
		}
		if err := t.useFile(f.o, u32(node, 4)); err != nil {
			return 0, err
		}
		called, err := t.l.resolve(f.o, ref)
		if err != nil {
			return 0, err
		}
		if called.none {
			return 0, refuse("something without a name was inlined into %s", f.Name)
		}
		of, ok, err := t.l.functionInfo(called.id)
		if err != nil {
			return 0, err
		}
		name := called.id.symbol().Name
		if !ok {
			return 0, refuse("%s, inlined into %s, is not described", name, f.Name)
		}
		record := t.data[at+n*inlineRecord:]
		record[0] = of.id
		binary.LittleEndian.PutUint32(record[4:], t.names.add(name))
		binary.LittleEndian.PutUint32(record[8:], u32(node, 20))
		binary.LittleEndian.PutUint32(record[12:], of.startLine)
	}
	return uint32(at), nil
}

// unit returns where the names of an object's files are listed.
func (t *functionTable) unit(o *object) (uint32, error) {
	if at, ok := t.cuAt[o]; ok {
		return at, nil
	}
	at := uint32(len(t.cus))
	for _, name := range o.get().Files() {
		name = strings.TrimPrefix(name, "gofile..")
		if rest, ok := strings.CutPrefix(name, "$GOROOT/"); ok && t.l.base.GOROOT != "" {
			name = t.l.base.GOROOT + "/" + rest
		}
		t.cus = append(t.cus, t.files.add(name))
	}
	t.cuAt[o] = at
	return at, nil
}

// useFile checks that an object has a file.
func (t *functionTable) useFile(o *object, n uint32) error {
	if uint64(n) >= uint64(o.get().count(blockFiles)) {
		return refuse("a function of file %d, of %d", n, o.get().count(blockFiles))
	}
	return nil
}

// deferReturn is where in a function the runtime goes on after a recovered panic: the call of runtime.deferreturn.
func (t *functionTable) deferReturn(f *symbol) uint32 {
	d, _ := t.l.base.lookup(named{"runtime.deferreturn", goABI})
	for k, to := range f.targets {
		r := f.o.Reloc(f.i, k)
		if r.Type&^relocWeak == t.l.base.cpu.call && d.address != 0 && to.address == d.address {
			return uint32(r.Offset - t.l.base.cpu.beforeCall)
		}
	}
	return 0
}

// makeIndex makes the index by address: for each bucket of code the number of the function at its begin, and for each part of
// it how many further on the function there is.
func (t *functionTable) makeIndex() error {
	first := t.functions[0].address
	last := t.functions[len(t.functions)-1]
	size := last.address + uint64(last.Size) - first
	n := uint64(0)
	for at := uint64(0); at < size; at += bucketSize {
		bucket := make([]byte, bucketRecord)
		for part := range uint64(bucketSize / bucketPart) {
			for n+1 < uint64(len(t.functions)) && t.functions[n+1].address-first <= at+part*bucketPart {
				n++
			}
			if part == 0 {
				binary.LittleEndian.PutUint32(bucket, uint32(n))
			}
			further := n - uint64(u32(bucket, 0))
			if further > 255 {
				return refuse("too many functions in little code")
			}
			bucket[4+part] = byte(further)
		}
		t.index = append(t.index, bucket...)
	}
	return nil
}

// Where the parts of a written table are.
type functionPlaces struct {
	header, names, cus, files, values, entries, data, dataEnd, index uint64
	entriesEnd, filesEnd, namesEnd, valuesEnd                        uint64
}

// write appends the table to memory, whose first byte is at the address start.
func (t *functionTable) write(memory []byte, start uint64) ([]byte, functionPlaces, error) {
	var p functionPlaces
	add := func(data []byte, to uint64) (at, end uint64) {
		memory = pad(memory, start, to)
		at = start + uint64(len(memory))
		memory = append(memory, data...)
		return at, start + uint64(len(memory))
	}
	p.header, _ = add(make([]byte, 72), 8)
	p.names, p.namesEnd = add(t.names.data, 1)
	var cus []byte
	for _, at := range t.cus {
		cus = binary.LittleEndian.AppendUint32(cus, at)
	}
	p.cus, _ = add(cus, 8)
	p.files, p.filesEnd = add(t.files.data, 8)
	p.values, p.valuesEnd = add(t.values, 8)
	p.entries, p.entriesEnd = add(slices.Concat(t.entries, t.records), 8)
	p.data, p.dataEnd = add(t.data, t.dataAlign)
	p.index, _ = add(t.index, 8)
	le := binary.LittleEndian
	header := memory[p.header-start:]
	copy(header, t.l.base.PCLN)
	for n, v := range []uint64{
		uint64(len(t.functions)), uint64(len(t.files.at)), 0, p.names - p.header, p.cus - p.header, p.files - p.header, p.values - p.header, p.entries - p.header,
	} {
		le.PutUint64(header[8+8*n:], v)
	}
	for _, d := range t.placed {
		at := p.data + uint64(d.offset)
		place := memory[at-start:][:d.Size]
		copy(place, d.o.Data(d.i))
		if err := t.l.relocate(place, at, d.symbolID, d.targets); err != nil {
			return nil, p, err
		}
	}
	return memory, p, nil
}

// pad appends zeros until the next byte is at a multiple of to.
func pad(memory []byte, start, to uint64) []byte {
	at := start + uint64(len(memory))
	return append(memory, make([]byte, align(at, to)-at)...)
}
