/** What the page does beside its templates: focus, dialogs, and feedback before a screen or a sheet is made. */

/** The class of a link or a button from its tap until its screen or sheet is shown. */
const PRESSED = "is-pressed";

/** The longest wait for a frame: a window that was hidden meanwhile has none. */
const FRAME_MAX_MS = 500;

/** Returns when all that was drawn so far is painted. A hidden window has no frames.
 * @returns {Promise<void>} */
export const painted = () =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FRAME_MAX_MS);
  });

/** Shows that an element was tapped, and no other one.
 * @param {Element | null} [element] */
export function press(element) {
  document.querySelectorAll(`.${PRESSED}`).forEach((other) => other.classList.remove(PRESSED));
  element?.classList.add(PRESSED);
}

/** Links of the app change the state instead of the page.
 * @param {(path: string) => unknown} isOwn True for a path of the app.
 * @param {(link: HTMLAnchorElement) => void} open */
export function followLinks(isOwn, open) {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("a");
    const opener = target?.closest('[aria-haspopup="dialog"]');
    if (opener) press(opener);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.origin !== location.origin || link.hash || link.target) return;
    if (!isOwn(link.pathname)) return;
    event.preventDefault();
    press(link);
    open(link);
  });
}

/** Draws the page once for all changes until the next frame. */
export class Frames {
  #isScheduled = false;
  /** The frame that draws; one that is over has no effect. */
  #frame = 0;
  /** The button of a tap that is painted before what the tap changes. @type {Element | null} */
  #tapped = null;
  #draw;

  /** @param {() => void} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // A hidden window has no frames.
    if (document.hidden) setTimeout(() => this.#run(), 0);
    else if (this.#tapped) this.#scheduleAfterPaint();
    else this.#frame = requestAnimationFrame(() => this.#run());
  }

  /** Buttons with `data-tap` change much of the page, so a slow phone paints first that they were tapped. The tap
   * itself is stored at once. */
  followTaps() {
    document.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-tap]") : null;
      if (!button) return;
      this.#tapped = button;
      press(button);
      if (this.#isScheduled) this.#scheduleAfterPaint();
    }, true);
    document.addEventListener("click", () => {
      if (!this.#isScheduled) this.#release();
    });
  }

  #scheduleAfterPaint() {
    cancelAnimationFrame(this.#frame);
    void painted().then(() => this.#run());
  }

  #run() {
    if (!this.#isScheduled) return;
    this.#isScheduled = false;
    this.#release();
    this.#draw();
  }

  #release() {
    if (this.#tapped) press();
    this.#tapped = null;
  }
}

/** Opens and closes dialogs as their templates say. A dialog makes the whole page inert, which takes longer than a
 * frame in a long day. So what was tapped is painted first. */
export function showDialogs() {
  document.querySelectorAll("dialog").forEach((dialog) => {
    const isWanted = () => dialog.isConnected && dialog.dataset.open !== undefined && !dialog.open;
    if (dialog.dataset.open === undefined && dialog.open) dialog.close();
    if (isWanted()) {
      void painted().then(() => {
        if (!isWanted()) return;
        press();
        dialog.showModal();
      });
    }
  });
}

/** Scrolls as little as it takes to show an element between the bars at the edges of the window.
 * @param {Element} element */
export const reveal = (element) => element.scrollIntoView({ block: "nearest" });

/** Moves the focus where an effect asked for it; returns whether its screen exists.
 * @param {string} what @param {import("./late-page.js").LatePage} [later] */
export function focusOn(what, later) {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector("h1"));
  if (!heading) return false;
  const field = /** @type {HTMLElement | null} */ (document.querySelector("[data-focus]"));
  const wrong = /** @type {HTMLElement | null} */ (document.querySelector('[aria-invalid="true"]'));
  const problem = document.querySelector('#main [role="alert"]');
  document.title = `${heading.textContent} · Mealwire`;
  // A field that takes the focus opens the keyboard of a phone, which hides what can be chosen at once.
  const hasKeyboard = matchMedia("(hover: hover)").matches;
  if (what === "heading") {
    // Another screen is shown, or one again as it was left.
    press();
    scrollTo(0, 0);
    const link = later?.arrive();
    (hasKeyboard && field || link || heading).focus({ preventScroll: true });
    return true;
  }
  const target = (what === "error" ? wrong : field) ?? heading;
  target.focus({ preventScroll: true });
  // A field is shown with its label and what is wrong with it. A problem of the whole form is no field.
  if (target !== heading) reveal(target.closest(".field") ?? target);
  else if (what === "error" && problem) reveal(problem);
  return true;
}
