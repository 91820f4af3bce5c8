package confine

// refuseOlderAttributes refuses nothing: this machine has no such calls.
func refuseOlderAttributes(refuser) {}
