package value

// At is item i, j, … of a value: a component of a vector, an entry or (one index) none of a matrix, an item of a tuple or family.
// Indices begin with 1, those of a family with its First.
func (o *Ops[T]) At(a Value[T], index ...int) (Value[T], error) {
	switch {
	case a.Kind == Matrix && len(index) == 2:
		if err := inRange(a, index[0], 1, a.Rows); err != nil {
			return Value[T]{}, err
		}
		if err := inRange(a, index[1], 1, a.Cols); err != nil {
			return Value[T]{}, err
		}
		return o.Number(a.A[(index[0]-1)*a.Cols+index[1]-1]), nil
	case (a.Kind == Vector || a.Kind == Row) && len(index) == 1:
		if err := inRange(a, index[0], 1, len(a.A)); err != nil {
			return Value[T]{}, err
		}
		return o.Number(a.A[index[0]-1]), nil
	case (a.Kind == Tuple || a.Kind == Family) && len(index) >= 1:
		return o.item(a, index)
	case a.Kind == Ones && len(index) == 1:
		return o.Number(a.N), nil
	}
	return Value[T]{}, misfit1(count(len(index), "index"), a)
}

// item is an item of a tuple or family, and what the further indices make of it.
func (o *Ops[T]) item(a Value[T], index []int) (Value[T], error) {
	first := 1
	if a.Kind == Family {
		first = a.First
	}
	if err := inRange(a, index[0], first, first+len(a.Items)-1); err != nil {
		return Value[T]{}, err
	}
	x := a.Items[index[0]-first]
	if len(index) == 1 {
		return x, nil
	}
	return o.At(x, index[1:]...)
}

func inRange[T any](a Value[T], i, first, last int) error {
	if i < first || i > last {
		return &IndexError{Index: i, First: first, Last: last, Of: "a " + a.Shape()}
	}
	return nil
}

// RowOf is row i of a matrix, as a row.
func (o *Ops[T]) RowOf(a Value[T], i int) (Value[T], error) {
	if a.Kind != Matrix {
		return Value[T]{}, misfit1("a row", a)
	}
	if err := inRange(a, i, 1, a.Rows); err != nil {
		return Value[T]{}, err
	}
	return o.Row(a.A[(i-1)*a.Cols : i*a.Cols : i*a.Cols]...), nil
}

// ColumnOf is column j of a matrix, as a vector.
func (o *Ops[T]) ColumnOf(a Value[T], j int) (Value[T], error) {
	if a.Kind != Matrix {
		return Value[T]{}, misfit1("a column", a)
	}
	if err := inRange(a, j, 1, a.Cols); err != nil {
		return Value[T]{}, err
	}
	c := make([]T, a.Rows)
	for i := range c {
		c[i] = a.A[i*a.Cols+j-1]
	}
	return o.Vector(c...), nil
}

// Diag is the diagonal matrix of a vector, or the vector of the diagonal of a matrix.
func (o *Ops[T]) Diag(a Value[T]) (Value[T], error) {
	switch a.Kind {
	case Ones:
		return o.Identity(a.N), nil
	case Vector, Row:
		m := o.scalarMatrix(o.F.Int(0), len(a.A))
		for i, x := range a.A {
			m.A[i*(len(a.A)+1)] = x
		}
		return m, nil
	case Matrix:
		d := make([]T, min(a.Rows, a.Cols))
		for i := range d {
			d[i] = a.A[i*a.Cols+i]
		}
		return o.Vector(d...), nil
	}
	return Value[T]{}, misfit1("the diagonal", a)
}

