/** An element that says when it comes near the window: lists without end load what follows. */

/** So far before it is seen. */
const MARGIN = "800px";

if (globalThis.customElements && !customElements.get("mw-sentinel")) {
  customElements.define(
    "mw-sentinel",
    class extends HTMLElement {
      connectedCallback() {
        this.observer = new IntersectionObserver((found) => {
          if (found.some(({ isIntersecting }) => isIntersecting)) this.dispatchEvent(new Event("near"));
        }, { rootMargin: MARGIN });
        this.observer.observe(this);
      }

      disconnectedCallback() {
        this.observer?.disconnect();
      }
    },
  );
}
