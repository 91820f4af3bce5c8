// Command fit runs methods of mllib on data that another program wrote, and times them. It serves the comparison with
// scikit-learn, see the README of the directory above.
//
// Each line of standard input is a task in JSON, and each line of standard output the answer to it:
//
//	{"method": "lda", "x": "x.f64", "y": "y.f64", "rows": 1000, "out": "posteriors.f64"}
//	{"ms": 12.3, "cpu_ms": 20.1, "peak_mb": 30.5}
//
// Files hold float64 numbers, little-endian, matrices row by row. The time is that of fitting, and of predicting where the
// method's result is a prediction; reading and writing files is not part of it. Data that the task before used are still in memory.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/mercer-go/mercer/mllib/bench/clock"
)

type task struct {
	Method string `json:"method"`
	X      string `json:"x"`
	Y      string `json:"y"`    // file of labels, of targets, or of starting centres for K-means
	Rows   int    `json:"rows"` // of X
	Out    string `json:"out"`  // file for the result; none is written if it is empty
}

type answer struct {
	Ms   float64 `json:"ms"`      // by the clock
	CPU  float64 `json:"cpu_ms"`  // of all processors together
	Peak float64 `json:"peak_mb"` // the largest resident memory of the program so far, 0 where only Linux knows it
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	var loaded dataset
	for in.Scan() {
		a, err := serve(in.Bytes(), &loaded)
		if err != nil {
			fmt.Fprintln(os.Stderr, "fit:", err)
			os.Exit(1)
		}
		if err := out.Encode(a); err != nil {
			os.Exit(1) // nobody listens any more
		}
	}
}

// serve does one task.
func serve(line []byte, loaded *dataset) (answer, error) {
	var t task
	if err := json.Unmarshal(line, &t); err != nil {
		return answer{}, fmt.Errorf("reading a task: %w", err)
	}
	method, ok := methods[t.Method]
	if !ok {
		return answer{}, fmt.Errorf("there is no method %q", t.Method)
	}
	if err := loaded.load(t); err != nil {
		return answer{}, err
	}
	start, busy := time.Now(), clock.CPU()
	numbers, err := method(loaded)
	a := answer{Ms: clock.Ms(time.Since(start)), CPU: clock.Ms(clock.CPU() - busy), Peak: clock.PeakMB()}
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", t.Method, err)
	}
	if t.Out != "" {
		err = writeFloats(t.Out, numbers())
	}
	return a, err
}
