"""The cells that are measured. Each workload gives its cells for one repetition; the repetition's number is in the
code as a constant, so that no kernel can take what it built before, unless the workload is an unchanged cell."""

from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Workload:
    name: str
    what: str
    cells: dict[str, Callable[[int], list[str]]]  # by kernel: the cells of repetition n
    target: str = ""  # what Mercer is to reach, in words
    fresh: bool = False  # a new kernel for each repetition, as "Restart and run all"
    versus: str = ""  # the workload with whose GoNB figure Mercer's is compared; "" is this one


def both(go: Callable[[int], list[str]], **others) -> dict[str, Callable[[int], list[str]]]:
    """The same text for Mercer and GoNB."""
    return {"mercer": go, "gonb": go, **others}


def hello(n: int) -> list[str]:
    return [f'import "fmt"\n\n%%\nfmt.Println("hello", {n})\n']


def hello_python(n: int) -> list[str]:
    return [f'print("hello", {n})\n']


def matrix(n: int) -> list[str]:
    return [f"""import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

func gram(n int, shift float64) *mat.Dense {{
	a := mat.NewDense(n, n, nil)
	for i := range n {{
		for j := range n {{
			a.Set(i, j, shift/float64(i+j+1))
		}}
	}}
	var g mat.Dense
	g.Mul(a, a.T())
	return &g
}}

%%
fmt.Printf("%.6g\\n", mat.Trace(gram(20, {n}.5)))
"""]


def matrix_python(n: int) -> list[str]:
    return [f"""a = [[{n}.5 / (i + j + 1) for j in range(20)] for i in range(20)]
print(sum(x * x for row in a for x in row))
"""]


def plot(n: int) -> list[str]:
    return [f"""import (
	"bytes"
	"math"

	"github.com/janpfeifer/gonb/gonbui"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

func wave(frequency float64) string {{
	xys := make(plotter.XYs, 200)
	for i := range xys {{
		xys[i].X = float64(i) / 20
		xys[i].Y = math.Sin(frequency * xys[i].X)
	}}
	line, err := plotter.NewLine(xys)
	if err != nil {{
		panic(err)
	}}
	p := plot.New()
	p.Title.Text = "a wave"
	p.Add(line, plotter.NewGrid())
	w, err := p.WriterTo(5*vg.Inch, 3*vg.Inch, "svg")
	if err != nil {{
		panic(err)
	}}
	var buf bytes.Buffer
	if _, err = w.WriteTo(&buf); err != nil {{
		panic(err)
	}}
	return buf.String()
}}

%%
gonbui.DisplaySvg(wave({n}.25))
"""]


def figure(n: int) -> list[str]:
    return [f"""xs, ys := make([]float64, 200), make([]float64, 200)
for i := range xs {{
	xs[i] = float64(i) / 20
	ys[i] = math.Sin({n}.25 * xs[i])
}}
fig := display.NewFigure("a wave")
fig.Line("sin", xs, ys)
fig
"""]


def chain(n: int) -> list[str]:
    """Each cell uses the function and the value of the one before."""
    cells = [f"""import "fmt"

func f0(x float64) float64 {{ return x + {n}.5 }}

var v0 = f0(1)

%%
fmt.Println("cell 0:", v0)
"""]
    for i in range(1, 20):
        cells.append(f"""func f{i}(x float64) float64 {{ return f{i - 1}(x)*1.01 + {n}.25 }}

var v{i} = f{i}(v{i - 1})

%%
fmt.Println("cell {i}:", v{i})
""")
    return cells


def chain_python(n: int) -> list[str]:
    cells = [f'def f0(x):\n    return x + {n}.5\n\nv0 = f0(1)\nprint("cell 0:", v0)\n']
    for i in range(1, 20):
        cells.append(f"""def f{i}(x):
    return f{i - 1}(x) * 1.01 + {n}.25

v{i} = f{i}(v{i - 1})
print("cell {i}:", v{i})
""")
    return cells


def same(cells: Callable[[int], list[str]]) -> Callable[[int], list[str]]:
    return lambda n: cells(0)


WORKLOADS = [
    Workload("hello", "prints one line", both(hello, ipykernel=hello_python), "≤ 12 % of GoNB, ipykernel + 20 ms"),
    Workload("mat", "a product of two gonum matrices", both(matrix, ipykernel=matrix_python), "≤ 12 % of GoNB, ipykernel + 30 ms"),
    Workload("plot", "a gonum/plot line to SVG, shown through gonbui", both(plot), "≤ 33 % of GoNB"),
    Workload("figure", "the same picture with Mercer's display", {"mercer": figure}, "≤ 12 % of GoNB", versus="plot"),
    Workload("notebook", "20 dependent cells, all requests sent at once to a new kernel", both(chain, ipykernel=chain_python),
             "≤ 15 % of GoNB", fresh=True),
    Workload("unchanged hello", "the same cell again", both(same(hello), ipykernel=same(hello_python)), "≤ ipykernel + 25 ms"),
    Workload("unchanged mat", "the same cell again", both(same(matrix), ipykernel=same(matrix_python)), "≤ ipykernel + 25 ms"),
]
