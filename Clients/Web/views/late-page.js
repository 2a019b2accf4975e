/** What the page does beside its templates, and not on the first screen: ways back, forms that open, the toast. */
import { reveal } from "./page.js";
import { Places } from "./places.js";
import { ToastPlace } from "./toast-place.js";

export class LatePage extends Places {
  #toast = new ToastPlace();
  /** The forms that were there before. @type {WeakSet<Element>} */
  #known = new WeakSet();

  /** A form that appears together with its screen is not scrolled to.
   * @override */
  arrive() {
    if (this.isArriving) this.#opened();
    return super.arrive();
  }

  /** Looks at what was just drawn: a form that has opened within a screen is scrolled into view, once.
   * @param {import("../types.d.ts").Toast | null} toast */
  drawn(toast) {
    this.#opened().forEach(reveal);
    this.#toast.place(toast);
  }

  /** Returns the elements with `data-reveal` that are new. */
  #opened() {
    const opened = [...document.querySelectorAll("[data-reveal]")].filter((element) => !this.#known.has(element));
    opened.forEach((element) => this.#known.add(element));
    return opened;
  }
}
