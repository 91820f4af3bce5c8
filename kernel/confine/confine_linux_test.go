package confine

import "syscall"

// abi is the version of Landlock that this system has, 0 for none.
func abi() int {
	const createRuleset, version = 444, 1
	v, _, errno := syscall.Syscall(createRuleset, 0, 0, version)
	if errno != 0 {
		return 0
	}
	return int(v)
}

func landlocked() bool   { return abi() >= 4 }
func signalsTaken() bool { return abi() >= 6 }
