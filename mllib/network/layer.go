package network

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// Layer is a hidden layer.
type Layer struct {
	Kind       Kind       // what a unit sees; the zero value is Dense
	Units      int        // of a Dense layer, >= 1
	Activation Activation // the zero value is ReLU
	Patches               // of a Local or Shared layer
}

// Patches is which patches of the picture below the units of a layer see; each sees all maps there.
type Patches struct {
	Maps   int  // pictures that the layer makes; 0 means 1
	Side   int  // of the square patch, >= 1
	Stride int  // from one patch to the next; 0 means 1
	Pad    Pad  // the border of the picture; the zero value is Inside
	Biases bool // of a Shared layer: each unit has a bias of its own, as in Le Cun's networks; else each map has one
}

func (l Layer) check(name string) error {
	err := errors.Join(l.Kind.Check(name+"Kind"), l.Activation.Check(name+"Activation"), l.Pad.Check(name+"Pad"))
	if err != nil {
		return err
	}
	if l.Kind == Dense {
		return errors.Join(
			input.Param(l.Units >= 1 && l.Units <= input.MaxNumbers, name+"Units", l.Units, "a number >= 1"),
			input.Param(l.Patches == Patches{}, name+"Patches", l.Patches, "none in a dense layer"),
		)
	}
	return errors.Join(
		input.Param(l.Units == 0, name+"Units", l.Units, "0, since the patches say how many"),
		input.Param(l.Maps >= 0 && l.Maps <= 1<<20, name+"Maps", l.Maps, "a number in 0..2^20"),
		input.Param(l.Side >= 1 && l.Side <= 1<<15, name+"Side", l.Side, "a number in 1..2^15"),
		input.Param(l.Stride >= 0 && l.Stride <= 1<<15, name+"Stride", l.Stride, "a number in 0..2^15"),
		input.Param(!l.Biases || l.Kind == Shared, name+"Biases", l.Biases, "false in a local layer, whose units have biases of their own anyway"),
	)
}

// out is the shape of a layer on a picture.
func (l Layer) out(name string, in Shape) (Shape, error) {
	if l.Kind == Dense {
		return Shape{Cols: l.Units}.whole(), nil
	}
	stride := orOne(l.Stride)
	s := Shape{Rows: l.along(in.Rows, stride), Cols: l.along(in.Cols, stride), Maps: orOne(l.Maps)}
	if s.Rows < 1 || s.Cols < 1 {
		return s, input.Param(false, name+"Side", l.Side, fmt.Sprintf("at most the sides of the picture below, which is %v", in))
	}
	return s, s.check(name + "Maps")
}

// along is the number of patches along a side of a picture.
func (l Layer) along(side, stride int) int {
	if l.Pad == Same {
		return (side + stride - 1) / stride
	}
	if side < l.Side {
		return 0
	}
	return (side-l.Side)/stride + 1
}
