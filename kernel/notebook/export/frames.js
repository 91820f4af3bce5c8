(function () {
  "use strict";
  document.querySelectorAll(".mercer-frames").forEach(function (box) {
    var frames = box.querySelectorAll(".mercer-frame");
    var slider = box.querySelector("input[type=range]"), button = box.querySelector("button"), name = box.querySelector("output");
    if (!slider || !button || !name) return;
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
