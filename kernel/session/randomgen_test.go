package session

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// This file generates random programs: declarations of types and variables, and statements that change the variables
// through whatever leads to them. A program is a list of chunks, each the text of a cell; one after the other they are
// also the body of an ordinary program.

// genProgram is a generated program.
type genProgram struct {
	name   string
	seed   uint64
	types  string   // declarations of types and methods
	chunks []string // statements
	vars   []string // all variables, by declaration
}

// genType is a type of a generated program.
type genType struct {
	text     string // as in source
	kind     string // "int", "float", "complex", "string", "bool", "struct", "pointer", "slice", "array", "map", "any", "iface", "lib"
	elem     *genType
	key      *genType
	n        int
	fields   []genField
	hashable bool
	made     []string // "lib": expressions that make one
	changes  []string // "lib": statements that change one, of %s
}

type genField struct {
	name string // as in literals and selectors; for embedded ones the type's name
	t    *genType
}

// genPath is something that can be read and assigned: an expression and what must hold for it not to panic.
type genPath struct {
	text   string
	t      *genType
	guards []string
}

type generator struct {
	*rand.Rand
	p      *genProgram
	basics []*genType
	named  []*genType // structs and other named types of this program
	types  []*genType // all that variables may have
	impls  []func() string
	vars   []genPath
	guards []string // of the expression being made
	nextID int
}

// generate makes the program of a seed; its names begin with name.
func generate(name string, seed uint64) *genProgram {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), p: &genProgram{name: name, seed: seed}}
	g.declareTypes()
	for range 3 + g.IntN(4) {
		var b strings.Builder
		for range 2 + g.IntN(3) {
			b.WriteString(g.declaration())
		}
		for range 6 + g.IntN(10) {
			b.WriteString(g.mutation())
		}
		g.p.chunks = append(g.p.chunks, b.String())
	}
	return g.p
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func (g *generator) name(s string) string { return g.p.name + s }

func basic(text, kind string) *genType { return &genType{text: text, kind: kind, hashable: true} }

func (g *generator) declareTypes() {
	for _, t := range []string{"int", "int8", "uint16", "int64", "uint8", "rune", "uintptr"} {
		g.basics = append(g.basics, basic(t, "int"))
	}
	g.basics = append(g.basics, basic("float64", "float"), basic("float32", "float"), basic("float64", "float"), basic("complex128", "complex"),
		basic("complex64", "complex"), basic("string", "string"), basic("string", "string"), basic("bool", "bool"))
	g.types = append(g.types, g.basics...)
	var b strings.Builder
	fmt.Fprintf(&b, "type %s interface{ Area() float64 }\n", g.name("I"))
	fmt.Fprintf(&b, "type %s float64\nfunc (n %s) Area() float64 { return float64(n) }\n", g.name("N"), g.name("N"))
	fmt.Fprintf(&b, "type %s struct{}\nfunc (%s) Area() float64 { return 0 }\n", g.name("Z"), g.name("Z"))
	fmt.Fprintf(&b, "type %s struct{ a int; b string; c [2]float32 }\n", g.name("K"))
	fmt.Fprintf(&b, "type %[1]s[T any] struct { val T; next *%[1]s[T]; all []T }\nfunc (g *%[1]s[T]) push(v T) { g.all = append(g.all, v); g.val = v }\n", g.name("G"))
	iface := &genType{text: g.name("I"), kind: "iface"}
	n := basic(g.name("N"), "float")
	z := &genType{text: g.name("Z"), kind: "struct", hashable: true}
	k := &genType{text: g.name("K"), kind: "struct", hashable: true, fields: []genField{{"a", g.basics[0]}, {"b", basic("string", "string")}}}
	g.impls = []func() string{
		func() string { return g.name("N") + "(" + g.number("float") + ")" },
		func() string { return g.name("Z") + "{}" },
		func() string { return "ptrTo(" + g.name("N") + "(" + g.number("float") + "))" },
	}
	anyT := &genType{text: "any", kind: "any"}
	g.types = append(g.types, iface, n, z, k, anyT, anyT)
	for i := range 1 + g.IntN(3) {
		g.types = append(g.types, g.declareStruct(&b, i))
	}
	e := pick(g, g.types)
	list := &genType{text: g.name("G") + "[" + e.text + "]", kind: "struct"}
	list.fields = []genField{{"val", e}, {"next", pointerTo(list)}, {"all", sliceOf(e)}}
	g.types = append(g.types, list, pointerTo(list), sliceOf(pick(g, g.types)))
	for range 6 {
		g.types = append(g.types, g.derived())
	}
	g.types = append(g.types, g.library()...)
	g.p.types = b.String()
}

