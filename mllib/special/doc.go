// Package special has the few functions that formulas of learning are written with, each once and accurate where probabilities are
// small:
//
//	Φ(x)            special.Phi(x), its logarithm LogPhi, its inverse PhiInv
//	log Σ exp z_k   special.LogSumExp(z)
//	softmax         special.Softmax(z), in place SoftmaxTo, its logarithm LogSoftmaxTo
//	of many rows    special.LogSumExpRows(dst, rows, width), SoftmaxRows, LogSoftmaxRows: three to four times as fast
//	1/(1+exp(-t))   special.Sigmoid(t), its logarithm LogSigmoid, its inverse Logit, and Log1pExp
//	of slices       special.ExpTo(dst, x), LogTo, Log1pTo, TanhTo, SigmoidTo, Log1pExpTo: several numbers at a time
//	P(χ²_k > x)     special.ChiSquareTail(x, k), its logarithm LogChiSquareTail
//	P(Bin(n,p) ≥ k) special.BinomialTail(k, n, p), its logarithm LogBinomialTail
//	ψ(x), ψ'(x)     special.Digamma(x), special.Trigamma(x): derivatives of log Γ
//	of large x      special.StirlingRest(x), DigammaRest(x), TrigammaRest(x): what log Γ, ψ and ψ' have more or less than their leading terms
//
// The logarithms keep their relative accuracy where the probability itself would be 0: LogPhi(-100) is -5005.52. An upper tail of the
// normal law is Phi(-x), not 1-Phi(x), which is 0 from x = 8.3 on.
//
// Arguments outside a function's domain give NaN, as in package math. Files: normal.go, softmax.go, rows.go, sigmoid.go, slices.go,
// gamma.go (χ²), digamma.go, binomial.go, stirling.go (what χ² and binomial tails share).
package special
