package session

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file plays random notebooks against a model that says what each variable must be: cells that set and redeclare
// variables, looks, failures, kills, commits within a cell, %undo, %resume, a struct type that changes, and variables of
// the kinds that are hard to store (modelKinds).

// record is the model of r, whose type R changes between versions.
type record struct {
	declared bool
	version  int               // of R as it is declared now
	stored   map[string]string // fields as they are stored: "int A", "string B", …
}

// recordTypes are the versions of R, by their fields as they are stored.
var recordTypes = [][]string{
	{"A int", "B string"},
	{"A int"},
	{"A string", "C string"},
	{"B string", "A int", "D float64"},
}

// modelKind is a kind of variable of which the model knows how often it was changed since it was declared.
type modelKind struct {
	name    string
	declare string
	change  string // "" for values that are not kept: looking at them is all that can be done
	show    string // an expression for how often it was changed
	look    string // statements that use it and change nothing
}

// modelKinds are variables of sync types, with pointers as keys, made of pointers that a cell declares, that hold
// themselves through interfaces, and timers. $ stands for a new number.
var modelKinds = []modelKind{
	{"keys", "keys := map[*E]int{}", "keys[&E{}] = 1", "len(keys)", "_ = keys[&E{}]"},
	{"shared", "var shared []*E", "p$ := &E{N: $}; shared = append(shared, p$)", "len(shared)", "_ = cap(shared)"},
	{"both", "both := map[any]*E{}", "k$ := &E{N: $}; both[k$] = k$", "len(both)", "for k, v := range both { _ = k == any(v) }"},
	{"table", "var table sync.Map", "table.Store(&E{}, []int{$})",
		"func() (n int) { table.Range(func(_, _ any) bool { n++; return true }); return }()", "_, _ = table.Load(1)"},
	{"locked", "var locked struct { sync.RWMutex; sync.Once; wg sync.WaitGroup; n int }", "locked.Lock(); locked.n++; locked.Unlock()", "locked.n",
		"locked.RLock(); locked.wg.Go(func() {}); locked.wg.Wait(); locked.RUnlock()"},
	{"done", "var done struct { sync.Once; n int }", "done.Once = sync.Once{}; done.Do(func() { done.n++ })", "done.n", "_ = done.n"},
	{"count", "var count atomic.Int64", "_ = count.Add(1)", "count.Load()", "_ = count.CompareAndSwap(-1, 5)"},
	{"aim", "var aim atomic.Pointer[E]", "aim.Store(&E{1, aim.Load()})", "aim.Load().depth()", "_ = aim.Load()"},
	{"held", "var held atomic.Value; held.Store([]*E(nil))", "held.Store(append(held.Load().([]*E), &E{}))", "len(held.Load().([]*E))", "_ = held.Load()"},
	{"self", "var self any = []any{}", "self = append(self.([]any), &self)", "len(self.([]any))", "for _, x := range self.([]any) { _ = *x.(*any) }"},
	{"ring", "ring := &E{}; ring.Any = ring", "ring.Any = &E{1, ring.Any}", "ring.depth() - 1", "_ = ring.Any"},
	{"timer", "timer := time.AfterFunc(time.Hour, func() {})", "", "map[bool]int{}[timer == nil]", "_ = timer.Stop()"},
	{"ctx", "ctx, cancel := context.WithTimeout(context.Background(), time.Hour); _ = cancel", "", "map[bool]int{}[ctx == nil]",
		"select { case <-ctx.Done(): default: }"},
}

// modelTypes declares what modelKinds are made of. The depth of an E is how many others it leads to through Any, until one
// holds itself.
const modelTypes = `type E struct {
	N   int
	Any any
}

func (e *E) depth() int {
	n := 0
	for seen := map[*E]bool{nil: true}; !seen[e]; n++ {
		seen[e] = true
		e, _ = e.Any.(*E)
	}
	return n
}`

// modelWorld is what a notebook's values must be after a commit.
type modelWorld struct {
	vars  map[string]string // as fmt.Println shows them
	kinds map[string]int    // how often those of modelKinds that are declared were changed
	types bool              // modelTypes are declared
	r     record
}

func (w modelWorld) clone() modelWorld {
	w.vars, w.kinds, w.r.stored = maps.Clone(w.vars), maps.Clone(w.kinds), maps.Clone(w.r.stored)
	return w
}

