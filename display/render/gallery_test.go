package render

import (
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/figure"
)

// The gallery has one page for each kind of layer and for the ways in which they are put together. Golden files hold
// their SVG.

type page struct {
	name string
	grid func() *figure.Grid
}

func single(f *figure.Figure) *figure.Grid { return &figure.Grid{Figures: []*figure.Figure{f}} }

var gallery = []page{
	{"line", func() *figure.Grid {
		x := span(1, 100, 60)
		return single(figure.New("Training error").
			Line("perceptron", x, apply(x, func(t float64) float64 { return 0.5 / math.Sqrt(t) })).
			Line("boosting", x, apply(x, func(t float64) float64 { return 0.4 * math.Exp(-t/15) }), figure.Dashed).
			HLine("Bayes error", 0.05, figure.Color("gray"), figure.Dotted).
			Axes("round t", "error"))
	}},
	{"scatter", func() *figure.Grid {
		x, y, l := blobs(3, 40)
		return single(figure.New("Three classes").Classes(rows(x, y), l).Axes("x₁", "x₂"))
	}},
	{"margins", func() *figure.Grid {
		x, y, l := blobs(2, 25)
		return single(figure.New("Decision line and margins").Classes(rows(x, y), l).
			Margins("⟨w, x⟩ + b = 0", []float64{1, 0.3}, -2.6, figure.Color("black")).Axes("x₁", "x₂").Equal())
	}},
	{"regions", func() *figure.Grid {
		x, y, l := blobs(3, 30)
		return single(figure.New("Regions of the nearest mean").Classes(rows(x, y), l).
			Regions(nearestBlob).Axes("x₁", "x₂"))
	}},
	{"beside", func() *figure.Grid { // nothing inside is free for the legend, and one unit is as long either way
		f := figure.New("Levels of two normal laws").XRange(-4, 6).YRange(-3, 4).Regions(nearestBlob)
		for _, r := range []float64{0.5, 1, 1.5, 2} {
			f.Ellipse(map[bool]string{true: "levels of class 0"}[r == 1], []float64{0, 0}, 2, 0.5, 1, r, figure.Color("blue"))
			f.Ellipse(map[bool]string{true: "levels of class 1"}[r == 1], []float64{2, 1}, 2, 0.5, 1, r, figure.Color("vermillion"))
		}
		return single(f.Axes("x₁", "x₂").Equal().Size(640, 330))
	}},
	{"contour", func() *figure.Grid {
		return single(figure.New("Level sets of x² + 2y² − xy").XRange(-3, 3).YRange(-2, 2).
			Contour("f", func(x, y float64) float64 { return x*x + 2*y*y - x*y }, []float64{0.25, 0.5, 1, 2, 4, 8}, figure.Marked).
			Trace("gradient descent", []float64{-2.6, -1.2, -0.7, -0.3, -0.1, 0}, []float64{1.7, 0.2, 0.1, -0.05, 0, 0}, figure.Color("vermillion")).
			Axes("x", "y"))
	}},
	{"heat", func() *figure.Grid {
		return single(figure.New("Posterior").XRange(-3, 3).YRange(-3, 3).
			HeatMap("P(Y = 1 | x)", func(x, y float64) float64 { return 1 / (1 + math.Exp(-x*y)) }).
			Level("1/2", func(x, y float64) float64 { return x * y }, 0, figure.Color("white")).Axes("x₁", "x₂"))
	}},
	{"matrix", func() *figure.Grid {
		m := [][]float64{{1, 0.8, -0.3}, {0.8, 1, 0.1}, {-0.3, 0.1, 1}}
		return single(figure.New("Correlations").HeatMatrix("correlation", m, figure.Marked))
	}},
	{"rows", func() *figure.Grid {
		m := [][]float64{{9, 1}, {2, 8}, {0, 5}}
		return single(figure.New("Rows and columns by name").HeatMatrix("count", m, figure.Marked).
			XTicks([]float64{0, 1}, "cat", "dog").YTicks([]float64{0, 1, 2}, "cats", "dogs", "birds").Axes("predicted", "true"))
	}},
	{"errorbars", func() *figure.Grid {
		x := span(1, 8, 8)
		y := apply(x, func(t float64) float64 { return 3 / t })
		return single(figure.New("Error bars and band").Band("± 1 s.e.", x, apply(y, func(v float64) float64 { return v * 0.8 }), apply(y, func(v float64) float64 { return v * 1.2 })).
			ErrorBars("mean of 10 folds", x, y, apply(y, func(v float64) float64 { return v * 0.15 }), nil).Axes("k", "risk"))
	}},
	{"histogram", func() *figure.Grid {
		r := rand.New(rand.NewPCG(1, 1))
		var v []float64
		for range 500 {
			v = append(v, r.NormFloat64())
		}
		return single(figure.New("500 normal deviates").HistogramDensity("sample", v, 25).Density("kernel estimate", v, 0).
			Curve("φ", func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }, -3.5, 3.5, figure.Dashed, figure.Color("black")).
			Axes("x", "density"))
	}},
	{"loglog", func() *figure.Grid {
		n := []float64{10, 30, 100, 300, 1000, 3000, 10000}
		return single(figure.New("Rates of convergence").LogX().LogY().
			Line("n^(−1/2)", n, apply(n, func(v float64) float64 { return math.Pow(v, -0.5) }), figure.Marked).
			Line("n^(−4/5)", n, apply(n, func(v float64) float64 { return math.Pow(v, -0.8) }), figure.Marked).Axes("n", "risk"))
	}},
	{"step", func() *figure.Grid {
		return single(figure.New("Distribution function").Step("empirical", span(-2, 2, 9), span(0, 1, 9)).
			Stem("mass", span(-2, 2, 9), apply(span(-2, 2, 9), func(x float64) float64 { return 0.3 * math.Exp(-x*x) })).Axes("x", "F(x)"))
	}},
	{"bars", func() *figure.Grid {
		return single(figure.New("Importance of the variables").
			Bars("", []string{"length", "width", "height", "weight"}, []float64{0.42, 0.31, 0.2, 0.07}).Axes("", "share"))
	}},
	{"arrows", func() *figure.Grid {
		f := figure.New("A field and a polygon").Polygon("simplex", []float64{0, 1, 0}, []float64{0, 0, 1}).
			Arrow("w", 0, 0, 1.2, 0.8, figure.Color("vermillion")).Text(1.2, 0.8, "w").Equal().
			Ellipse("level of a normal density", []float64{0.5, 0.5}, 0.2, 0.08, 0.1, 1)
		return single(f.Axes("x₁", "x₂"))
	}},
	{"roc", func() *figure.Grid {
		r := rand.New(rand.NewPCG(2, 2))
		var s, l []float64
		for i := range 200 {
			c := float64(i%2)*2 - 1
			s, l = append(s, r.NormFloat64()+c*0.8), append(l, c)
		}
		return single(figure.New("ROC").ROC("LDA", s, l))
	}},
	{"tree", func() *figure.Grid {
		leaf := func(edge, text string) *figure.Node { return &figure.Node{Text: text, Edge: edge} }
		return single(figure.NewTree("A classification tree", &figure.Node{Text: "x₁ ≤ 2.5 ?\n50 : 50", Children: []*figure.Node{
			{Text: "x₂ ≤ 1 ?\n40 : 10", Edge: "yes", Children: []*figure.Node{leaf("yes", "class 0\n38 : 2"), leaf("no", "class 1\n2 : 8")}},
			leaf("no", "class 1\n10 : 40"),
		}}))
	}},
	{"dendrogram", func() *figure.Grid {
		merges := [][2]int{{0, 1}, {3, 4}, {6, 7}, {2, 9}, {5, 10}, {8, 11}, {12, 13}, {14, 15}}
		heights := []float64{0.6, 0.8, 1, 1.4, 1.5, 2.1, 4.2, 6}
		names := []string{"Aachen", "Bern", "Celle", "Dijon", "Essen", "Fulda", "Genf", "Halle", "Imst"}
		long := make([]string, len(names))
		for i, n := range names {
			long[i] = "a place called " + n
		}
		all := figure.Dendrogram{Merges: merges, Heights: heights}
		named := figure.Dendrogram{Merges: merges, Heights: heights, Leaves: names, Cut: 3}
		side := figure.Dendrogram{Merges: merges, Heights: heights, Leaves: long, Cut: 1.45}
		return figure.NewGrid("Trees of clusters", 2,
			figure.NewDendrogram("leaves by number", all), figure.NewDendrogram("three clusters, by name", named),
			figure.NewDendrogram("long names", side), figure.NewDendrogram("many leaves", combDendrogram(200)))
	}},
	{"images", func() *figure.Grid {
		g := figure.NewGrid("Digits", 5)
		for k := range 10 {
			g.Add(figure.New(figure.Number(float64(k))).Image(digit(k)))
		}
		return g
	}},
	{"graph", func() *figure.Grid {
		return figure.NewGrid("Graphs", 2,
			figure.NewGraph("a Markov chain", figure.Graph{
				Nodes: []string{"1", "2", "3", "end"}, Directed: true,
				Edges: []figure.Edge{{From: 0, To: 1, Text: "0.6"}, {From: 1, To: 0, Text: "0.3"}, {From: 1, To: 2, Text: "0.7"},
					{From: 2, To: 2, Text: "0.5"}, {From: 2, To: 3, Text: "0.5"}, {From: 0, To: 3, Text: "0.4"}}}),
			figure.NewGraph("a network with places", figure.Graph{
				Nodes: []string{"x₁", "x₂", "hidden\nunit", "y"}, Directed: true, X: []float64{0, 0, 1, 2}, Y: []float64{1, 0, 0.5, 0.5},
				Edges: []figure.Edge{{From: 0, To: 2}, {From: 1, To: 2, Width: 3}, {From: 2, To: 3}}}),
			figure.NewGraph("a grid finds its layout", latticeGraph(5, 4)),
			neighbourFigure())
	}},
	{"ternary", func() *figure.Grid {
		var p [][]float64
		var class []int
		r := rand.New(rand.NewPCG(5, 5))
		for range 60 {
			a, b, c := r.ExpFloat64(), 2*r.ExpFloat64(), 3*r.ExpFloat64()
			row := []float64{a / (a + b + c), b / (a + b + c), c / (a + b + c)}
			p, class = append(p, row), append(class, largest(row))
		}
		dirichlet := func(a, b, c float64) float64 { return 400 * a * b * b * c * c }
		return figure.NewGrid("Shares of three", 2,
			figure.NewTernary("samples and a path", "P₁", "P₂", "P₃").Shares("sample", p).
				SharePath("steps", [][]float64{{0.8, 0.1, 0.1}, {0.5, 0.2, 0.3}, {0.3, 0.3, 0.4}}),
			figure.NewTernary("levels of a density", "a", "b", "c").Contour("density", figure.OnSimplex(dirichlet), []float64{0.2, 0.5, 1, 1.5}, figure.Marked),
			figure.NewTernary("regions of the largest share", "class 0", "class 1", "class 2").Classes(figure.Simplex(p), class).
				Regions(figure.OnSimplex(func(a, b, c float64) float64 { return float64(largest([]float64{a, b, c})) })),
			figure.NewTernary("entropy", "a", "b", "c").HeatMap("bits", figure.OnSimplex(func(a, b, c float64) float64 { return entropy(a, b, c) })))
	}},
	{"boxplots", func() *figure.Grid {
		r := rand.New(rand.NewPCG(7, 7))
		var scores [][]float64
		for i := range 4 {
			var s []float64
			for range 60 {
				s = append(s, 0.7+0.05*float64(i)+0.04*r.NormFloat64()*math.Exp(r.NormFloat64()/2))
			}
			scores = append(scores, s)
		}
		names := []string{"perceptron", "LDA", "logistic", "SVM"}
		return figure.NewGrid("Scores of 60 folds", 2,
			figure.New("box plots").BoxPlot("", names, scores).Axes("", "share right"),
			figure.New("violins").Violins("", names, scores, figure.Color("green")).Axes("", "share right")).SameY()
	}},
	{"shaded", func() *figure.Grid {
		r := rand.New(rand.NewPCG(8, 8))
		var x, y, z []float64
		for range 200 {
			u, v := r.NormFloat64(), r.NormFloat64()
			x, y, z = append(x, u), append(y, v), append(z, u*v)
		}
		return single(figure.New("Residuals in the plane").Shaded("residual", x, y, z).Axes("x₁", "x₂"))
	}},
	{"residuals", func() *figure.Grid {
		r := rand.New(rand.NewPCG(6, 6))
		x := span(0, 3, 80)
		y := apply(x, func(t float64) float64 { return t*t + 0.5*r.NormFloat64() })
		line := apply(x, func(t float64) float64 { return 3*t - 1.5 })
		return figure.NewGrid("Residuals of two fits", 2,
			figure.New("a line").Residuals("line", line, y),
			figure.New("a parabola").Residuals("parabola", apply(x, func(t float64) float64 { return t * t }), y))
	}},
	{"multiples", func() *figure.Grid {
		g := figure.NewGrid("Polynomials of rising degree", 3)
		x := span(0, 1, 15)
		y := apply(x, func(t float64) float64 { return math.Sin(6*t) + 0.2*math.Cos(40*t) })
		for _, d := range []float64{1, 3, 5, 7, 9, 11} {
			g.Figure("degree "+figure.Number(d)).Scatter("data", x, y).
				Curve("fit", func(t float64) float64 { return math.Sin(6*t) * math.Tanh(d/3) }, 0, 1, figure.Color("vermillion")).Axes("x", "y")
		}
		return g
	}},
	{"many", func() *figure.Grid {
		r := rand.New(rand.NewPCG(3, 3))
		var x, y []float64
		for range 10000 {
			u, v := r.NormFloat64(), r.NormFloat64()
			x, y = append(x, u), append(y, u*0.6+v)
		}
		return single(figure.New("10 000 points").Scatter("sample", x, y).Axes("x", "y"))
	}},
	{"problems", func() *figure.Grid {
		return single(figure.New("What cannot be drawn").Line("good", nil, []float64{1, 3, 2}).
			Line("bad", []float64{1, 2}, []float64{1}).Scatter("NaN", nil, []float64{math.NaN()}))
	}},
	{"empty", func() *figure.Grid { return single(figure.New("Nothing yet").Axes("x", "y")) }},
	{"space", func() *figure.Grid { return single(rollSpace().From(-60, 25)) }},
	{"surface", func() *figure.Grid {
		x := span(-2, 2, 25)
		return single(figure.NewSpace("Two hills").Axes("x₁", "x₂", "f").
			Surface("f", x, x, func(x, y float64) float64 { return math.Exp(-(x-1)*(x-1)-y*y) + 0.6*math.Exp(-(x+1)*(x+1)-y*y) }).From(-50, 35))
	}},
}

