/** Where the entries of the window's history were left, so that a way back leads to the same place. */
import { returned } from "../core/row-budget.js";
import { reveal } from "./page.js";

/**
 * @typedef {object} Place
 * @property {string} path
 * @property {number} y How far the screen was scrolled, in pixels.
 * @property {string | null} link The address of the link that was followed from here.
 */

/** The name in `sessionStorage`: a reload needs the places, too. */
const KEY = "mealwire-places";
/** Rows come in several frames, or from the server. After this time the person looks at what is there. */
const WAIT_MS = 3_000;
/** No row of a long list is lower, in pixels. */
const ROW_MIN = 44;
/** A browser forgets the oldest entries, so a way back is no longer than this. */
const BACK_MAX = 20;
/** After this time a way back that has led nowhere may be tried again. */
const BACK_MS = 1_000;
/** What a person does ends a return that is under way. */
const ACTIONS = ["wheel", "touchstart", "pointerdown", "keydown"];

/** @returns {(Place | null)[]} */
function stored() {
  const text = sessionStorage.getItem(KEY);
  return text ? JSON.parse(text) : [];
}

/** Follows the entries of the history. Each has its index as `at` in `history.state`. */
export class Places {
  #all = stored();
  #at = 0;
  /** True from the change of the entry until its screen is drawn. */
  isArriving = false;
  /** What is still to be restored. @type {Place | null} */
  #wanted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** True while the browser goes back: a second tap must not lead further. */
  #isLeaving = false;

  constructor() {
    history.scrollRestoration = "manual";
    this.#enter();
    // The page was reloaded.
    if (scrollY === 0) this.#want();
    this.#settle();
    addEventListener("popstate", () => {
      this.#leave();
      this.#enter();
      this.#want();
      this.isArriving = true;
      this.#isLeaving = false;
    });
    ["pagehide", "visibilitychange"].forEach((name) =>
      addEventListener(name, () => {
        this.#leave();
        sessionStorage.setItem(KEY, JSON.stringify(this.#all));
      })
    );
    ACTIONS.forEach((name) => addEventListener(name, () => this.#end(), { capture: true, passive: true }));
    const root = document.getElementById("app");
    if (root) new ResizeObserver(() => this.#settle()).observe(root);
  }

  /** Shows the address of another screen, which begins at its top.
   * @param {string} path @param {boolean} isReplaced */
  go(path, isReplaced) {
    this.#leave();
    this.#end();
    this.isArriving = true;
    const at = isReplaced ? this.#at : this.#at + 1;
    history[isReplaced ? "replaceState" : "pushState"]({ at }, "", path);
    // The entries after a new one are gone.
    if (!isReplaced) this.#all.length = at;
    this.#enter();
  }

  /** Returns to the last entry of a path; false if there is none.
   * @param {string} path */
  back(path) {
    if (this.#isLeaving || path === location.pathname) return true;
    for (let at = this.#at - 1; this.#all[at] && at >= this.#at - BACK_MAX; at--) {
      if (this.#all[at]?.path !== path) continue;
      this.#isLeaving = true;
      setTimeout(() => this.#isLeaving = false, BACK_MS);
      history.go(at - this.#at);
      return true;
    }
    return false;
  }

  /** Remembers a link that is followed; returns true if it is a way back, and the browser goes back.
   * @param {HTMLAnchorElement} link */
  follow(link) {
    const place = this.#all[this.#at];
    if (place) place.link = link.closest("#main") ? link.getAttribute("href") : null;
    // The arrow or the cross before the heading of a screen.
    const isBack = link.matches(".icon-button") && link.nextElementSibling?.tagName === "H1";
    return isBack && this.back(link.pathname);
  }

  /** Restores the place of an entry after its screen is drawn; returns the link that was followed from there.
   * @returns {HTMLElement | null} */
  arrive() {
    if (!this.isArriving) return null;
    this.isArriving = false;
    const link = this.#linkOf(this.#wanted);
    this.#settle();
    return link;
  }

  /** Stores where the shown entry is. */
  #leave() {
    const place = this.#all[this.#at];
    if (place) place.y = this.#wanted?.y ?? scrollY;
  }

  /** Finds the entry that the browser shows now. One that was not made here stands apart from the others, because
   * nothing says what is before it. */
  #enter() {
    const path = location.pathname;
    const at = history.state?.at ?? this.#all.length + 1;
    if (history.state?.at !== at) history.replaceState({ at }, "");
    this.#at = at;
    if (this.#all[at]?.path !== path) this.#all[at] = { path, y: 0, link: null };
  }

  #want() {
    const place = this.#all[this.#at];
    this.#end();
    if (!place || (place.y === 0 && place.link === null)) return;
    this.#wanted = { ...place };
    returned.rows = Math.ceil((place.y + innerHeight) / ROW_MIN);
    this.#timer = setTimeout(() => this.#end(), WAIT_MS);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    returned.rows = 0;
  }

  /** Scrolls as far as the screen reaches by now; the link that was followed is in view. */
  #settle() {
    const place = this.#wanted;
    if (!place || this.isArriving) return;
    scrollTo(0, place.y);
    const link = this.#linkOf(place);
    if (link) reveal(link);
    const isHigh = document.documentElement.scrollHeight - innerHeight >= place.y;
    if (isHigh && (link || place.link === null)) this.#end();
  }

  /** @param {Place | null} place @returns {HTMLElement | null} */
  #linkOf(place) {
    return place?.link ? document.querySelector(`#main a[href="${CSS.escape(place.link)}"]`) : null;
  }
}
