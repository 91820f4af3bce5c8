//go:build mercer

package send

// withoutFrames is the way of a program that no Mercer kernel started.
func withoutFrames() transport { return terminal{} }
