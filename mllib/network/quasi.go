package network

import (
	"math"

	"github.com/mercer-go/mercer/mllib/descent"
)

// historyNumbers bounds what the points of a run of L-BFGS may take of memory.
const historyNumbers = 1 << 22

// quasi trains on all rows at once by L-BFGS.
func (t Training) quasi(p *plan, h head, s sample, theta []float64) (*fitted, error) {
	o := &Objective{pass: newPass(p, min(p.chunk, s.n), true), head: h, x: s.x, stride: s.stride, y: s.y, n: s.n, decay: t.Decay}
	o.pass.extra[0].still = true
	if v := o.Value(theta); v-v != 0 {
		return nil, overflow("X")
	}
	every := int(1 + min(math.MaxInt/2, float64(p.params)*float64(t.Epochs)/historyNumbers))
	w := watched{o, map[[2]float64]Epoch{}}
	r, err := descent.LBFGS{Tol: t.Tol, MaxSteps: t.Epochs, Record: every}.Minimize(w, theta)
	if err != nil {
		return nil, err
	}
	if r.Report.Stop == descent.Diverged {
		return nil, overflow("X")
	}
	end := &fitted{theta: r.B, report: Report{Epochs: r.Report.Steps, Steps: r.Report.Steps, Best: r.Report.Steps, Norm: r.Report.Norm}}
	end.report.Stop = map[descent.Stop]Stop{descent.SmallGradient: SmallGradient, descent.StepLimit: EpochLimit, descent.NoDescent: NoDescent}[r.Report.Stop]
	for _, point := range r.History {
		end.curve = append(end.curve, w.seen[[2]float64{point.Value, o.penalty(point.B)}])
	}
	loss, wrong := o.pass.value(o.head, r.B, o.x, o.stride, o.y, o.n)
	end.report.Loss, end.report.Wrong = loss/float64(o.n), float64(wrong)/float64(o.n)
	return end, nil
}

// watched is an objective that remembers the loss without the penalty, of which nothing is left in the value where the penalty is large, and the share of wrong rows, by the value and the penalty at the
// same point.
type watched struct {
	*Objective
	seen map[[2]float64]Epoch
}

// ValueGradient is that of the objective.
func (w watched) ValueGradient(dst, theta []float64) float64 {
	loss, wrong := w.lossGradient(dst, theta)
	penalty := w.penalty(theta)
	value := loss + penalty
	if value-value == 0 {
		w.seen[[2]float64{value, penalty}] = Epoch{Loss: loss, Wrong: float64(wrong) / float64(w.n)}
	}
	return value
}
