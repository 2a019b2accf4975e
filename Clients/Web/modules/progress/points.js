/** The points of a chart: which one a key or a finger chooses. */

/**
 * Moves the chosen point of a chart by a key.
 * @param {number | null} index @param {number} count @param {string} key
 * @returns {number | null} The new index; null for Escape, and for keys that mean nothing to a chart.
 */
export function moved(index, count, key) {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return index === null ? 0 : Math.min(last, index + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return index === null ? last : Math.max(0, index - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** The keys that `moved` handles. */
export const KEYS = new Set(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End", "Escape"]);

/** Returns the index of the point that is nearest to a place.
 * @param {readonly {x: number}[]} points @param {number} x */
export function nearest(points, x) {
  let found = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs(points[found].x - x)) found = index;
  });
  return points.length === 0 ? null : found;
}
