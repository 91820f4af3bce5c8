package vc

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file proves dimensions: by a set that is shattered, and by a reason why none that is larger can be.

// Bounded is a class that can name, of any one more points than its dimension, a part that none of its sets cuts out. Rays, Intervals, Boxes and HalfSpaces are.
type Bounded interface {
	Class
	// Lacks returns such a part of the rows of X, and says why. It is for V+1 rows, where V is the dimension of the class; other numbers are an error that wraps input.ErrShape.
	Lacks(x mat.Matrix) (part uint64, why string, err error)
	// Reason says in a sentence why no V+1 points have all parts.
	Reason() string
}

// Certificate is what shows that a class has a dimension.
type Certificate struct {
	Dimension int
	Shattered [][]float64 // so many points, one in each row, of which all parts are cut out
	Reason    string      // why of no more points all parts are; empty if only Tried says so
	Tried     int         // configurations of one more point, of which each lacks a part; of a Bounded class at most 10,000, for its reason is one for any points
}

// mostTried is how many configurations are held against the reason of a Bounded class.
const mostTried = 10_000

// Certify finds the dimension of a class with Dimension, and what shows it. It is an error that wraps input.ErrParam if most points are shattered, so that the dimension is at least most and not known. The
// other errors are those of Dimension and of Lacks, and one that is no sentinel if a part is cut out that Lacks said is not.
//
// Curriculum: N11.1n, B2.4d, B2.4e, B2.4.1f.
func Certify(c Class, most int) (*Certificate, error) {
	v, err := Dimension(c, most)
	if err == nil && v == most {
		err = fmt.Errorf("vc: %w", input.Param(false, "most", most, fmt.Sprintf("a number larger than the dimension, which is at least %d", v)))
	}
	if err != nil {
		return nil, err
	}
	cert := &Certificate{Dimension: v}
	if cert.Shattered, err = shatteredPoints(c, v); err != nil {
		return nil, err
	}
	b, bounded := c.(Bounded)
	if bounded {
		cert.Reason = b.Reason()
	}
	for x := range c.Configurations(v + 1) {
		if bounded && cert.Tried == mostTried {
			break
		}
		cert.Tried++
		if bounded {
			if err := confirm(b, x); err != nil {
				return nil, err
			}
		}
	}
	return cert, nil
}

// shatteredPoints are v points with all parts, where v is the dimension.
func shatteredPoints(c Class, v int) (points [][]float64, err error) {
	if v == 0 {
		return nil, nil
	}
	_, at, err := Coefficient(c, v)
	if err != nil {
		return nil, err
	}
	for i := range v {
		points = append(points, mat.Row(nil, i, at))
	}
	return points, nil
}

// confirm holds what Lacks says against the enumeration.
func confirm(c Bounded, x mat.Matrix) error {
	part, why, err := c.Lacks(x)
	if err != nil {
		return err
	}
	parts, err := partsOf(c, x)
	if err != nil {
		return err
	}
	if _, cut := slices.BinarySearch(parts, part); cut {
		return fmt.Errorf("vc: the part %b is cut out, though %s", part, why)
	}
	return nil
}

// Check repeats the enumeration of the parts of the points that are said to be shattered. It returns an error if they are not, or not as many as the dimension.
func (c *Certificate) Check(class Class) error {
	if c == nil {
		return fmt.Errorf("vc: %w", input.Errorf(input.ErrEmpty, "certificate", "there is none"))
	}
	if len(c.Shattered) != c.Dimension {
		return fmt.Errorf("vc: certificate: %w", input.Errorf(input.ErrShape, "Shattered", "got %d points for dimension %d", len(c.Shattered), c.Dimension))
	}
	if c.Dimension == 0 {
		return nil
	}
	d := len(c.Shattered[0])
	for _, p := range c.Shattered {
		if len(p) != d || d == 0 {
			return fmt.Errorf("vc: certificate: %w", input.Errorf(input.ErrShape, "Shattered", "its points are not of one dimension"))
		}
	}
	all, err := Shattered(class, mat.NewDense(len(c.Shattered), d, slices.Concat(c.Shattered...)))
	if err == nil && !all {
		err = fmt.Errorf("vc: certificate: %w", input.Errorf(input.ErrValue, "Shattered", "some part of the points is not cut out"))
	}
	return err
}

// oneMore checks that there is one more point than the dimension v of a class in d dimensions.
func oneMore(class string, x mat.Matrix, d, v int) ([][]float64, error) {
	columns, err := points(class, x, d, max(MostPoints, v+1))
	if err == nil && len(columns[0]) != v+1 {
		err = fmt.Errorf("vc: %s: %w", class, input.Errorf(input.ErrShape, "X", "got %d points, want one more than the dimension %d", len(columns[0]), v))
	}
	return columns, err
}

// order returns the places of the numbers in increasing order, equal ones in theirs.
func order(x []float64) []int {
	at := make([]int, len(x))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(i, j int) int {
		switch {
		case x[i] < x[j]:
			return -1
		case x[i] > x[j]:
			return 1
		}
		return 0
	})
	return at
}

