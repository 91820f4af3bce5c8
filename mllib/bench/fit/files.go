package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// dataset is what the files of a task hold.
type dataset struct {
	task
	x       *mat.Dense
	targets []float64   // the numbers of file Y
	labels  []int       // the same as labels
	start   [][]float64 // and as centres: rows as long as those of x
}

func (d *dataset) load(t task) error {
	if d.X == t.X && d.Y == t.Y && d.Rows == t.Rows {
		return nil
	}
	x, err := readFloats(t.X)
	if err != nil {
		return err
	}
	if t.Rows < 1 || len(x) == 0 || len(x)%t.Rows != 0 {
		return fmt.Errorf("%s holds %d numbers, which are no %d rows", t.X, len(x), t.Rows)
	}
	y, err := readFloats(t.Y)
	if err != nil {
		return err
	}
	width := len(x) / t.Rows
	*d = dataset{task: t, x: mat.NewDense(t.Rows, width, x), targets: y}
	for _, v := range y {
		d.labels = append(d.labels, int(v))
	}
	if len(y)%width == 0 {
		d.start = slices.Collect(slices.Chunk(y, width))
	}
	return nil
}

func readFloats(path string) ([]float64, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	v := make([]float64, len(raw)/8)
	_, err = binary.Decode(raw, binary.LittleEndian, v)
	return v, err
}

func writeFloats(path string, v []float64) error {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
