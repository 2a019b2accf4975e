/**
 * Reads EAN-13, UPC-A and EAN-8 from a grey image, for browsers without `BarcodeDetector`.
 *
 * Lines through the image become runs of bars and spaces with edges between pixels. A digit has two bars and two spaces
 * of seven modules together. A code counts if two lines say the same and its check digit is right.
 */
import { isCode } from "../../core/food-form.js";

/** @typedef {import("./types.d.ts").GreyImage} GreyImage */

/** Widths of the two spaces and two bars of a digit, in modules (GS1 General Specifications, 5.2.1). */
const DIGITS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"].map((text) =>
  [...text].map(Number)
);
/** The left digits of the second kind have the same widths in the other order. */
const MIRRORED = DIGITS.map((widths) => [...widths].reverse());
/** The kinds of the six left digits encode the first digit; 1 is the second kind. */
const FIRST = ["000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010"];
const MODULES_OF_DIGIT = 7;
const GUARD = 3;
const MIDDLE = 5;
/** Digits on each side, and modules of the whole code. */
const KINDS = [{ digits: 6, modules: 95 }, { digits: 4, modules: 67 }];
/** A run may differ from its widths by so much of a module, on average of its digit. */
const DIFFERENCE_MAX = 0.36;
/** A guard may be wider or narrower than its modules by so many. */
const GUARD_DIFFERENCE = 1.2;
/** A run of a guard has one module, within these bounds after its ink was corrected. */
const RUN_MIN = 0.4;
const RUN_MAX = 1.6;
/** EAN-8 needs a margin of so many modules, because a part of a longer code may look like an EAN-8 code. */
const MARGIN = 3;
/** Lines in one direction, as shares of the height. */
const OFFSETS = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.46, 0.54, 0.18, 0.82];
/** Pixels beside a line that are averaged against noise: 2 on both sides. */
const BESIDE = 2;
/** The brightness around a pixel is that of so many parts of the line. */
const WINDOW_PARTS = 12;
/** Pixels of a block; the surroundings of all its pixels are computed once. */
const BLOCK = 8;
/** A smaller difference from the surroundings is noise, as a share of the line's contrast. */
const NOISE = 0.08;
/** So many equal readings are a code. */
const VOTES = 2;
/** Less contrast than this has no code, in steps of brightness. */
const CONTRAST_MIN = 4;

/** Directions for a frame of a camera, and for a photo, where time matters less. In degrees. */
export const FRAME_ANGLES = [0, 90];
export const PHOTO_ANGLES = [0, 90, 12, -12, 78, 102, 25, -25, 65, 115, 45, 135];

/**
 * @param {GreyImage} image @param {readonly number[]} [angles]
 * @returns {string | null} The digits as they are printed: 13, 12 for UPC-A, or 8.
 */
export function readBarcode(image, angles = FRAME_ANGLES) {
  /** @type {Map<string, number>} */
  const votes = new Map();
  for (const angle of angles) {
    for (const offset of OFFSETS) {
      const code = readLine(brightness(image, angle, offset));
      if (code === null) continue;
      const count = (votes.get(code) ?? 0) + 1;
      if (count >= VOTES) return code.length === 13 && code.startsWith("0") ? code.slice(1) : code;
      votes.set(code, count);
    }
  }
  return null;
}

/** The brightness along a line through an image.
 * @param {GreyImage} image @param {number} angle @param {number} offset Share of the extent across the line. */
export function brightness({ width, height, data }, angle, offset) {
  const radians = angle * Math.PI / 180;
  const [dx, dy] = [Math.cos(radians), Math.sin(radians)];
  const length = Math.round(Math.abs(width * dx) + Math.abs(height * dy));
  const across = Math.abs(width * dy) + Math.abs(height * dx);
  const shift = (offset - 0.5) * across;
  const [x0, y0] = [width / 2 - dy * shift - dx * length / 2, height / 2 + dx * shift - dy * length / 2];
  /** @type {number[]} */
  const line = [];
  for (let step = 0; step < length; step += 1) {
    let [sum, count] = [0, 0];
    for (let beside = -BESIDE; beside <= BESIDE; beside += 1) {
      const x = x0 + dx * step - dy * beside;
      const y = y0 + dy * step + dx * beside;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [fx, fy, at] = [x - left, y - top, top * width + left];
      sum += (data[at] * (1 - fx) + data[at + 1] * fx) * (1 - fy) +
        (data[at + width] * (1 - fx) + data[at + width + 1] * fx) * fy;
      count += 1;
    }
    if (count > 0) line.push(sum / count);
  }
  return line;
}

/** Reads a line in both directions.
 * @param {readonly number[]} line */
export function readLine(line) {
  const { edges, firstBar } = edgesOf(line);
  const end = edges[edges.length - 1];
  const mirrored = edges.map((edge) => end - edge).reverse();
  // The bars of the mirrored line: a bar begins where one ended.
  return decode(edges, firstBar) ?? decode(mirrored, (edges.length - firstBar) % 2);
}

/**
 * Finds the places where bars and spaces begin. Subtracts light that changes along the line, and ignores noise.
 * @param {readonly number[]} line
 * @returns {{edges: number[], firstBar: number}} Edges in pixels, and the index of the first one that begins a bar.
 */
function edgesOf(line) {
  const edges = [0];
  const contrast = line.reduce((max, value) => Math.max(max, value), 0) -
    line.reduce((min, value) => Math.min(min, value), Infinity);
  if (line.length === 0 || contrast < CONTRAST_MIN) return { edges, firstBar: 1 };
  const level = levelsOf(line);
  const margin = contrast * NOISE;
  let [isBar, crossing] = [false, 0];
  for (let index = 1; index < level.length; index += 1) {
    const [before, value] = [level[index - 1], level[index]];
    if (before >= 0 !== value >= 0) crossing = index - 1 + before / (before - value);
    if (isBar ? value > margin : value < -margin) {
      edges.push(crossing);
      isBar = !isBar;
    }
  }
  edges.push(line.length);
  return { edges, firstBar: 1 };
}

