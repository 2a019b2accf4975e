/** Where the toast is: at the bottom of the window, or above what was tapped, so that it can be tapped again. */

/** Between the toast and what was tapped, in pixels. */
const GAP = 8;
/** What belongs to a tapped control is at most this part of the window high; else the control counts alone. */
const PART_MAX = 0.4;
/** With these a person scrolls, and the tapped control is elsewhere. */
const SCROLLS = ["wheel", "touchmove"];

/** @typedef {{top: number, bottom: number, left: number, right: number}} Box */

/** How far a toast moves up so that it does not cover a control, in pixels.
 * @param {Box} toast At its usual place. @param {Box} control @returns {number} */
export function liftOf(toast, control) {
  const isBeside = control.bottom + GAP <= toast.top || control.top - GAP >= toast.bottom ||
    control.right <= toast.left || control.left >= toast.right;
  const lift = toast.bottom - (control.top - GAP);
  // Above a control at the top of a low window there is no room.
  return isBeside || lift > toast.top ? 0 : lift;
}

export class ToastPlace {
  /** What was tapped last. @type {Element | null} */
  #tapped = null;
  /** The toast that has its place. @type {unknown} */
  #placed = null;

  constructor() {
    document.addEventListener("click", ({ target }) => {
      const element = target instanceof Element ? target : null;
      // The toast's own buttons say nothing about its place.
      if (!element?.closest(".toast")) this.#tapped = element;
    }, true);
    SCROLLS.forEach((name) => addEventListener(name, () => this.#lift(0), { passive: true }));
  }

  /** Gives a toast that has just appeared its place.
   * @param {unknown} toast Of the state. */
  place(toast) {
    if (toast === this.#placed) return;
    this.#placed = toast;
    this.#lift(0);
    const shown = document.querySelector(".toast");
    const control = this.#control();
    if (shown && control) this.#lift(liftOf(shown.getBoundingClientRect(), control.getBoundingClientRect()));
  }

  /** The tapped control with what belongs to it: the row, the form or the card that it stands in. On the screen to
   * which a tap has led, it is the row with the focus. */
  #control() {
    const tapped = this.#tapped?.isConnected ? this.#tapped : document.activeElement;
    const control = tapped?.closest("button, a, label, input, select");
    if (!control) return null;
    const around = control.closest("form, .card, .row, li");
    const isLow = around && around.getBoundingClientRect().height <= innerHeight * PART_MAX;
    return isLow ? around : control;
  }

  /** @param {number} pixels */
  #lift(pixels) {
    const area = /** @type {HTMLElement | null} */ (document.querySelector(".toast-area"));
    area?.style.setProperty("--lift", String(pixels));
  }
}
