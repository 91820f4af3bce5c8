package network

import (
	"github.com/mercer-go/mercer/mllib/descent"
)

// historyNumbers bounds what the points of a run of L-BFGS may take of memory.
const historyNumbers = 1 << 22

// quasi trains on all rows at once by L-BFGS.
func (t Training) quasi(p *plan, h head, s sample, theta []float64) (*fitted, error) {
	o := &Objective{pass: newPass(p, min(chunk, s.n), true), head: h, x: s.x, stride: s.stride, y: s.y, n: s.n, decay: t.Decay}
	o.pass.extra[0].still = true
	if v := o.Value(theta); v-v != 0 {
		return nil, overflow("X")
	}
	every := 1 + p.params*t.Epochs/historyNumbers
	w := watched{o, map[float64]float64{}}
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
		end.curve = append(end.curve, Epoch{Loss: point.Value - o.penalty(point.B), Wrong: w.wrong[point.Value]})
	}
	end.report.Loss, end.report.Wrong = r.Value-o.penalty(r.B), o.Wrong(r.B)
	return end, nil
}

// watched is an objective that remembers the share of wrong rows by the value at the same point.
type watched struct {
	*Objective
	wrong map[float64]float64
}

// ValueGradient is that of the objective.
func (w watched) ValueGradient(dst, theta []float64) float64 {
	value, wrong := w.valueGradient(dst, theta)
	if value-value == 0 {
		w.wrong[value] = float64(wrong) / float64(w.n)
	}
	return value
}
