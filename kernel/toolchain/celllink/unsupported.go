package celllink

import "fmt"

// Unsupported is why a cell is not linked with its base: something is not known to come out as the Go linker would make it.
// The Go linker is then to link the program.
type Unsupported struct{ Reason string }

func (u *Unsupported) Error() string { return "celllink: not linked: " + u.Reason }

func refuse(format string, args ...any) error { return &Unsupported{fmt.Sprintf(format, args...)} }
