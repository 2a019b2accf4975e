/** Long lists are made in several frames, so that no frame is late: the first screenful first, then the rest. */

/** New rows of one frame: they fill a phone, and a slow phone makes them within 20 ms. */
const ROWS_PER_FRAME = 8;
/** The rows that a frame has at once for a screen that is shown again where it was left; 0 for a new screen. */
export const returned = { rows: 0 };

/** Says which rows a frame may show: all that the last frame had, and some new ones. */
export class RowBudget {
  /** @param {number} [perFrame] */
  constructor(perFrame = ROWS_PER_FRAME) {
    this.perFrame = perFrame;
    /** @type {Set<string>} The keys of the last frame. */
    this.shown = new Set();
    /** @type {Set<string>} The keys that were taken since the frame began. */
    this.taken = new Set();
    this.left = perFrame;
    /** True if the next frame has more to show. */
    this.hasMore = false;
  }

  /** Begins a frame. */
  begin() {
    this.shown = this.taken;
    this.taken = new Set();
    this.left = Math.max(this.perFrame, returned.rows);
    this.hasMore = false;
  }

  /**
   * Returns the items that this frame shows, in their order. Items of the last frame cost nothing.
   * @template T
   * @param {readonly T[]} items
   * @param {(item: T) => string} keyOf Keys differ in all lists of a screen.
   * @param {(item: T) => number} [rowsOf] The rows of an item, at least 1. The first new item of a frame may have more
   *   than a frame's rows.
   * @returns {T[]}
   */
  take(items, keyOf, rowsOf = () => 1) {
    return items.filter((item) => {
      const key = keyOf(item);
      if (!this.shown.has(key)) {
        const rows = rowsOf(item);
        if (this.left <= 0 || (rows > this.left && this.left < this.perFrame)) {
          // What comes after it waits as well.
          this.left = 0;
          this.hasMore = true;
          return false;
        }
        this.left -= rows;
      }
      this.taken.add(key);
      return true;
    });
  }
}

/** Returns the items that a frame shows: all of them without a budget, as in tests.
 * @template T @param {{rows?: RowBudget}} context @param {readonly T[]} items @param {(item: T) => string} keyOf
 * @param {(item: T) => number} [rowsOf] @returns {readonly T[]} */
export const rowsOfFrame = ({ rows }, items, keyOf, rowsOf) => rows?.take(items, keyOf, rowsOf) ?? items;
