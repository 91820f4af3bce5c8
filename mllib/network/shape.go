package network

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// Shape is how units lie: as Maps pictures of Rows×Cols. Unit (row, column, map) has the number (row·Cols + column)·Maps + map: a picture that is
// written row by row, the maps innermost. A plain vector of d numbers is Shape{Cols: d}.
type Shape struct {
	Rows, Cols, Maps int // >= 1; 0 means 1
}

// Units is the number of units.
func (s Shape) Units() int { s = s.whole(); return s.Rows * s.Cols * s.Maps }

// String writes 16×16, with the maps behind where there are several; of a vector its length.
func (s Shape) String() string {
	s = s.whole()
	switch {
	case s.Maps > 1:
		return fmt.Sprintf("%d×%d×%d", s.Rows, s.Cols, s.Maps)
	case s.Rows > 1:
		return fmt.Sprintf("%d×%d", s.Rows, s.Cols)
	}
	return fmt.Sprint(s.Cols)
}

func (s Shape) whole() Shape {
	return Shape{Rows: orOne(s.Rows), Cols: orOne(s.Cols), Maps: orOne(s.Maps)}
}

func orOne(n int) int {
	if n == 0 {
		return 1
	}
	return n
}

func (s Shape) check(argument string) error {
	s = s.whole()
	ok := s.Rows >= 1 && s.Cols >= 1 && s.Maps >= 1 && s.Rows <= input.MaxNumbers/s.Cols && s.Rows*s.Cols <= input.MaxNumbers/s.Maps
	return input.Param(ok, argument, fmt.Sprintf("%d×%d×%d", s.Rows, s.Cols, s.Maps), "numbers >= 0 whose product is at most 2^31")
}
