/** Where the picture of a food is. */

/** A path on this server. */
const OWN = /^\/(?![/\\])/;

/** Returns the address of the picture of a food, an entry or a dish; null without one.
 * @param {import("../types.d.ts").Pictured} food */
export const pictureOf = ({ picture, imageURL }) => picture ?? imageURL ?? null;

/** Returns the path of a picture on this server. Those of other servers are null: the page loads nothing from them.
 * @param {import("../types.d.ts").Pictured} food */
export function picturePath(food) {
  const path = pictureOf(food);
  return path !== null && OWN.test(path) ? path : null;
}

/** True if any row of a list has a picture.
 * @param {readonly import("../types.d.ts").Pictured[]} foods */
export const hasPictures = (foods) => foods.some((food) => picturePath(food) !== null);
