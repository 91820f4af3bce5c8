package celllink

import (
	"slices"
	"strings"
)

// This file finds what a cell consists of: everything that its main.main and its initialisation lead to and that the base does not have.

// Types of relocations that the linker has to know besides those of keepobject.go and of each processor.
const (
	relocAddrOff   = 5
	relocCallInd   = 10
	relocConst     = 13
	relocUseField  = 21
	relocUseType   = 22
	relocUseMethod = 25
	relocMethodOff = 26
	relocKeep      = 27
	relocInitOrder = 99
)

// Types of auxiliary symbols.
const (
	auxType     = 0
	auxFuncInfo = 1
	auxFuncData = 2
	auxPCSP     = 7
	auxPCFile   = 8
	auxPCLine   = 9
	auxPCInline = 10
	auxPCData   = 11
)

// maxZeros is how many zeros a symbol with contents may end with.
const maxZeros = 64 << 20

// marker says whether a relocation only tells the Go linker what to keep of other symbols, or in which order to do something.
func marker(typ uint16) bool {
	switch typ {
	case relocCallInd, relocUseField, relocUseType, relocUseIface, relocUseIfaceMethod, relocUseMethod, relocInitOrder:
		return true
	}
	return false
}

// linking is a cell that is being linked.
type linking struct {
	base    *Base
	cell    *object
	names   map[named]symbolID   // of the cell
	symbols map[symbolID]*symbol // the cell's part
	hashed  map[string]*symbol   // those of them that are named by content
	order   []*symbol            // in the order in which they were found
	pending []*symbol            // whose targets are still to be found
	tables  map[symbolID]*table  // of functions
	tasks   []target             // of initialisation
}

// symbol is a symbol of the cell's part.
type symbol struct {
	symbolID
	Symbol
	address uint64
	targets []target // of the relocations
	tables  []*table // of a function, by the number of the table; nil where there is none
}

// target is what a relocation leads to.
type target struct {
	address uint64 // in the base
	symbol  *symbol
	text    bool
	late    *symbolID // it counts only if it is there when all is found
}

// table is data that describes a function.
type table struct {
	symbolID
	Symbol
	targets []target
	offset  int // in the data of functions, or -1
}

// closure finds all symbols.
func (l *linking) closure() error {
	main, ok := l.names[named{"main.main", goABI}]
	if !ok {
		return refuse("the cell has no main.main")
	}
	if _, err := l.include(main); err != nil {
		return err
	}
	if err := l.initialisation(); err != nil {
		return err
	}
	for len(l.pending) > 0 {
		s := l.pending[len(l.pending)-1]
		l.pending = l.pending[:len(l.pending)-1]
		if err := l.follow(s); err != nil {
			return err
		}
	}
	for _, s := range l.order {
		l.settle(s.targets)
		for _, t := range s.tables {
			if t != nil {
				l.settle(t.targets)
			}
		}
	}
	return nil
}

// initialisation lists what the runtime is to do before main: for each package that the cell imports, and those that they import, the
// record of its functions of initialisation, in the order of the Go linker. Other packages of the base are not initialised: the base's own
// list is empty, see Patch. A record that has functions must be the cell's or be in the base.
func (l *linking) initialisation() error {
	id, ok := l.names[named{"main..inittask", 0}]
	if !ok {
		return nil
	}
	s := &schedule{base: l.base, waits: map[int]int{}, importers: map[int][]int{}}
	for k := range id.o.Relocs(id.i) {
		r := id.o.Reloc(id.i, k)
		if r.Type != relocInitOrder {
			continue
		}
		f, err := l.resolve(id.o, r.Target)
		if err != nil {
			return err
		}
		n, ok := l.base.tasks[f.id]
		if !ok {
			return refuse("%s is no record of initialisation", f.id.symbol().Name)
		}
		s.find(n)
	}
	for len(s.ready) > 0 {
		task := s.base.Tasks[s.next()]
		if !task.Functions {
			continue
		}
		address := l.base.address(symbolID{l.base.objects[task.Object], task.Number})
		if address == 0 {
			return refuse("%s is not in the base", task.Name)
		}
		l.tasks = append(l.tasks, target{address: address})
	}
	if s.done != len(s.waits) {
		return refuse("packages import each other")
	}
	if id.symbol().Size <= emptyTask {
		return nil
	}
	main, err := l.include(id)
	l.tasks = append(l.tasks, target{symbol: main})
	return err
}

