package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Space is points, paths and surfaces in space. From draws them as they are seen from a direction, without perspective and nearer ones over those behind them, in a box of axes; Turn
// as a sequence of such pictures around the vertical axis, behind a slider. On paper the first one is seen.
type Space struct {
	Title         string
	XAxis         string // labels
	YAxis         string
	ZAxis         string
	Width, Height float64 // in CSS pixels, 0 for the default

	equal    bool
	pieces   []piece
	names    []string // of the series
	styles   []Style
	bar      string // label of the colours of values
	problems []string
}

// piece is a point, a part of a path or a face of a surface.
type piece struct {
	corners [][3]float64
	value   float64 // for the colour, NaN for that of the series
	series  int     // from 1
}

// NewSpace returns an empty space with a title, which may be empty.
func NewSpace(title string) *Space { return &Space{Title: title} }

// Axes labels the axes; z points upwards.
func (s *Space) Axes(x, y, z string) *Space {
	s.XAxis, s.YAxis, s.ZAxis = x, y, z
	return s
}

// Equal makes one unit as long along all axes.
func (s *Space) Equal() *Space {
	s.equal = true
	return s
}

// Size sets the size in CSS pixels.
func (s *Space) Size(width, height float64) *Space {
	s.Width, s.Height = width, height
	return s
}

// Points draws each row of X, a matrix of three columns or a [][]float64, as a dot.
func (s *Space) Points(name string, X any, opts ...Option) *Space {
	return s.dots("points", name, X, nil, opts)
}

// Shaded draws each row of X as a dot in the colour of its value, with a colour bar, which name labels.
func (s *Space) Shaded(name string, X any, value []float64, opts ...Option) *Space {
	s.bar = name
	return s.dots("shaded points", "", X, value, opts)
}

// Path draws a line through the rows of X, in their order.
func (s *Space) Path(name string, X any, opts ...Option) *Space {
	rows, ok := s.rows("path", name, X)
	if !ok {
		return s
	}
	k := s.series(name, opts)
	for i := 1; i < len(rows); i++ {
		s.add(piece{rows[i-1 : i+1], math.NaN(), k})
	}
	return s
}

// Edges draws a line for each edge between rows of X, as of a graph of neighbours.
func (s *Space) Edges(name string, X any, edges [][2]int, opts ...Option) *Space {
	rows, ok := s.rows("edges", name, X)
	if !ok {
		return s
	}
	k := s.series(name, opts)
	for i, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(rows) {
			return s.problem("edges %q: edge %d joins %d and %d of %d points", name, i, e[0], e[1], len(rows))
		}
		s.add(piece{[][3]float64{rows[e[0]], rows[e[1]]}, math.NaN(), k})
	}
	return s
}

// Surface draws z = f(x, y) over a grid as faces in the colour of their height, with a colour bar, which name labels. x and y increase; grids of up to 60 × 60 are drawn.
func (s *Space) Surface(name string, x, y []float64, f func(x, y float64) float64, opts ...Option) *Space {
	const most = 60
	if len(x) < 2 || len(y) < 2 || len(x) > most || len(y) > most || !rising(x) || !rising(y) || f == nil {
		return s.problem("surface %q: %d × %d places, want increasing numbers, 2 to %d of them, and a function", name, len(x), len(y), most)
	}
	s.bar = name
	k := s.series("", opts)
	at := func(i, j int) [3]float64 { return [3]float64{x[i], y[j], f(x[i], y[j])} }
	for j := 1; j < len(y); j++ {
		for i := 1; i < len(x); i++ {
			face := [][3]float64{at(i-1, j-1), at(i, j-1), at(i, j), at(i-1, j)}
			s.add(piece{face, (face[0][2] + face[1][2] + face[2][2] + face[3][2]) / 4, k})
		}
	}
	return s
}

func (s *Space) dots(what, name string, X any, value []float64, opts []Option) *Space {
	rows, ok := s.rows(what, name, X)
	if !ok {
		return s
	}
	if value != nil && len(value) != len(rows) {
		return s.problem("%s %q: %d points and %d values", what, name, len(rows), len(value))
	}
	k := s.series(name, opts)
	for i, p := range rows {
		v := math.NaN()
		if value != nil {
			v = value[i]
		}
		s.add(piece{[][3]float64{p}, v, k})
	}
	return s
}

func (s *Space) rows(what, name string, X any) ([][3]float64, bool) {
	rows, err := rowsOf(X)
	if err != nil {
		s.problem("%s %q: %v", what, name, err)
		return nil, false
	}
	out := make([][3]float64, len(rows))
	for i, row := range rows {
		if len(row) != 3 {
			s.problem("%s %q: row %d has %d numbers, want 3", what, name, i, len(row))
			return nil, false
		}
		copy(out[i][:], row)
	}
	return out, true
}

// add leaves out what has no finite place.
func (s *Space) add(p piece) {
	for _, c := range p.corners {
		if !finite(c[0]) || !finite(c[1]) || !finite(c[2]) {
			return
		}
	}
	s.pieces = append(s.pieces, p)
}

