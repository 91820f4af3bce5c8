(function () {
  "use strict";
  // On paper, where nothing slides, a few frames from the first to the last stand beside each other, large enough to be read.
  function print(box, frames) {
    var picture = frames[0].querySelector("svg"), broad = picture && parseFloat(picture.getAttribute("width")) > 560;
    var most = broad ? 3 : 6, kept = [];
    box.classList.toggle("broad", broad);
    if (frames.length <= most) return;
    for (var i = 0; i < most; i++) kept.push(frames[Math.round(i * (frames.length - 1) / (most - 1))]);
    frames.forEach(function (f) { f.classList.toggle("unprinted", !kept.includes(f)); });
    var note = document.createElement("div");
    note.className = "printed";
    note.textContent = most + " of " + frames.length + " frames";
    box.append(note);
  }

  document.querySelectorAll(".mercer-frames").forEach(function (box) {
    var frames = box.querySelectorAll(".mercer-frame");
    var slider = box.querySelector("input[type=range]"), button = box.querySelector("button"), name = box.querySelector("output");
    if (!slider || !button || !name) return;
    print(box, Array.from(frames));
    var timer = 0;
    function show() {
      frames.forEach(function (f, i) { f.style.display = i === +slider.value ? "" : "none"; });
      name.textContent = frames[+slider.value].dataset.name;
      slider.setAttribute("aria-valuetext", name.textContent);
    }
    function stop() {
      clearInterval(timer);
      timer = 0;
      button.textContent = "▶";
    }
    function step() {
      if (+slider.value >= +slider.max) { stop(); return; }
      slider.value = +slider.value + 1;
      show();
    }
    slider.addEventListener("input", show);
    button.addEventListener("click", function () {
      if (timer) { stop(); return; }
      button.textContent = "❚❚";
      if (+slider.value >= +slider.max) slider.value = -1;
      timer = setInterval(step, Math.max(50, +button.dataset.millis || 250));
    });
  });

  // Controls of which the page holds some positions: what belongs to them is shown. Elements of what is shown may look like them, so children are asked only.
  document.querySelectorAll(".mercer-interact").forEach(function (box) {
    var children = function (name) { return Array.from(box.children).filter(function (e) { return e.classList.contains(name); }); };
    var controls = children("mercer-control"), held = children("mercer-at");
    function position(control) {
      var e = control.querySelector("input, select");
      if (!e || e.disabled) return 0;
      return e.type === "checkbox" ? +e.checked : e.tagName === "SELECT" ? e.selectedIndex : +e.value;
    }
    function show() {
      var at = controls.map(position).join(" ");
      controls.forEach(function (control) {
        var e = control.querySelector("input[type=range]");
        if (!e) return;
        control.querySelector("output").textContent = e.dataset.names.split(" ")[+e.value];
        e.setAttribute("aria-valuetext", control.querySelector("output").textContent);
      });
      held.forEach(function (h) { h.style.display = h.dataset.at.split(",").includes(at) ? "" : "none"; });
    }
    controls.forEach(function (control) { control.addEventListener("input", show); });
    box.querySelectorAll("input, select").forEach(function (e) { e.autocomplete = "off"; }); // a page that is loaded again begins at the start
  });
})();
