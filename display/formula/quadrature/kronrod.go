package quadrature

import (
	"container/heap"
	"math"
)

// The nodes of the Kronrod rule of 15 points in [0, 1) with its weights, and the weights of the Gauss rule of 7 points, which has every other
// node (QUADPACK, routine QK15).
var (
	kronrodNodes = [8]float64{0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
		0.864864423359769072789712788640926, 0.741531185599394439863864773280788, 0.586087235467691130294144691693859,
		0.405845151377397166906606412076961, 0.207784955007898467600689403773245, 0}
	kronrodWeights = [8]float64{0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
		0.104790010322250183839876322541518, 0.140653259715525918745189590510238, 0.169004726639267902826583426598550,
		0.190350578064785409913256402421014, 0.204432940075298892414161999234649, 0.209482141084727828012999174891714}
	gaussWeights = [4]float64{0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
		0.381830050505118944950369775488975, 0.417959183673469387755102040816327}
)

// panel is an interval of t with its integral.
type panel struct {
	from, to    float64
	uncertainty float64
	estimate
}

// panels is a heap, the worst panel on top.
type panels []panel

func (h panels) Len() int           { return len(h) }
func (h panels) Less(i, j int) bool { return h[i].err > h[j].err }
func (h panels) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is for package heap.
func (h *panels) Push(x any) { *h = append(*h, x.(panel)) }

// Pop is for package heap.
func (h *panels) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// firstPanels is the number of panels at the beginning.
const firstPanels = 8

// maxNoisy is how many halvings without gain show that the errors are rounding.
const maxNoisy = 20

// bisect halves the worst panel until the errors add up to tol, or are rounding, or the evaluations are used up.
func (p *piece) bisect(tol float64) (estimate, error) {
	h := &panels{}
	for i := range firstPanels {
		width := (p.hi - p.lo) / firstPanels
		q, err := p.kronrod(p.lo+float64(i)*width, p.lo+float64(i+1)*width)
		if err != nil {
			return estimate{}, err
		}
		heap.Push(h, q)
	}
	total, noisy := h.sum(), 0
	for total.err > tol*total.size+negligible && p.in.left >= 30 && noisy < maxNoisy {
		worst := heap.Pop(h).(panel)
		halves, err := p.halve(worst)
		if err != nil {
			return estimate{}, err
		}
		heap.Push(h, halves[0])
		heap.Push(h, halves[1])
		both := halves[0].plus(halves[1].estimate)
		total = total.minus(worst.estimate).plus(both)
		if both.err >= 0.9*worst.err || worst.to-worst.from < 1e-13 {
			noisy++
		}
	}
	total = h.sum()
	for _, q := range *h {
		total.err += q.uncertainty
	}
	total.err += p.tails + 1e-15*total.size
	return total, nil
}

func (p *piece) halve(q panel) (halves [2]panel, err error) {
	middle := (q.from + q.to) / 2
	if halves[0], err = p.kronrod(q.from, middle); err != nil {
		return halves, err
	}
	halves[1], err = p.kronrod(middle, q.to)
	return halves, err
}

// sum is the integral over all panels.
func (h panels) sum() (total estimate) {
	for _, q := range h {
		total = total.plus(q.estimate)
	}
	return total
}

// kronrod is the rule on one panel, with the error estimate of QUADPACK: the difference K of the two rules is far above the error of the
// better one where the integrand is smooth, which the ratio of K to the variation V of the integrand tells: V·min(1, (200 K/V)^1.5).
func (p *piece) kronrod(from, to float64) (panel, error) {
	center, half := (from+to)/2, (to-from)/2
	var y [15]float64
	q := panel{from: from, to: to}
	gauss := 0.0
	for i := range y {
		k, sign := i, 1.0
		if i > 7 {
			k, sign = 14-i, -1
		}
		s, _, err := p.at(center - sign*half*kronrodNodes[k])
		if err != nil {
			return q, err
		}
		y[i] = s.y
		q.value += kronrodWeights[k] * s.y
		q.size += kronrodWeights[k] * math.Abs(s.y)
		q.uncertainty += kronrodWeights[k] * s.uncertainty * half
		if k%2 == 1 {
			gauss += gaussWeights[k/2] * s.y
		}
	}
	variation, mean := 0.0, q.value/2
	for i, v := range y {
		variation += kronrodWeights[min(i, 14-i)] * math.Abs(v-mean)
	}
	q.err = math.Abs(q.value-gauss) * half
	if variation *= half; variation > 0 {
		q.err = variation * min(1, math.Pow(200*q.err/variation, 1.5))
	}
	q.value, q.size = q.value*half, q.size*half
	return q, nil
}
