//go:build (linux || darwin) && (amd64 || arm64)

package adapter

import (
	"github.com/go-delve/delve/pkg/logflags"
	"github.com/go-delve/delve/service"
	"github.com/go-delve/delve/service/dap"
)

// Serve holds one session of the Debug Adapter Protocol, until the other side ends it. A process that is debugged then goes on, or is ended, if
// that was asked for.
func Serve(c Conversation) error {
	if err := logflags.Setup(false, "", ""); err != nil {
		return err
	}
	config := &dap.Config{Config: &service.Config{DisconnectChan: make(chan struct{})}, StopTriggered: make(chan struct{})}
	s := dap.NewSession(c, config, nil)
	s.ServeDAPCodec()
	s.Close() // where the other side has ended without a word
	return nil
}
