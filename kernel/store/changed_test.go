package store

import (
	"testing"

	"github.com/mercer-go/mercer/kernel/snapshot"
)

// shelf are variables of a test program that come to share memory.
type shelf struct {
	Trees  []*tree
	Table  map[string][]float64
	Big    []float64
	Any    any
	Word   string
	Alone  int
	Spare  []*tree // set by the cells that look
	Spare2 any
}

// run runs a cell's program that knows all variables of a shelf, of which the fresh ones are declared in it.
func (v *shelf) run(t *testing.T, s *Store, count int, do func(), fresh ...string) {
	t.Helper()
	var vars []snapshot.Variable
	var names []string
	for _, x := range []snapshot.Variable{{Name: "Trees", Ptr: &v.Trees}, {Name: "Table", Ptr: &v.Table}, {Name: "Big", Ptr: &v.Big}, {Name: "Any", Ptr: &v.Any},
		{Name: "Word", Ptr: &v.Word}, {Name: "Alone", Ptr: &v.Alone}, {Name: "Spare", Ptr: &v.Spare}, {Name: "Spare2", Ptr: &v.Spare2}} {
		for _, name := range fresh {
			x.Fresh = x.Fresh || name == x.Name || name == "all"
		}
		vars, names = append(vars, x), append(names, x.Name)
	}
	part := s.Manifest().Part(names)
	im := snapshot.Open(s.Dir(), part, nil, nil)
	if _, err := im.Load(vars); err != nil {
		t.Fatal(err)
	}
	do()
	saved, err := im.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Adopt(part.Names(), decoded(t, saved.Manifest), Meta{Count: count}); err != nil {
		t.Fatal(err)
	}
}

// TestLookingIsNotSetting: a cell that only looks at variables moves their objects to other segments when it makes a new variable that
// shares them. Set by it are those alone whose contents differ.
func TestLookingIsNotSetting(t *testing.T) {
	fill := func(v *shelf) {
		v.Trees = []*tree{{Key: 1}, {Key: 2}, {Key: 3}}
		v.Trees[0].Left, v.Trees[2].Left = v.Trees[1], v.Trees[2]
		v.Table = map[string][]float64{"a": {1, 2}, "b": {3}}
		v.Big = make([]float64, 100000)
		v.Any = v.Table["a"][1:]
		v.Word = string([]byte("a word that lies on the heap"))
		v.Alone = 1
	}
	for name, c := range map[string]struct {
		do   func(v *shelf)
		want []string // set by the second cell
	}{
		"nothing":          {func(v *shelf) {}, nil},
		"a tree shared":    {func(v *shelf) { v.Spare = []*tree{v.Trees[0]} }, []string{"Spare"}},
		"all trees shared": {func(v *shelf) { v.Spare = v.Trees }, []string{"Spare"}},
		"a map shared":     {func(v *shelf) { v.Spare2 = v.Table }, []string{"Spare2"}},
		"a word shared":    {func(v *shelf) { v.Spare2 = v.Word[3:] }, []string{"Spare2"}},
		"a blob shared":    {func(v *shelf) { v.Spare2 = v.Big[5:10] }, []string{"Spare2"}},
		"all shared":       {func(v *shelf) { v.Spare, v.Spare2 = v.Trees, []any{v.Table, v.Big, v.Any, v.Word} }, []string{"Spare", "Spare2"}},
		"shared and set": {func(v *shelf) { v.Spare = v.Trees; v.Trees[2].Left.Key = 7 },
			[]string{"Trees", "Spare"}},
		"a blob shared and set": {func(v *shelf) { v.Spare2 = v.Big; v.Big[77777] = 1 }, []string{"Big", "Spare2"}},
		"an entry of a shared map": {func(v *shelf) { v.Spare2 = v.Table; v.Table["b"] = v.Table["a"] },
			[]string{"Table", "Spare2"}},
		"an element of two":     {func(v *shelf) { v.Table["a"][1] = 9 }, []string{"Table", "Any"}},
		"no longer shared":      {func(v *shelf) { v.Any = nil }, []string{"Any"}},
		"another node":          {func(v *shelf) { v.Trees[1].Left = &tree{Key: 4} }, []string{"Trees"}},
		"nodes exchanged":       {func(v *shelf) { v.Trees[0], v.Trees[1] = v.Trees[1], v.Trees[0] }, []string{"Trees"}},
		"equal, but another":    {func(v *shelf) { v.Trees[0].Left = &tree{Key: 2} }, []string{"Trees"}},
		"a number":              {func(v *shelf) { v.Alone = 2 }, []string{"Alone"}},
		"a number, set to what": {func(v *shelf) { v.Alone = 1 }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, t.TempDir(), Limits{})
			v := &shelf{}
			v.run(t, s, 1, func() { fill(v) }, "all")
			again := &shelf{}
			again.run(t, s, 2, func() { c.do(again) }, "Spare", "Spare2")
			again = &shelf{}
			again.run(t, s, 3, func() { again.Alone = 3 }) // nor does a cell after it set the others
			want := map[string]int{"Alone": 3, "Spare": 2, "Spare2": 2}
			for _, name := range c.want {
				if name != "Alone" {
					want[name] = 2
				}
			}
			for _, x := range s.Values() {
				if x.SetBy != max(want[x.Name], 1) {
					t.Errorf("%s is said to be set by [%d], want [%d]", x.Name, x.SetBy, max(want[x.Name], 1))
				}
			}
		})
	}
}
