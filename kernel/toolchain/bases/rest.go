package bases

// Rest is what follows a failure: what has failed is tried again, but not at once, and later each time. The zero value is none.
type Rest struct {
	Why  string // of the last failure, "" if there was none
	left int    // chances that are still passed over
	last int    // that were passed over the last time
}

// maxRest is the most chances that are passed over.
const maxRest = 512

// Begin passes over some chances, or twice as many as the last time.
func (r *Rest) Begin(why string, least int) {
	r.last = min(max(2*r.last, least), maxRest)
	r.Why, r.left = why, r.last
}

// Over takes a chance, and says whether it is to be used.
func (r *Rest) Over() bool {
	if r.left > 0 {
		r.left--
		return false
	}
	return true
}
