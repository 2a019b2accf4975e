/** An element that dispatches `near` shortly before it is scrolled into view, so that long lists load more. */

/** The distance to the edge of the window. */
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