func span(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return x
}

func apply(x []float64, f func(float64) float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = f(x[i])
	}
	return y
}

var centres = [][2]float64{{1, 1}, {4, 1.5}, {2.5, 4}}

func blobs(classes, each int) (x, y []float64, labels []int) {
	r := rand.New(rand.NewPCG(7, 7))
	for c := range classes {
		for range each {
			x = append(x, centres[c][0]+0.6*r.NormFloat64())
			y = append(y, centres[c][1]+0.6*r.NormFloat64())
			labels = append(labels, c)
		}
	}
	return x, y, labels
}

func nearestBlob(x, y float64) float64 {
	best, at := math.Inf(1), 0
	for c, m := range centres {
		if d := math.Hypot(x-m[0], y-m[1]); d < best {
			best, at = d, c
		}
	}
	return float64(at)
}

func rows(x, y []float64) [][]float64 {
	m := make([][]float64, len(x))
	for i := range m {
		m[i] = []float64{x[i], y[i]}
	}
	return m
}

// rollSpace is a roll of points with a graph and a path.
func rollSpace() *figure.Space {
	r := rand.New(rand.NewPCG(9, 9))
	var x [][]float64
	var t []float64
	for range 160 {
		u := 1.5*math.Pi + 3*math.Pi*r.Float64()
		t = append(t, u)
		x = append(x, []float64{u * math.Cos(u), u * math.Sin(u), 21 * r.Float64()})
	}
	path := [][]float64{}
	for _, u := range span(1.5*math.Pi, 4.5*math.Pi, 30) {
		path = append(path, []float64{u * math.Cos(u), u * math.Sin(u), 10})
	}
	return figure.NewSpace("A roll").Axes("x", "y", "z").Shaded("length", x, t).Edges("", x, [][2]int{{0, 1}, {2, 3}}, figure.Color("gray"), figure.Width(0.7)).
		Path("a way along it", path, figure.Color("vermillion"), figure.Thick).Equal()
}

