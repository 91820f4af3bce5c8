package toolchain

import (
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/files"
)

// keptList is how a list of packages lies in the cache: with the state of the module that it belongs to, and a sum of its
// text. A list that was damaged, or that lies where another one belongs, is none.
type keptList struct {
	State string
	Sum   string
	List  json.RawMessage
}

// readList reads a list of a state, and reports whether there is one.
func readList(file, state string, list any) bool {
	var kept keptList
	data, err := files.Read(file)
	if err != nil || json.Unmarshal(data, &kept) != nil {
		return false
	}
	if kept.State != state || kept.Sum != hashOf(string(kept.List)) {
		return false
	}
	return json.Unmarshal(kept.List, list) == nil
}

// writeList writes a list of a state in one step. That it cannot is no reason to fail: it is a cache.
func writeList(file, state string, list any) {
	text, err := json.Marshal(list)
	if err != nil {
		return
	}
	if data, err := json.Marshal(keptList{state, hashOf(string(text)), text}); err == nil {
		_ = files.Replace(file, data)
	}
}
