package input

// Increasing checks that the labels of a model stand in increasing order, as Fit puts them. The error wraps ErrShape, as that of other models
// that were not fitted.
func Increasing(argument string, labels []int) error {
	for k := 1; k < len(labels); k++ {
		if labels[k] <= labels[k-1] {
			return Errorf(ErrShape, argument, "its label %d stands behind %d, want increasing labels; Fit makes a model", labels[k], labels[k-1])
		}
	}
	return nil
}
