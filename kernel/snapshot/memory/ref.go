package memory

// Ref is a package-level variable of an imported package. A pointer into it, or equal to the pointer that it holds when
// the program starts, is carried as a reference.
type Ref struct {
	Name string
	Ptr  any // pointer to it
}
