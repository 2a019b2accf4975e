/** The screens of modules, and what modules show beside them. A fault of a module stays in its own element or place. */
import { html, render } from "../core/html.js";
import { modules, screenOf } from "../core/modules.js";
import { icon } from "./parts.js";

/** @typedef {import("../types.d.ts").Context} Context */

/** The element of a route's screen; null if its module is not loaded.
 * @param {Context} context @param {string} [name] @param {boolean} [isHidden] */
export function shownScreen(context, name = context.state.route.name, isHidden = false) {
  const screen = screenOf(name);
  return screen
    ? html`
      <mw-screen ?hidden=${isHidden} .screen=${screen} .context=${context}></mw-screen>
    `
    : null;
}

/** What modules show in a place.
 * @param {Context} context @param {import("../types.d.ts").Place} place */
export const placed = (context, place) =>
  [...modules].map(([module, { places }]) => {
    try {
      return places?.[place]?.(context);
    } catch (error) {
      reportFault(context, module, error);
      return null;
    }
  });

/** The screen of an unknown path, or in place of a screen that is not there or has failed.
 * @param {Context} context */
export function missing({ state, dispatch, t }) {
  const key = state.route.name === "missing"
    ? "nav.missing"
    : state.faults[screenOf(state.route.name)?.module ?? ""]
    ? "screen.fault"
    : "screen.failed";
  return html`
    <section class="screen">
      <h1 tabindex="-1">${t(key)}</h1>
      <div class="empty">${icon(key === "screen.failed" ? "offline" : "warning")}${key === "nav.missing"
        ? null
        : html`<p>${t(`${key}.text`)}</p><button type="button" class="button button-main" @click=${() =>
          dispatch({ type: "screen.retry" })}>${t("screen.retry")}</button>`}<a class="button" href="/">${t(
          "missing.back",
        )}</a></div>
    </section>
  `;
}

/** After the frame that is being drawn, because it reads the state.
 * @param {Context} context @param {string} module @param {unknown} error */
function reportFault({ state, dispatch }, module, error) {
  if (state.faults[module] !== String(error)) {
    setTimeout(() => dispatch({ type: "module.failed", module, error }));
  }
}

/** Renders the view of a screen. Properties are set in the order of the template: the screen, then its context. */
class ScreenElement extends (globalThis.HTMLElement ?? Object) {
  /** @type {Context | undefined} */
  #context;
  /** @type {import("../types.d.ts").Screen & {module: string} | undefined} */
  #screen;
  /** @type {import("../core/row-budget.js").RowBudget | undefined} */
  #rows;
  /** The frame that shows more rows; 0 for none. */
  #frame = 0;
  /** Where the screen is rendered: another element after each failure, because half a rendering cannot be continued.
   * @type {Element} */
  #place = this;

  set screen(/** @type {import("../types.d.ts").Screen & {module: string}} */ screen) {
    if (screen === this.#screen) return;
    this.#screen = screen;
    this.#rows = screen.rows?.();
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
    const screen = this.#screen;
    if (!screen) return;
    cancelAnimationFrame(this.#frame);
    this.#rows?.begin();
    this.#place = drawScreen(screen, { ...context, rows: this.#rows }, this.#place);
    this.#frame = this.#rows?.hasMore ? requestAnimationFrame(() => this.#draw(context)) : 0;
  }
}

/** Draws a screen, or that it has failed.
 * @param {import("../types.d.ts").Screen & {module: string}} screen @param {Context} context @param {Element} place
 * @returns {Element} Where it is drawn next time. */
export function drawScreen({ view, module }, context, place) {
  try {
    render(context.state.faults[module] ? missing(context) : view(context), place);
    return place;
  } catch (error) {
    const fresh = document.createElement("div");
    place.replaceChildren(fresh);
    const faults = { ...context.state.faults, [module]: String(error) };
    render(missing({ ...context, state: { ...context.state, faults } }), fresh);
    reportFault(context, module, error);
    return fresh;
  }
}

if (globalThis.customElements && !customElements.get("mw-screen")) customElements.define("mw-screen", ScreenElement);
