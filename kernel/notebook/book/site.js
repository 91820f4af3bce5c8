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

  // The marks of derivations get colours of the theme in place of those that stand in the formula.
  var marks = { "rgb(26, 148, 97)": "good", "rgb(217, 72, 15)": "wrong", "rgb(119, 119, 119)": "other" };
  document.querySelectorAll(".math [style*=color]").forEach(function (element) {
    var name = marks[element.style.color];
    if (name) { element.classList.add(name); }
  });

  // What is wider than its place scrolls in itself, and can be reached with the keyboard.
  function fit() {
    document.querySelectorAll(".math:not(.display)").forEach(function (element) {
      element.classList.remove("wide");
      var block = element.closest("p, li, td, th, dd, h1, h2, h3, h4, div");
      var room = block ? block.clientWidth : 0;
      var parts = element.querySelectorAll(".katex-html > .base");
      for (var i = 0; i < parts.length; i++) {
        if (room > 0 && parts[i].offsetWidth > room) { element.classList.add("wide"); break; }
      }
    });
    document.querySelectorAll("pre, .scroll, .html, .math.display, .math.wide, .latex").forEach(function (element) {
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible") element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
  }
  fit();
  window.addEventListener("load", fit); // the fonts are there
  window.addEventListener("resize", fit);
})();
