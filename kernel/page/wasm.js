"use strict";
/*
 * Runs the WebAssembly program of a cell in the page of JupyterLab or Notebook 7 that shows it. The Jupyter server serves the program and
 * wasm_exec.js, which comes with Go, for as long as the kernel lives. What the program prints goes to the browser's console.
 */
(async () => {
  const RUN = JSON.parse("{{run}}"); // {div, dir, path, exec, program, args}
  const div = document.getElementById(RUN.div);
  const tell = (text) => {
    console.error("wasm: " + text);
    div && div.appendChild(document.createElement("div")).append(text);
  };

  /** Loads a script, each time anew: another kernel of this page may have another Go. */
  const load = (url) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve(globalThis.Go);
    script.onerror = () => reject(new Error(`${url} is not served`));
    document.head.appendChild(script).remove();
  });

  try {
    const config = document.getElementById("jupyter-config-data");
    if (!config) {
      throw new Error("this page is not one of JupyterLab or Notebook 7, from which the Jupyter server can be reached");
    }
    const url = new URL((JSON.parse(config.textContent).baseUrl || "/").replace(/\/*$/, "") + RUN.path, location.href).href;
    const Go = await load(`${url}/${RUN.exec}`);
    const answer = await fetch(`${url}/${RUN.program}`);
    if (!answer.ok) {
      throw new Error(`the server does not have it (${answer.status}): it goes with its kernel; run the cell again`);
    }
    const go = new Go();
    go.argv = ["js", ...RUN.args];
    go.env = { GONB_WASM_DIR: RUN.dir, GONB_WASM_URL: new URL(url).pathname, GONB_WASM_DIV_ID: RUN.div };
    go.exit = (code) => code && tell(`The program has ended with exit status ${code}: the browser's console has what it printed.`);
    const program = await WebAssembly.instantiate(await answer.arrayBuffer(), go.importObject);
    await go.run(program.instance);
  } catch (err) {
    tell("The program of this cell does not run: " + err.message + ".");
  }
})();
