package program

import "time"

// Phases says how long each step to an executable took.
type Phases struct {
	Imports time.Duration // listing and loading packages
	Compose time.Duration // parsing, checking, composing
	Compile time.Duration
	Link    time.Duration
}
