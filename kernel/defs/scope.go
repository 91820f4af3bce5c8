package defs

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Scope are the declarations that a cell sees, by name. It is immutable.
type Scope struct {
	under   *Scope           // what the names below hide, or nil
	byName  map[string]*Decl // nil entries hide the name
	imports map[string]*Decl // likewise
	methods map[string][]*Decl
	blanks  []*Decl // blank imports
	inits   []*Decl
	dots    []*Decl // dot imports
}

// maxDepth is how many scopes may lie on one another, as each cell adds one: finding a name must not take long.
const maxDepth = 16

// Scope returns the scope of the definitions. It is made once.
func (d *Defs) Scope() *Scope {
	if d == nil {
		return new(Scope)
	}
	d.scoped.Do(func() {
		if d.base == nil {
			d.scope = new(Scope).With(d.decls)
			return
		}
		d.scope = d.base.Scope().With(d.decls[len(d.base.decls):])
		d.base = nil // it is not needed any more
	})
	return d.scope
}

// With returns the scope with further declarations; later ones hide earlier ones of the same key.
func (s *Scope) With(decls []*Decl) *Scope {
	over := &Scope{under: s, byName: map[string]*Decl{}, imports: map[string]*Decl{}, methods: map[string][]*Decl{}}
	for _, d := range decls {
		for _, n := range d.Names {
			over.add(d, n.Key)
		}
	}
	return over
}

func (s *Scope) add(d *Decl, key string) {
	switch {
	case d.Kind == KindMethod:
		recv, _, _ := strings.Cut(key, ".")
		s.methods[recv] = append(s.methods[recv], d)
	case d.Kind == KindImport && key == "_"+d.Path:
		s.blanks = append(s.blanks, d)
	case d.Kind == KindImport && key == "."+d.Path:
		s.dots = append(s.dots, d)
	case d.Kind == KindImport:
		s.imports[key], s.byName[key] = d, nil
	default:
		if d.Kind == KindInit {
			s.inits = append(s.inits, d)
		}
		s.byName[key], s.imports[key] = d, nil
	}
}

// Find returns the declaration of a name other than an import or a method, or nil.
func (s *Scope) Find(name string) *Decl {
	for ; s != nil; s = s.under {
		if d, ok := s.byName[name]; ok {
			return d
		}
	}
	return nil
}

// Import returns the import of that name, or nil.
func (s *Scope) Import(name string) *Decl {
	for ; s != nil; s = s.under {
		if d, ok := s.imports[name]; ok {
			return d
		}
	}
	return nil
}

// Dots returns the dot imports.
func (s *Scope) Dots() []*Decl {
	if s == nil {
		return nil
	}
	return slices.Concat(s.under.Dots(), s.dots)
}

// allBlanks returns the blank imports.
func (s *Scope) allBlanks() []*Decl {
	if s == nil {
		return nil
	}
	return slices.Concat(s.under.allBlanks(), s.blanks)
}

// Inits returns the functions init and init_name, in the order of declaration.
func (s *Scope) Inits() []*Decl {
	if s == nil {
		return nil
	}
	return slices.Concat(s.under.Inits(), s.inits)
}

// Flags returns the names of the variables that are flags of the program, sorted.
func (s *Scope) Flags() []string {
	return s.names(func(_ string, d *Decl) bool { return d.Kind == KindVar && d.Flag })
}

// Functions returns the names of the functions, but for init functions, that accept takes, sorted.
func (s *Scope) Functions(accept func(name string) bool) []string {
	return s.names(func(name string, d *Decl) bool { return d.Kind == KindFunc && accept(name) })
}

// names returns the names of the declarations that accept takes, sorted.
func (s *Scope) names(accept func(name string, d *Decl) bool) []string {
	found := map[string]bool{}
	for at := s; at != nil; at = at.under {
		for name, d := range at.byName {
			if d != nil && accept(name, d) && s.Find(name) == d {
				found[name] = true
			}
		}
	}
	return sortedKeys(found)
}

// Set are declarations in order of their addition.
type Set struct {
	Order []*Decl         // but for variables
	Vars  map[string]bool // variables, one by one: those of a tuple need not all be there
	has   map[*Decl]bool
}

// Reach returns the declarations that the names need, through one another, by name only: the type checker may find
// later that some are not needed. initialised says whether a variable's initialiser is needed, too; also are declarations
// that are needed besides.
func (s *Scope) Reach(roots []string, initialised func(name string) bool, also ...*Decl) *Set {
	set := &Set{has: map[*Decl]bool{}, Vars: map[string]bool{}}
	queue := slices.Clone(roots)
	for _, d := range slices.Concat(s.allBlanks(), also) {
		queue = set.take(d, queue)
	}
	seen := map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		d := s.Find(name)
		if d == nil {
			continue
		}
		if d.Kind == KindVar {
			set.Vars[name] = true
			queue = append(queue, typeNames(d.TypeOf(name))...)
			if initialised(name) {
				queue = append(queue, d.Free...)
			}
		} else {
			queue = set.take(d, queue)
		}
		for at := s; at != nil; at = at.under {
			for _, m := range at.methods[name] {
				queue = set.take(m, queue)
			}
		}
	}
	return set
}

// take adds a declaration, and what it needs to the queue.
func (set *Set) take(d *Decl, queue []string) []string {
	if set.has[d] || d.Kind == KindVar {
		return queue
	}
	set.has[d] = true
	set.Order = append(set.Order, d)
	for _, f := range d.Free {
		if d.Pkgs[f] == "" {
			queue = append(queue, f)
		}
	}
	return queue
}

// typeNames returns the names of the notebook that a type text mentions.
func typeNames(text string) []string {
	if text == "" || !strings.ContainsFunc(text, func(r rune) bool { return r != '_' }) {
		return nil
	}
	if predeclared[text] {
		return []string{text}
	}
	src := "package p; var _ " + Spell(text, func(string) string { return "mercer_q" })
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		return nil
	}
	free := OuterOf(file).Free(file)
	delete(free, "mercer_q")
	return free.Sorted()
}

// predeclared are the types that most variables have.
var predeclared = map[string]bool{"int": true, "float64": true, "string": true, "bool": true, "error": true}
