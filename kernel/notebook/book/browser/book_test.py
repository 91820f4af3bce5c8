"""The site of "mercer book" in headless Chromium, opened as files, without a network.

    python book_test.py SITE [--shots DIR] [--pages K/N]

goes over each page wide and on a phone, in both themes and as it is printed, and does what a reader does: switches the
theme, opens the contents, searches, moves a slider. It needs selenium, chromium and chromedriver. Screenshots go to DIR
for people to look at. With --pages 2/3 it goes over the second third of the pages: parts can run beside each other.
"""
import argparse
import base64
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ARGS = None

# What is seen of the page is wider than the window, for each such element.
TOO_WIDE = """
const scrolls = e => { for (; e; e = e.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true; };
return [...document.querySelectorAll('main *')].filter(e =>
  e.checkVisibility() && e.getBoundingClientRect().right > arguments[0] + 1 && !scrolls(e.parentElement) &&
  !e.closest('.katex-mathml')).slice(0, 5).map(e => e.outerHTML.slice(0, 120));
"""

# Text whose contrast is below WCAG's AA, once for each pair of colours.
LOW_CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
function rgba(colour) {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].map(x => x / 255);
}
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const light = c => { const [r, g, b] = c.map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4); return .2126*r + .7152*g + .0722*b; };
const cache = new Map(), colour = c => cache.get(c) || (cache.set(c, rgba(c)), cache.get(c));
function background(e) {
  if (!e) return rgba('white');
  const c = colour(getComputedStyle(e).backgroundColor);
  return c[3] === 1 ? c : over(c, background(e.parentElement));
}
const found = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n = walker.nextNode(); n; n = walker.nextNode()) {
  const e = n.parentElement;
  if (!n.data.trim() || e.closest('svg, script, style, noscript, .katex-mathml') || !e.checkVisibility()) continue;
  const s = getComputedStyle(e), back = background(e), front = over(colour(s.color), back);
  const [a, b] = [light(front), light(back)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
  const size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && +s.fontWeight >= 700;
  if (ratio < (large ? 3 : 4.5)) found.set(s.color + back, `${ratio.toFixed(2)}: "${n.data.trim().slice(0, 30)}" ${s.color} in ${e.outerHTML.slice(0, 80)}`);
}
return [...found.values()];
"""

UNSET = """
return [...document.querySelectorAll('.math')].filter(e => !e.querySelector('.katex') || e.querySelector('.katex-error'))
  .map(e => e.textContent.slice(0, 80));
"""

# The signs of each displayed formula in a fixed order, without what joins a reason to how a step was found: a colon, or "because".
SIGNS = """
return [...document.querySelectorAll('.math.display')].map(e =>
  [...e.querySelector('.katex-html').textContent.replace(/[\\s:\u200b]|because/g, '')].sort().join(''));
"""

# Reasons that say what they are twice.
TWICE = "return [...document.querySelectorAll('.math.display')].map(e => e.textContent).filter(t => /\\w: *because:/.test(t.replace(/\\s/g, ' ')));"

# Displayed formulas that are broken inside brackets.
BROKEN_BRACKETS = """
return [...document.querySelectorAll('.math.display')].filter(e => {
  const parts = [...e.querySelectorAll('.katex-html .katex-base')].filter(p => !p.parentElement.closest('.katex-base'));
  let depth = 0;
  return e.checkVisibility() && parts.some((p, i) => {
    const broken = i > 0 && depth > 0 && p.getBoundingClientRect().left < parts[i - 1].getBoundingClientRect().left;
    for (const sign of p.textContent) depth += /[(\\[{⟨⌊⌈]/.test(sign) ? 1 : /[)\\]}⟩⌋⌉]/.test(sign) ? -1 : 0;
    return broken;
  });
}).map(e => e.querySelector('annotation').textContent);
"""

# Numbers, short tuples and names of frames on two lines.
BROKEN_NUMBERS = """
const found = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
for (let n = walker.nextNode(); n; n = walker.nextNode()) {
  if (!n.parentElement.closest('.mercer-check, .mercer-table, output') || !n.parentElement.checkVisibility()) continue;
  for (const m of n.data.matchAll(/\\d[\\d.]*e[-+]\\d+|[(\\[](?=[^()\\[\\]]*\\d)[^()\\[\\]]{1,18}[)\\]]/g)) {
    const r = document.createRange();
    r.setStart(n, m.index); r.setEnd(n, m.index + m[0].length);
    if (new Set([...r.getClientRects()].map(b => Math.round(b.top))).size > 1) found.push(m[0]);
  }
}
for (const e of document.querySelectorAll('.mercer-frames output'))
  if (e.checkVisibility() && e.textContent.length <= 18 && e.clientHeight > 1.9 * parseFloat(getComputedStyle(e).fontSize)) found.push(e.textContent);
return found;
"""

# Cells of tables with a word a line.
SQUEEZED = """
return [...document.querySelectorAll('.scroll td')].filter(e => {
  const r = document.createRange();
  r.selectNodeContents(e);
  return e.checkVisibility() && !e.closest('.mercer-check') && e.clientWidth < 100 && r.getBoundingClientRect().height > 160;
}).map(e => e.textContent.slice(0, 60));
"""

WIDTHS = "return [...document.querySelectorAll('.math.display .katex-html')].map(e => e.getBoundingClientRect().width);"

# What touches a formula in a line, as its full stop or its bracket, and stands on another line.
PARTED = """
const beside = (e, side) => { while (!e[side] && /^(EM|STRONG|B|I)$/.test(e.parentElement.tagName)) e = e.parentElement; return e[side]; };
const found = [], box = (node, at) => { const r = document.createRange(); r.setStart(node, at); r.setEnd(node, at + 1); return r.getBoundingClientRect(); };
for (const formula of document.querySelectorAll('.katex')) {
  const parts = formula.querySelectorAll('.katex-html > .katex-base'), whole = formula.parentElement;
  if (!parts.length || formula.closest('.katex-display') || !formula.checkVisibility()) continue;
  const first = parts[0].getBoundingClientRect(), last = parts[parts.length - 1].getBoundingClientRect();
  const before = beside(whole, 'previousSibling'), behind = beside(whole, 'nextSibling');
  if (behind && behind.nodeType === 3 && /^[^\\s—–]/.test(behind.data) && box(behind, 0).left < last.left) found.push(behind.data.slice(0, 20));
  if (before && before.nodeType === 3 && /[^\\s—–]$/.test(before.data) && box(before, before.data.length - 1).right > first.right) found.push(before.data.slice(-20));
  for (const joined of formula.querySelectorAll('.joined'))
    if (Math.abs(parseFloat(getComputedStyle(joined).fontSize) / parseFloat(getComputedStyle(whole).fontSize) - 1) > 0.01) found.push('size of ' + joined.textContent);
}
return found;
"""

# Heads of columns with one short word, or a short formula, that is broken.
BROKEN_HEADS = """
return [...document.querySelectorAll('th')].filter(e => e.checkVisibility() && e.textContent.trim().length <= 12 && !e.querySelector('br, .katex')).filter(e => {
  const r = document.createRange(); r.selectNodeContents(e);
  return r.getBoundingClientRect().height > 2.2 * parseFloat(getComputedStyle(e).fontSize);
}).map(e => e.textContent);
"""

# What scrolls sideways has to be reached with the keyboard.
UNREACHABLE = """
return [...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 &&
  /auto|scroll/.test(getComputedStyle(e).overflowX) && e.tabIndex < 0 && e.checkVisibility()).map(e => e.outerHTML.slice(0, 120));
"""


class Book(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = pathlib.Path(ARGS.site).resolve()
        part, parts = map(int, ARGS.pages.split("/"))
        cls.pages = sorted(p.name for p in cls.site.glob("*.html"))[part - 1::parts]
        cls.dir = tempfile.mkdtemp(prefix="mercer-book-")
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={cls.dir}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser")
        cls.browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        shutil.rmtree(cls.dir, ignore_errors=True)

    def js(self, code, *args):
        return self.browser.execute_script(code, *args)

    def view(self, width, theme="light", media="screen"):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                     {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                     {"media": media, "features": [{"name": "prefers-color-scheme", "value": theme}]})
        self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")  # it is laid out again

    def open(self, page):
        self.browser.get((self.site / page.partition("?")[0]).as_uri() + page[len(page.partition("?")[0]):])
        self.js("return document.fonts.ready.then(() => true)")

    def shot(self, name, height=2400):
        if not ARGS.shots:
            return
        width, full = self.js("return [innerWidth, document.documentElement.scrollHeight]")
        data = self.browser.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": min(full, height), "scale": 1}})
        with open(os.path.join(ARGS.shots, name + ".png"), "wb") as f:
            f.write(base64.b64decode(data["data"]))

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def test_every_page(self):
        """To open a page takes longer than to look at it in many ways: one is opened on a phone, the next one wide; then each is looked at
        in the other width, and as it was opened again."""
        self.assertTrue(self.pages)
        self.browser.get_log("browser")
        for i, page in enumerate(self.pages):
            first, second = ((390, "light"), (1280, "dark")) if i % 2 == 0 else ((1280, "light"), (390, "dark"))
            with self.subTest(page=page, width=first[0], theme=first[1]):
                self.view(*first)
                self.open(page)
                self.looks_right(page, *first)
                self.assertEqual([m["message"] for m in self.browser.get_log("browser") if m["level"] == "SEVERE"], [])
                for url in self.js("return performance.getEntriesByType('resource').map(r => r.name)"):
                    self.assertRegex(url, "^(file|data):", "from the network")
            with self.subTest(page=page, width=second[0], theme=second[1], opened=first[0]):
                signs, room = self.js(SIGNS), self.js(WIDTHS)
                self.view(*second)
                self.looks_right(page, *second)
                self.assertEqual(self.js(SIGNS), signs, "the formulas of a wide page are those of the narrow one")
                self.view(*first)
                self.assertEqual(self.js(WIDTHS), room, "as before")
            with self.subTest(page=page, on="paper"):
                self.view(760, "dark", "print")
                self.js("dispatchEvent(new Event('beforeprint'))")
                self.fits_paper()
        self.view(1280)

    def looks_right(self, page, width, theme):
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width)
        self.assertEqual(self.js(TOO_WIDE, width), [], "wider than the page")
        self.assertEqual(self.js(UNSET), [], "formulas that KaTeX has not set")
        self.assertEqual(self.js(UNREACHABLE), [], "scrolls, but not by the keyboard")
        self.assertEqual(self.js(PARTED), [], "parted from its formula by the end of a line")
        self.assertEqual(self.js(BROKEN_HEADS), [], "a short head of a column on two lines")
        self.assertEqual(self.js(BROKEN_BRACKETS), [], "broken inside brackets")
        self.assertEqual(self.js(BROKEN_NUMBERS), [], "numbers on two lines")
        self.assertEqual(self.js(TWICE), [], "a reason that says so twice")
        self.assertEqual(self.js(SQUEEZED), [], "a word a line")
        self.assertEqual(self.js(LOW_CONTRAST), [], "contrast below AA")
        self.shot(f"{page[:-5]}-{width}-{theme}")
        if width == 390:
            self.fits_a_phone()
            self.sliders_move()
            self.view(390, "dark" if theme == "light" else "light")
            self.assertEqual(self.js(LOW_CONTRAST), [], "contrast below AA, in the other theme")

    def fits_a_phone(self):
        """A check is read without scrolling, and figures with panels side by side are not made too small."""
        self.assertEqual(self.js("""
            return [...document.querySelectorAll('table.mercer-check td')].filter(e => e.checkVisibility() &&
              e.getBoundingClientRect().right > innerWidth).map(e => e.outerHTML.slice(0, 120));"""), [])
        self.assertEqual(self.js("""
            return [...document.querySelectorAll('img.broad')].filter(e => e.checkVisibility() &&
              e.clientWidth < 0.5 * +e.getAttribute('width')).map(e => e.src);"""), [])
        self.assertEqual(self.js("""
            return [...document.querySelectorAll('.figure')].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 &&
              getComputedStyle(e, '::after').position !== 'sticky').map(e => e.outerHTML.slice(0, 120));"""), [], "cut without a sign")

    def fits_paper(self):
        """A slider cannot be moved on paper: some of its frames are there, the first and the last among them, large enough to be
        read, and how many there are is said; and no page has to be shrunk by more than 5 % to fit on paper."""
        self.assertEqual(self.js("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)", "paper is white")
        self.assertEqual(self.js(LOW_CONTRAST), [], "contrast below AA, printed")
        for box in self.browser.find_elements(By.CSS_SELECTOR, ".mercer-frames"):
            seen, widths, note = self.js("""
                const frames = [...arguments[0].querySelectorAll('.mercer-frame')], note = arguments[0].querySelector('.printed');
                return [frames.map(e => e.checkVisibility()), frames.filter(e => e.checkVisibility()).map(e => e.clientWidth),
                  note && note.checkVisibility() ? note.textContent : ''];""", box)
            self.assertTrue(seen[0] and seen[-1])
            self.assertLessEqual(sum(seen), 6)
            self.assertEqual(note, "" if all(seen) else f"{sum(seen)} of {len(seen)} frames")
            self.assertGreater(min(widths), 330)
        self.assertEqual(self.js("""
            const signs = list => [...list.map(e => e.querySelector('.katex-html').textContent).join('').replace(/[\\s\u200b]/g, '')].sort().join('');
            return [...document.querySelectorAll('.pieces')].filter(p => signs([...p.querySelectorAll('.piece')]) !==
              signs([...p.querySelectorAll('.math:not(.piece)')])).map(p => p.textContent);"""), [], "pieces that are not the whole")
        self.assertEqual(self.js("""
            return [...document.querySelectorAll('.output .markdown > p > .math')].filter(e => e.checkVisibility() && e.clientHeight > 500)
              .map(e => e.textContent);"""), [], "half a page that does not break")
        self.assertEqual(self.js("return [...document.querySelectorAll('.mercer-frames input')].filter(e => e.checkVisibility()).length"), 0)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), 800)

    def sliders_move(self):
        for box in self.browser.find_elements(By.CSS_SELECTOR, ".mercer-frames"):
            slider = box.find_element(By.CSS_SELECTOR, "input[type=range]")
            frames = box.find_elements(By.CSS_SELECTOR, ".mercer-frame")
            self.assertTrue(frames[0].is_displayed())
            slider.send_keys(Keys.ARROW_RIGHT)
            self.assertEqual([f.is_displayed() for f in frames], [i == 1 for i in range(len(frames))])

    def test_theme_is_remembered(self):
        self.view(1280, "light")
        self.open("index.html")
        colour = "return getComputedStyle(document.body).backgroundColor"
        light = self.js(colour)
        self.find("#mercer-theme").click()
        dark = self.js(colour)
        self.assertNotEqual(light, dark)
        for _ in range(20):  # browsers hand over what a page has stored in their own time
            self.open(self.pages[0])
            if self.js(colour) == dark:
                break
        self.assertEqual(self.js(colour), dark, "on the next page")
        self.find("#mercer-theme").click()
        self.assertEqual(self.js(colour), light)
        self.js("localStorage.clear()")

    def test_contents_on_a_phone(self):
        self.view(390)
        page = next(p for p in self.pages if p[:2].isdigit())
        self.open(page)
        nav = self.find("#mercer-contents")
        self.assertFalse(nav.is_displayed())
        self.find(".menu").click()
        self.assertTrue(nav.is_displayed())
        self.shot("contents-390", 844)
        section = nav.find_element(By.CSS_SELECTOR, "[aria-current] + ul a")
        anchor = section.get_attribute("href")
        section.click()
        self.assertFalse(nav.is_displayed(), "a link to a section closes the contents")
        self.assertEqual(self.browser.current_url, anchor)
        self.find(".menu").click()
        self.find("body").send_keys(Keys.ESCAPE)
        self.assertFalse(nav.is_displayed(), "so does Escape")
        self.view(1280)
        self.open(page)
        self.assertTrue(self.find("#mercer-contents").is_displayed(), "beside a wide page")
        self.assertFalse(self.find(".menu").is_displayed())

    def test_search(self):
        self.view(390)
        self.open("index.html")
        title = self.find(".chapters h2 a").text
        word = max(title.split(), key=len)
        field = self.find("input[type=search]")
        field.send_keys(word, Keys.ENTER)
        WebDriverWait(self.browser, 10).until(lambda b: "search.html" in b.current_url)
        found = [a.text for a in self.browser.find_elements(By.CSS_SELECTOR, ".found li > a")]
        self.assertTrue(any(word in text for text in found), f"{word} in {found}")
        self.shot("found-390", 1200)
        field = self.find("#mercer-search input")
        field.clear()
        field.send_keys("nosuchword")
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, ".found li"), [])
        self.assertIn("Nothing", self.find("#mercer-count").text)
        field.clear()
        field.send_keys(word + " nosuchword")
        self.assertIn("with some of them", self.find("#mercer-count").text)
        self.assertTrue(self.browser.find_elements(By.CSS_SELECTOR, ".found li"))
        field.clear()
        field.send_keys("<b>")
        self.assertEqual(self.browser.find_elements(By.CSS_SELECTOR, ".found b"), [], "what is typed is text")

    def test_every_result_leads_to_its_place(self):
        self.view(1280)
        self.open("search.html?q=a")
        links = [a.get_attribute("href") for a in self.browser.find_elements(By.CSS_SELECTOR, ".found li > a")]
        self.assertTrue(links)
        for link in links[:10]:
            self.browser.get(link)
            self.assertTrue(self.js("return !location.hash || document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null"), link)

    def test_skip_link(self):
        self.view(1280)
        self.open("index.html")
        self.find("body").send_keys(Keys.TAB)
        self.assertEqual(self.js("return document.activeElement.className"), "skip")
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(self.js("return document.activeElement.id"), "mercer-main")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("site")
    parser.add_argument("--shots")
    parser.add_argument("--pages", default="1/1")
    ARGS, rest = parser.parse_known_args()
    if ARGS.shots:
        os.makedirs(ARGS.shots, exist_ok=True)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