// combDendrogram merges neighbours of n leaves, a power of two or not, level by level.
func combDendrogram(n int) figure.Dendrogram {
	d, level, next := figure.Dendrogram{Cut: 4.5}, []int{}, n
	for i := range n {
		level = append(level, i)
	}
	for height := 1.0; len(level) > 1; height++ {
		var above []int
		for i := 0; i+1 < len(level); i += 2 {
			d.Merges, d.Heights = append(d.Merges, [2]int{level[i], level[i+1]}), append(d.Heights, height+0.3*math.Sin(float64(i)))
			above, next = append(above, next), next+1
		}
		if len(level)%2 == 1 {
			above = append(above, level[len(level)-1])
		}
		level = above
	}
	return d
}

func latticeGraph(cols, rows int) figure.Graph {
	g := figure.Graph{Nodes: make([]string, cols*rows)}
	for i := range g.Nodes {
		if i%cols < cols-1 {
			g.Edges = append(g.Edges, figure.Edge{From: i, To: i + 1})
		}
		if i/cols < rows-1 {
			g.Edges = append(g.Edges, figure.Edge{From: i, To: i + cols})
		}
		g.Classes = append(g.Classes, i%cols)
	}
	return g
}

// neighbourFigure joins points of the plane to those nearby.
func neighbourFigure() *figure.Figure {
	x, y, _ := blobs(3, 20)
	g := figure.Graph{Nodes: make([]string, len(x)), X: x, Y: y}
	for i := range x {
		for j := range i {
			if math.Hypot(x[i]-x[j], y[i]-y[j]) < 0.7 {
				g.Edges = append(g.Edges, figure.Edge{From: i, To: j, Width: 0.8})
			}
		}
	}
	return figure.New("neighbours in the plane").Graph("nearer than 0.7", g).Axes("x₁", "x₂").Equal()
}

func largest(p []float64) int {
	best := 0
	for k, v := range p {
		if v > p[best] {
			best = k
		}
	}
	return best
}

func entropy(p ...float64) float64 {
	h := 0.0
	for _, v := range p {
		if v > 0 {
			h -= v * math.Log2(v)
		}
	}
	return h
}

func digit(k int) [][]float64 {
	m := make([][]float64, 16)
	for i := range m {
		m[i] = make([]float64, 16)
		for j := range m[i] {
			u, v := float64(i)-7.5, float64(j)-7.5
			m[i][j] = math.Exp(-math.Pow(math.Hypot(u, v)-float64(k)*0.7, 2) / 3)
		}
	}
	return m
}