// series is the number of a new series.
func (s *Space) series(name string, opts []Option) int {
	var style Style
	for _, o := range opts {
		o.apply(&style)
	}
	if style.hidden {
		name = ""
	}
	s.names, s.styles = append(s.names, name), append(s.styles, style)
	return len(s.names)
}

func (s *Space) problem(format string, args ...any) *Space {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
	return s
}

// Turn returns pictures from so many directions around the vertical axis, the first of them from azimuth, at one elevation (both in degrees).
func (s *Space) Turn(pictures int, azimuth, elevation float64) *Frames {
	frames := NewFrames(s.Title)
	untitled := *s
	untitled.Title = ""
	for k := range max(1, min(pictures, 36)) {
		a := azimuth + 360*float64(k)/float64(pictures)
		frames.Add(fmt.Sprintf("from %.0f°", math.Mod(a, 360)), untitled.From(a, elevation))
	}
	return frames
}

// From draws the space as seen from a direction: azimuth is the angle around the vertical axis from which one looks, elevation that above the plane, both in degrees.
func (s *Space) From(azimuth, elevation float64) *Figure {
	f := New(s.Title).NoAxes().Equal()
	f.Width, f.Height = s.Width, s.Height
	f.Problems = append(f.Problems, s.problems...)
	if len(s.pieces) == 0 {
		return f.problem("space %q: nothing with a finite place", s.Title)
	}
	if !finite(azimuth) || !finite(elevation) {
		return f.problem("space %q: seen from (%g, %g) degrees", s.Title, azimuth, elevation)
	}
	v := s.look(azimuth, elevation)
	v.box(f)
	f.add(s.scene(v, azimuth, elevation), false, nil)
	v.labels(f, s)
	x, y := Span(v.allX)
	lo, hi := Span(v.allY)
	f.XRange(x-.02, y+.02).YRange(lo-.02, hi+.02)
	return f
}

// view maps the box to the plane of the picture.
type view struct {
	lo, hi     [3]float64 // of the data
	unit       [3]float64 // the sides of the box, the largest of them 1
	right, up  [3]float64
	towards    [3]float64 // to the eye
	allX, allY []float64  // places that must be in the picture
}

func (s *Space) look(azimuth, elevation float64) *view {
	v := &view{lo: s.pieces[0].corners[0], hi: s.pieces[0].corners[0]}
	for _, p := range s.pieces {
		for _, c := range p.corners {
			for a := range 3 {
				v.lo[a], v.hi[a] = min(v.lo[a], c[a]), max(v.hi[a], c[a])
			}
		}
	}
	largest := 0.0
	for a := range 3 {
		if v.hi[a] == v.lo[a] { // a plane
			v.lo[a], v.hi[a] = v.lo[a]-.5, v.hi[a]+.5
		}
		largest = max(largest, v.hi[a]-v.lo[a])
	}
	for a := range 3 {
		v.unit[a] = 1
		if s.equal {
			v.unit[a] = (v.hi[a] - v.lo[a]) / largest
		}
	}
	sa, ca := math.Sincos(azimuth * math.Pi / 180)
	se, ce := math.Sincos(elevation * math.Pi / 180)
	v.right, v.up, v.towards = [3]float64{-sa, ca, 0}, [3]float64{-ca * se, -sa * se, ce}, [3]float64{ca * ce, sa * ce, se}
	return v
}

// at is the place of a point of the data in the picture, and how near it is.
func (v *view) at(p [3]float64) (x, y, near float64) {
	for a := range 3 {
		t := (p[a]-v.lo[a])/(v.hi[a]-v.lo[a]) - .5
		t *= v.unit[a]
		x, y, near = x+float64(v.right[a]*t), y+float64(v.up[a]*t), near+float64(v.towards[a]*t)
	}
	// Rounded, so that the last bit of another machine does not show.
	return math.Round(x*1e7)/1e7 + 0, math.Round(y*1e7)/1e7 + 0, math.Round(near*1e7) / 1e7
}

// corner k of the box has the upper end of axis a where bit a of k is set.
func (v *view) corner(k int) [3]float64 {
	c := v.lo
	for a := range 3 {
		if k>>a&1 == 1 {
			c[a] = v.hi[a]
		}
	}
	return c
}

// box draws the edges of the box but for the three at the nearest corner.
func (v *view) box(f *Figure) {
	nearest, best := 0, math.Inf(-1)
	for k := range 8 {
		x, y, near := v.at(v.corner(k))
		v.allX, v.allY = append(v.allX, x), append(v.allY, y)
		if near > best {
			nearest, best = k, near
		}
	}
	var xs, ys []float64
	for k := range 8 {
		for a := range 3 {
			if other := k | 1<<a; other != k && k != nearest && other != nearest {
				xs, ys = append(xs, v.allX[k], v.allX[other], math.NaN()), append(ys, v.allY[k], v.allY[other], math.NaN())
			}
		}
	}
	f.add(Layer{Kind: Line, X: xs, Y: ys, Style: Style{Color: "gray", Width: 0.8}}, false, nil)
}