// emptyTask is the size of a record without functions.
const emptyTask = 8

// schedule is an order of initialisation: a package comes behind those that it imports; of those that could be next, the one whose
// name is first.
type schedule struct {
	base      *Base
	ready     []int         // records, sorted by name, the last first
	waits     map[int]int   // for how many of its imports each record waits
	importers map[int][]int // of each record
	done      int
}

// find adds a record and all that it leads to.
func (s *schedule) find(n int) {
	if _, known := s.waits[n]; known {
		return
	}
	imports := s.base.Tasks[n].Imports
	s.waits[n] = len(imports)
	for _, to := range imports {
		s.importers[to] = append(s.importers[to], n)
		s.find(to)
	}
	if len(imports) == 0 {
		s.add(n)
	}
}

// add makes a record one of those that can be next.
func (s *schedule) add(n int) {
	at, _ := slices.BinarySearchFunc(s.ready, s.base.Tasks[n].Name, func(n int, name string) int { return strings.Compare(name, s.base.Tasks[n].Name) })
	s.ready = slices.Insert(s.ready, at, n)
}

// next takes the next record.
func (s *schedule) next() int {
	n := s.ready[len(s.ready)-1]
	s.ready = s.ready[:len(s.ready)-1]
	s.done++
	for _, from := range s.importers[n] {
		if s.waits[from]--; s.waits[from] == 0 {
			s.add(from)
		}
	}
	return n
}

// found is what a reference was resolved to.
type found struct {
	address uint64 // in the base, or 0
	id      symbolID
	none    bool // it names nothing
}

// resolve finds what a reference of an object names.
func (l *linking) resolve(o *object, r Ref) (found, error) {
	switch r.Package {
	case PackageNone:
		return found{none: true}, nil
	case PackageBuiltin:
		if uint64(r.Number) >= uint64(len(builtins)) {
			return found{}, refuse("there is no builtin symbol %d", r.Number)
		}
		return l.byName(builtins[r.Number])
	case PackageSelf, PackageHashed64, PackageHashed, PackageNamed:
		i, _ := o.Local(r)
		if i >= o.get().Defs() {
			s := o.Symbol(i)
			return l.byName(named{s.Name, s.ABI})
		}
		return l.own(symbolID{o, i})
	}
	path := o.get().packages[r.Package]
	other := l.base.packages[path]
	if other == nil || uint64(r.Number) >= uint64(other.numbered) {
		return found{}, refuse("the base has no symbol %d of the package %q", r.Number, path)
	}
	id := symbolID{other, int(r.Number)}
	return found{address: l.base.address(id), id: id}, nil
}

// own finds what a definition of an object is merged with.
func (l *linking) own(id symbolID) (found, error) {
	switch class, _ := id.o.Class(id.i); class {
	case ByNumber:
		return found{address: l.base.address(id), id: id}, nil
	case ByHash64, ByHash:
		if s := id.symbol(); s.Flag2&SymItab != 0 {
			return found{address: l.base.itabs[string(id.o.Hash(id.i))], id: id}, nil
		}
		return found{id: id}, nil
	}
	s := id.symbol()
	if s.ABI != StaticABI {
		return l.byName(named{s.Name, s.ABI})
	}
	if id.o != l.cell && variable(s.Kind) {
		return found{}, refuse("%s is a variable that only an object of the base can name", s.Name)
	}
	return found{id: id}, nil
}

