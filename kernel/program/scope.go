package program

import (
	"go/parser"
	"slices"
	"strings"
)

// scope are the declarations that a cell sees, by name.
type scope struct {
	byName  map[string]*decl
	methods map[string][]*decl // by receiver
	always  []*decl            // init functions and blank imports
	imports map[string]*decl
	dots    []*decl // dot imports
}

// newScope takes lists of declarations; later ones hide earlier ones of the same key.
func newScope(lists ...[]*decl) *scope {
	s := &scope{byName: map[string]*decl{}, methods: map[string][]*decl{}, imports: map[string]*decl{}}
	for _, list := range lists {
		for _, d := range list {
			for _, n := range d.Names {
				s.add(d, n.Key)
			}
		}
	}
	return s
}

func (s *scope) add(d *decl, key string) {
	switch {
	case d.Kind == KindMethod:
		recv, _, _ := strings.Cut(key, ".")
		s.methods[recv] = append(s.methods[recv], d)
	case d.Kind == KindImport && key == "_"+d.Path:
		s.always = append(s.always, d)
	case d.Kind == KindImport && key == "."+d.Path:
		s.dots = append(s.dots, d)
	case d.Kind == KindImport:
		s.imports[key] = d
		delete(s.byName, key)
	default:
		if d.Kind == KindInit {
			s.always = append(s.always, d)
		}
		s.byName[key] = d
		delete(s.imports, key)
	}
}

// declSet are declarations in order of their addition.
type declSet struct {
	has   map[*decl]bool
	order []*decl
	vars  map[string]bool // variables, one by one: those of a tuple need not all be there
}

func newDeclSet() *declSet { return &declSet{has: map[*decl]bool{}, vars: map[string]bool{}} }

// reach returns the declarations that the names need, through one another, by name only: the type checker may find
// later that some are not needed.
func (s *scope) reach(roots []string, initialised func(name string) bool) *declSet {
	set := newDeclSet()
	queue := slices.Clone(roots)
	seen := map[string]bool{}
	take := func(d *decl) {
		if set.has[d] || d.Kind == KindVar {
			return
		}
		set.has[d] = true
		set.order = append(set.order, d)
		for _, f := range d.Free {
			if d.Pkgs[f] == "" {
				queue = append(queue, f)
			}
		}
	}
	for _, d := range s.always {
		take(d)
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		d := s.byName[name]
		if d == nil {
			continue
		}
		if d.Kind == KindVar {
			set.vars[name] = true
			queue = append(queue, typeNames(d.typeOf(name))...)
			if initialised(name) {
				queue = append(queue, d.Free...)
			}
		} else {
			take(d)
		}
		for _, m := range s.methods[name] {
			take(m)
		}
	}
	return set
}

// typeNames returns the names of the notebook that a type text mentions.
func typeNames(text string) []string {
	if text == "" || !strings.ContainsFunc(text, func(r rune) bool { return r != '_' }) {
		return nil
	}
	src := "package p; var _ " + spell(text, func(path string) string { return "mercer_q" })
	file, err := parser.ParseFile(newFileSet(), "", src, 0)
	if err != nil {
		return nil
	}
	free := freeNames(file, file)
	delete(free, "mercer_q")
	return free.sorted()
}

// typePackages returns the import paths that a type text mentions.
func typePackages(text string) []string {
	var paths []string
	for _, m := range quotedPackage.FindAllStringSubmatch(text, -1) {
		paths = append(paths, m[1])
	}
	return paths
}
