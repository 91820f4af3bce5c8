(function () {
  "use strict";
  var root = document.documentElement;

  // The switch between light and dark: the reader's choice is kept, without one the system decides.
  var button = document.getElementById("mercer-theme");
  var system = window.matchMedia("(prefers-color-scheme: dark)");
  function dark() { return root.dataset.theme ? root.dataset.theme === "dark" : system.matches; }
  function label() {
    button.textContent = dark() ? "Light" : "Dark";
    button.setAttribute("aria-label", dark() ? "Switch to the light theme" : "Switch to the dark theme");
  }
  if (button) {
    button.hidden = false;
    label();
    system.addEventListener("change", label);
    button.addEventListener("click", function () {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("mercer-theme", root.dataset.theme); } catch (e) { } // kept for this page only
      label();
    });
  }

  // A link to a section of this page closes the contents that lie over it.
  var contents = document.getElementById("mercer-contents");
  if (contents) contents.addEventListener("click", function (event) {
    if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });

  // Beside a wide page the contents show which section is read.
  var links = contents ? Array.from(contents.querySelectorAll("ul ul a")) : [], here = null;
  var headings = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
  function follow() {
    var next = null;
    headings.forEach(function (heading, i) {
      if (heading && heading.getBoundingClientRect().top < window.innerHeight / 3) next = links[i];
    });
    if (next === here) return;
    if (here) here.classList.remove("here");
    here = next;
    if (!here) return;
    here.classList.add("here");
    var above = here.getBoundingClientRect().top - contents.getBoundingClientRect().top;
    if (above < 0 || above > contents.clientHeight - 60) contents.scrollTop += above - contents.clientHeight / 2;
  }
  var due = 0;
  if (links.length > 0) window.addEventListener("scroll", function () {
    clearTimeout(due);
    due = setTimeout(follow, 100);
  }, { passive: true });
  follow();

  // The marks of derivations get colours of the theme in place of those that stand in the formula.
  var marks = { "rgb(26, 148, 97)": "good", "rgb(217, 72, 15)": "wrong", "rgb(119, 119, 119)": "other", "rgb(125, 125, 125)": "other" };
  function colour(formula) {
    formula.querySelectorAll("[style*=color]").forEach(function (element) {
      if (marks[element.style.color]) element.classList.add(marks[element.style.color]);
    });
  }
  document.querySelectorAll(".math").forEach(colour);

  // A displayed formula that is wider than its place is set in its narrow form, if it has one; then it is made smaller, broken
  // at its relations where that is not enough, and what is still too wide scrolls.
  var wide = new Map(); // of each that was too wide, its text and its width
  function set(element, tex) {
    katex.render(tex, element, { displayMode: true, throwOnError: false, strict: false });
    colour(element);
  }
  function fitDisplay(element) {
    var room = element.clientWidth, known = wide.get(element);
    element.style.fontSize = "";
    element.classList.remove("breaks");
    if (known && known.narrow) set(element, known.tex);
    if (room === 0 || element.scrollWidth <= room + 1) return;
    if (!known) {
      var source = element.querySelector("annotation");
      wide.set(element, known = { tex: source ? source.textContent : "" });
    }
    [false, true].forEach(function (apart) {
      var narrow = mercerNarrow(known.tex, apart);
      if (!narrow || element.scrollWidth <= room + 1) return;
      known.narrow = true;
      set(element, narrow);
    });
    if (room < 0.85 * element.scrollWidth) element.classList.add("breaks");
    if (element.scrollWidth > room + 1) element.style.fontSize = Math.max(0.75, Math.floor(100 * room / element.scrollWidth) / 100) + "em";
  }

  // A formula in a line breaks at its relations; one that cannot scrolls in itself.
  function fitInline(element) {
    element.classList.remove("wide");
    var block = element.closest("p, li, td, th, dd, h1, h2, h3, h4, div"), room = block ? block.clientWidth : 0;
    var parts = element.querySelectorAll(".katex-html > .katex-base");
    for (var i = 0; i < parts.length && room > 0; i++) {
      if (parts[i].offsetWidth > room) { element.classList.add("wide"); return; }
    }
  }

  function fit() {
    document.querySelectorAll(".math.display").forEach(fitDisplay);
    document.querySelectorAll(".math:not(.display)").forEach(fitInline);
    document.querySelectorAll("pre, .scroll, .html, .figure, .math.display, .math.wide, .latex").forEach(function (element) { // by the keyboard
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible") element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
  }
  var width = 0;
  function refit() {
    if (root.clientWidth !== width) fit();
    width = root.clientWidth; // the bar of a phone's browser changes the height alone
  }
  var main = document.querySelector("main");
  window.addEventListener("beforeprint", function () { // as wide as paper is, with its smaller letters
    main.style.cssText = "width: 760px; max-width: none; padding: 0";
    fit();
  });
  window.addEventListener("afterprint", function () {
    main.style.cssText = "";
    fit();
  });
  document.fonts.ready.then(refit);
  window.addEventListener("resize", refit);
})();
