// Package door names what the process of the answers, the programs of the grader and those who start them agree on. It is a
// package of its own since the last of these need none of what values are copied with.
package door

// Names of the pipes in the directory that is a door: Calls leads to the answers, Replies to the grader.
const (
	Calls   = "calls"
	Replies = "replies"
)

// Environment variables of the grader's programs.
const (
	EnvDoor    = "MERCER_ANSWERS"      // the directory of the pipes
	EnvLimit   = "MERCER_ANSWER_LIMIT" // the longest that a call may take, as time.ParseDuration reads it
	EnvStudent = "MERCER_STUDENT"      // the name under which the notebook was handed in
)

// Ended is what who watches the process of the answers writes into the pipe of replies when that has ended.
const Ended = "\x08\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00"

// Late is in the error of a call that was not answered in time.
const Late = "does not answer within"

// Remark is the MIME type of a sentence that a test shows to the teacher. Printed text is no remark,
// since it may quote an answer.
const Remark = "text/vnd.mercer.remark"

// Doubtful begins the remark on a proof that has its points and should be looked at.
const Doubtful = "A person should look at the proof:"

// HandedIn begins the remark that a notebook was handed in under another name than the one in it.
const HandedIn = "The notebook was handed in as"