func pointerTo(t *genType) *genType {
	return &genType{text: "*" + t.text, kind: "pointer", elem: t}
}
func sliceOf(t *genType) *genType { return &genType{text: "[]" + t.text, kind: "slice", elem: t} }

// derived is a type made of those that there are.
func (g *generator) derived() *genType {
	e := pick(g, g.types)
	switch g.IntN(6) {
	case 0, 1:
		return pointerTo(e)
	case 2, 3:
		return sliceOf(e)
	case 4:
		n := pick(g, []int{0, 1, 2, 3, 5})
		return &genType{text: fmt.Sprintf("[%d]%s", n, e.text), kind: "array", elem: e, n: n, hashable: e.hashable}
	}
	key := pick(g, g.basics)
	for range 4 {
		if t := pick(g, g.types); t.hashable || t.kind == "any" || t.kind == "pointer" {
			key = t
		}
	}
	return &genType{text: "map[" + key.text + "]" + e.text, kind: "map", key: key, elem: e}
}

// declareStruct writes a struct type with methods, in one of several shapes.
func (g *generator) declareStruct(b *strings.Builder, i int) *genType {
	t := &genType{text: fmt.Sprintf("%sS%d", g.p.name, i), kind: "struct"}
	fmt.Fprintf(b, "type %s struct {\n\tid int\n", t.text)
	t.fields = append(t.fields, genField{"id", g.basics[0]})
	self := []*genType{pointerTo(t), sliceOf(t), sliceOf(pointerTo(t)), {text: "map[string]*" + t.text, kind: "map", key: basic("string", "string"), elem: pointerTo(t)}}
	for j := range 1 + g.IntN(5) {
		f := genField{name: fmt.Sprintf("%s%d", pick(g, []string{"f", "F"}), j)}
		switch g.IntN(4) {
		case 0:
			f.t = pick(g, self)
		case 1:
			f.t = g.derived()
		default:
			f.t = pick(g, g.types)
		}
		fmt.Fprintf(b, "\t%s %s\n", f.name, f.t.text)
		t.fields = append(t.fields, f)
	}
	for _, e := range g.named {
		if g.IntN(3) > 0 {
			continue
		}
		f := genField{name: e.text, t: e}
		if g.IntN(2) == 0 {
			f.t = pointerTo(e)
		}
		fmt.Fprintf(b, "\t%s\n", f.t.text)
		t.fields = append(t.fields, f)
		break
	}
	if g.IntN(4) == 0 {
		fmt.Fprintf(b, "\t_ int32\n")
	}
	if g.IntN(4) == 0 {
		fmt.Fprintf(b, "\tlast struct{}\n")
	}
	b.WriteString("}\n")
	if receiver := pick(g, []string{"", "*"}); receiver == "" {
		g.impls = append(g.impls, func() string { return g.literal(t, 1) })
	} else {
		g.impls = append(g.impls, func() string { return "&" + g.literal(t, 1) })
		fmt.Fprintf(b, "func (s *%s) Area() float64 { return float64(s.id) }\n", t.text)
		g.named = append(g.named, t)
		return t
	}
	fmt.Fprintf(b, "func (s %s) Area() float64 { return float64(s.id) }\n", t.text)
	g.named = append(g.named, t)
	return t
}

