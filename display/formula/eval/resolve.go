package eval

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
)

// resolver turns formulas as they are written into nodes. Its scope grows with the text.
type resolver struct {
	program   *Program
	outside   func(name string) Outside // see Names
	text      string
	scope     *scope
	defs      map[string]*definition // by key
	funcs     map[string]*definition // by the key of the function without its bracket, and with it
	slots     int
	memos     int
	literals  int
	variables map[int]bool           // the slots of what is declared: those that are not bound
	kept      map[string]*definition // costly parts that depend on variables only, by their spelling
	sizes     map[string]node        // of samples whose size is declared, by their letter
	failed    []string               // names whose declaration has failed
	errs      []error
	// groups has the group of each random variable by its slot; inside of P and E they have values.
	groups map[int]*group
	inProb int
}

// failure is how a resolver leaves a formula that means nothing; caught in formula.
type failure struct{ err *syntax.Error }

// fail leaves the formula with an error at a place.
func (r *resolver) fail(e interface{ Where() syntax.Span }, format string, args ...any) {
	panic(failure{&syntax.Error{Text: r.text, Span: e.Where(), Msg: fmt.Sprintf(format, args...)}})
}

// guard runs f and notes the error with which it fails.
func (r *resolver) guard(f func()) (ok bool) {
	before := r.scope
	defer func() {
		if p := recover(); p != nil {
			fail, is := p.(failure)
			if !is {
				panic(p)
			}
			r.errs, r.scope, ok = append(r.errs, fail.err), before, false
		}
	}()
	f()
	return true
}

func (r *resolver) newSlot() int {
	r.slots++
	return r.slots - 1
}

// bindLocal makes a slot for a bound name or a parameter in the present scope.
func (r *resolver) bindLocal(e syntax.Expr, c calling) int {
	k := r.newSlot()
	r.scope.declare(e, &symbol{slot: k, name: r.source(e), callable: c})
	return k
}

// within resolves with a scope of its own.
func (r *resolver) within(f func()) {
	r.scope = newScope(r.scope)
	f()
	r.scope = r.scope.outer
}

// source is the text of a formula.
func (r *resolver) source(e syntax.Expr) string {
	s := e.Where()
	return strings.TrimSpace(r.text[s.From:s.To])
}

func place(e syntax.Expr) at { return at{e.Where()} }

func (r *resolver) all(list []syntax.Expr) []node {
	nodes := make([]node, len(list))
	for i, e := range list {
		nodes[i] = r.expr(e)
	}
	return nodes
}

// maybe resolves a formula that may be missing.
func (r *resolver) maybe(e syntax.Expr) node {
	if e == nil {
		return nil
	}
	return r.expr(e)
}

// expr resolves a formula.
func (r *resolver) expr(e syntax.Expr) node {
	if n := r.known(e); n != nil {
		return n
	}
	switch e := e.(type) {
	case *syntax.Number:
		return r.number(e)
	case *syntax.Name:
		return r.name(e)
	case *syntax.Index:
		return r.index(e)
	case *syntax.Power:
		return r.power(e)
	case *syntax.Prime:
		r.fail(e, "%s is not declared, and a prime differentiates functions only, as in f'(x)", r.source(e))
	case *syntax.Apply:
		return r.apply(e, nil)
	case *syntax.Dots:
		r.fail(e, "dots stand only in lists, as in \\{1, \\dots, n\\}; a sum is \\sum_{i=1}^n")
	}
	if n := r.operation(e); n != nil {
		return n
	}
	if n := r.list(e); n != nil {
		return n
	}
	if n := r.bound(e); n != nil {
		return n
	}
	r.fail(e, "this cannot stand here")
	return nil
}

func (r *resolver) number(e *syntax.Number) node {
	q, ok := new(big.Rat).SetString(e.Text)
	if !ok {
		r.fail(e, "%s is not a number", e.Text)
	}
	r.literals++
	return &literal{place(e), q, e.Text, r.literals}
}

// known resolves what is declared or defined as a whole: names, r_i^2, ‖f‖_H.
func (r *resolver) known(e syntax.Expr) node {
	switch e.(type) {
	case *syntax.Name, *syntax.Index, *syntax.Power, *syntax.Prime:
		if sym := r.scope.lookup(syntax.Canon(e)); sym != nil {
			return r.symbol(e, sym)
		}
	case *syntax.Norm, *syntax.Inner:
	default:
		return nil
	}
	def, args := r.definitionOf(e)
	if def == nil {
		if sym := r.fromOutside(e); sym != nil {
			return r.symbol(e, sym)
		}
		return nil
	}
	if def.args > 0 {
		return &closure{place(e), def, r.all(args)}
	}
	if len(def.params) == 0 {
		return &use{place(e), def}
	}
	return r.keepCall(e, &call{place(e), def, r.all(args)})
}

