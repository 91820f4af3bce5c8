//go:build !linux

package run

import "time"

// quitBusiest is for systems that tell of a process's threads.
func quitBusiest(int) bool { return false }

// maps is for systems that tell of a process's memory.
func maps(int, uint64, uint64) bool { return false }

// ranSoFar and dying are for systems that tell what threads do.
func ranSoFar(int) time.Duration { return 0 }

func dying(int, time.Duration) bool { return false }