// modelZero is what fields show when they are zero.
var modelZero = map[string]string{"int": "0", "string": "", "float64": "0"}

// seen is the stored record as a program with the current type sees it: nothing of it if a field has another type.
func (r record) seen() map[string]string {
	fields := map[string]string{}
	for _, f := range recordTypes[r.version] {
		name, typ, _ := strings.Cut(f, " ")
		fields[name] = modelZero[typ]
	}
	for f, value := range r.stored {
		name, _, _ := strings.Cut(f, " ")
		if _, there := fields[name]; !there {
			continue
		}
		if !slices.Contains(recordTypes[r.version], f) {
			return record{version: r.version}.seen()
		}
		fields[name] = value
	}
	return fields
}

// show is what fmt.Println prints of it.
func (r record) show() string {
	fields := r.seen()
	var parts []string
	for _, f := range recordTypes[r.version] {
		name, _, _ := strings.Cut(f, " ")
		parts = append(parts, fields[name])
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// set changes one field, which stores the record as it is seen.
func (r *record) set(field, value string) {
	fields := r.seen()
	fields[field] = value
	r.stored = map[string]string{}
	for _, f := range recordTypes[r.version] {
		name, _, _ := strings.Cut(f, " ")
		r.stored[f] = fields[name]
	}
}

// modelGame is one random notebook and its model.
type modelGame struct {
	t       *testing.T
	rng     *rand.Rand
	s       *Session
	values  string
	commits []modelWorld // those that %undo can go back to, the current one last
	count   int          // for values that are new each time
	log     []string
}

func (g *modelGame) now() modelWorld { return g.commits[len(g.commits)-1] }

// commit makes w the current world.
func (g *modelGame) commit(w modelWorld) {
	if g.commits = append(g.commits, w); len(g.commits) > 21 {
		g.commits = g.commits[1:]
	}
}

// run runs a cell and returns what it shows without notices.
func (g *modelGame) run(code string) string {
	g.t.Helper()
	g.log = append(g.log, code)
	return withoutNotices(runCell(g.t, g.s, "", code))
}

// must runs a cell that shows what is wanted; a want that ends with "…" is only the beginning.
func (g *modelGame) must(code, want string) {
	g.t.Helper()
	got := g.run(code)
	if prefix, open := strings.CutSuffix(want, "…"); got != want && !(open && strings.HasPrefix(got, prefix)) {
		g.t.Fatalf("got %q, want %q after\n%s", got, want, strings.Join(g.log, "\n---\n"))
	}
}

// name is one of the variables, or of those that exist.
func (g *modelGame) name(exists bool) string {
	names := []string{"a", "b", "c", "d"}
	if exists {
		names = slices.Sorted(maps.Keys(g.now().vars))
	}
	if len(names) == 0 {
		return ""
	}
	return names[g.rng.IntN(len(names))]
}

// value makes a new value: its Go text and how it prints.
func (g *modelGame) value() (text, shown string) {
	return g.valueLike([]string{"1", "t", "["}[g.rng.IntN(3)])
}

// valueLike makes a new value of the type of one that prints like that: an int, a string or a []int.
func (g *modelGame) valueLike(like string) (text, shown string) {
	g.count++
	n := strconv.Itoa(g.count)
	switch like[0] {
	case 't':
		return strconv.Quote("t" + n), "t" + n
	case '[':
		return "[]int{" + n + ", 1}", "[" + n + " 1]"
	}
	return n, n
}

// badEndings are ways to end a cell badly.
var badEndings = []string{
	"panic(\"no\")", "os.Exit(3)", "syscall.Kill(os.Getpid(), syscall.SIGKILL); select {}", "var none *int; *none = 1", "undefinedName()",
}

func (g *modelGame) step() {
	w := g.now().clone()
	switch g.rng.IntN(16) {
	case 0, 1: // declare, or declare again with another type
		text, shown := g.value()
		name := g.name(false)
		w.vars[name] = shown
		g.must(name+" := "+text, "")
		g.commit(w)
	case 2, 3: // assign
		if name := g.name(true); name != "" {
			text, shown := g.valueLike(w.vars[name])
			w.vars[name] = shown
			g.must(name+" = "+text, "")
			g.commit(w)
		}
	case 4, 5: // look
		g.look()
	case 6: // fail
		name, text := g.name(false), strconv.Itoa(g.count)
		g.must(name+" := "+text+"\n"+badEndings[g.rng.IntN(len(badEndings))], "error: …")
	case 7: // commit in the middle, then fail
		text, shown := g.value()
		name := g.name(false)
		w.vars[name] = shown
		g.must(name+" := "+text+"\ndisplay.Commit()\n"+badEndings[g.rng.IntN(4)], "error: …")
		g.commit(w)
	case 8:
		g.undo()
	case 9:
		g.resume()
	case 10, 11:
		g.stepRecord(w)
	default:
		g.stepKind(w)
	}
}

// stepKind declares one of modelKinds, changes it, or looks at it.
func (g *modelGame) stepKind(w modelWorld) {
	k := modelKinds[g.rng.IntN(len(modelKinds))]
	_, declared := w.kinds[k.name]
	g.count++
	number := strings.NewReplacer("$", strconv.Itoa(g.count))
	switch {
	case !w.types:
		w.types = true
		g.must(modelTypes, "")
	case !declared || g.rng.IntN(12) == 0:
		w.kinds[k.name] = 0
		g.must(number.Replace(k.declare), "")
	case k.change == "" || g.rng.IntN(3) == 0:
		g.must(k.look, "")
		g.lookKind(k)
		return
	default:
		w.kinds[k.name]++
		g.must(number.Replace(k.change), "")
	}
	g.commit(w)
}

func (g *modelGame) lookKind(k modelKind) {
	if n, declared := g.now().kinds[k.name]; declared {
		g.must("fmt.Println("+k.show+")", strconv.Itoa(n))
	}
}

// stepRecord declares r, changes its type, or sets a field.
func (g *modelGame) stepRecord(w modelWorld) {
	switch {
	case !w.r.declared:
		w.r = record{declared: true, stored: map[string]string{"A int": "7", "B string": "x"}}
		g.must("type R struct {\n\tA int\n\tB string\n}\nr := R{7, \"x\"}", "")
	case g.rng.IntN(2) == 0:
		w.r.version = (w.r.version + 1 + g.rng.IntN(len(recordTypes)-1)) % len(recordTypes)
		g.must("type R struct {\n\t"+strings.Join(recordTypes[w.r.version], "\n\t")+"\n}", "")
	default:
		g.count++
		name, typ, _ := strings.Cut(recordTypes[w.r.version][0], " ")
		text, shown := strconv.Itoa(g.count), strconv.Itoa(g.count)
		if typ == "string" {
			text = strconv.Quote(text)
		}
		w.r.set(name, shown)
		g.must("r."+name+" = "+text, "")
	}
	g.commit(w)
}

// look shows every variable, in one cell or several; nothing is committed.
func (g *modelGame) look() {
	w := g.now()
	for _, name := range []string{"a", "b", "c", "d"} {
		if shown, ok := w.vars[name]; ok {
			g.must("fmt.Println("+name+")", shown)
		} else if g.rng.IntN(3) == 0 {
			g.must("fmt.Println("+name+")", "error: compile error: …")
		}
	}
	if w.r.declared {
		g.must("fmt.Println(r)", w.r.show())
	}
	for _, k := range modelKinds {
		g.lookKind(k)
	}
}

func (g *modelGame) undo() {
	if len(g.commits) == 1 {
		g.must("%undo", "error: …")
		return
	}
	g.must("%undo", "Values and definitions are as they were before …")
	g.commits = g.commits[:len(g.commits)-1]
}

// resume ends the session, or kills it as far as the store can tell, and takes up its values in another one.
func (g *modelGame) resume() {
	if err := g.s.Close(); err != nil {
		g.t.Fatal(err)
	}
	g.s = newTestSession(g.t, g.values)
	if len(g.commits) == 1 && len(g.now().vars) == 0 && !g.now().r.declared && !g.now().types {
		return // nothing to resume
	}
	g.must("%resume", "Resumed: …")
}

func TestModel(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs many cells")
	}
	t.Parallel()
	for seed := range uint64(size(2, 20)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { playModel(t, seed, size(50, 500)) })
	}
}

func playModel(t *testing.T, seed uint64, steps int) {
	g := &modelGame{t: t, rng: rand.New(rand.NewPCG(seed, 79)), values: t.TempDir()}
	g.s = newTestSession(t, g.values)
	g.commits = []modelWorld{{vars: map[string]string{}, kinds: map[string]int{}}}
	for range steps {
		g.step()
	}
	g.look()
	if err := g.s.Close(); err != nil {
		t.Fatal(err)
	}
}