// readings are the ways to look up a formula with indices: as they stand, with the numbers, with what is declared as part of the
// name, and with all as arguments.
func (r *resolver) readings() []func(syntax.Expr) bool {
	number := func(e syntax.Expr) bool {
		_, ok := e.(*syntax.Number)
		return ok
	}
	declared := func(e syntax.Expr) bool { return isLetter(e) && r.scope.lookup(syntax.Canon(e)) != nil }
	return []func(syntax.Expr) bool{everything, number, declared, nothing}
}

// definitionOf finds the definition that a formula uses.
func (r *resolver) definitionOf(e syntax.Expr) (*definition, []syntax.Expr) {
	for _, literal := range r.readings() {
		key, args := keyOf(e, literal)
		if key == "" {
			continue
		}
		if def := r.defs[key]; def != nil {
			return def, args
		}
		if def := r.funcs[key]; def != nil {
			return def, args
		}
	}
	return nil, nil
}

func everything(syntax.Expr) bool { return true }
func nothing(syntax.Expr) bool    { return false }

func (r *resolver) symbol(e syntax.Expr, sym *symbol) node {
	switch {
	case sym.fn != nil:
		return &foreign{place(e), sym.fn}
	case sym.random:
		if r.inProb == 0 {
			r.fail(e, "%s is random: it has a value inside of P(…) and E[…] only", sym.name)
		}
		return &random{place(e), sym.slot, sym.name}
	}
	return &slot{place(e), sym.slot, sym.name}
}

// name resolves a name that is not declared: a constant, a function word, a member of a family without its index.
func (r *resolver) name(e *syntax.Name) node {
	switch e.Text {
	case `\pi`:
		return &named{place(e), number.Pi}
	case "e":
		return &named{place(e), number.E}
	case `\infty`:
		return &infinity{place(e)}
	case "I":
		return &unsized{place(e), false, nil}
	case `\mathbf{1}`, `\mathbb{1}`:
		return &unsized{place(e), true, nil}
	}
	if members := r.scope.family(e.Text); members != nil {
		return r.whole(e, members)
	}
	if f := functions[e.Text]; f != nil {
		r.fail(e, "%s is a function and wants an argument", e.Text)
	}
	r.undeclared(e)
	return nil
}

// undeclared fails with what a reader can do about an unknown name.
func (r *resolver) undeclared(e syntax.Expr) {
	name := r.source(e)
	if word := r.bareWord(e); word != "" {
		r.fail(e, "%s is not declared; did you mean \\%s?", name, word)
	}
	r.fail(e, "%s is not declared: say what it is with \\given, or define it with \\let%s", name, r.similar(syntax.Canon(e)))
}

