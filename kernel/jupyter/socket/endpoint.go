package socket

import (
	"fmt"
	"net"
	"os"
	"strings"
)

// maxUnixPath is the longest path of a Unix socket that every supported system takes (macOS: 104 bytes with the NUL).
const maxUnixPath = 103

// listen opens a ZeroMQ endpoint: "tcp://host:port" or "ipc://path". A port of 0 lets the system choose.
func listen(endpoint string) (net.Listener, error) {
	transport, address, ok := strings.Cut(endpoint, "://")
	switch {
	case ok && transport == "tcp":
		return net.Listen("tcp", address)
	case ok && transport == "ipc":
		return listenUnix(address)
	}
	return nil, fmt.Errorf("socket: endpoint %q is neither tcp:// nor ipc://", endpoint)
}

// listenUnix listens on a Unix socket that only the user may open. It takes the place of a socket file that nobody serves.
func listenUnix(path string) (net.Listener, error) {
	if len(path) > maxUnixPath {
		return nil, fmt.Errorf("socket: path of %d bytes is too long for an ipc endpoint (at most %d): %s", len(path), maxUnixPath, path)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 && !served(path) {
		os.Remove(path)
	}
	ln, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		ln.Close()
		return nil, err
	}
	return ln, nil
}

func served(path string) bool {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