// library are types of the standard library and gonum.
func (g *generator) library() []*genType {
	lib := func(text string, made, changes []string) *genType {
		return &genType{text: text, kind: "lib", made: made, changes: changes}
	}
	dense := lib("*mat.Dense", []string{"mat.NewDense(2, 3, nil)", "mat.NewDense(2, 2, []float64{1, 2, 3, 4})", "mat.DenseCopyOf(mat.NewDiagDense(3, []float64{1, 2, 3}))"},
		[]string{"%s.Set(0, 1, 2.5)", "%s.Scale(2, %[1]s)", "%s = %[1]s.Slice(0, 1, 0, 2).(*mat.Dense)"})
	vec := lib("*mat.VecDense", []string{"mat.NewVecDense(3, nil)", "mat.NewDense(2, 2, nil).RowView(1).(*mat.VecDense)"}, []string{"%s.SetVec(0, 7)"})
	list := []*genType{
		dense, vec,
		lib("*rand.PCG", []string{"rand.NewPCG(1, 2)"}, []string{"_ = %s.Uint64()"}),
		lib("*rand.Rand", []string{"rand.New(rand.NewPCG(3, 4))", "rand.New(rand.NewChaCha8([32]byte{5}))"}, []string{"_ = %s.IntN(10)", "_ = %s.NormFloat64()"}),
		lib("*distuv.Normal", []string{"&distuv.Normal{Mu: 1, Sigma: 2, Src: rand.NewPCG(5, 6)}"}, []string{"%s.Mu = %[1]s.Rand()"}),
		{text: "time.Time", kind: "lib", hashable: true, made: []string{"time.Time{}", "time.Date(2024, 2, 29, 12, 0, 0, 5, time.UTC)", "time.Date(2024, 7, 1, 0, 0, 0, 0, time.FixedZone(\"here\", 3600))", "time.Unix(5, 6)"}},
		lib("*time.Location", []string{"time.UTC", "time.Local", "time.FixedZone(\"there\", -7200)"}, nil),
		lib("*big.Int", []string{"big.NewInt(12345678901)"}, []string{"%s.Mul(%[1]s, %[1]s)"}),
		lib("error", []string{"io.EOF", "errors.New(\"e\")", "fmt.Errorf(\"more: %w\", io.ErrUnexpectedEOF)", "errors.Join(io.EOF, errors.New(\"f\"))"}, nil),
		lib("reflect.Type", []string{"reflect.TypeOf(0)", "reflect.TypeFor[map[string]error]()", "reflect.TypeFor[" + g.name("K") + "]()"}, nil),
		lib("netip.Addr", []string{"netip.MustParseAddr(\"10.0.0.1\")", "netip.MustParseAddr(\"fe80::1%eth0\")", "netip.Addr{}"}, nil),
		{text: "unique.Handle[string]", kind: "lib", hashable: true, made: []string{"unique.Make(\"u\")", "unique.Make(strings.Repeat(\"v\", 2))", "unique.Handle[string]{}"}},
		lib("*sync.Map", []string{"&sync.Map{}"}, []string{"%s.Store(\"k\", 1)", "%s.Store(2, \"v\")", "%s.Delete(\"k\")"}),
		lib("*atomic.Int64", []string{"&atomic.Int64{}"}, []string{"%s.Add(3)"}),
		lib("*sync.Mutex", []string{"&sync.Mutex{}"}, []string{"%s.Lock(); %[1]s.Unlock()"}),
		lib("*sync.Once", []string{"&sync.Once{}"}, []string{"%s.Do(func() {})"}),
		lib("*any", []string{"holdsItself()"}, []string{"*%s = []any{%[1]s, *%[1]s == any(%[1]s)}", "*%s = any(%[1]s)"}),
		lib("*os.File", []string{"os.Stdout"}, nil),
	}
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:5]
}

// number is a constant of a kind of numbers.
func (g *generator) number(kind string) string {
	switch kind {
	case "float":
		return pick(g, []string{"0", "1.5", "-2.25", "1e-30", "math.Pi", "float64(math.Float32frombits(0x80000000))"})
	}
	return fmt.Sprint(g.IntN(100))
}

// expr is an expression of a type. What must hold for it is added to g.guards.
func (g *generator) expr(t *genType, depth int) string {
	if same := g.paths(t); len(same) > 0 && g.IntN(3) == 0 {
		return g.use(pick(g, same))
	}
	return g.literal(t, depth)
}

