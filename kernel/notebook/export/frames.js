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
})();
