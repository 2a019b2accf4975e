/** A screen: a custom element that renders a pure function of the context. */
import { render } from "../core/html.js";

/** @typedef {import("../types.d.ts").Context} Context */

/**
 * The screens outside of the first load by the names of their routes. Their modules add them.
 * @type {Map<string, (context: Context) => unknown>}
 */
export const lateScreens = new Map();

/**
 * Defines the element of a screen. Tests call `view` without an element.
 * @param {string} name
 * @param {(context: Context) => unknown} view
 */
export function defineScreen(name, view) {
  if (!globalThis.customElements || customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      /** @type {Context | undefined} */
      #context;

      connectedCallback() {
        // A context that was set before this module was loaded.
        if (!Object.hasOwn(this, "context")) return;
        const context = this.context;
        delete /** @type {any} */ (this).context;
        this.context = context;
      }

      get context() {
        return this.#context;
      }

      set context(context) {
        this.#context = context;
        if (context) render(view(context), this);
      }
    },
  );
}