// Block puts a matrix together from blocks: numbers, vectors (columns), rows and matrices. A number is 1×1; where its row or column of
// blocks is of another size it must be 0 and stands for a block of zeros. I and 𝟏 take the size of their place. A single column is
// a Vector, a single row a Row.
func (o *Ops[T]) Block(rows [][]Value[T]) (Value[T], error) {
	g, err := o.grid(rows)
	if err != nil {
		return Value[T]{}, err
	}
	height, width := sumOf(g.heights), sumOf(g.widths)
	if err := o.Spend(0, height*width); err != nil {
		return Value[T]{}, err
	}
	c := repeat(o.F.Int(0), height*width)
	top := 0
	for i, row := range rows {
		left := 0
		for j, b := range row {
			if err := o.place(c[top*width+left:], width, b, g.heights[i], g.widths[j]); err != nil {
				return Value[T]{}, err
			}
			left += g.widths[j]
		}
		top += g.heights[i]
	}
	kind := Matrix
	switch {
	case width == 1:
		kind = Vector
	case height == 1:
		kind = Row
	}
	return Value[T]{Kind: kind, A: c, Rows: height, Cols: width}, nil
}

// grid is the heights of the rows and the widths of the columns of blocks.
type grid struct{ heights, widths []int }

func (o *Ops[T]) grid(rows [][]Value[T]) (grid, error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return grid{}, &ShapeError{Op: "the matrix", A: "row without entries"}
	}
	g := grid{make([]int, len(rows)), make([]int, len(rows[0]))}
	for i, row := range rows {
		if len(row) != len(g.widths) {
			return g, &ShapeError{Op: "the matrix", A: "row with " + count(len(g.widths), "entry"), B: "row with " + count(len(row), "entry")}
		}
		for j, b := range row {
			if b.Dense() {
				g.heights[i], g.widths[j] = max(g.heights[i], b.Rows), max(g.widths[j], b.Cols)
			}
		}
	}
	return g, g.fill(rowsHaveNumbers(rows))
}

// rowsHaveNumbers says whether each row, and each column, has a block that may be 1 high, or wide.
func rowsHaveNumbers[T any](rows [][]Value[T]) (high, wide []bool, square [][]bool) {
	high, wide, square = make([]bool, len(rows)), make([]bool, len(rows[0])), make([][]bool, len(rows))
	for i, row := range rows {
		square[i] = make([]bool, len(row))
		for j, b := range row {
			high[i] = high[i] || b.Kind == Number || b.Kind == OnesRow
			wide[j] = wide[j] || b.Kind == Number || b.Kind == Ones
			square[i][j] = b.Kind == Identity
		}
	}
	return high, wide, square
}

// fill gives sizes to rows and columns without a block that has one: an identity makes its place square, a number is 1×1.
func (g grid) fill(high, wide []bool, square [][]bool) error {
	for range g.heights {
		for i := range square {
			for j, is := range square[i] {
				if is {
					g.heights[i], g.widths[j] = max(g.heights[i], g.widths[j]), max(g.heights[i], g.widths[j])
				}
			}
		}
	}
	for i, h := range g.heights {
		if h == 0 && !high[i] {
			return ErrNoSize
		}
		g.heights[i] = max(h, 1)
	}
	for j, w := range g.widths {
		if w == 0 && !wide[j] {
			return ErrNoSize
		}
		g.widths[j] = max(w, 1)
	}
	return nil
}

// place writes block b, of the given size, into c, whose rows are width apart.
func (o *Ops[T]) place(c []T, width int, b Value[T], rows, cols int) error {
	switch {
	case b.Kind == Number && (rows == 1 && cols == 1 || o.F.IsConstant(b.N) && o.F.Cmp(b.N, o.F.Int(0)) == 0):
		c[0] = b.N
		return nil
	case b.Kind == Ones && cols == 1:
		b = o.Vector(repeat(b.N, rows)...)
	case b.Kind == OnesRow && rows == 1:
		b = o.Row(repeat(b.N, cols)...)
	case b.Kind == Identity && rows == cols:
		b = o.scalarMatrix(b.N, rows)
	}
	if !b.Dense() || b.Rows != rows || b.Cols != cols {
		return misfit("the block matrix", b, Value[T]{Kind: Matrix, Rows: rows, Cols: cols})
	}
	for i := range rows {
		copy(c[i*width:], b.A[i*cols:(i+1)*cols])
	}
	return nil
}

func sumOf(a []int) int {
	sum := 0
	for _, x := range a {
		sum += x
	}
	return sum
}
