// Command dense does dense algebra with gonum/mat, as programs do that link mllib, and times it. It serves the comparison with numpy, see
// the README of the directory above.
//
// Each line of standard input is a task in JSON, and each line of standard output the answer to it:
//
//	{"op": "solve", "n": 500, "files": ["a.f64", "b.f64"], "repeat": 4, "out": "x.f64"}
//	{"ms": 12.3, "cpu_ms": 20.1}
//
// Times are those of one of the repetitions, on average. Files hold n×n numbers, float64 and little-endian, row by row.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/mercer-go/mercer/mllib/bench/clock"
	_ "github.com/mercer-go/mercer/mllib/input" // puts the algebra of mllib in its place
	"gonum.org/v1/gonum/mat"
)

type task struct {
	Op     string   `json:"op"`
	N      int      `json:"n"`
	Files  []string `json:"files"`  // one for each operand
	Repeat int      `json:"repeat"` // how often it is done; 0 stands for once
	Out    string   `json:"out"`    // file for the result; none is written if it is empty
}

type answer struct {
	Ms  float64 `json:"ms"`     // by the clock
	CPU float64 `json:"cpu_ms"` // of all processors together
}

// operations are what is timed: each takes the operands and returns the result.
var operations = map[string]func(m []*mat.Dense) (mat.Matrix, error){
	"product":     product,
	"cholesky":    cholesky,
	"solve":       solve,
	"eigen":       eigen,
	"eigenvalues": eigenvalues,
	"svd":         svd,
}

func product(m []*mat.Dense) (mat.Matrix, error) {
	var c mat.Dense
	c.Mul(m[0], m[1])
	return &c, nil
}

// cholesky is the factor U of UᵀU, like numpy's with upper=True.
func cholesky(m []*mat.Dense) (mat.Matrix, error) {
	var c mat.Cholesky
	n, _ := m[0].Dims()
	if !c.Factorize(mat.NewSymDense(n, m[0].RawMatrix().Data)) {
		return nil, errors.New("not positive definite")
	}
	return c.RawU(), nil
}

// solve solves AX = B by LU, with as many right sides as unknowns.
func solve(m []*mat.Dense) (mat.Matrix, error) {
	var x mat.Dense
	return &x, x.Solve(m[0], m[1])
}

// eigen is the eigenvalues in a row, and the eigenvectors below, the columns of a matrix.
func eigen(m []*mat.Dense) (mat.Matrix, error) {
	var e mat.EigenSym
	n, _ := m[0].Dims()
	if !e.Factorize(mat.NewSymDense(n, m[0].RawMatrix().Data), true) {
		return nil, errors.New("no convergence")
	}
	out := mat.NewDense(n+1, n, nil)
	out.SetRow(0, e.Values(nil))
	e.VectorsTo(out.Slice(1, n+1, 0, n).(*mat.Dense))
	return out, nil
}

func eigenvalues(m []*mat.Dense) (mat.Matrix, error) {
	var e mat.EigenSym
	n, _ := m[0].Dims()
	if !e.Factorize(mat.NewSymDense(n, m[0].RawMatrix().Data), false) {
		return nil, errors.New("no convergence")
	}
	return mat.NewDense(1, n, e.Values(nil)), nil
}

// svd is the singular values in a row, U below and Vᵀ below that.
func svd(m []*mat.Dense) (mat.Matrix, error) {
	var s mat.SVD
	n, _ := m[0].Dims()
	if !s.Factorize(m[0], mat.SVDThin) {
		return nil, errors.New("no convergence")
	}
	out := mat.NewDense(2*n+1, n, nil)
	out.SetRow(0, s.Values(nil))
	s.UTo(out.Slice(1, n+1, 0, n).(*mat.Dense))
	var v mat.Dense
	s.VTo(&v)
	out.Slice(n+1, 2*n+1, 0, n).(*mat.Dense).Copy(v.T())
	return out, nil
}

func main() {
	in, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	loaded := map[string]*mat.Dense{}
	for in.Scan() {
		a, err := serve(in.Bytes(), loaded)
		if err != nil {
			fmt.Fprintln(os.Stderr, "dense:", err)
			os.Exit(1)
		}
		if err := out.Encode(a); err != nil {
			os.Exit(1) // nobody listens any more
		}
	}
}

// serve does one task. Matrices that were loaded stay in memory.
func serve(line []byte, loaded map[string]*mat.Dense) (answer, error) {
	var t task
	if err := json.Unmarshal(line, &t); err != nil {
		return answer{}, fmt.Errorf("reading a task: %w", err)
	}
	op, ok := operations[t.Op]
	if !ok {
		return answer{}, fmt.Errorf("there is no operation %q", t.Op)
	}
	operands := make([]*mat.Dense, len(t.Files))
	for i, name := range t.Files {
		if loaded[name] == nil {
			m, err := load(name, t.N)
			if err != nil {
				return answer{}, err
			}
			loaded[name] = m
		}
		operands[i] = loaded[name]
	}
	repeat := max(1, t.Repeat)
	var result mat.Matrix
	start, busy := time.Now(), clock.CPU()
	for range repeat {
		var err error
		if result, err = op(operands); err != nil {
			return answer{}, fmt.Errorf("%s: %w", t.Op, err)
		}
	}
	a := answer{Ms: clock.Ms(time.Since(start)) / float64(repeat), CPU: clock.Ms(clock.CPU()-busy) / float64(repeat)}
	if t.Out == "" {
		return a, nil
	}
	return a, save(t.Out, result)
}

func load(name string, n int) (*mat.Dense, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	numbers := make([]float64, n*n)
	if err := binary.Read(bufio.NewReader(f), binary.LittleEndian, numbers); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return mat.NewDense(n, n, numbers), nil
}

func save(name string, m mat.Matrix) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = binary.Write(f, binary.LittleEndian, mat.DenseCopyOf(m).RawMatrix().Data)
	return errors.Join(err, f.Close())
}
