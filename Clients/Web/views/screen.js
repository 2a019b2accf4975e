/** A screen: a custom element that renders a pure function of the context. */
import { render } from "../core/html.js";

/** @typedef {import("../types.d.ts").Context} Context */

/**
 * The screens by the names of their routes. Their modules are loaded after the frame, and add them.
 * Today may be hidden, too.
 * @type {Map<string, (context: Context, isHidden?: boolean) => unknown>}
 */
export const lateScreens = new Map();

/**
 * Defines the element of a screen. Tests call `view` without an element.
 * @param {string} name
 * @param {(context: Context) => unknown} view
 * @param {() => import("../core/row-budget.js").RowBudget} [makeRows] For a screen that shows long lists in several
 *   frames.
 */
export function defineScreen(name, view, makeRows) {
  if (!globalThis.customElements || customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      /** @type {Context | undefined} */
      #context;
      #rows = makeRows?.();
      /** The frame that shows more rows; 0 for none. */
      #frame = 0;

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
        if (context) this.#draw(context);
      }

      disconnectedCallback() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
      }

      /** @param {Context} context */
      #draw(context) {
        cancelAnimationFrame(this.#frame);
        this.#rows?.begin();
        render(view({ ...context, rows: this.#rows }), this);
        this.#frame = this.#rows?.hasMore ? requestAnimationFrame(() => this.#draw(context)) : 0;
      }
    },
  );
}
