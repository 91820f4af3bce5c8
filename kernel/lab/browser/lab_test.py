"""The notebooks in a real JupyterLab, driven in headless Chromium.

    python lab_test.py MERCER NOTEBOOKS [--shots DIR] [--wasm] [--part K/N]

starts "MERCER lab" on a copy of the directory NOTEBOOKS and does what a user does: opens each notebook and runs all of
it, asks for a completion, interrupts a cell, restarts the kernel and resumes. It needs selenium, nbformat,
chromium and chromedriver. Screenshots go to DIR for people to look at. GoNB's notebooks with widgets are run, too; with --wasm also those whose programs run in
the page, which compiles many packages. With --part 1/2 it runs the first, third, … of its tests: parts can run beside each other.
"""
import argparse
import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

import nbformat
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ARGS = None
HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "mercer-test"
OUTPUTS = """
const panel = window.jupyterapp.shell.currentWidget;
return panel.content.widgets.filter(c => c.model.type === 'code').map(c => ({
  count: c.model.executionCount, tags: c.model.getMetadata('tags') || [], outputs: c.model.sharedModel.outputs,
}));
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def slowed(notebook):
    """GoNB's notebook with more time for its page: it waits for fractions of a second, and gives up after some, which a busy machine needs."""
    def longer(wait):
        call, n, unit = wait.groups()
        gives_up = call == "After" or (n, unit) == ("2", "Second")
        return f"time.{call}({int(n) * (100 if gives_up else 5)} * time.{unit})"
    text, found = re.subn(r"time\.(After|Sleep)\((\d+) \* time\.(Second|Millisecond)\)", longer, notebook)
    assert found > 5, "the notebook waits in another way"
    return text