func (g *generator) use(p genPath) string {
	g.guards = append(g.guards, p.guards...)
	return p.text
}

func (g *generator) literal(t *genType, depth int) string {
	switch t.kind {
	case "int":
		return fmt.Sprintf("%s(%d)", t.text, g.IntN(100))
	case "float":
		if g.IntN(5) == 0 {
			return t.text + "(" + pick(g, []string{"math.NaN()", "math.Inf(1)", "math.Inf(-1)", "math.Copysign(0, -1)"}) + ")"
		}
		return t.text + "(" + fmt.Sprintf("%d.%d", g.IntN(50), g.IntN(100)) + ")"
	case "complex":
		return fmt.Sprintf("%s(complex(%d, -%d.5))", t.text, g.IntN(9), g.IntN(9))
	case "bool":
		return pick(g, []string{"true", "false"})
	case "string":
		return g.stringExpr()
	case "lib":
		return pick(g, t.made)
	case "any":
		return g.anyExpr(depth)
	case "iface":
		if g.IntN(6) == 0 {
			return t.text + "(nil)"
		}
		return t.text + "(" + pick(g, g.impls)() + ")"
	case "pointer":
		return g.pointerExpr(t, depth)
	case "slice":
		return g.sliceExpr(t, depth)
	case "map":
		return g.mapExpr(t, depth)
	}
	return t.text + "{" + g.members(t, depth) + "}"
}

// members are the fields or elements of a composite literal.
func (g *generator) members(t *genType, depth int) string {
	var parts []string
	if t.kind == "struct" {
		for _, f := range t.fields {
			switch {
			case f.name == "id":
				g.nextID++
				parts = append(parts, fmt.Sprintf("id: %d", g.nextID))
			case depth > 0 && g.IntN(3) > 0:
				parts = append(parts, f.name+": "+g.expr(f.t, depth-1))
			}
		}
		return strings.Join(parts, ", ")
	}
	n := t.n
	if t.kind != "array" {
		n = g.IntN(5)
	}
	for range n {
		if depth > 0 {
			parts = append(parts, g.expr(t.elem, depth-1))
		}
	}
	return strings.Join(parts, ", ")
}

func (g *generator) stringExpr() string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("strings.Repeat(%q, %d)", pick(g, []string{"ab", "é", "\x00\xff"}), 1+g.IntN(40000))
	case 1:
		for _, p := range g.paths(basic("string", "string")) {
			if g.IntN(2) == 0 {
				g.guards = append(append(g.guards, p.guards...), "len("+p.text+") > 3")
				return p.text + "[1:3]"
			}
		}
	}
	return fmt.Sprintf("%q", pick(g, []string{"", "a", "text", "two\nlines", "ünïcödé", "\x00\xff"}))
}

func (g *generator) anyExpr(depth int) string {
	if depth <= 0 || g.IntN(8) == 0 {
		return pick(g, []string{"any(nil)", "any(1)", "any(\"s\")", "any(2.5)", "any([2]int{1, 2})", "any(struct{}{})", "any(uint8(3))", "any(math.NaN())"})
	}
	for range 3 {
		if t := pick(g, g.types); t.kind != "iface" && t.text != "error" && t.text != "reflect.Type" && t.kind != "any" {
			return "any(" + g.expr(t, depth-1) + ")"
		}
	}
	return "any(int64(4))"
}

func (g *generator) pointerExpr(t *genType, depth int) string {
	if depth <= 0 || g.IntN(8) == 0 {
		return "(" + t.text + ")(nil)"
	}
	if targets := g.paths(t.elem); len(targets) > 0 && g.IntN(3) > 0 {
		if p := pick(g, targets); !strings.HasSuffix(p.text, "]]") { // elements of maps have no address
			return "&" + g.use(p)
		}
	}
	return "ptrTo((" + t.elem.text + ")(" + g.expr(t.elem, depth-1) + "))"
}