// byName finds what a name stands for: what the base has, else the cell's definition, else that of a package which the base left out.
func (l *linking) byName(name named) (found, error) {
	mine, isMine := l.names[name]
	d, known := l.base.lookup(name)
	if known && d.address != 0 {
		if isMine {
			s, theirs := mine.symbol(), d.symbol()
			// Of functions there are several that do the same; of other things the longest is meant.
			if s.Flag&SymDupOK == 0 || s.Kind != theirs.Kind || s.Size > theirs.Size && s.Kind != KindText {
				return found{}, refuse("the cell and the base define %s differently", name.name)
			}
		}
		return found{address: d.address, id: d.symbolID}, nil
	}
	switch {
	case isMine:
		return found{id: mine}, nil
	case !known:
		return found{}, refuse("no package defines %s", name.name)
	case d.several:
		return found{}, refuse("several packages define %s", name.name)
	}
	return found{id: d.symbolID}, nil
}

func variable(k Kind) bool { return k >= KindNoPtrData && k <= KindNoPtrBSS }

// include adds a definition to the cell's part.
func (l *linking) include(id symbolID) (*symbol, error) {
	if s := l.symbols[id]; s != nil {
		return s, nil
	}
	info := id.symbol()
	hash := string(id.o.Hash(id.i))
	if s := l.hashed[hash]; hash != "" && s != nil {
		return s, l.merge(s, id, info)
	}
	if err := l.check(id, info); err != nil {
		return nil, err
	}
	s := &symbol{symbolID: id, Symbol: info}
	if info.Size == 0 && variable(info.Kind) {
		s.address = l.base.Zero
	}
	l.symbols[id] = s
	l.order, l.pending = append(l.order, s), append(l.pending, s)
	if hash != "" {
		l.hashed[hash] = s
	}
	return s, nil
}

// merge takes a second definition of the same content, whose zeros at the end may be more.
func (l *linking) merge(s *symbol, id symbolID, info Symbol) error {
	if info.Kind != s.Kind || info.Flag2&SymItab != s.Flag2&SymItab {
		return refuse("%s and %s have one content but are different things", s.Name, info.Name)
	}
	l.symbols[id] = s
	align := max(s.Align, info.Align)
	if info.Size > s.Size {
		s.symbolID, s.Symbol, s.targets, s.tables = id, info, nil, nil
		l.pending = append(l.pending, s)
	}
	s.Align = align
	return nil
}

// check refuses what is not known to become what the Go linker makes of it.
func (l *linking) check(id symbolID, s Symbol) error {
	switch s.Kind {
	case KindText:
		if s.Size == 0 {
			return refuse("%s is a function without code", s.Name)
		}
		if id.o == l.cell && s.Flag&SymNoSplit != 0 {
			if err := l.checkStack(id, s); err != nil {
				return err
			}
		}
	case KindROData, KindNoPtrData, KindData, KindBSS, KindNoPtrBSS:
	default:
		return refuse("%s is of kind %d", s.Name, s.Kind)
	}
	if bss := s.Kind == KindBSS || s.Kind == KindNoPtrBSS; !bss && int(s.Size)-len(id.o.Data(id.i)) > maxZeros {
		return refuse("%s has %d bytes, of which %d are given", s.Name, s.Size, len(id.o.Data(id.i)))
	}
	if s.Align&(s.Align-1) != 0 || s.Align > filePage {
		return refuse("%s is to be at a multiple of %d", s.Name, s.Align)
	}
	return nil
}

// smallFrame is up to how many bytes of a frame the compiler leaves out the check of the stack, of a function that calls nothing.
const smallFrame = 128

// checkStack checks a function that does not check its stack to be one of those where the compiler sees by itself that it need not.
// The Go linker looks through the calls of others.
func (l *linking) checkStack(id symbolID, s Symbol) error {
	info, ok, err := l.functionInfo(id)
	if err != nil {
		return err
	}
	if !ok || info.locals >= smallFrame {
		return refuse("%s does not check its stack", s.Name)
	}
	for k := range id.o.Relocs(id.i) {
		r := id.o.Reloc(id.i, k)
		if r.Type&^relocWeak != l.base.cpu.call && r.Type != relocCallInd {
			continue
		}
		if r.Type != relocCallInd && l.base.cpu.isJump(id.o.Data(id.i), r.Offset) {
			continue // the wrapper of a method ends in one, when it has given up its frame
		}
		f, err := l.resolve(id.o, r.Target)
		if err != nil {
			return err
		}
		if f.none || !needsNoStack(f.id.symbol().Name) {
			return refuse("%s does not check its stack", s.Name)
		}
	}
	return nil
}

