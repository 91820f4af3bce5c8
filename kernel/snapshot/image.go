package snapshot

import (
	"errors"
	"os"
	"reflect"
	"runtime"
	"time"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/digest"
	"github.com/mercer-go/mercer/kernel/snapshot/disk"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/lists"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
	"github.com/mercer-go/mercer/kernel/snapshot/walk"
)

// Variable is a variable of the running program.
type Variable struct {
	Name string
	Ptr  any // pointer to it
	// Fresh: the program declares it anew. It starts as it is, whatever the store has under its name.
	Fresh bool
	// Old: the program only reads the stored value, under another name than that of a Fresh variable with the same Name,
	// which takes its place in the store.
	Old bool
	// Set: the program sets a Fresh variable after it has declared it, which Commit reports where the value cannot be carried.
	Set bool
}

// Image is the running program's view of a store: what it has loaded, and what it will write. It is not safe for use by
// several goroutines.
type Image struct {
	dir    string
	base   *manifest.Manifest // the commit that the image is loaded from, or that it made last
	refs   []memory.Ref
	types  []reflect.Type
	makers map[reflect.Type]func(unsafe.Pointer) unsafe.Pointer // of unique.Handles, by their type
	pl     *layout.Planner
	vars   []*variable
	old    []*variable // loaded and not committed
	held   []*variable // guarded and not changed: see guard.go
	byName map[string]*variable
	inBase map[string]*manifest.Var // the variables of base

	goroutines int  // that ran when the values were loaded
	last       bool // the commit that is being made is the last one, and other goroutines get no turn
	reg        registry.Registry
	syncs      walk.SyncMaps     // the maps that stand for sync.Maps in the registry
	alias      map[uint64]uint64 // ids of stored objects that are one in this process: that of the other
	segs       []*segment
	parsed     map[manifest.Place]*segment
	reach      map[reflect.Type]map[reflect.Type]bool
}

// variable is a Variable with what the image knows of it.
type variable struct {
	Variable
	value  reflect.Value
	p      unsafe.Pointer
	plan   *layout.Plan
	id     uint64
	loaded bool
	stored bool // the store has something under the name

	guarded bool // the store has what the program does not: see guard.go
	before  digest.Sum
	again   bool // its declaration has set it once more, and what is changed since is lost if it cannot be carried
}

// Open prepares to load from the values that m describes, or a part of it, in files of dir. types are types to be found
// when values need them.
func Open(dir string, m *manifest.Manifest, types []reflect.Type, refs []memory.Ref) *Image {
	im := &Image{dir: dir, base: m, types: types, pl: layout.NewPlanner(), parsed: map[manifest.Place]*segment{}, byName: map[string]*variable{},
		reach: map[reflect.Type]map[reflect.Type]bool{}}
	im.refs = append(im.refs, refs...)
	im.refs = append(im.refs, builtinRefs()...)
	return im
}

// stored is what the base commit says of a variable, nil if it has none.
func (im *Image) stored(name string) *manifest.Var {
	if im.inBase == nil {
		im.inBase = make(map[string]*manifest.Var, len(im.base.Vars))
		for i := range im.base.Vars {
			im.inBase[im.base.Vars[i].Name] = &im.base.Vars[i]
		}
	}
	return im.inBase[name]
}

// builtinRefs are variables that every program links because this package does.
func builtinRefs() []memory.Ref {
	return []memory.Ref{
		{Name: "os.Stdin", Ptr: &os.Stdin}, {Name: "os.Stdout", Ptr: &os.Stdout}, {Name: "os.Stderr", Ptr: &os.Stderr},
		{Name: "os.ErrNotExist", Ptr: &os.ErrNotExist}, {Name: "os.ErrExist", Ptr: &os.ErrExist},
		{Name: "os.ErrPermission", Ptr: &os.ErrPermission}, {Name: "os.ErrInvalid", Ptr: &os.ErrInvalid},
		{Name: "os.ErrClosed", Ptr: &os.ErrClosed}, {Name: "os.Args", Ptr: &os.Args},
		{Name: "errors.ErrUnsupported", Ptr: &errors.ErrUnsupported},
	}
}

// addRefs enters the imported packages' variables into the registry.
func (im *Image) addRefs(l *loader) {
	im.addLocal(l)
	for i := range im.refs {
		r := &im.refs[i]
		v := reflect.ValueOf(r.Ptr)
		if v.Kind() != reflect.Pointer || v.IsNil() {
			continue
		}
		im.addRef(l, r, v.UnsafePointer(), v.Type().Elem(), false)
		e := v.Elem()
		if e.Kind() == reflect.Interface {
			e = e.Elem()
		}
		if e.Kind() == reflect.Pointer && !e.IsNil() {
			im.addRef(l, r, e.UnsafePointer(), e.Type().Elem(), true)
		}
	}
}

// addLocal enters what time.Local points to, which most values of type time.Time refer to. Its type is left out: naming
// it here would link all its methods, and with them the reading of time zones, into every program.
func (im *Image) addLocal(l *loader) {
	c := &registry.Chunk{Base: unsafe.Pointer(time.Local), Size: unsafe.Sizeof(*time.Local), Count: 1, Ref: &localRef, RefVal: true}
	l.extern[externName{localRef.Name, true}] = c
	im.reg.Add(c)
}