func (g *generator) sliceExpr(t *genType, depth int) string {
	if same := g.paths(t); len(same) > 0 && g.IntN(2) == 0 {
		p := pick(g, same)
		lo, n := g.IntN(3), g.IntN(3)
		if g.IntN(2) == 0 {
			g.guards = append(append(g.guards, p.guards...), fmt.Sprintf("cap(%s) >= %d", p.text, lo+n+1))
			return fmt.Sprintf("%s[%d:%d:%d]", p.text, lo, lo+n, lo+n+g.IntN(2))
		}
		g.guards = append(append(g.guards, p.guards...), fmt.Sprintf("len(%s) >= %d", p.text, lo))
		return fmt.Sprintf("%s[%d:]", p.text, lo)
	}
	switch g.IntN(8) {
	case 0:
		return "(" + t.text + ")(nil)"
	case 1:
		return t.text + "{}"
	case 2:
		return fmt.Sprintf("make(%s, %d, %d)", t.text, g.IntN(4), 4+g.IntN(6))
	case 3:
		if k := t.elem.kind; k == "int" || k == "float" || k == "complex" {
			return fmt.Sprintf("make(%s, %d)", t.text, pick(g, []int{100, 9000, 20000}))
		}
	}
	for _, a := range g.vars {
		if a.t.kind == "array" && a.t.elem == t.elem && g.IntN(2) == 0 {
			return a.text + "[:]"
		}
	}
	return t.text + "{" + g.members(t, depth) + "}"
}

func (g *generator) mapExpr(t *genType, depth int) string {
	switch g.IntN(6) {
	case 0:
		return "(" + t.text + ")(nil)"
	case 1:
		return t.text + "{}"
	case 2:
		return fmt.Sprintf("make(%s, %d)", t.text, g.IntN(50))
	}
	if depth <= 0 {
		return t.text + "{}"
	}
	return t.text + "{" + g.keyExpr(t.key) + ": " + g.expr(t.elem, depth-1) + "}"
}

// keyExpr is a key; no two in a literal are the same constant because there is one only.
func (g *generator) keyExpr(t *genType) string {
	if t.kind == "any" {
		return pick(g, []string{"any(1)", "any(\"k\")", "any(2.5)", "any([2]int{1, 2})", "any(math.NaN())", "any(" + g.name("K") + "{a: 3})", "any(nil)", "any(" + g.name("N") + "(1))"})
	}
	return g.literal(t, 1)
}

// paths are the readable and assignable things of a type.
func (g *generator) paths(t *genType) []genPath {
	var found []genPath
	for _, p := range g.walk(3) {
		if p.t.text == t.text {
			found = append(found, p)
		}
	}
	return found
}

// walk lists what can be reached from the variables, a random part of what lies deep.
func (g *generator) walk(depth int) []genPath {
	list := append([]genPath{}, g.vars...)
	level := list
	for range depth {
		var next []genPath
		for _, p := range level {
			next = append(next, g.below(p)...)
		}
		if len(next) > 60 {
			g.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
			next = next[:60]
		}
		list = append(list, next...)
		level = next
	}
	return list
}

// below are the parts of something.
func (g *generator) below(p genPath) []genPath {
	with := func(text string, t *genType, guards ...string) genPath {
		return genPath{text, t, append(append([]string{}, p.guards...), guards...)}
	}
	switch p.t.kind {
	case "pointer":
		if p.t.elem.kind == "lib" {
			return nil
		}
		return []genPath{with("(*"+p.text+")", p.t.elem, p.text+" != nil")}
	case "struct":
		var list []genPath
		for _, f := range p.t.fields {
			if f.name != "id" {
				list = append(list, with(p.text+"."+f.name, f.t))
			}
		}
		return list
	case "slice":
		i := g.IntN(3)
		return []genPath{with(fmt.Sprintf("%s[%d]", p.text, i), p.t.elem, fmt.Sprintf("len(%s) > %d", p.text, i))}
	case "array":
		if p.t.n > 0 {
			return []genPath{with(fmt.Sprintf("%s[%d]", p.text, g.IntN(p.t.n)), p.t.elem)}
		}
	}
	return nil
}