// needsNoStack says whether a function of the runtime is one that the compiler calls without a check of the stack.
func needsNoStack(name string) bool {
	switch name {
	case "runtime.panicdivide", "runtime.panicwrap", "runtime.panicshift", "runtime.panicBounds", "runtime.panicExtend", "runtime.duffzero", "runtime.duffcopy":
		return true
	}
	return false
}

// follow finds the targets of a symbol, and includes those that the base does not have.
func (l *linking) follow(s *symbol) (err error) {
	if s.targets, err = l.targets(s.symbolID, s.Symbol); err != nil {
		return err
	}
	if s.Kind != KindText {
		return nil
	}
	s.tables = nil
	for k := range s.o.Auxes(s.i) {
		aux := s.o.Aux(s.i, k)
		if aux.Type != auxFuncData {
			continue
		}
		t, err := l.table(s, len(s.tables), aux.Symbol)
		if err != nil {
			return err
		}
		s.tables = append(s.tables, t)
	}
	return nil
}

// table is table n of a function, or nil.
func (l *linking) table(s *symbol, n int, r Ref) (*table, error) {
	const arguments, argumentInfo = 0, 5
	f, err := l.resolve(s.o, r)
	if err != nil && s.o.get().Flags&FlagFromAssembly != 0 && (n == arguments || n == argumentInfo) {
		return nil, nil // the assembler refers to what the Go declaration brings, whether there is one or not
	}
	if err != nil || f.none {
		return nil, err
	}
	if t := l.tables[f.id]; t != nil {
		return t, nil
	}
	t := &table{symbolID: f.id, Symbol: f.id.symbol(), offset: -1}
	if t.Size == 0 {
		return nil, nil
	}
	if t.Kind != KindROData || t.Align&(t.Align-1) != 0 || t.Align > filePage {
		return nil, refuse("table %d of %s is of kind %d", n, s.Name, t.Kind)
	}
	l.tables[f.id] = t
	t.targets, err = l.targets(t.symbolID, t.Symbol)
	return t, err
}

// targets finds what the relocations of a definition lead to.
func (l *linking) targets(id symbolID, s Symbol) ([]target, error) {
	list := make([]target, id.o.Relocs(id.i))
	for k := range list {
		r := id.o.Reloc(id.i, k)
		weak := r.Type&relocWeak != 0
		typ := r.Type &^ relocWeak
		if marker(typ) || typ == l.base.cpu.thread || typ == relocConst {
			continue
		}
		if typ == relocKeep && id.o != l.cell && variable(s.Kind) {
			return nil, refuse("%s is a variable that its package has not initialised in the base", s.Name)
		}
		if weak && typ == l.base.cpu.call && id.o != l.cell {
			return nil, refuse("%s initialises maps", s.Name)
		}
		f, err := l.resolve(id.o, r.Target)
		if err != nil {
			return nil, err
		}
		if f.none {
			return nil, refuse("relocation %d of %s leads nowhere", k, s.Name)
		}
		list[k].address = f.address
		list[k].text = l.base.isCode(f.address)
		switch {
		case f.address != 0:
		case weak && typ == relocAddrOff:
			list[k].late = &f.id
		case weak && typ != relocAddr && typ != l.base.cpu.call:
			return nil, refuse("a weak relocation of type %d in %s", typ, s.Name)
		default:
			if list[k].symbol, err = l.include(f.id); err != nil {
				return nil, err
			}
			list[k].text = isText(list[k].symbol.Symbol)
		}
	}
	return list, nil
}

// settle finds which of the weak targets are there.
func (l *linking) settle(targets []target) {
	for k := range targets {
		if id := targets[k].late; id != nil {
			if s := l.symbols[*id]; s != nil {
				targets[k].symbol, targets[k].text = s, isText(s.Symbol)
			}
		}
	}
}
