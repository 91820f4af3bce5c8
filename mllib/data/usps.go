package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// ReadUSPS reads pictures of digits in the form of the public USPS files zip.train and zip.test (unpacked): each line holds the
// digit, which may be written 6.0000, and then the intensities of the pixels, separated by white space. All lines must have
// as many numbers as the first one; any number of pixels and any range of intensities will do (the public files have 256 in [-1,
// 1]). Empty lines are skipped. It returns an error that names the line and wraps input.ErrEmpty if there is no line,
// input.ErrShape for a line of another length, input.ErrLabel for a digit that is not 0..9, and input.ErrNotFinite for NaN and
// infinities, input.ErrParam if r is nil; a word that is no number gives the error of strconv.
//
// Curriculum: N1.1a.
func ReadUSPS(r io.Reader) (*Set, error) {
	if input.IsNil(r) {
		return nil, fmt.Errorf("data: USPS: %w", input.Param(false, "r", nil, "a reader"))
	}
	s := &Set{Name: "USPS"}
	var pixels []float64
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		digit, row, err := digitLine(fields)
		if err == nil && len(s.Y) > 0 && len(row) != len(pixels)/len(s.Y) {
			err = input.Errorf(input.ErrShape, "pixels", "got %d, want %d as in the first line", len(row), len(pixels)/len(s.Y))
		}
		if err != nil {
			return nil, fmt.Errorf("data: USPS: line %d: %w", number, err)
		}
		s.Y, pixels = append(s.Y, digit), append(pixels, row...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("data: USPS: %w", err)
	}
	if len(s.Y) == 0 {
		return nil, fmt.Errorf("data: USPS: %w", input.Errorf(input.ErrEmpty, "r", "got no lines"))
	}
	s.X = mat.NewDense(len(s.Y), len(pixels)/len(s.Y), pixels)
	return s, nil
}

// digitLine reads the words of a line.
func digitLine(fields []string) (digit int, row []float64, err error) {
	for i, word := range fields {
		v, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil:
			return 0, nil, fmt.Errorf("number %d: %w", i+1, err)
		case math.IsNaN(v) || math.IsInf(v, 0):
			return 0, nil, input.Errorf(input.ErrNotFinite, "pixels", "number %d is %v", i+1, v)
		}
		row = append(row, v)
	}
	if len(row) < 2 {
		return 0, nil, input.Errorf(input.ErrShape, "pixels", "got none")
	}
	if row[0] != math.Trunc(row[0]) || row[0] < 0 || row[0] > 9 {
		return 0, nil, input.Errorf(input.ErrLabel, "digit", "got %v, want 0..9", row[0])
	}
	return int(row[0]), row[1:], nil
}
