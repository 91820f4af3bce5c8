// Package page is the way between the page that shows a notebook and the programs of its cells, on which GoNB's widgets
// (gonbui/widgets, gonbui/comms) rest: values with addresses, in both directions.
//
// A [Line] belongs to a kernel. What comes from the front end's comms of the target [Target] is handed to its methods Open, Message and Close.
// A cell that needs its page calls [Line.Connect], which sends the script page.js there (script.go) as output that is taken back at once, so
// that no notebook keeps it, and waits until the page has opened a comm for just this script and both directions are tried. A cell that ran in
// a page that was loaded anew, after a restart of the kernel, or in another page than the one before, so finds its own. The head of page.js
// tells the messages.
//
// A program that uses gonbui is served by a [Talk] (talk.go): it subscribes to addresses, sends values, which go to all pages that are open, and is
// given what pages send to its addresses. Values that nobody has subscribed to are dropped, as GoNB documents. A program that
// subscribes where no page answers fails: it would wait for ever. One that only sends is told, once.
//
// The order in which a program sends values and displays something is that in which its page gets them, though they come on
// two sockets (settle.go). A value that is sent after a script was displayed may still come before that has run. On Linux a program gets
// the values of a page one after the other, each when it has dealt with the one before: gonbui starts a goroutine for each.
//
// A page is not trusted. What it sends is bounded, decoded strictly (message.go), and handed only to a program that has subscribed to
// its address; addresses that begin with "#" are the protocol's own. A value that a program does not take at once waits, up to a
// bound, beyond which the oldest of its address gives way.
package page

// Target is the name of the comms that pages open.
const Target = "gonb_comm"
