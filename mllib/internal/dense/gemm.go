package dense

const (
	depth      = 256  // the depth of a block, the same everywhere: the bits of a product depend on it
	blockCols  = 2016 // columns of a packed block of B: 4 MB, for a third cache, from which the tiles fetch the next panel ahead
	chunkTiles = 8    // tiles in a row from which it pays to split columns among goroutines
)

// gemm adds alpha·A·B to C. The shapes fit; C shares no memory with A and B.
func (e engine) gemm(alpha float64, a, b, c view) {
	if alpha == 0 || a.cols == 0 || c.rows == 0 || c.cols == 0 {
		return
	}
	if !c.byRows() {
		a, b, c = b.t(), a.t(), c.t()
	}
	work := c.rows * c.cols * a.cols
	switch {
	case work <= tinyWork:
		gemmPlain(alpha, a, b, c)
	case c.cols <= narrow && c.rows > 4*c.cols:
		e.gemmNarrow(alpha, a, b, c)
	case work <= smallWork:
		e.set.gemmByRows(alpha, a, b, target{view: c})
	case c.rows < 3:
		e.forWork(work).gemmFewRows(alpha, a, b, c)
	default:
		e.forWork(work).gemmPacked(alpha, a, b, target{view: c})
	}
}

// gemmRegion is gemm for a C that lies row by row, of which some entries are computed.
func (e engine) gemmRegion(alpha float64, a, b view, c target) {
	work := c.rows * c.cols * a.cols
	if work <= smallWork {
		e.set.gemmByRows(alpha, a, b, c)
		return
	}
	e.forWork(work/2).gemmPacked(alpha, a, b, c)
}

// gemmFewRows adds alpha·A·B to a C of few rows, for which packing B does not pay; its columns are shared out.
func (e engine) gemmFewRows(alpha float64, a, b, c view) {
	e.pieces(c.cols, granule, func(e engine, lo, hi int) {
		e.set.gemmByRows(alpha, a, b.columns(lo, hi), target{view: c.columns(lo, hi)})
	})
}

// gemmPacked adds alpha·A·B to C in blocks that are packed.
func (e engine) gemmPacked(alpha float64, a, b view, c target) {
	_, cols := e.set.tile()
	packed, giveBack := borrow(panels(min(c.cols, blockCols), cols, min(a.cols, depth)))
	defer giveBack()
	for j := 0; j < c.cols; j += blockCols {
		n := min(blockCols, c.cols-j)
		for p := 0; p < a.cols; p += depth {
			k := min(depth, a.cols-p)
			e.packAll(packed, b.part(p, j, k, n).t(), cols)
			e.addBlocks(alpha, a.part(0, p, a.rows, k), packed, c.block(0, j, c.rows, n))
		}
	}
}

// packAll packs the rows of v in panels of width, on all workers.
func (e engine) packAll(dst []float64, v view, width int) {
	const panelsEach = 8
	rows := panelsEach * width
	e.each((v.rows+rows-1)/rows, func(i int) {
		n := min(rows, v.rows-i*rows)
		e.set.pack(dst[i*rows*v.cols:], v.part(i*rows, 0, n, v.cols), width)
	})
}

// addBlocks adds alpha·A·B to C, for at most depth columns of A and a packed B: block by block of rows, and, where these are too few for
// all workers, by pieces of the columns.
func (e engine) addBlocks(alpha float64, a view, b []float64, c target) {
	height := e.blockHeight(a.rows, c.region)
	_, tile := e.set.tile()
	blocks := (a.rows + height - 1) / height
	pieces := 1
	if blocks < e.workers {
		pieces = max(1, min((e.workers+blocks-1)/blocks, c.cols/(chunkTiles*tile)))
	}
	cols := (c.cols + pieces - 1) / pieces
	cols = (cols + tile - 1) / tile * tile
	pieces = (c.cols + cols - 1) / cols
	e.each(blocks*pieces, func(i int) {
		if c.region == lowerEntries {
			i = blocks*pieces - 1 - i // the blocks with most entries first
		}
		top, left := i/pieces*height, i%pieces*cols
		part := c.block(top, left, min(height, c.rows-top), min(cols, c.cols-left))
		if !part.empty() {
			e.set.addBlock(alpha, a.part(top, 0, part.rows, a.cols), b[left*a.cols:], part)
		}
	})
}

// blockHeight is the number of rows of a block of A, such that all workers have the same number of blocks where that can be, and more
// than one if the blocks of a triangle differ in work.
func (e engine) blockHeight(rows int, r region) int {
	tile, _ := e.set.tile()
	blocks := (rows + e.set.blockRows() - 1) / e.set.blockRows()
	if e.workers > 1 && rows >= e.workers*4*tile {
		if r != everywhere {
			blocks = max(blocks, 4*e.workers)
		}
		blocks = (blocks + e.workers - 1) / e.workers * e.workers
	}
	height := (rows + blocks - 1) / blocks
	return (height + tile - 1) / tile * tile
}

// addBlock packs A and adds alpha·A·B to C, tile by tile: a panel of B stays in the first cache while the panels of A pass.
func (s instructions) addBlock(alpha float64, a view, b []float64, c target) {
	height, width := s.tile()
	k := a.cols
	packed, giveBack := borrow(panels(a.rows, height, k))
	defer giveBack()
	s.pack(packed, a, height)
	var part [tileNumbers]float64
	for j := 0; j < c.cols; j += width {
		column := c.block(0, j, c.rows, min(width, c.cols-j))
		from, to := column.whole(height, width)
		for i := 0; i < c.rows; i += height {
			if i == from && from < to {
				s.multiply((to-from)/height, k, alpha, packed[i*k:], b[j*k:], column.data[i*c.down:], c.down)
				i = to
			}
			if i < c.rows {
				s.addPart(k, alpha, packed[i*k:], b[j*k:], column.block(i, 0, min(height, c.rows-i), column.cols), part[:])
			}
		}
	}
}

// addPart adds the product of two panels to a part of a tile, on a copy in a tile that may hold anything.
func (s instructions) addPart(k int, alpha float64, a, b []float64, c target, tile []float64) {
	if c.empty() {
		return
	}
	_, width := s.tile()
	for i := range c.rows {
		lo, hi := c.span(i)
		copy(tile[i*width+lo:], c.row(i)[lo:hi])
	}
	s.multiply(1, k, alpha, a, b, tile, width)
	for i := range c.rows {
		lo, hi := c.span(i)
		copy(c.row(i)[lo:hi], tile[i*width+lo:])
	}
}
