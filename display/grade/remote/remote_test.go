package remote

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/mercer-go/mercer/display/check"
)

// served connects to answers that another goroutine serves.
func served(t *testing.T, answers ...Answer) *Answers {
	t.Helper()
	fromGrader, toStudent := io.Pipe()
	fromStudent, toGrader := io.Pipe()
	go Serve(fromGrader, toGrader, answers...)
	t.Cleanup(func() { toStudent.Close(); toGrader.Close() })
	return Connect(fromStudent, toStudent, 10*time.Second)
}

func TestCalls(t *testing.T) {
	sum := func(xs []float64) (total float64, n int) {
		for _, x := range xs {
			total += x
		}
		return total, len(xs)
	}
	sortAll := func(xs []float64, m map[string]int, p *int) error {
		slices.Sort(xs)
		m["seen"]++
		*p = 7
		return errors.New("done")
	}
	apply := func(f func(x float64) float64, xs ...float64) []float64 {
		var ys []float64
		for _, x := range xs {
			ys = append(ys, f(x))
		}
		return ys
	}
	adder := func(n int) func(int) int { return func(k int) int { return n + k } }
	scale := func(a mat.Matrix, s *mat.SymDense) *mat.Dense {
		var b mat.Dense
		b.Scale(2, a)
		s.SetSym(0, 1, 9)
		return &b
	}
	a := served(t, Func("sum", sum), Func("sortAll", sortAll), Func("apply", apply), Func("adder", adder), Func("scale", scale))

	var total float64
	var n int
	a.Call("sum", sum, []any{[]float64{1, 2, math.Inf(1)}}, []any{&total, &n})
	if !math.IsInf(total, 1) || n != 3 {
		t.Errorf("sum %v of %d", total, n)
	}
	xs, m, k := []float64{3, 1, math.NaN(), 2}, map[string]int{"old": 1}, 0
	var err error
	a.Call("sortAll", sortAll, []any{xs, m, &k}, []any{&err})
	if !math.IsNaN(xs[0]) || xs[1] != 1 || xs[3] != 3 || m["seen"] != 1 || len(m) != 2 || k != 7 || err == nil || err.Error() != "done" {
		t.Errorf("%v %v %v %v", xs, m, k, err)
	}
	var ys []float64
	a.Call("apply", apply, []any{func(x float64) float64 { return x * x }, []float64{1, 2, 3}}, []any{&ys})
	if !slices.Equal(ys, []float64{1, 4, 9}) {
		t.Errorf("apply: %v", ys)
	}
	var add func(int) int
	a.Call("adder", adder, []any{5}, []any{&add})
	if add(3) != 8 {
		t.Errorf("adder: %v", add(3))
	}
	s := mat.NewSymDense(2, []float64{1, 2, 2, 3})
	var b *mat.Dense
	a.Call("scale", scale, []any{mat.NewDense(1, 2, []float64{1, 2}), s}, []any{&b})
	if !mat.Equal(b, mat.NewDense(1, 2, []float64{2, 4})) || s.At(1, 0) != 9 {
		t.Errorf("scale: %v %v", mat.Formatted(b), mat.Formatted(s))
	}
}

func TestVariables(t *testing.T) {
	var proof, number any = "text", 2.5
	var list any = []float64{1, 2}
	n := 3
	a := served(t, Var("proof", &proof), Var("number", &number), Var("list", &list), Var("n", &n))
	for name, want := range map[string]any{"proof": "text", "number": 2.5, "list": []float64{1, 2}} {
		var got any = "the reference"
		if err := a.Variable(name, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, %v", name, got, err)
		}
	}
	got := 5
	if err := a.Variable("n", &got); err != nil || got != 3 {
		t.Errorf("n: %d, %v", got, err)
	}
	text := "the reference"
	if err := a.Variable("n", &text); err == nil || text != "" || !strings.Contains(err.Error(), "n is a func() int, and a func() string is wanted") {
		t.Errorf("n as a text: %q, %v", text, err)
	}
	if err := a.Variable("gone", &got); err == nil || got != 0 || !strings.Contains(err.Error(), "gone is not declared") {
		t.Errorf("gone: %d, %v", got, err)
	}
}

func TestUnanswered(t *testing.T) {
	if unanswered != check.Unanswered {
		t.Error(unanswered)
	}
}

// What a call panics with is the text of the function's own panic.
func TestPanics(t *testing.T) {
	index := func(xs []int, i int) int { return xs[i] }
	a := served(t, Func("index", index), Func("unanswered", func() { panic("not answered yet") }))
	for _, c := range []struct {
		name string
		call func()
		want string
	}{
		{"index", func() { var r int; a.Call("index", index, []any{[]int{1}, 4}, []any{&r}) }, "runtime error: index out of range [4] with length 1"},
		{"unanswered", func() { a.Call("unanswered", func() {}, nil, nil) }, "not answered yet"},
	} {
		func() {
			defer func() {
				if r := recover(); r != c.want {
					t.Errorf("%s: %v", c.name, r)
				}
			}()
			c.call()
		}()
	}
}

// One call that does not end is waited for once.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fromStudent := make(chan struct{})
		p := newPeer("the answers", blocked(fromStudent), io.Discard)
		p.limit = time.Minute
		go p.listen()
		began := time.Now()
		for range 5 {
			if _, err := p.ask(message{Kind: call}); err == nil || !strings.Contains(err.Error(), "does not answer within 1m0s") {
				t.Error(err)
			}
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("waited %v", took)
		}
		close(fromStudent)
	})
}

// blocked is a reader that gives nothing until it ends.
type blocked chan struct{}

func (b blocked) Read([]byte) (int, error) {
	<-b
	return 0, io.EOF
}

// Calls back that come faster than they are answered end the connection before they take the
// memory.
func TestFlood(t *testing.T) {
	for _, size := range []int{8 << 20, 0} {
		var calls bytes.Buffer
		flood := link{out: &calls}
		for range maxOpen/(size+callBytes) + 1 {
			err := flood.send(message{Kind: call, Text: strings.Repeat("x", size)})
			if err != nil {
				t.Fatal(err)
			}
		}
		p := newPeer("the answers", &calls, io.Discard)
		p.alone, p.active = true, 1 // code of its own runs all the time
		if err := p.listen(); err != errMany {
			t.Errorf("calls of %d bytes: %v", size, err)
		}
		p.leave()
	}
}

// Functions of the grader that are called back, from many goroutines and after the call has ended, never run beside one another or
// beside the grader's own code.
func TestCallbacksAreAlone(t *testing.T) {
	many := func(f func(int)) {
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() { f(i) })
		}
		for i := range 20 { // left behind
			go func() { defer func() { recover() }(); f(i) }()
		}
		wg.Wait()
	}
	a := served(t, Func("many", many))
	seen := map[int]int{} // a race would be found here
	for range 20 {
		a.Call("many", many, []any{func(i int) { seen[i]++ }}, nil)
		seen[-1]++
	}
	if seen[-1] != 20 || seen[7] < 20 {
		t.Errorf("%v", seen)
	}
}
