package single

import "github.com/mercer-go/mercer/mllib/internal/scratch"

// Memory lends that of copies in single precision.
var Memory scratch.Of[float32]
