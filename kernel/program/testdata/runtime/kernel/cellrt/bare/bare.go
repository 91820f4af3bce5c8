// Package bare stands for the real one in tests of package program: it runs a program that has no variables.
package bare

// Program is a cell that reaches no variable.
type Program struct {
	Inits []func()
	Cell  func()
}

// Main runs the program.
func Main(p Program) {
	for _, f := range p.Inits {
		f()
	}
	if p.Cell != nil {
		p.Cell()
	}
}