// variableType is a type for a new variable: seldom a basic one, often one through which another variable can be reached.
func (g *generator) variableType() *genType {
	if len(g.vars) > 0 && g.IntN(3) == 0 {
		t := pick(g, g.walk(2)).t
		return pick(g, []*genType{t, pointerTo(t), sliceOf(t)})
	}
	if g.IntN(5) == 0 {
		return pick(g, g.types)
	}
	return pick(g, g.types[len(g.basics):])
}

// declaration declares a variable, or two, in one of the ways in which Go can.
func (g *generator) declaration() string {
	name := g.name(fmt.Sprintf("v%d", len(g.p.vars)))
	t := g.variableType()
	g.guards = nil
	value := g.expr(t, 3)
	defer func() {
		g.p.vars = append(g.p.vars, name)
		g.vars = append(g.vars, genPath{text: name, t: t})
	}()
	typed := value
	if t.kind != "lib" || strings.HasPrefix(t.text, "*") {
		typed = "(" + t.text + ")(" + value + ")"
	} else {
		return fmt.Sprintf("var %s %s\n%s", name, t.text, g.guarded(name+" = "+value))
	}
	if len(g.guards) > 0 {
		return fmt.Sprintf("var %s %s\n%s", name, t.text, g.guarded(name+" = "+value))
	}
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("var %s %s\n", name, t.text)
	case 1:
		return fmt.Sprintf("var %s %s = %s\n", name, t.text, value)
	case 2:
		return fmt.Sprintf("var %s = %s\n", name, typed)
	case 3:
		second := name + "b"
		g.p.vars = append(g.p.vars, second)
		g.vars = append(g.vars, genPath{text: second, t: g.basics[0]})
		return fmt.Sprintf("%s, %s := %s, %s\n", name, second, typed, "int("+fmt.Sprint(g.IntN(9))+")")
	}
	return fmt.Sprintf("%s := %s\n", name, typed)
}

// guarded writes a statement under the guards that were collected.
func (g *generator) guarded(statement string) string {
	if len(g.guards) == 0 {
		return statement + "\n"
	}
	return "if " + strings.Join(g.guards, " && ") + " {\n\t" + statement + "\n}\n"
}

// mutation is a statement that changes something.
func (g *generator) mutation() string {
	all := g.walk(4)
	p := pick(g, all)
	g.guards = append([]string{}, p.guards...)
	return g.guarded(g.change(p))
}

// change is a statement that changes p.
func (g *generator) change(p genPath) string {
	assign := func() string { return p.text + " = " + g.expr(p.t, 3) }
	if g.IntN(3) == 0 {
		return assign()
	}
	switch p.t.kind {
	case "int", "float", "complex", "string":
		if p.t.kind == "string" {
			g.guards = append(g.guards, "len("+p.text+") < 100000")
		}
		return p.text + " += " + g.literal(p.t, 1)
	case "slice":
		if q := g.paths(p.t); len(q) > 0 && g.IntN(3) == 0 {
			return fmt.Sprintf("copy(%s, %s)", p.text, g.use(pick(g, q)))
		}
		g.guards = append(g.guards, "len("+p.text+") < 50000")
		return fmt.Sprintf("%[1]s = append(%[1]s, %[2]s)", p.text, g.expr(p.t.elem, 2))
	case "map":
		g.guards = append(g.guards, p.text+" != nil")
		if g.IntN(4) == 0 {
			return fmt.Sprintf("delete(%s, %s)", p.text, g.keyExpr(p.t.key))
		}
		key := g.keyExpr(p.t.key)
		return fmt.Sprintf("%s[%s] = %s", p.text, key, g.expr(p.t.elem, 2))
	case "lib":
		if len(p.t.changes) > 0 {
			g.guards = append(g.guards, p.text+" != nil")
			return fmt.Sprintf(pick(g, p.t.changes)+"%.0[1]s", p.text)
		}
	case "struct":
		if strings.Contains(p.t.text, "[") {
			return p.text + ".push(" + g.expr(p.t.fields[0].t, 2) + ")"
		}
	case "pointer", "any":
		if q := g.paths(p.t); len(q) > 0 {
			other := g.use(pick(g, q))
			return fmt.Sprintf("%[1]s, %[2]s = %[2]s, %[1]s", p.text, other)
		}
	}
	return assign()
}
