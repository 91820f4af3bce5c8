// A JupyterLab extension for pictures in outputs: they shrink to the width of their page, and their alternative text is the
// output's text/plain; and for sliders of display.Interact: arrow keys move one that has the focus. It is written as JupyterLab
// loads it, a module federation container, so that nothing has to be built.
(() => {
  let shared;

  // load returns a module of JupyterLab's own.
  async function load(name) {
    const [module] = Object.values(shared[name]);
    return (await module.get())();
  }

  function described(Renderer) {
    return class extends Renderer {
      async render(model) {
        await super.render(model);
        const picture = this.node.querySelector('img, svg');
        if (!picture) return; // one that is not trusted
        const text = [].concat(model.data['text/plain'] ?? '').join('');
        if (picture.tagName === 'IMG') picture.alt = text;
        const own = model.metadata[this.mimeType] ?? {};
        if (!own.unconfined) Object.assign(picture.style, {maxWidth: '100%', height: own.height ? '' : 'auto'});
      }
    };
  }

  // keepArrows has a slider get the keys that are otherwise shortcuts of the notebook's command mode.
  function keepArrows(event) {
    const handle = event.target.closest('.mercer-interact [role="slider"]');
    if (handle) handle.dataset.lmSuppressShortcuts = 'true';
  }

  async function plugin() {
    const {IRenderMimeRegistry, RenderedSVG, RenderedImage} = await load('@jupyterlab/rendermime');
    const kinds = [['image/svg+xml', RenderedSVG, false, 80], ['image/png', RenderedImage, true, 60]];
    return {
      id: 'mercer-figures:plugin',
      description: 'Pictures in outputs shrink to the width of their page and have alternative text; arrow keys move sliders.',
      autoStart: true,
      requires: [IRenderMimeRegistry],
      activate(app, registry) {
        for (const [mimeType, Renderer, safe, rank] of kinds) {
          const Described = described(Renderer);
          registry.addFactory({safe, mimeTypes: [mimeType], createRenderer: options => new Described(options)}, rank);
        }
        document.addEventListener('focusin', keepArrows);
      },
    };
  }

  (window._JUPYTERLAB = window._JUPYTERLAB || {})['mercer-figures'] = {
    init(scope) { shared = scope; },
    async get() {
      const extension = await plugin();
      return () => ({__esModule: true, default: extension});
    },
  };
})();