// bareWord is the word of the language that begins at a letter and lacks its backslash: det, log, Var.
func (r *resolver) bareWord(e syntax.Expr) string {
	rest := r.text[min(max(e.Where().From, 0), len(r.text)):]
	n := 0
	for n < len(rest) && (rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= 'A' && rest[n] <= 'Z') {
		n++
	}
	switch word := rest[:n]; {
	case n < 2:
	case functions[`\`+word] != nil, word == "Var", word == "Cov", word == "sum", word == "sqrt", word == "frac", word == "argmax", word == "argmin":
		return word
	}
	return ""
}

// similar names a declared name that differs in case or accent only.
func (r *resolver) similar(key string) string {
	bare := func(s string) string {
		return strings.ToLower(strings.Trim(strings.NewReplacer(`\`, "", "hat", "", "bar", "", "tilde", "", "{", "", "}", "").Replace(s), " "))
	}
	var names []string
	for s := r.scope; s != nil; s = s.outer {
		for name := range s.names {
			if name != key && bare(name) == bare(key) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	sort.Strings(names)
	return " (there is " + names[0] + ")"
}

// whole is a family whose members were declared one by one, as a value.
func (r *resolver) whole(e syntax.Expr, members map[int]*symbol) node {
	r.fail(e, "%s has the members %s only: write one of them, or an index", r.source(e), memberNames(members))
	return nil
}

func memberNames(members map[int]*symbol) string {
	var numbers []int
	for k := range members {
		numbers = append(numbers, k)
	}
	sort.Ints(numbers)
	var names []string
	for _, k := range numbers {
		names = append(names, members[k].name)
	}
	return strings.Join(names, ", ")
}

// index resolves x_i where it is not declared as a whole.
func (r *resolver) index(e *syntax.Index) node {
	switch x := e.X.(type) {
	case *syntax.Norm:
		return r.normIndex(e, x)
	case *syntax.Apply: // of a product, the index belongs to the bracket
		if !r.isFunction(x.Fun) && x.Bracket != "" && len(x.Args) == 1 {
			inner := &syntax.Index{Span: e.Span, X: &syntax.Paren{Span: x.Args[0].Where(), Items: x.Args}, Sub: e.Sub}
			return &binary{place(e), "", r.expr(x.Fun), r.expr(inner)}
		}
	case *syntax.Name:
		if n := r.fixedIndex(e, x); n != nil {
			return n
		}
		if sym := r.indexedSymbol(e); sym != r.scope.lookup(x.Text) {
			return &index{place(e), &slot{place(x), sym.slot, sym.name}, r.subscripts(e.Sub)}
		}
		if members := r.scope.family(x.Text); members != nil && len(e.Sub) == 1 && r.scope.lookup(x.Text) == nil {
			return r.pick(e, members)
		}
	case *syntax.Paren:
		if n := r.comprehension(e, x, nil); n != nil {
			return n
		}
	}
	if s, ok := e.Sub[0].(*syntax.Name); ok && s.Text == "+" && len(e.Sub) == 1 {
		return &builtin{place(e), functions["+"], []node{r.expr(e.X)}}
	}
	return &index{place(e), r.expr(e.X), r.subscripts(e.Sub)}
}

// indexedSymbol is what an index is taken of: x, or the family beside it.
func (r *resolver) indexedSymbol(e *syntax.Index) *symbol {
	sym := r.scope.lookup(syntax.Canon(e.X))
	if sym == nil || sym.beside == nil {
		return sym
	}
	if _, number := e.Sub[0].(*syntax.Number); number && sym.components {
		return sym
	}
	return sym.beside
}

// fixedIndex resolves I_n and the ones 𝟏_n.
func (r *resolver) fixedIndex(e *syntax.Index, x *syntax.Name) node {
	if r.scope.lookup(x.Text) != nil || len(e.Sub) != 1 {
		return nil
	}
	switch x.Text {
	case "I":
		return &unsized{place(e), false, r.expr(e.Sub[0])}
	case `\mathbf{1}`, `\mathbb{1}`:
		return &unsized{place(e), true, r.expr(e.Sub[0])}
	case "e":
		if r.scope.family(x.Text) == nil {
			r.fail(e, "%s is not declared, and e is the number 2.718…: unit vectors are the columns (I_3)_{\\cdot i} of the identity", r.source(e))
		}
	case `\lambda`:
		if sub := syntax.Canon(e.Sub[0]); sub == `\max` || sub == `\min` {
			r.fail(e, "%s wants its matrix in a bracket: \\lambda_{%s}(A)", r.source(e), sub)
		}
	}
	return nil
}

// subscripts resolves indices; a dot is nil.
func (r *resolver) subscripts(list []syntax.Expr) []node {
	var subs []node
	for _, s := range list {
		if n, ok := s.(*syntax.Name); ok && (n.Text == `\cdot` || n.Text == ":") {
			subs = append(subs, nil)
			continue
		}
		subs = append(subs, r.expr(s))
	}
	return subs
}

// pick resolves m_i among the members that were declared one by one.
func (r *resolver) pick(e *syntax.Index, members map[int]*symbol) node {
	p := &pick{at: place(e), name: r.source(e.X), members: map[int]node{}, index: r.expr(e.Sub[0])}
	if _, isNumber := p.index.(*literal); isNumber {
		r.fail(e, "%s is not declared: there are %s", r.source(e), memberNames(members))
	}
	for k, sym := range members {
		p.members[k] = r.symbolOrUse(e, sym)
	}
	return p
}

func (r *resolver) symbolOrUse(e syntax.Expr, sym *symbol) node {
	if sym.def != nil {
		return &use{place(e), sym.def}
	}
	return r.symbol(e, sym)
}

// normIndex resolves ‖x‖_1, ‖x‖_∞, ‖A‖_F.
func (r *resolver) normIndex(e *syntax.Index, x *syntax.Norm) node {
	n := &norm{at: place(e), x: r.expr(x.X)}
	if len(e.Sub) != 1 {
		r.fail(e, "a norm has one index")
	}
	if s, ok := e.Sub[0].(*syntax.Name); ok {
		switch {
		case s.Text == "F" || s.Text == `\mathrm{F}`:
			n.frobenius = true
			return n
		case s.Text == `\infty`:
			n.infinite = true
			return n
		case r.scope.lookup(s.Text) == nil:
			r.fail(e, "the norm %s is not defined: define it with \\let", r.source(e))
		}
	}
	n.p = r.expr(e.Sub[0])
	return n
}

// power resolves powers, transposes and inverses where the whole is not a name.
func (r *resolver) power(e *syntax.Power) node {
	if x, ok := e.Exp.(*syntax.Name); ok {
		switch x.Text {
		case `\top`:
			return r.transposed(e)
		case "*", `\star`, `\dagger`:
			r.fail(e, "%s is not declared: a star belongs to a name", r.source(e))
		}
		if x.Text == "T" && r.scope.lookup("T") == nil {
			return r.transposed(e)
		}
	}
	switch x := e.X.(type) {
	case *syntax.Apply:
		return r.powerOfApply(e, x)
	case *syntax.Index:
		if p, ok := x.X.(*syntax.Paren); ok {
			if n := r.comprehension(x, p, e.Exp); n != nil {
				return n
			}
		}
	}
	if t := r.inverseTranspose(e); t != nil {
		return t
	}
	return r.keep(e, &power{place(e), r.expr(e.X), r.expr(e.Exp)})
}

// keep makes an unnamed definition of an inverse that depends on variables only, so that it is computed once at a point however
// often it is written.
func (r *resolver) keep(e *syntax.Power, n *power) node {
	if _, negative := n.exp.(*unary); !negative || !r.fixed(n.x) || !r.fixed(n.exp) {
		return n
	}
	key := syntax.Canon(e)
	if r.kept[key] == nil {
		r.kept[key] = &definition{name: key, body: n, memo: r.memos}
		r.memos++
	}
	return &use{n.at, r.kept[key]}
}

// keepCall makes an unnamed definition of f(x) where it depends on variables only, as keep does.
func (r *resolver) keepCall(e syntax.Expr, n *call) node {
	if !r.fixed(n) {
		return n
	}
	key := syntax.Canon(e)
	if r.kept[key] == nil {
		r.kept[key] = &definition{name: key, body: n, memo: r.memos}
		r.memos++
	}
	return &use{n.at, r.kept[key]}
}

// fixed says that a node depends on variables only.
func (r *resolver) fixed(n node, params ...int) bool {
	free := true
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *slot:
			free = free && (r.variables[n.index] || slices.Contains(params, n.index))
		case *use:
			free = free && n.def.memo >= 0
		case *call:
			free = free && n.def.fixed
		case *literal, *named, *unary, *binary, *power, *transpose, *index, *unsized, *absolute, *norm, *inner, *root, *builtin:
		default:
			free = false
		}
		return free
	})
	return free
}

// transposed resolves A^⊤; in a product a(b)^⊤ it is the bracket that is transposed.
func (r *resolver) transposed(e *syntax.Power) node {
	if x, ok := e.X.(*syntax.Apply); ok && !r.isFunction(x.Fun) && len(x.Args) == 1 && x.Bracket != "" {
		return &binary{place(e), "", r.expr(x.Fun), &transpose{place(e), r.expr(x.Args[0])}}
	}
	return &transpose{place(e), r.expr(e.X)}
}

// powerOfApply resolves f(x)^2: of a function its value is raised, of a product a(b)^2 the bracket.
func (r *resolver) powerOfApply(e *syntax.Power, x *syntax.Apply) node {
	n := r.apply(x, e.Exp)
	if a, ok := n.(*apply); ok && a.exp != nil {
		return a
	}
	if b, ok := n.(*binary); ok && b.op == "" && !r.isFunction(x.Fun) {
		return &binary{place(e), "", b.x, &power{place(e), b.y, r.expr(e.Exp)}}
	}
	return &power{place(e), n, r.expr(e.Exp)}
}

// inverseTranspose reads A^{-\top}.
func (r *resolver) inverseTranspose(e *syntax.Power) node {
	u, ok := e.Exp.(*syntax.Unary)
	if !ok || u.Op != "-" {
		return nil
	}
	if x, ok := u.X.(*syntax.Name); ok && (x.Text == `\top` || x.Text == "T" && r.scope.lookup("T") == nil) {
		one := &literal{place(u), big.NewRat(-1, 1), "-1", 0}
		return &transpose{place(e), &power{place(e), r.expr(e.X), one}}
	}
	return nil
}