// Lacks returns a part of two points, or with Both of three, that no half-line cuts out, as Bounded says.
func (c Rays) Lacks(x mat.Matrix) (part uint64, why string, err error) {
	v := 1
	if c.Both {
		v = 2
	}
	columns, err := oneMore("rays", x, 1, v)
	if err != nil {
		return 0, "", err
	}
	at := order(columns[0])
	if !c.Both {
		return 1 << at[1], "a half-line to the left that holds a point holds the one that is not greater", nil
	}
	return 1 << at[1], "a half-line that holds the middle of three points holds one of its neighbours", nil
}

// Reason says why no more points than the dimension are shattered.
func (c Rays) Reason() string {
	if !c.Both {
		return "(-∞, a] with the greater of two points holds the smaller one, too"
	}
	return "a half-line that holds the middle one of three points holds one of the others, too"
}

// Lacks returns every other one of 2·Most+1 points, as Bounded says.
func (c Intervals) Lacks(x mat.Matrix) (part uint64, why string, err error) {
	if c.Most < 0 || c.Most > MostPoints {
		return 0, "", fmt.Errorf("vc: intervals: %w", input.Param(false, "Most", c.Most, fmt.Sprintf("from 0 to %d", MostPoints)))
	}
	columns, err := oneMore("intervals", x, 1, 2*max(1, c.Most))
	if err != nil {
		return 0, "", err
	}
	for k, i := range order(columns[0]) {
		if k%2 == 0 {
			part |= 1 << i
		}
	}
	return part, "every other point needs an interval of its own", nil
}

// Reason says why no more points than the dimension are shattered.
func (c Intervals) Reason() string {
	k := max(1, c.Most)
	return fmt.Sprintf("of %d points in order, the 1st, 3rd, … need %d intervals, and there are %d", 2*k+1, k+1, k)
}

// Lacks returns the part of 2·Dim+1 points that holds a lowest and a highest one in each coordinate and leaves another one out, as Bounded says.
func (c Boxes) Lacks(x mat.Matrix) (part uint64, why string, err error) {
	if c.Dim > MostPoints {
		return 0, "", fmt.Errorf("vc: boxes: %w", input.Param(false, "Dim", c.Dim, fmt.Sprintf("at most %d", MostPoints)))
	}
	columns, err := oneMore("boxes", x, c.Dim, 2*c.Dim)
	if err != nil {
		return 0, "", err
	}
	n := 2*c.Dim + 1
	for _, column := range columns {
		at := order(column)
		part |= 1<<at[0] | 1<<at[n-1]
	}
	left := bits.TrailingZeros64(^part)
	return (1<<n - 1) &^ (1 << left), fmt.Sprintf("point %d lies within the extreme coordinates of the others", left), nil
}

// Reason says why no more points than the dimension are shattered.
func (c Boxes) Reason() string {
	return fmt.Sprintf("of %d points at most %d have the lowest or the highest of a coordinate; a box with those holds the others, too", 2*c.Dim+1, 2*c.Dim)
}

// Lacks returns the part with positive weights in Radon's theorem, as Bounded says: of Dim+2 points there are weights γ ≠ 0 with Σ γ_i = 0 and Σ γ_i x_i = 0. The point Σ_{γ_i > 0} γ_i x_i / Σ_{γ_i > 0} γ_i
// then is in the convex hull of this part and of the rest.
func (c HalfSpaces) Lacks(x mat.Matrix) (part uint64, why string, err error) {
	columns, err := c.radon(x)
	if err != nil {
		return 0, "", err
	}
	for i, g := range exactNull(columns) {
		if g.Sign() > 0 {
			part |= 1 << i
		}
	}
	return part, "the convex hulls of the part and of the rest meet", nil
}

// Reason says why no more points than the dimension are shattered.
func (c HalfSpaces) Reason() string {
	return fmt.Sprintf("Radon: %d points fall into two groups whose convex hulls meet, and no half-space holds the one without the other", c.Dim+2)
}

// Radon returns weights γ ≠ 0 of Dim+2 points, one in each row of X, with Σ γ_i = 0 and Σ γ_i x_i = 0, to rounding, and Σ|γ_i| = 1. The errors wrap input.ErrEmpty, ErrNotFinite, ErrParam, or ErrShape for another number of points.
//
// Reference: J. Radon, Mengen konvexer Körper, die einen gemeinsamen Punkt enthalten, Mathematische Annalen 83 (1921). Curriculum: N11.1r, B2.4.1f, B3.2.3a.
func (c HalfSpaces) Radon(x mat.Matrix) ([]float64, error) {
	columns, err := c.radon(x)
	if err != nil {
		return nil, err
	}
	gamma, sum := make([]float64, c.Dim+2), 0.0
	for i, g := range exactNull(columns) {
		gamma[i], _ = g.Float64()
		sum += math.Abs(gamma[i])
	}
	for i := range gamma {
		gamma[i] /= sum
	}
	return gamma, nil
}

func (c HalfSpaces) radon(x mat.Matrix) ([][]float64, error) {
	if c.Dim > MostPoints {
		return nil, fmt.Errorf("vc: half-spaces: %w", input.Param(false, "Dim", c.Dim, fmt.Sprintf("at most %d", MostPoints)))
	}
	return oneMore("half-spaces", x, c.Dim, c.Dim+1)
}
