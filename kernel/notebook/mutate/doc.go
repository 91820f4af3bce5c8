// Package mutate tests the derivations and checks of a notebook: each gets one small slip after the other, the cell runs with it, and
// it must fail. What survives is a slip that the notebook would not notice.
//
// Derivations are %%derive cells and the texts of derive.Prove; their slips are those of display/formula/mutate. Checks are calls of
// package check and of the methods of a check.List; their slips are a number that is expected or a bound that is stated, and the
// direction of an inequality. A check that passes with ≤ and with ≥ alike is listed.
//
// Files: find.go finds the slips of a cell, run.go runs a notebook with them, table.go tells what was found.
package mutate