class Lab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="mercer-lab-"))
        cls.root = cls.dir / "notebooks"
        shutil.copytree(ARGS.notebooks, cls.root)
        cls.copy_gonb()
        cls.port = free_port()
        cls.log = open(cls.dir / "lab.log", "w")
        cls.server = subprocess.Popen(
            [ARGS.mercer, "lab", "--trust=.", "--no-browser", "--", f"--port={cls.port}", "--ServerApp.port_retries=0", "--allow-root",
             f"--IdentityProvider.token={TOKEN}", "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={cls.root}"],
            stdout=cls.log, stderr=subprocess.STDOUT, cwd=cls.root,
            env={**os.environ, "JUPYTER_DATA_DIR": str(cls.dir / "data"), "GONB_GIT_ROOT": str(cls.dir / "gonb")})  # data: where signatures are kept
        cls.wait_for_server()
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--window-size=1500,1100",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync", f"--user-data-dir={cls.dir}/chromium"):
            options.add_argument(flag)
        options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser")
        cls.browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))

    @classmethod
    def copy_gonb(cls):
        """GoNB's module, to a place that can be written, and its notebooks to where JupyterLab shows them."""
        module = subprocess.run(["go", "list", "-m", "-f", "{{.Dir}}", "github.com/janpfeifer/gonb"], cwd=HERE, capture_output=True, text=True, check=True).stdout.strip()
        shutil.copytree(module, cls.dir / "gonb", ignore=shutil.ignore_patterns("docs", "cmd", "internal"))
        shutil.copytree(cls.dir / "gonb" / "examples", cls.root / "gonb")
        subprocess.run(["chmod", "-R", "u+w", str(cls.dir)], check=True)
        for name in ("comms", "widgets"):
            notebook = cls.root / "gonb" / "tests" / f"{name}.ipynb"
            notebook.write_text(slowed(notebook.read_text()))

    @classmethod
    def wait_for_server(cls):
        for _ in range(600):
            if cls.server.poll() is not None:
                sys.exit("lab ended at once:\n" + (cls.dir / "lab.log").read_text())
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{cls.port}/api/status?token={TOKEN}", timeout=5).read()
                return
            except OSError:
                time.sleep(1)
        sys.exit("lab does not answer")

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.server.send_signal(signal.SIGINT)  # one is enough
        cls.server.wait(30)
        cls.log.close()
        shutil.rmtree(cls.dir, ignore_errors=True)

    def wait(self, what, condition, seconds=120):
        end = time.time() + seconds
        while time.time() < end:
            try:
                if value := condition():
                    return value
            except Exception as e:  # the page is still loading
                last = e
            time.sleep(0.2)
        self.shot("timeout")
        self.fail(f"waited {seconds} s for {what}")

    def shot(self, name):
        if ARGS.shots:
            self.browser.save_screenshot(os.path.join(ARGS.shots, f"{name}.png"))

    def js(self, code, *args):
        return self.browser.execute_script(code, *args)

    def command(self, name):
        """Starts a command of JupyterLab; done() says whether it has come to its end."""
        self.js("""
            window.mercerDone = false;
            window.jupyterapp.commands.execute(arguments[0]).then(() => { window.mercerDone = true; }, () => { window.mercerDone = true; });
        """, name)

    def done(self):
        return self.js("return window.mercerDone")

    def quiet(self):
        """Whether the kernel has been idle for two seconds, or for ten seconds with cells that have no answer."""
        for _ in range(40):
            idle, waiting = self.js("""
                const panel = window.jupyterapp.shell.currentWidget;
                return [panel.sessionContext.session.kernel.status === 'idle',
                        panel.content.widgets.some(c => c.model.type === 'code' && c.model.executionCount === null)];
            """)
            if not idle:
                return False
            time.sleep(0.05 if not waiting else 0.25)
        return True

    def open(self, path):
        self.browser.get(f"http://127.0.0.1:{self.port}/lab/tree/{path}?token={TOKEN}&reset")
        self.wait("the notebook", lambda: self.js("return !!(window.jupyterapp && window.jupyterapp.shell.currentWidget && window.jupyterapp.shell.currentWidget.content.widgets)"))
        self.wait("the kernel", lambda: self.js(
            "const s = window.jupyterapp.shell.currentWidget.sessionContext; return s.session && s.session.kernel && s.session.kernel.status === 'idle'"))

    def new_notebook(self, name):
        (self.root / name).write_text('{"cells":[{"cell_type":"code","execution_count":null,"id":"a","metadata":{},"outputs":[],"source":[]}],'
                                      '"metadata":{"kernelspec":{"display_name":"Go (Mercer)","language":"go","name":"mercer"}},"nbformat":4,"nbformat_minor":5}')
        self.open(name)

    def run_all(self):
        self.command("notebook:run-all-cells")  # its promise ends with the first cell that fails, even on purpose
        time.sleep(1)
        self.wait("all cells", self.quiet, 300)

    def run_code(self, code, wait=True):
        """Puts code into a new cell below, runs it, and returns its outputs."""
        self.js("""
            const panel = window.jupyterapp.shell.currentWidget;
            const cells = panel.content.model.sharedModel;
            cells.insertCell(cells.cells.length, {cell_type: 'code', source: arguments[0]});
            panel.content.activeCellIndex = cells.cells.length - 1;
        """, code)
        self.command("notebook:run-cell")
        if not wait:
            return None
        self.wait("the cell " + code, lambda: self.done() and self.js(OUTPUTS)[-1]["count"])
        return self.js(OUTPUTS)[-1]["outputs"]

    def check_notebook(self, name):
        self.open(name)
        self.run_all()
        kinds = set()
        for number, cell in enumerate(self.js(OUTPUTS), 1):
            self.assertIsNotNone(cell["count"], f"code cell {number} did not run")
            for out in cell["outputs"]:
                if "raises-exception" not in cell["tags"]:
                    self.assertNotEqual(out["output_type"], "error", out)
                kinds.update((out.get("data") or {}).keys())
        self.assertTrue({"image/svg+xml", "text/html"} <= kinds, f"no figure or no table among {kinds}")
        self.look(name, "image/svg+xml", ".jp-RenderedSVG img, .jp-RenderedSVG svg, .jp-RenderedImage img", "figure")
        self.look(name, "text/html", ".jp-RenderedHTML table", "table")

    def look(self, name, mime, selector, what):
        """Scrolls to the first output of a kind and checks that it can be seen there."""
        index = self.js("""
            const cells = window.jupyterapp.shell.currentWidget.content.widgets;
            return cells.findIndex(c => c.model.type === 'code' && c.model.sharedModel.outputs.some(
              o => o.data && o.data[arguments[0]] && (arguments[0] !== 'text/html' || String(o.data['text/html']).includes('<table'))));
        """, mime)
        self.assertGreaterEqual(index, 0, f"no {what}")
        self.js("""
            const content = window.jupyterapp.shell.currentWidget.content;
            content.activeCellIndex = arguments[0];
            content.scrollToItem(arguments[0], 'start');
        """, index)

        def visible():
            for e in self.browser.find_elements(By.CSS_SELECTOR, selector):
                self.js("arguments[0].scrollIntoView({block: 'center'})", e)
                if e.is_displayed() and e.size["width"] > 100 and e.size["height"] > 20:
                    return True
            return False

        self.wait(f"a visible {what}", visible, 30)
        time.sleep(1)
        self.shot(name.replace(".ipynb", "-" + what))

    def test_stored_figures(self):
        """A signed notebook shows its figures before anything has run."""
        name = "04-discriminant-analysis.ipynb"
        self.open(name)
        self.look(name, "image/svg+xml", ".jp-RenderedSVG img, .jp-RenderedSVG svg", "stored figure")

    def test_saving_changes_nothing(self):
        """Opening and saving a notebook, without running it, leaves its bytes: all as the server reads and writes them, every eighth in the browser."""
        for n, original in enumerate(sorted(pathlib.Path(ARGS.notebooks).glob("*.ipynb"))):
            before, written = original.read_bytes(), io.StringIO(newline="")
            nbformat.write(nbformat.reads(before.decode(), as_version=4), written, version=nbformat.NO_CONVERT)
            self.assertTrue(written.getvalue().encode() == before, f"{original.name}: the server changes it")
            if n % 8 != 0:
                continue
            path = self.root / ("saved-" + original.name)  # other tests run and save the notebooks themselves
            shutil.copy(original, path)
            stamp = path.stat().st_mtime_ns
            self.open(path.name)
            time.sleep(1)  # the kernel tells its language
            self.command("docmanager:save")
            self.wait("the save", lambda: self.done() and path.stat().st_mtime_ns != stamp)
            changed = [f"{a!r} became {b!r}" for a, b in zip(before.splitlines(), path.read_bytes().splitlines()) if a != b][:3]
            self.assertTrue(before == path.read_bytes(), f"{path.name}: {changed}")

    def picture(self):
        """The picture of the last output: its width beside that of its page, its shape, and its alternative text."""
        return self.wait("a picture", lambda: self.js("""
            const all = document.querySelectorAll('.jp-OutputArea-output img'), p = all[all.length - 1];
            if (!p || !p.complete || !p.naturalWidth) return null;
            p.scrollIntoView({block: 'center'});
            return {width: p.clientWidth, page: p.parentElement.clientWidth, shape: p.clientHeight / p.clientWidth,
                    natural: p.naturalHeight / p.naturalWidth, own: p.naturalWidth, alt: p.alt};
        """), 30)

    def test_figures_fit(self):
        """Figures are as wide as they say, or as their page where that is narrower, and have alternative text."""
        self.new_notebook("figures.ipynb")
        for png in ("", ".PNG()"):
            self.run_code('display.NewFigure("Wide").Line("a line", []float64{1, 2, 3}, []float64{3, 1, 2}).Size(900, 300)' + png)
            time.sleep(0.5)
            wide = self.picture()
            if not png:
                self.assertEqual(wide["width"], 900)
            self.assertIn("a line", wide["alt"])
            self.browser.set_window_size(700, 900)
            time.sleep(1)
            narrow = self.picture()
            self.shot("narrow" + png)
            self.assertLess(narrow["width"], 650)
            self.assertLessEqual(narrow["width"], narrow["page"])
            self.assertAlmostEqual(narrow["shape"], narrow["natural"], delta=0.02)
            self.browser.set_window_size(1500, 1100)

    def test_slider_takes_the_arrows(self):
        """Arrow keys move a slider that has the focus, and neither choose another cell nor scroll."""
        self.new_notebook("slider.ipynb")
        self.run_code('f := display.NewFrames("")\nfor i := range 5 {\n\tf.Add(fmt.Sprint("page ", i), display.NewFigure("").Line("", nil, []float64{0, float64(i)}))\n}\nf')
        slider = self.wait("the slider", lambda: self.browser.find_element(By.CSS_SELECTOR, ".mercer-frames input[type=range]"), 30)
        self.command("notebook:enter-command-mode")
        self.js("arguments[0].focus()", slider)
        chosen = lambda: self.js("return window.jupyterapp.shell.currentWidget.content.activeCellIndex")
        before = chosen()
        for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
            slider.send_keys(key)
        self.assertEqual(self.js("return arguments[0].value", slider), "2")
        self.assertEqual(self.js("return [...document.querySelectorAll('.mercer-frame')].findIndex(f => f.style.display !== 'none')"), 2)
        self.assertEqual(chosen(), before)
        self.shot("slider")

    INTERACT = """display.Interact(func(lambda float64) any {
	return display.NewFigure(fmt.Sprint("picture for ", lambda)).Line("", []float64{0, 1}, []float64{0, slope * lambda})
}, display.Slider("λ", 0, 1, 0.05))"""

    def live_slider(self):
        """The slider of display.Interact as JupyterLab's widgets show it, and what its figure says."""
        handle = self.wait("the slider", lambda: self.browser.find_element(By.CSS_SELECTOR, ".jp-OutputArea .jupyter-widgets .noUi-handle"), 60)
        figure = lambda: self.js("return [...document.querySelectorAll('.jp-OutputArea .jupyter-widgets svg')].map(s => s.textContent).join(' ')")
        return handle, figure

    def test_interact(self):
        """A slider moved with the keyboard runs its function beside the cells; a page that is loaded again finds it; so does one after other cells."""
        self.new_notebook("interact.ipynb")
        self.run_code("slope := 2.0")
        shown = self.run_code(self.INTERACT)[-1]["data"]
        self.assertEqual(set(shown), {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"})
        handle, figure = self.live_slider()
        self.wait("the start", lambda: "picture for 0.5" in figure())
        for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT):
            handle.send_keys(key)
        self.wait("the next picture", lambda: "picture for 0.55" in figure(), 30)
        self.shot("interact")
        self.command("docmanager:save")
        self.wait("the save", self.done)
        self.open("interact.ipynb")
        handle, figure = self.live_slider()
        self.wait("the picture again", lambda: "picture for 0.55" in figure())
        handle.send_keys(Keys.ARROW_RIGHT)
        self.wait("the picture after that", lambda: "picture for 0.6" in figure(), 30)
        self.shot("interact-again")

    def test_interact_exported(self):
        """The page of a notebook with display.Interact, opened from a file: its slider and its choice show what it holds."""
        source = self.root / "exported.ipynb"
        code = """display.Interact(func(lambda float64, name string) any {
    return display.NewFigure(fmt.Sprint("picture for ", lambda, " of ", name)).Line("", []float64{0, 1}, []float64{0, lambda})
}, display.Slider("λ", 0, 1, 0.05), display.Choice("name", "a", "b"))"""
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code, id="a")])
        nbformat.write(nb, source)
        subprocess.run([ARGS.mercer, "run", "-q", "--in-place", "--no-html", source], check=True, timeout=300)
        stored = source.read_bytes()
        subprocess.run([ARGS.mercer, "run", "-q", "--in-place", "--html", source], check=True, timeout=300)
        self.assertEqual(stored, source.read_bytes())
        self.browser.get(source.with_suffix(".html").as_uri())
        shown = lambda: [e.text for e in self.browser.find_elements(By.CSS_SELECTOR, ".mercer-at svg") if e.is_displayed()]
        only = lambda text: self.wait(text, lambda: len(shown()) == 1 and text in shown()[0], 10)
        only("picture for 0.5 of a")
        slider = self.browser.find_element(By.CSS_SELECTOR, ".mercer-interact input[type=range]")
        slider.send_keys(Keys.ARROW_RIGHT)
        value = self.browser.find_element(By.CSS_SELECTOR, ".mercer-control output").text
        self.assertNotEqual(value, "0.5")
        only(f"picture for {value} of a")
        self.browser.find_element(By.CSS_SELECTOR, ".mercer-interact select").send_keys("b")
        only(f"picture for {value} of b")
        for _ in range(30):
            slider.send_keys(Keys.ARROW_LEFT)
        only("picture for 0 of b")
        self.assertIn("of its 21 values", self.browser.find_element(By.CSS_SELECTOR, ".mercer-held").text)
        self.shot("interact-exported")

    def test_input(self):
        """A question of display.Input is answered in the box below its cell."""
        self.new_notebook("input.ipynb")
        self.run_code('name, err := display.Input("Who?")\nfmt.Println("hello", name, err)', wait=False)
        box = self.wait("the question", lambda: self.browser.find_element(By.CSS_SELECTOR, ".jp-Stdin-input"), 60)
        self.assertIn("Who?", self.browser.find_element(By.CSS_SELECTOR, ".jp-Stdin-prompt").text)
        box.send_keys("Ada" + Keys.ENTER)
        self.wait("the answer", lambda: "hello Ada <nil>" in self.text(self.js(OUTPUTS)[-1]["outputs"]), 30)
        self.shot("input")

    def test_perceptron(self):
        self.check_notebook("03-perceptron.ipynb")

    def test_start_here(self):
        self.check_notebook("00-start-here.ipynb")

    def test_completion(self):
        self.new_notebook("completion.ipynb")
        self.command("notebook:enter-edit-mode")
        editor = self.wait("the editor", lambda: self.browser.find_element(By.CSS_SELECTOR, ".jp-Notebook .jp-CodeCell .cm-content"))
        editor.click()
        editor.send_keys("fmt.")
        time.sleep(0.5)
        editor.send_keys(Keys.TAB)
        items = self.wait("the completer", lambda: [e.text for e in self.browser.find_elements(By.CSS_SELECTOR, ".jp-Completer-item") if e.text])
        self.shot("completion")
        self.assertTrue(any(i.startswith("Println") or "Println" in i for i in items + [self.browser.find_element(By.CSS_SELECTOR, ".jp-Completer").text]), items)

    def text(self, outputs):
        return "\n".join("".join(o.get("text", "")) + "".join(o.get("data", {}).get("text/plain", "")) for o in outputs)

    def test_daily_use(self):
        """What a first day meets: several values, documentation, a failed cell's names, stale cells, formatting."""
        self.new_notebook("daily.ipynb")
        self.assertIn('2.5, [1 2], "ann"', self.text(self.run_code('base, xs, name := 2.5, []float64{1, 2}, "ann"\nbase, xs, name')))
        self.run_code("// Pair is two numbers.\ntype Pair struct {\n\tA, B int // both of them\n}\np := Pair{1, 2}")
        page = self.text(self.run_code("p?"))
        for part in ("var p Pair = Pair{A:1 B:2}", "A, B int // both of them", "Pair is two numbers."):
            self.assertIn(part, page)
        self.run_code("twice := base * 2")
        self.run_code("q := nosuchname")
        self.assertIn("q is declared in cell [5], which failed", "".join(self.run_code("q")[-1]["traceback"]))
        self.assertIn("Pair{A:1 B:2}", self.text(self.run_code("%values")))
        first = self.js(OUTPUTS)
        self.js("""
            const panel = window.jupyterapp.shell.currentWidget, cells = panel.content.model.sharedModel.cells;
            panel.content.activeCellIndex = cells.findIndex(c => c.source.startsWith('base, xs'));
            cells[panel.content.activeCellIndex].setSource('base := 10.0');
        """)
        self.command("notebook:run-cell")
        at = next(i for i, c in enumerate(first) if c["count"] == 1)
        self.wait("the stale notice", lambda: "Stale after this change: [4]." in self.text(self.js(OUTPUTS)[at]["outputs"]), 60)
        self.shot("stale")
        self.run_code("%fresh")
        self.wait("its update", lambda: "No longer stale: [4]." in self.text(self.js(OUTPUTS)[at]["outputs"]), 30)
        self.run_code("%fmt\nif   base>1{\nfmt.Println( base )\n}")
        self.wait("the formatted cell", lambda: self.js(
            "const c = window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells; return c[c.length - 1].source"
        ) == "if base > 1 {\n\tfmt.Println(base)\n}", 30)
        self.shot("daily")

    def turn_to(self, path):
        """Opens a notebook beside others, in the same page."""
        self.js("window.jupyterapp.commands.execute('docmanager:open', {path: arguments[0]})", path)
        self.wait("the kernel of " + path, lambda: self.js("""
            const panel = window.jupyterapp.shell.currentWidget, session = panel.sessionContext && panel.sessionContext.session;
            return panel.context && panel.context.path === arguments[0] && session && session.kernel && session.kernel.status === 'idle';
        """, path))

    def run_cell(self, number):
        """Runs a code cell, counted from 1, and returns what it shows: its outputs, and what the page then has in their place."""
        self.js("""
            window.mercerAlerts = []; window.alert = (text) => window.mercerAlerts.push(text);
            const content = window.jupyterapp.shell.currentWidget.content, code = content.widgets.filter(c => c.model.type === 'code');
            content.deselectAll();
            content.activeCellIndex = content.widgets.indexOf(code[arguments[0] - 1]);
        """, number)
        self.command("notebook:run-cell")
        self.wait(f"cell {number}", self.done, 300)
        return self.shown(number)

    def shown(self, number):
        outputs = self.js(OUTPUTS)[number - 1]["outputs"]
        html = "\n".join("".join(o.get("data", {}).get("text/html", "")) for o in outputs)
        self.assertNotIn("gonb_comm", html, "the script stays in the notebook")
        return "\n".join([self.text(outputs), html, "\n".join(f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error"), self.js("""
            const code = window.jupyterapp.shell.currentWidget.content.widgets.filter(c => c.model.type === 'code');
            return window.mercerAlerts.concat([...code[arguments[0] - 1].node.querySelectorAll('.jp-OutputArea-output')].map(e => e.innerText)).join('\\n');
        """, number)])

    def run_gonb(self, entry):
        """Runs a notebook of GoNB's and looks for the texts that GoNB's own tests look for."""
        self.turn_to(f"gonb/{entry['name']}.ipynb")
        for number, cell in enumerate(self.js(OUTPUTS), 1):
            if str(number) in entry.get("skip", {}) or number == 1 and entry["page"] == "widgets":  # the flags of a coverage
                continue
            text, rest = self.run_cell(number), ""
            for want in entry["expect"].get(str(number), []):
                self.wait(f"{want!r} in {entry['name']}, cell {number}, which shows\n{text}", lambda: want in (rest or self.shown(number)), 20)
                rest = (rest or self.shown(number)).partition(want)[2] or " "
        self.shot("gonb-" + entry["name"].replace("/", "-"))

    def gonb_entries(self, page):
        entries = json.loads((HERE.parents[1] / "gonbcompat" / "testdata" / "notebooks.json").read_text())
        return [e for e in entries if e.get("page") == page]

    def test_gonb_widgets(self):
        """GoNB's widgets: its own notebooks, each with a kernel of its own in the same page, and the tutorial's cell with a slider and a button."""
        self.new_notebook("widgets.ipynb")
        self.assertIn("The page has answered a heartbeat", self.text(self.run_code("%widgets\n%widgets_hb")))
        for entry in self.gonb_entries("widgets"):
            with self.subTest(entry["name"]):
                self.run_gonb(entry)
        self.turn_to("widgets.ipynb")
        tutorial = json.loads((self.root / "gonb" / "tutorial.ipynb").read_text())
        cell = "".join([c for c in tutorial["cells"] if c["cell_type"] == "code"][24]["source"])
        self.run_code("func mgSinPlot(width, height int, freq float64) string { return fmt.Sprintf(`<svg width=\"%d\" height=\"%d\"><text y=\"40\">%.2f</text></svg>`, width, height, freq) }")
        self.run_code(cell.replace("1000 * time.Millisecond", "30 * time.Second"), wait=False)  # more time than it gives, for this slow machine
        slider = self.wait("the slider", lambda: self.browser.find_element(By.CSS_SELECTOR, "[id^=gonb_slider]"))
        button = self.wait("the button", lambda: self.browser.find_element(By.CSS_SELECTOR, "[id^=gonb_button]"))
        self.wait("the plot", lambda: "5.50" in self.browser.find_element(By.CSS_SELECTOR, ".jp-OutputArea-output svg text").text)
        for value in range(50, 61):  # as a hand that draws it
            self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'));", slider, value)
        self.wait("the slider's effect", lambda: self.browser.find_element(By.ID, "sin_freq").text.strip() == "6.40")
        self.shot("gonb-tutorial")
        button.click()
        self.wait("the end", lambda: self.done() and "Done." in self.shown(len(self.js(OUTPUTS))))
        self.assertIn("6.40", self.shown(len(self.js(OUTPUTS))))
        out = self.run_code('%wasm\nimport "syscall/js"\n%%\njs.Global().Get("document").Call("getElementById", GonbWasmDivId).Set("innerText", "in the page")')
        self.wait("the program in the page", lambda: "in the page" in self.shown(len(self.js(OUTPUTS))), 30)
        self.assertEqual(out[-1]["output_type"], "display_data")

    def test_gonb_wasm(self):
        """GoNB's notebooks with programs for the page."""
        if not ARGS.wasm:
            self.skipTest("it compiles many packages: --wasm runs it")
        self.new_notebook("wasm.ipynb")
        for entry in self.gonb_entries("wasm"):
            self.run_gonb(entry)
        fields = self.browser.find_elements(By.CSS_SELECTOR, "[id^=gonb_mercer] input")
        fields[0].send_keys("20")
        fields[1].send_keys("22")
        self.wait("the sum", lambda: fields[2].get_property("value") == "life, the universe and everything ...")
        self.shot("gonb-wasm")

    def gutter(self, cell, line):
        """Clicks beside a line of a cell, where its breakpoint is."""
        self.js("window.jupyterapp.shell.currentWidget.content.activeCellIndex = arguments[0]", cell)
        marks = self.wait("the gutter", lambda: self.js("""
            const editor = window.jupyterapp.shell.currentWidget.content.widgets[arguments[0]].node;
            return [...editor.querySelectorAll('.cm-breakpoint-gutter .cm-gutterElement')].filter(e => e.offsetHeight > 0 && getComputedStyle(e).visibility !== 'hidden');
        """, cell))
        ActionChains(self.browser).move_to_element(marks[line - 1]).click().perform()

    def frames(self):
        """The frames of the panel, the newest first."""
        return [e.text for e in self.browser.find_elements(By.CSS_SELECTOR, ".jp-DebuggerCallstackFrame")]

    def variables(self):
        """The variables of the panel, by name."""
        return self.js("""
            return Object.fromEntries([...document.querySelectorAll('.jp-DebuggerVariables-name')].map(
              n => [n.textContent, n.nextElementSibling ? n.nextElementSibling.textContent : '']));
        """)

    def test_debugger(self):
        """A breakpoint in a function of an earlier cell, set with the mouse: variables, a step, and on; a panic; and the debugger off again."""
        self.new_notebook("debugger.ipynb")
        self.run_code("func square(i int) int {\n\tresult := i * i\n\treturn result\n}")
        self.run_code('name := "ann"')
        self.wait("the bug", lambda: self.browser.find_element(By.CSS_SELECTOR, ".jp-DebuggerBugButton button:not([disabled]), button.jp-DebuggerBugButton:not([disabled]), .jp-DebuggerBugButton:not([disabled])")).click()
        self.wait("the variables of the notebook", lambda: "name" in self.variables())
        self.assertIn("ann", self.variables()["name"])
        first = self.js("return window.jupyterapp.shell.currentWidget.content.widgets.findIndex(c => c.model.sharedModel.source.startsWith('func square'))")
        self.gutter(first, 3)
        self.wait("the breakpoint", lambda: [e.text for e in self.browser.find_elements(By.CSS_SELECTOR, ".jp-DebuggerBreakpoint")])
        self.shot("debugger-breakpoint")
        self.run_code("sum := 0\nfor i := range 3 {\n\tsum += square(i + 2)\n}\nfmt.Println(sum)", wait=False)
        self.wait("the stop", lambda: len(self.frames()) == 2, 60)
        self.assertIn("square", self.frames()[0])
        self.assertIn("Cell [1]", self.frames()[0])
        self.wait("the variables", lambda: self.variables().get("result") == "4")
        self.assertEqual(self.variables().get("i"), "2")
        self.shot("debugger-stopped")
        self.command("debugger:next")
        self.wait("the step", lambda: len(self.frames()) == 1 and self.variables().get("i") == "0", 30)
        self.shot("debugger-stepped")
        for _ in range(2):
            self.command("debugger:continue")
            self.wait("the next stop", lambda: self.done() and len(self.frames()) == 2, 30)
        self.command("debugger:continue")
        self.wait("the output", lambda: "29" in self.text(self.js(OUTPUTS)[-1]["outputs"]), 30)
        self.wait("an empty panel", lambda: not self.frames(), 10)
        self.wait("the new variable", lambda: self.variables().get("sum") == "29", 30)
        self.run_code("var none []int\nnone[sum] = 1", wait=False)
        self.wait("the panic", lambda: len(self.frames()) == 1 and "none" in self.variables(), 60)
        self.assertEqual(self.variables().get("(panic)"), "runtime error: index out of range [29] with length 0")
        self.shot("debugger-panic")
        self.command("debugger:continue")
        self.wait("its error", lambda: self.js(OUTPUTS)[-1]["outputs"] and self.js(OUTPUTS)[-1]["outputs"][-1]["output_type"] == "error", 30)
        self.assertIn("index out of range [29]", self.js(OUTPUTS)[-1]["outputs"][-1]["evalue"])
        self.browser.find_element(By.CSS_SELECTOR, ".jp-DebuggerBugButton").click()
        self.wait("the debugger off", lambda: not self.js("return document.querySelector('.jp-Notebook .cm-breakpoint-gutter')"), 30)
        self.assertIn("29", self.text(self.run_code("sum")))
        self.shot("debugger-off")

    def test_interrupt_and_restart(self):
        self.new_notebook("restart.ipynb")
        self.run_code("kept := 41")
        self.run_code('fmt.Println("up")\nfor { kept++ }', wait=False)
        self.wait("the loop", lambda: self.js(OUTPUTS)[-1]["outputs"], 60)
        self.command("notebook:interrupt-kernel")
        self.wait("the interrupt", lambda: len(self.js(OUTPUTS)[-1]["outputs"]) > 1, 10)
        out = self.js(OUTPUTS)[-1]["outputs"][-1]
        self.shot("interrupt")
        self.assertEqual((out["output_type"], out["ename"]), ("error", "interrupted"))
        self.command("kernelmenu:restart")
        self.wait("the dialog", lambda: self.browser.find_element(By.CSS_SELECTOR, ".jp-Dialog .jp-mod-warn, .jp-Dialog .jp-mod-accept")).click()
        time.sleep(2)
        self.wait("the kernel", lambda: self.js("return window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"))
        self.run_code("%resume")
        out = self.run_code("kept + 1")
        self.shot("resume")
        self.assertIn("42", "".join(out[-1]["data"]["text/plain"]))


def main():
    global ARGS
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("mercer", type=os.path.abspath)
    ap.add_argument("notebooks", type=os.path.abspath)
    ap.add_argument("--wasm", action="store_true", help="run GoNB's notebooks with programs for the page")
    ap.add_argument("--shots", type=os.path.abspath, help="directory for screenshots")
    ap.add_argument("--part", help="K/N: the K-th of N parts of the tests")
    ARGS, rest = ap.parse_known_args()
    if ARGS.part:
        part, parts = map(int, ARGS.part.split("/"))
        rest += [f"Lab.{name}" for name in unittest.TestLoader().getTestCaseNames(Lab)[part - 1::parts]]
    if ARGS.shots:
        os.makedirs(ARGS.shots, exist_ok=True)
    unittest.main(argv=[sys.argv[0], "-v", *rest])


if __name__ == "__main__":
    main()
