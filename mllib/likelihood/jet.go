package likelihood

// jet is a log likelihood at a point, with the gradient and the entries 00, 01, 11 of the second derivatives.
type jet struct {
	value float64
	slope [2]float64
	bend  [3]float64
}

// entry is the place of ∂²/∂θ_i∂θ_j in bend.
func entry(i, j int) int { return i + j }
