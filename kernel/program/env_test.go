package program

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// The next cell is composed and built while others are: run with -race.
func TestConcurrentUse(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "x := 1\nfunc f() int { return x }")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			src := "y" + string(rune('a'+i)) + " := f() + x\nfmt.Println(y" + string(rune('a'+i)) + ")"
			c, _ := cell.Split(src)
			p, err := Compose(context.Background(), env, Request{Defs: earlier, CellID: "n", Cell: c})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := env.Build(context.Background(), p.Unit); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A variable whose type belongs to a package alone lives in its cell, with a notice.
func TestUnspellableTypesStayLocal(t *testing.T) {
	env := testEnv(t)
	c, _ := cell.Split("old, h := 1, reflect.ValueOf(bufio.NewReader(nil)).Type()\nrc := new(http.Request).Body\nq, w := http.NewFileTransport(nil), 3\nfmt.Println(old, h, rc, q, w)\nr := rand.Text\nk := slog.Default().Handler()\n")
	p, err := Compose(t.Context(), env, Request{Cell: c})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Build(t.Context(), p.Unit); err != nil {
		t.Error(err)
	}
}

func TestLocalsOfUnexportedTypes(t *testing.T) {
	env := testEnv(t)
	src := "n, e := 1, binary.LittleEndian\nvar (\n\tm, big = 2, binary.BigEndian\n)\nfmt.Println(n+m, e.Uint16([]byte{1, 0}), big.Uint16([]byte{0, 1}))"
	c, _ := cell.Split(src)
	p, err := Compose(t.Context(), env, Request{Cell: c})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 2 || !strings.Contains(p.Notices[0], "e is known in this cell only") {
		t.Errorf("notices %q", p.Notices)
	}
	if strings.Join(p.Declared, " ") != "m n" {
		t.Errorf("declared %q", p.Declared)
	}
	if _, err := env.Build(t.Context(), p.Unit); err != nil {
		t.Errorf("%v\n%v", err, p.Unit.Sources)
	}
}
