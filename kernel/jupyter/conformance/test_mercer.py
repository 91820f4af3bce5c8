"""What Mercer offers, for jupyter_kernel_test. MERCER_KERNEL names the installed kernel."""

import os
import time
import unittest

import jupyter_kernel_test as jkt
from jupyter_client.manager import start_new_kernel

KERNEL = os.environ.get("MERCER_KERNEL", "mercer")
jkt.TIMEOUT = 120  # seconds; the first cell of a new machine compiles the packages that it imports


class MercerTests(jkt.KernelTests):
    """Jupyter's tests, all of them."""

    kernel_name = KERNEL
    language_name = "go"
    file_extension = ".go"

    code_hello_world = 'fmt.Println("hello, world")'
    code_stderr = 'fmt.Fprintln(os.Stderr, "oops")'

    completion_samples = [
        {"text": "strings.TrimSuf", "matches": {"TrimSuffix"}},
        {"text": "fmt.Prin"},
    ]

    complete_code_samples = ["1 + 1", "x := 1\nx", "func f() int {\n\treturn 1\n}", "%help"]
    incomplete_code_samples = ["func f() {", "fmt.Println(", "x := []int{1,", "`raw"]
    invalid_code_samples = ["x := )", "func 1()", "}"]

    code_page_something = "%doc strings.Cut"
    code_generate_error = 'panic("no good")'
    code_execute_result = [
        {"code": "1 + 2 + 3", "result": "6"},
        {"code": "strings.Repeat(\"ab\", 2) == \"abab\"", "result": "true"},
        {"code": "40 + 2", "result": "42"},
    ]
    code_display_data = [
        {"code": 'display.HTML("<b>bold</b>")', "mime": "text/html"},
        {"code": 'display.Markdown("**bold**")', "mime": "text/markdown"},
        {"code": 'display.SVG("<svg xmlns=\'http://www.w3.org/2000/svg\'/>", "nothing")', "mime": "image/svg+xml"},
    ]

    code_history_pattern = "1?+ 2*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "fmt.Println"
    code_clear_output = "display.Clear(false)"


class MercerWelcome(jkt.IopubWelcomeTests):
    """The welcome on the iopub channel (JEP 65)."""

    kernel_name = KERNEL
    support_iopub_welcome = True


class MercerLife(unittest.TestCase):
    """What jupyter_kernel_test leaves out: interrupt, errors in a queue, restart, shutdown."""

    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start_new_kernel(kernel_name=KERNEL)

    @classmethod
    def tearDownClass(cls):
        cls.kc.stop_channels()
        cls.km.shutdown_kernel(now=True)

    def reply(self, msg_id):
        """Returns the content of the reply to a request."""
        while True:
            msg = self.kc.get_shell_msg(timeout=jkt.TIMEOUT)
            if msg["parent_header"]["msg_id"] == msg_id:
                return msg["content"]

    def wait_for_stream(self, msg_id):
        """Waits until a cell has written something."""
        while True:
            msg = self.kc.get_iopub_msg(timeout=jkt.TIMEOUT)
            if msg["msg_type"] == "stream" and msg["parent_header"]["msg_id"] == msg_id:
                return

    def test_1_interrupt(self):
        self.assertEqual(self.reply(self.kc.execute("kept := 7"))["status"], "ok")
        msg_id = self.kc.execute('kept = 8\nfmt.Println("running")\nfor {\n}')
        self.wait_for_stream(msg_id)
        self.km.interrupt_kernel()
        self.assertEqual(self.reply(msg_id)["status"], "error")
        reply = self.reply(self.kc.execute("", user_expressions={"kept": "kept"}))
        self.assertEqual(reply["user_expressions"]["kept"]["data"]["text/plain"], "7")

    def test_2_queue(self):
        first = self.kc.execute('time.Sleep(time.Second)\npanic("no good")')
        second = self.kc.execute("1 + 1")
        self.assertEqual(self.reply(first)["status"], "error")
        self.assertEqual(self.reply(second)["status"], "aborted")

    def test_3_restart(self):
        self.km.restart_kernel()
        self.kc.wait_for_ready(timeout=jkt.TIMEOUT)
        self.assertEqual(self.reply(self.kc.execute("kept"))["status"], "error")

    def test_4_shutdown(self):
        self.km.request_shutdown()
        for _ in range(600):
            if not self.km.is_alive():
                return
            time.sleep(0.1)
        self.fail("the kernel did not end")


if __name__ == "__main__":
    unittest.main()
