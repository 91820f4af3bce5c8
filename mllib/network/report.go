package network

import "fmt"

// Epoch is a point of a training curve. By batches, Loss and Wrong are met on the way, each row before the step that it is part of; by L-BFGS they belong to the start and to the points after the steps
// (of large networks, to some of them).
type Epoch struct {
	Loss            float64 // mean, without the penalty
	Wrong           float64 // share of wrong rows; 0 with one output
	ValidationLoss  float64 `json:",omitzero"` // of the rows held out, at the end of the epoch
	ValidationWrong float64 `json:",omitzero"`
}

// Report says how a fit ended.
type Report struct {
	Stop   Stop    // the reason
	Epochs int     // passes through the rows; of L-BFGS steps
	Steps  int     // changes of θ
	Best   int     // the epoch of least loss, of the rows held out where there are any; then the weights are those at its end
	Loss   float64 // mean of the rows that were learned from, with the weights that the model has, without the penalty
	Wrong  float64 // share of them that is wrong; 0 with one output
	Norm   float64 // ‖∇f‖ at the end of L-BFGS; 0 otherwise
}

// String says in one line how the fit ended.
func (r Report) String() string {
	return fmt.Sprintf("%v after %d epochs, %d steps: loss %.4g, %.3g of the rows wrong", r.Stop, r.Epochs, r.Steps, r.Loss, r.Wrong)
}

// Losses returns the losses of a curve, and those of the rows held out.
func Losses(curve []Epoch) (learned, validation []float64) {
	for _, e := range curve {
		learned, validation = append(learned, e.Loss), append(validation, e.ValidationLoss)
	}
	return learned, validation
}