// labels writes at one edge for each axis its ends and its name: at the lowest ones of x and y, at the leftmost of z.
func (v *view) labels(f *Figure, s *Space) {
	l := Layer{Kind: Boxes, Style: Style{Color: "white"}}
	for a, name := range []string{s.XAxis, s.YAxis, s.ZAxis} {
		k := v.edge(a)
		other := k | 1<<a
		mx, my := (v.allX[k]+v.allX[other])/2, (v.allY[k]+v.allY[other])/2
		out := math.Hypot(mx, my)
		dx, dy := 0.0, -1.0
		if out > 1e-6 {
			dx, dy = mx/out, my/out
		}
		if a == 2 {
			dx, dy = -1, 0
		}
		put := func(t, away float64, text string) {
			x, y := v.allX[k]+t*(v.allX[other]-v.allX[k])+away*dx, v.allY[k]+t*(v.allY[other]-v.allY[k])+away*dy
			if text != "" {
				l.X, l.Y, l.Text = append(l.X, math.Round(x*1e7)/1e7), append(l.Y, math.Round(y*1e7)/1e7), append(l.Text, text)
			}
		}
		put(.13, .08, short(v.lo[a]))
		put(.87, .08, short(v.hi[a]))
		put(.5, .15, name)
	}
	for i, x := range l.X { // with room for the words
		v.allX, v.allY = append(v.allX, x-.08, x+.08), append(v.allY, l.Y[i])
	}
	f.add(l, false, nil)
}

// short is a number with three digits.
func short(v float64) string {
	scale := math.Pow(10, 2-math.Floor(math.Log10(max(math.Abs(v), 1e-300))))
	if r := math.Round(v*scale) / scale; finite(r) {
		return Number(r + 0)
	}
	return Number(v)
}

// edge is the lower corner of the edge along axis a at which its labels stand.
func (v *view) edge(a int) int {
	best, least := 0, math.Inf(1)
	for k := range 8 {
		if k>>a&1 == 1 {
			continue
		}
		at := v.allY[k] + v.allY[k|1<<a]
		if a == 2 {
			at = v.allX[k] + v.allX[k|1<<a]
		}
		if at < least-1e-9 {
			best, least = k, at
		}
	}
	return best
}

// scene is all pieces, the farthest first.
func (s *Space) scene(v *view, azimuth, elevation float64) Layer {
	type seen struct {
		piece
		x, y []float64
		near float64
	}
	all := make([]seen, len(s.pieces))
	for i, p := range s.pieces {
		all[i].piece = p
		for _, c := range p.corners {
			x, y, near := v.at(c)
			all[i].x, all[i].y = append(all[i].x, x), append(all[i].y, y)
			all[i].near += near / float64(len(p.corners))
		}
	}
	slices.SortStableFunc(all, func(a, b seen) int { return cmp.Compare(a.near, b.near) })
	l := Layer{Kind: Scene, Name: s.bar, Text: s.legend()}
	for _, p := range all {
		l.X, l.Y = append(l.X, p.x...), append(l.Y, p.y...)
		l.Lo, l.Hi, l.Z = append(l.Lo, float64(len(p.corners))), append(l.Hi, float64(p.series)), append(l.Z, p.value)
	}
	l.Text = append(l.Text, fmt.Sprintf("from %.0f° around and %.0f° above", azimuth, elevation))
	return l
}

// legend has four texts for each series: its name, colour, radius or width in pixels, and opacity, where they were given.
func (s *Space) legend() []string {
	var all []string
	for i, style := range s.styles {
		colour := style.Color
		if colour == "" {
			colour = Palette[i%len(Palette)]
		}
		size := max(style.Size, style.Width)
		all = append(all, s.names[i], colour, Number(size), Number(style.Alpha))
	}
	return all
}

func sceneFits(l Layer) bool {
	if !points(l) || len(l.Lo) != len(l.Hi) || len(l.Lo) != len(l.Z) || len(l.Text)%4 != 1 {
		return false
	}
	sum := 0.0
	for i, n := range l.Lo {
		if !(n >= 1 && n <= 1e6 && n == math.Trunc(n) && l.Hi[i] >= 1 && 4*l.Hi[i] < float64(len(l.Text)) && l.Hi[i] == math.Trunc(l.Hi[i])) {
			return false
		}
		sum += n
	}
	return sum == float64(len(l.X))
}

func sceneWords(l Layer, words string) string {
	count := map[int]int{}
	for _, n := range l.Lo {
		count[min(int(n), 3)]++
	}
	text := words + " " + l.Text[len(l.Text)-1]
	for n, what := range []string{1: "points", 2: "lines", 3: "faces"} {
		if count[n] > 0 {
			text += fmt.Sprintf(", %d %s", count[n], what)
		}
	}
	for k := 0; k+4 < len(l.Text); k += 4 {
		if l.Text[k] != "" {
			text += ", “" + l.Text[k] + "”"
		}
	}
	if lo, hi := Span(l.Z); lo <= hi {
		text += ", " + named("values", l.Name) + " in " + interval(lo, hi)
	}
	return text
}
