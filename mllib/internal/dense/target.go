package dense

// region says which entries of C are computed.
type region int

const (
	everywhere   region = iota
	lowerEntries        // on and below the diagonal
	upperEntries        // on and above it
)

// target is C, or the block of it that begins at entry (top, left).
type target struct {
	view
	region    region
	top, left int
}

// block is the block of rows×cols entries from (i, j) on.
func (c target) block(i, j, rows, cols int) target {
	return target{c.part(i, j, rows, cols), c.region, c.top + i, c.left + j}
}

// span is the range lo, ..., hi-1 of entries of row i that are computed.
func (c target) span(i int) (lo, hi int) {
	diagonal := c.top + i - c.left
	switch c.region {
	case lowerEntries:
		return 0, max(0, min(c.cols, diagonal+1))
	case upperEntries:
		return max(0, min(c.cols, diagonal)), c.cols
	}
	return 0, c.cols
}

// whole is the range from, ..., to-1 of rows that are in tiles of height×width entries, one below another, of which all are computed.
func (c target) whole(height, width int) (from, to int) {
	to = c.rows / height * height
	if c.cols < width {
		return 0, 0
	}
	switch c.region {
	case lowerEntries:
		from = max(0, c.left+width-1-c.top)
		from = min(to, (from+height-1)/height*height)
	case upperEntries:
		to = min(to, max(0, c.left-c.top+1)/height*height)
	}
	return from, to
}

// empty tells whether no entry of the block is computed: the first and the last row have the longest and the shortest span, or the other way
// round.
func (c target) empty() bool {
	return c.region != everywhere && max(c.length(0), c.length(c.rows-1)) == 0
}

func (c target) length(i int) int {
	lo, hi := c.span(i)
	return hi - lo
}
