// Package socket holds the kernel's ends of Jupyter's ZeroMQ sockets: [Router] (shell, control, stdin), [Publisher]
// (iopub) and [Echo] (heartbeat).
//
// The ZMTP handshake and the encoding of messages are those of github.com/go-zeromq/zmq4, through its Conn. The sockets
// are built here, because a kernel needs from them what those of zmq4 do not give:
//
//   - bytes that are no ZMTP must not stop the process: zmq4 panics on short metadata and on unknown socket types, and
//     allocates whatever length a frame claims ([handshake] and [frameReader] look at the bytes first);
//   - a peer that connects and says nothing must not keep others out: here each handshake has its own goroutine and deadline;
//   - peers that begin large messages and do not end them must not fill memory: all that is unfinished shares a [Budget];
//   - a subscriber that does not read must not block the others or fill memory: each peer has its own bounded [outbox];
//   - the publisher has to know of subscriptions, to answer them with iopub_welcome;
//   - closing must flush what was sent (the reply to shutdown_request) and leave no goroutine behind.
//
// A message on its way in passes listener.go (accept), handshake.go, reader.go (frames) and peer.go (dispatch to the
// socket's receive function, in the peer's reading goroutine: a function that blocks holds back that peer only). On its way
// out it passes router.go or publisher.go, outbox.go and the peer's writing goroutine.
package socket
