package eval

import "github.com/mercer-go/mercer/display/formula/value"

// This file ends evaluations that take too long, or that nobody waits for any more.

const (
	ticksBetween = 1 << 12 // nodes that are evaluated between two looks whether to stop
	workPerStep  = 16      // multiplications in an operation on large values that count as one step
)

// StopWhen has evaluations end with value.ErrStopped soon after stopped says so. It is asked often, about once for 4096
// operations, those on large values and long numbers counted by what they take, and must be fast.
func (m *machine[T]) StopWhen(stopped func() bool) { m.meter.Stopped = stopped }

// tick looks, once in a while, whether to stop.
func (m *machine[T]) tick(n node) {
	for ; m.ticks >= ticksBetween; m.ticks -= ticksBetween {
		if m.meter.Stopped != nil && m.meter.Stopped() {
			m.must(n, value.Value[T]{}, value.ErrStopped)
		}
	}
}

// spend notes an operation of so many multiplications, with so many entries as its result, before it is done.
func (m *machine[T]) spend(n node, work, entries int) {
	if err := m.ops.Spend(work, entries); err != nil {
		m.must(n, value.Value[T]{}, err)
	}
}
