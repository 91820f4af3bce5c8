//go:build !linux

package observe

import "time"

// QuitBusiest is for systems that tell of a process's threads.
func QuitBusiest(int) bool { return false }

// Quit is for systems where a signal can be sent to one thread.
func Quit(int, int) bool { return false }

// Maps is for systems that tell of a process's memory.
func Maps(int, uint64, uint64) bool { return false }

// RanSoFar and Dying are for systems that tell what threads do.
func RanSoFar(int) time.Duration { return 0 }

func Dying(int, time.Duration) bool { return false }

// Asleep is for systems that tell what threads do: elsewhere nobody is to wait for it.
func Asleep(int) bool { return true }

// Halted is for systems that tell whether a process stands still.
func Halted(int) bool { return false }