/** The brightness of each pixel above the middle of the darkest and the lightest one around it.
 * @param {readonly number[]} line */
function levelsOf(line) {
  const count = Math.ceil(line.length / BLOCK);
  const [lows, highs] = [new Float64Array(count).fill(Infinity), new Float64Array(count).fill(-Infinity)];
  line.forEach((value, index) => {
    const block = Math.floor(index / BLOCK);
    lows[block] = Math.min(lows[block], value);
    highs[block] = Math.max(highs[block], value);
  });
  const reach = Math.max(1, Math.round(line.length / WINDOW_PARTS / BLOCK));
  const middles = lows.map((_, block) => {
    const [from, to] = [Math.max(0, block - reach), block + reach + 1];
    return (Math.min(...lows.subarray(from, to)) + Math.max(...highs.subarray(from, to))) / 2;
  });
  return line.map((value, index) => value - middles[Math.floor(index / BLOCK)]);
}

/** Finds a code among edges.
 * @param {readonly number[]} edges @param {number} firstBar */
function decode(edges, firstBar) {
  for (let at = firstBar; at < edges.length; at += 2) {
    for (const kind of KINDS) {
      const code = decodeAt(edges, at, kind);
      if (code) return code;
    }
  }
  return null;
}

/** @param {readonly number[]} edges @param {number} at The edge of the first bar. @param {typeof KINDS[number]} kind
 * @returns {string | null} */
function decodeAt(edges, at, { digits, modules }) {
  const count = 2 * GUARD + MIDDLE + 8 * digits;
  if (at + count >= edges.length) return null;
  const module = (edges[at + count] - edges[at]) / modules;
  const middle = at + GUARD + 4 * digits;
  const last = at + count - GUARD;
  // The three guards are checked first, because that is quick and rejects most places.
  const isGuard = (/** @type {number} */ first, /** @type {number} */ runs) =>
    Math.abs((edges[first + runs] - edges[first]) / module - runs) <= GUARD_DIFFERENCE;
  if (!isGuard(at, GUARD) || !isGuard(last, GUARD) || !isGuard(middle, MIDDLE)) return null;
  const ink = inkOf(edges, [[at, GUARD, 1], [middle, MIDDLE, 0], [last, GUARD, 1]]);
  /** The width of a run in modules. */
  const width = (/** @type {number} */ index) =>
    (edges[index + 1] - edges[index] + ((index - at) % 2 === 0 ? -ink : ink)) / module;
  for (const [first, runs] of [[at, GUARD], [middle, MIDDLE], [last, GUARD]]) {
    for (let index = first; index < first + runs; index += 1) {
      if (width(index) < RUN_MIN || width(index) > RUN_MAX) return null;
    }
  }
  if (digits === 4) {
    const before = edges[at] - (edges[at - 1] ?? -Infinity);
    const after = (edges[at + count + 1] ?? Infinity) - edges[at + count];
    if (Math.min(before, after) < MARGIN * module) return null;
  }
  let [text, kinds] = ["", ""];
  for (let index = 0; index < 2 * digits; index += 1) {
    const first = at + GUARD + 4 * index + (index >= digits ? MIDDLE : 0);
    const found = digitOf([0, 1, 2, 3].map((run) => width(first + run)), index < digits && digits === 6);
    if (!found) return null;
    text += found.digit;
    if (index < digits) kinds += found.kind;
  }
  const lead = digits === 6 ? FIRST.indexOf(kinds) : 0;
  const code = digits === 6 ? `${lead}${text}` : text;
  return lead >= 0 && isCode(code) ? code : null;
}

/** Returns by how much bars are too wide: spread ink and overexposure change all bars by the same amount.
 * @param {readonly number[]} edges
 * @param {readonly (readonly number[])[]} guards First edge, number of runs, and 1 if the first run is a bar. */
function inkOf(edges, guards) {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const [first, runs, isBar] of guards) {
    for (let run = 0; run < runs; run += 1) {
      const kind = (run + isBar) % 2;
      sums[kind] += edges[first + run + 1] - edges[first + run];
      counts[kind] += 1;
    }
  }
  return (sums[1] / counts[1] - sums[0] / counts[0]) / 2;
}

/** Returns the digit with the best match of widths; null if none fits.
 * @param {readonly number[]} widths @param {boolean} mayBeMirrored */
function digitOf(widths, mayBeMirrored) {
  const sum = widths[0] + widths[1] + widths[2] + widths[3];
  let best = { digit: 0, kind: 0, difference: Infinity };
  for (let kind = 0; kind < (mayBeMirrored ? 2 : 1); kind += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const expected = (kind === 0 ? DIGITS : MIRRORED)[digit];
      let difference = 0;
      for (let run = 0; run < 4; run += 1) {
        difference += Math.abs(expected[run] - widths[run] * MODULES_OF_DIGIT / sum) / 4;
      }
      if (difference < best.difference) best = { digit, kind, difference };
    }
  }
  return best.difference <= DIFFERENCE_MAX ? best : null;
}

/** The grey of an image of a canvas (ITU-R BT.601).
 * @param {{width: number, height: number, data: ArrayLike<number>}} image @returns {GreyImage} */
export function greyOf({ width, height, data }) {
  const grey = new Uint8Array(width * height);
  for (let index = 0; index < grey.length; index += 1) {
    const at = 4 * index;
    grey[index] = (data[at] * 299 + data[at + 1] * 587 + data[at + 2] * 114) / 1000;
  }
  return { width, height, data: grey };
}