var localRef = memory.Ref{Name: "time.Local"}

func (im *Image) addRef(l *loader, r *memory.Ref, p unsafe.Pointer, t reflect.Type, value bool) {
	name := externName{r.Name, value}
	if _, ok := l.extern[name]; ok || t.Size() == 0 {
		return
	}
	c := &registry.Chunk{Base: p, Size: t.Size(), Plan: im.pl.Of(t), Stride: t.Size(), Count: 1, Ref: r, RefVal: value}
	l.extern[name] = c
	im.reg.Add(c)
}

// Load loads the variables that the store has. It returns, by name, the reason why a variable was not loaded although
// the store knows it: its value was not carried, or it does not fit the program's type any more. Variables that the
// store does not know are in neither list. An error means that the store cannot be read.
func (im *Image) Load(vars []Variable) (unloaded map[string]string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("value store: a stored value cannot be rebuilt: " + panicText(r))
		}
	}()
	unloaded = map[string]string{}
	for _, v := range vars {
		if err := im.declare(v, unloaded); err != nil {
			return nil, err
		}
	}
	for {
		l, err := im.attempt()
		if err != nil {
			return nil, errors.New("value store: " + err.Error())
		}
		if len(l.segErr) == 0 {
			im.guard()
			im.goroutines = runtime.NumGoroutine()
			im.retireOld()
			return unloaded, nil
		}
		im.giveUp(l, unloaded)
	}
}

// retireOld takes the variables that are only read out of what is committed. Their memory stays an object like any other.
func (im *Image) retireOld() {
	kept := im.vars[:0:0]
	for _, v := range im.vars {
		if v.Old {
			im.old = append(im.old, v)
		} else {
			kept = append(kept, v)
		}
	}
	im.vars = kept
}

func panicText(r any) string {
	switch r := r.(type) {
	case error:
		return r.Error()
	case string:
		return r
	}
	return "panic"
}

// declare enters a variable of the program.
func (im *Image) declare(v Variable, unloaded map[string]string) error {
	ptr := reflect.ValueOf(v.Ptr)
	if ptr.Kind() != reflect.Pointer || ptr.IsNil() {
		return errors.New("value store: variable " + v.Name + " is not given by a pointer")
	}
	x := &variable{Variable: v, value: ptr.Elem(), p: ptr.UnsafePointer(), plan: im.pl.Of(ptr.Type().Elem())}
	im.vars = append(im.vars, x)
	if im.byName[v.Name] == nil || v.Old {
		im.byName[v.Name] = x
	}
	if m := im.stored(v.Name); m != nil && !v.Fresh {
		x.stored = true
		if m.NotCarried != "" {
			unloaded[v.Name] = m.NotCarried
		} else {
			x.id, x.loaded = m.ID, true
		}
	}
	return nil
}

// giveUp takes the variables of the segments that could not be rebuilt out of the load.
func (im *Image) giveUp(l *loader, unloaded map[string]string) {
	for _, v := range im.vars {
		for s, err := range l.segErr {
			if v.loaded && lists.HasID(s.meta.Sig, v.id) {
				v.loaded, v.id = false, 0
				unloaded[v.Name] = err.Error()
			}
		}
		v.value.SetZero()
	}
}

// attempt loads all variables marked as loaded. Segments that cannot be rebuilt are in the loader's segErr.
func (im *Image) attempt() (*loader, error) {
	im.reg, im.segs, im.syncs, im.alias = registry.Registry{}, nil, walk.SyncMaps{}, map[uint64]uint64{}
	l := newLoader(im)
	im.addRefs(l)
	loaded := map[uint64]bool{}
	for _, v := range im.vars {
		if v.loaded {
			loaded[v.id] = true
		}
	}
	for i := range im.base.Segments {
		meta := &im.base.Segments[i]
		if len(lists.FilterIDs(meta.Sig, func(id uint64) bool { return loaded[id] })) == 0 {
			continue
		}
		s, err := im.read(meta)
		if err != nil {
			return nil, err
		}
		s.first = len(im.reg.Known)
		im.segs = append(im.segs, s)
		im.reg.Known = append(im.reg.Known, make([]registry.Known, len(s.IDs))...)
	}
	return l, l.load(im.segs)
}

// read reads a segment and verifies its checksum.
func (im *Image) read(meta *manifest.Segment) (*segment, error) {
	at := meta.Place()
	if s := im.parsed[at]; s != nil {
		s.reset(*meta)
		return s, nil
	}
	buf, err := disk.Read(im.dir, meta.File, meta.Off, meta.Len)
	if err != nil {
		return nil, err
	}
	if packed.Checksum(buf) != meta.CRC {
		return nil, errors.New(meta.File + " is damaged: a checksum does not match")
	}
	s, err := newSegment(buf, *meta)
	if err != nil {
		return nil, errors.New(meta.File + ": " + err.Error())
	}
	for i := range s.IDs {
		s.IDs[i] += meta.Base
	}
	im.parsed[at] = s
	return s, nil
}

// Loaded reports whether Load has loaded the variable called name.
func (im *Image) Loaded(name string) bool {
	v := im.byName[name]
	return v != nil && v.loaded
}

// NotCarried reports whether the store knows the variable but could not carry its value.
func (im *Image) NotCarried(name string) bool {
	m := im.stored(name)
	return m != nil && m.NotCarried != ""
}
