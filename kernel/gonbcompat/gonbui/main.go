// Command gonbui is a program that uses GoNB's gonbui, as cells do, for the tests of package run. Its
// argument names what it does.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/dom"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

var programs = map[string]func(){
	"gonb": func() {
		fmt.Println("before")
		gonbui.DisplayHTML("<b>hi</b>")
		gonbui.UpdateHTML("id1", "one")
		gonbui.UpdateHTML("id1", "two")
		gonbui.Sync()
	},
	"echo": func() { // sends what it gets, until it gets 3
		back := comms.Listen[int]("/back")
		comms.Send("/there", 1)
		for v := range back.C {
			fmt.Print(v, " ")
			if v == 3 {
				break
			}
			comms.Send("/there", v)
		}
	},
	"in order": func() { // counts values that come after larger ones
		values := make(chan int, 300)
		comms.Subscribe("/back", func(_ string, v int) { values <- v })
		comms.Send("/there", 1)
		last, late := 0, 0
		for range cap(values) {
			v := <-values
			if v < last {
				late++
			}
			last = v
		}
		fmt.Print(late, " late")
	},
	"sends and shows": func() { // in another order, it would show the page what is not yet true
		comms.Send("/there", "value 0")
		gonbui.UpdateHTML("a", "html 1")
		gonbui.UpdateHTML("a", "html 2")
		comms.Send("/there", "value 1")
		comms.Send("/there", "value 2")
		gonbui.UpdateHTML("a", "html 3")
		gonbui.DisplayHTML("html 4")
		gonbui.Sync()
	},
	"waits": func() { <-comms.Listen[int]("/never").C },
	"only sends": func() {
		comms.Send("/there", 1)
		comms.Send("/there", 2)
		gonbui.Sync()
	},
	"stands still": func() { // what is sent to it finds its pipe full
		comms.Listen[string]("/back")
		gonbui.OnCommValueUpdate = nil
		comms.Send("/there", 1)
		time.Sleep(300 * time.Millisecond)
		fmt.Print("over")
	},
	"transient": func() { // what a page is shown in passing is shown
		for i := range 20 {
			dom.TransientJavascript(fmt.Sprint("js ", i))
		}
	},
	"all values": func() { // of each type that gonbui can send
		comms.Send("/v", 1)
		comms.Send("/v", 0.5)
		comms.Send("/v", "a")
		comms.Send("/v", []int{1})
		comms.Send("/v", []float64{0.5})
		comms.Send("/v", []string{"a"})
		comms.Send("/v", map[string]int{"a": 1})
		comms.Send("/v", map[string]float64{"a": 0.5})
		comms.Send("/v", map[string]string{"a": "b"})
		gonbui.SendData(&protocol.DisplayData{
			Data:     map[protocol.MIMEType]any{"application/json": map[string]string{"a": "b"}, "image/png": []byte("png")},
			Metadata: map[string]any{"width": 3},
		})
		gonbui.Sync()
	},
	"asks": func() {
		gonbui.RequestInput("Name? ", true)
		var name string
		fmt.Scan(&name)
		fmt.Print("hello ", name)
	},
}

func main() { programs[os.Args[1]]() }
