package render

import (
	"errors"

	"github.com/mercer-go/mercer/display/frame"
)

// Bundle draws an encoded figure, grid or sequence of frames: the pictures and a text alternative, best first.
func Bundle(spec []byte) ([]frame.Part, error) { return nil, errors.New("render: not a figure") }
