//go:build !linux

package observe

import "time"

// QuitBusiest is for systems that tell of a process's threads.
func QuitBusiest(int) bool { return false }

// Maps is for systems that tell of a process's memory.
func Maps(int, uint64, uint64) bool { return false }

// RanSoFar and Dying are for systems that tell what threads do.
func RanSoFar(int) time.Duration { return 0 }

func Dying(int, time.Duration) bool { return false }
