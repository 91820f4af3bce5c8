package defs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// variable is the declaration of a variable.
func variable(cell, name, typ string, free ...string) *Decl {
	return &Decl{Kind: KindVar, Cell: cell, Names: []Name{{Key: name, Type: typ}}, Uses: Uses{Free: free}}
}

func function(cell, name string, free ...string) *Decl {
	return &Decl{Kind: KindFunc, Cell: cell, Names: []Name{{Key: name}}, Uses: Uses{Free: free}}
}

func never(string) bool { return false }

func order(set *Set) string {
	var keys []string
	for _, d := range set.Order {
		keys = append(keys, d.Keys()...)
	}
	return strings.Join(keys, " ") + " | " + strings.Join(sortedKeys(set.Vars), " ")
}

func TestReach(t *testing.T) {
	method := &Decl{Kind: KindMethod, Names: []Name{{Key: "T.M"}}, Uses: Uses{Free: []string{"g"}}}
	init := &Decl{Kind: KindInit, Names: []Name{{Key: "init_a"}}, Uses: Uses{Free: []string{"h"}}}
	scope := new(Scope).With([]*Decl{
		function("a", "f", "x", "g"), function("a", "g"), function("a", "h"), function("a", "unused"), init, method,
		{Kind: KindType, Names: []Name{{Key: "T"}}}, variable("a", "x", "*T", "f"), variable("a", "y", "int", "f"),
	})
	for _, test := range []struct {
		roots       []string
		initialised func(string) bool
		want        string
	}{
		{nil, never, "init_a h | "},
		{[]string{"f"}, never, "init_a f h g T T.M | x"},
		{[]string{"y"}, never, "init_a h | y"},
		{[]string{"y"}, func(name string) bool { return name == "y" }, "init_a h f g T T.M | x y"},
		{[]string{"T"}, never, "init_a T T.M h g | "},
		{[]string{"nothing"}, never, "init_a h | "},
	} {
		if got := order(scope.Reach(test.roots, test.initialised, init)); got != test.want {
			t.Errorf("%q reach %q, want %q", test.roots, got, test.want)
		}
	}
}

// Scopes that lie on one another find what one scope of everything does, however often cells declare and lose names.
func TestScopesOnScopes(t *testing.T) {
	var d *Defs
	for i := range 100 {
		name := fmt.Sprint("n", i%7)
		decl := function(fmt.Sprint("cell", i%11), name)
		if i%3 == 0 {
			decl = &Decl{Kind: KindImport, Cell: decl.Cell, Path: "p/" + name, Names: []Name{{Key: name}}}
		}
		d, _ = d.Replace(decl.Cell, []*Decl{decl})
		flat := new(Scope).With(d.List())
		for j := range 7 {
			name := fmt.Sprint("n", j)
			if d.Scope().Find(name) != flat.Find(name) || d.Scope().Import(name) != flat.Import(name) {
				t.Fatalf("after %d cells %s is %v and %v, want %v and %v", i+1, name,
					d.Scope().Find(name), d.Scope().Import(name), flat.Find(name), flat.Import(name))
			}
		}
	}
	depth := 0
	for s := d.Scope(); s != nil; s = s.under {
		depth++
	}
	if depth > maxDepth+2 {
		t.Errorf("%d scopes lie on one another", depth)
	}
}

func TestReplace(t *testing.T) {
	var d *Defs
	d, removed := d.Replace("a", []*Decl{function("a", "f"), function("a", "g"), variable("a", "x", "int")})
	if len(removed) > 0 {
		t.Errorf("an empty notebook loses %s", removed)
	}
	before := d
	d, removed = d.Replace("b", []*Decl{function("b", "g")})
	if len(removed) > 0 || d.Decl("g").Cell != "b" || before.Decl("g").Cell != "a" {
		t.Errorf("g moves to %s, removed %s", d.Decl("g").Cell, removed)
	}
	d, removed = d.Replace("a", []*Decl{function("a", "f")})
	if !slices.Equal(removed, []string{"x"}) || strings.Join(d.Names(), " ") != "f g" {
		t.Errorf("removed %s, left %s", removed, d.Names())
	}
	d, removed = d.Replace("", []*Decl{function("", "h")})
	if len(removed) > 0 || strings.Join(d.Names(), " ") != "f g h" {
		t.Errorf("a cell without an id: removed %s, left %s", removed, d.Names())
	}
}

// A group that loses a name keeps its text and remembers the loss.
func TestGroupsLoseNames(t *testing.T) {
	group := &Decl{Kind: KindConst, Cell: "a", Text: "const (\n\tA = iota\n\tB\n)", Names: []Name{{Key: "A"}, {Key: "B"}}}
	d, _ := (*Defs)(nil).Replace("a", []*Decl{group})
	d, _ = d.Replace("b", []*Decl{function("b", "B")})
	left := d.Decl("A")
	if !slices.Equal(left.Keys(), []string{"A"}) || !slices.Equal(left.Lost, []string{"B"}) || left.Text != group.Text {
		t.Errorf("left %+v", left)
	}
	if len(group.Names) != 2 || len(group.Lost) != 0 {
		t.Errorf("the declaration itself was changed: %+v", group)
	}
}

func TestMerge(t *testing.T) {
	mine, _ := (*Defs)(nil).Replace("a", []*Decl{function("a", "f"), function("a", "g")})
	theirs, _ := (*Defs)(nil).Replace("b", []*Decl{function("b", "g"), variable("b", "x", "int"), variable("b", "y", "int")})
	merged := mine.Merge(theirs, func(d *Def) bool { return d.Key != "y" })
	if got := strings.Join(merged.Names(), " "); got != "f g x" || merged.Decl("g").Cell != "b" {
		t.Errorf("merged %s, g of cell %s", got, merged.Decl("g").Cell)
	}
	if !mine.Equal(mine.Merge(nil, nil)) || mine.Equal(theirs) {
		t.Error("Equal is wrong")
	}
}

func TestWithoutCode(t *testing.T) {
	d := &Defs{decls: []*Decl{
		{Kind: KindFunc, Names: []Name{{Key: "f"}}, Text: "func f() {}"},
		{Kind: KindInit, Names: []Name{{Key: "init_x"}}, Text: "func init_x() {}"},
		{Kind: KindType, Names: []Name{{Key: "T"}}, Text: "T int"},
		{Kind: KindMethod, Names: []Name{{Key: "T.String"}}, Text: "func (T) String() string"},
		{Kind: KindImport, Names: []Name{{Key: "os"}}, Path: "os"},
		{Kind: KindVar, Names: []Name{{Key: "x", Type: "int"}, {Key: "ch", Type: "chan int"}}, Text: "g()", Init: Init{Left: []string{"x", "ch"}, Flag: true}},
	}}
	rest, left := d.WithoutCode(func(name string) bool { return name == "x" })
	if got := strings.Join(rest.Names(), " "); got != "T x" {
		t.Errorf("kept %s", got)
	}
	if got := strings.Join(left, " "); got != "T.String ch f init_x" {
		t.Errorf("left out %s", got)
	}
	if x := rest.Decl("x"); x.Text != "" || x.Flag || len(x.Left) > 0 {
		t.Errorf("x keeps its initialiser: %+v", x)
	}
	if d.Decl("x").Text == "" {
		t.Error("the definitions themselves were changed")
	}
}
