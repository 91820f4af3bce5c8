package figure

// Grid is a page of figures in rows: small multiples. NewGrid makes one.
type Grid struct {
	Title   string
	Cols    int // figures in a row; 0 for as many as look well
	Figures []*Figure
	Width   float64 // of the whole page in CSS pixels, 0 for the default
	Height  float64 // of the whole page in CSS pixels, 0 for the default
	AsPNG   bool
}

// NewGrid returns a page with cols figures in a row; cols below 1 leaves it to the page.
func NewGrid(title string, cols int, figures ...*Figure) *Grid {
	return (&Grid{Title: title, Cols: max(cols, 0)}).Add(figures...)
}

// Add puts figures on the page, in rows from the top left. A nil figure leaves its place empty.
func (g *Grid) Add(figures ...*Figure) *Grid {
	g.Figures = append(g.Figures, figures...)
	return g
}

// Figure adds an empty figure to the page and returns it.
func (g *Grid) Figure(title string) *Figure {
	f := New(title)
	g.Figures = append(g.Figures, f)
	return f
}

// Size sets the size of the whole page in CSS pixels.
func (g *Grid) Size(width, height float64) *Grid {
	g.Width, g.Height = width, height
	return g
}

// PNG asks for a PNG picture in place of SVG.
func (g *Grid) PNG() *Grid {
	g.AsPNG = true
	return g
}

// Err returns what could not be drawn and why, or nil.
func (g *Grid) Err() error {
	var all []string
	for _, f := range g.Figures {
		if f != nil {
			all = append(all, f.Problems...)
		}
	}
	return problemsError(g.Title, all)
}

// Frames is a sequence of pages of which a reader sees one at a time and moves with a slider. It needs no kernel.
type Frames struct {
	Title  string
	Pages  []*Grid
	Names  []string // what the slider says at each page
	Millis int      // of one page when it plays by itself
}

// NewFrames returns an empty sequence.
func NewFrames(title string) *Frames { return &Frames{Title: title, Millis: 600} }

// Add appends a page of one figure; name is what the slider says there, such as "t = 3".
func (s *Frames) Add(name string, f *Figure) *Frames {
	return s.AddGrid(name, &Grid{Figures: []*Figure{f}})
}

// AddGrid appends a page of several figures.
func (s *Frames) AddGrid(name string, g *Grid) *Frames {
	s.Pages = append(s.Pages, g)
	s.Names = append(s.Names, name)
	return s
}

// Err returns what could not be drawn and why, or nil.
func (s *Frames) Err() error {
	var all []string
	for _, g := range s.Pages {
		if err := g.Err(); err != nil {
			all = append(all, err.Error())
		}
	}
	return problemsError(s.Title, all)
}
