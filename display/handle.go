package display

import (
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/mercer-go/mercer/display/internal/send"
)

// Handle is a thing that is shown and can be replaced by another in its place. ShowHandle makes one.
type Handle struct{ id string }

var handles atomic.Int64

// ShowHandle shows v and returns the handle with which to replace it. In a terminal every update is printed.
func ShowHandle(v any) *Handle {
	// The id must differ from those of every other cell of the notebook. Front ends do not store it.
	id := "mercer-" + strconv.FormatInt(time.Now().UnixNano(), 36) + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(handles.Add(1), 10)
	h := &Handle{id}
	b := bundleOf(v)
	b.ID = id
	send.Display(b)
	return h
}

// Update shows v in place of what the handle shows.
func (h *Handle) Update(v any) {
	b := bundleOf(v)
	b.ID = h.id
	send.Update(b)
}
