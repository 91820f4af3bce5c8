package data

// FeatureNames returns Features, for learn.FitData; nil for nil.
func (s *Set) FeatureNames() []string {
	if s == nil {
		return nil
	}
	return s.Features
}

// FeatureNames returns Features, for learn.FitData; nil for nil.
func (r *Regression) FeatureNames() []string {
	if r == nil {
		return nil
	}
	return r.Features
}

// KeepsColumns reports that the columns stay what they are, so that their names stay right.
func (*Scale) KeepsColumns() bool { return true }
