/**
 * Draws QR codes (ISO/IEC 18004) in byte mode with error correction M, up to version 10: 213 bytes, more than the
 * address of a second factor has.
 */

/** By version, from 1: all code words, those of correction in a block, blocks, and the places of alignment patterns. */
const VERSIONS = /** @type {[number, number, number, number[]][]} */ ([
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
]);
const BYTE_MODE = 0b0100;
/** The format bits of error correction M. */
const LEVEL_M = 0b00;
/** From this version on, the length has 16 bits instead of 8, and the version stands in the code. */
const LONG_FROM = 10;
const VERSION_BITS_FROM = 7;
const PADDING = [0xec, 0x11];
/** The polynomial of the field, and those of format and version bits. */
const FIELD = 0x11d;
const FORMAT = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION = 0x1f25;

/** Which modules a mask turns. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

/**
 * @param {string} text
 * @returns {boolean[][] | null} Rows of modules, true for dark ones, without the margin; null if the text is too long.
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex(([total, correction, blocks], at) =>
    bytes.length + (at + 1 < LONG_FROM ? 2 : 3) <= total - correction * blocks
  );
  if (index < 0) return null;
  const version = index + 1;
  const words = withCorrection(dataWords(bytes, version), version);
  const { modules, isFixed } = patterns(version);
  place(modules, isFixed, words);
  const drawn = MASKS.map((mask, number) => masked(modules, isFixed, mask, number));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))];
}

/** The code words of the data, filled up.
 * @param {readonly number[]} bytes @param {number} version */
function dataWords(bytes, version) {
  const [total, correction, blocks] = VERSIONS[version - 1];
  const count = total - correction * blocks;
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, version < LONG_FROM ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, count * 8 - bits.length));
  push(0, (8 - bits.length % 8) % 8);
  const words = Array.from(
    { length: bits.length / 8 },
    (_, word) => bits.slice(8 * word, 8 * word + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  while (words.length < count) words.push(PADDING[(words.length - bits.length / 8) % 2]);
  return words;
}

/** @param {number} a @param {number} b */
function multiplied(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The remainder of Reed and Solomon.
 * @param {readonly number[]} words @param {number} degree */
export function correctionOf(words, degree) {
  const divisor = new Array(degree).fill(0);
  divisor[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1) {
      divisor[at] = multiplied(divisor[at], root) ^ (divisor[at + 1] ?? 0);
    }
    root = multiplied(root, 2);
  }
  const rest = new Array(degree).fill(0);
  for (const word of words) {
    const factor = word ^ rest[0];
    rest.shift();
    rest.push(0);
    divisor.forEach((value, at) => rest[at] ^= multiplied(value, factor));
  }
  return rest;
}

/** Splits words into blocks and interleaves them with their correction.
 * @param {readonly number[]} words @param {number} version */
function withCorrection(words, version) {
  const [total, correction, blocks] = VERSIONS[version - 1];
  const short = Math.floor(total / blocks) - correction;
  const longFrom = blocks - total % blocks;
  let start = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const data = words.slice(start, start + short + (block >= longFrom ? 1 : 0));
    start += data.length;
    return { data, rest: correctionOf(data, correction) };
  });
  const woven = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, at) => lists.flatMap((list) => at < list.length ? [list[at]] : [])).flat();
  return [...woven(parts.map(({ data }) => data), short + 1), ...woven(parts.map(({ rest }) => rest), correction)];
}

/** Everything but the data: finders, alignment, timing, version.
 * @param {number} version */
function patterns(version) {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => new Array(size).fill(false));
  const isFixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isDark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y][x] = isDark;
    isFixed[y][x] = true;
  };
  const square = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {number[]} */ light,
  ) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  const places = VERSIONS[version - 1][3];
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) square(x, y, 2, [1]);
    })
  );
  // The places of the format are kept free of data; the mask fills them.
  drawFormat(set, size, 0);
  if (version >= VERSION_BITS_FROM) {
    const bits = withRemainder(version, VERSION, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const [a, b] = [size - 11 + bit % 3, Math.floor(bit / 3)];
      set(a, b, ((bits >> bit) & 1) === 1);
      set(b, a, ((bits >> bit) & 1) === 1);
    }
  }
  return { modules, isFixed };
}

/** A value with the remainder of its division, as format and version have it.
 * @param {number} value @param {number} divisor @param {number} degree */
function withRemainder(value, divisor, degree) {
  let rest = value;
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return (value << degree) | rest;
}

/** @param {(x: number, y: number, isDark: boolean) => void} set @param {number} size @param {number} mask */
function drawFormat(set, size, mask) {
  const bits = withRemainder((LEVEL_M << 3) | mask, FORMAT, 10) ^ FORMAT_MASK;
  const isDark = (/** @type {number} */ bit) => ((bits >> bit) & 1) === 1;
  for (let bit = 0; bit <= 5; bit += 1) set(8, bit, isDark(bit));
  set(8, 7, isDark(6));
  set(8, 8, isDark(7));
  set(7, 8, isDark(8));
  for (let bit = 9; bit < 15; bit += 1) set(14 - bit, 8, isDark(bit));
  for (let bit = 0; bit < 8; bit += 1) set(size - 1 - bit, 8, isDark(bit));
  for (let bit = 8; bit < 15; bit += 1) set(8, size - 15 + bit, isDark(bit));
  set(8, size - 8, true);
}

/** Places the bits in columns of two, from the right, up and down.
 * @param {boolean[][]} modules @param {boolean[][]} isFixed @param {readonly number[]} words */
function place(modules, isFixed, words) {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (isFixed[y][x] || bit >= words.length * 8) continue;
        modules[y][x] = ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
}

/** @param {boolean[][]} modules @param {boolean[][]} isFixed @param {typeof MASKS[number]} mask
 * @param {number} number */
function masked(modules, isFixed, mask, number) {
  const result = modules.map((row, y) => row.map((isDark, x) => isFixed[y][x] ? isDark : isDark !== mask(x, y)));
  drawFormat((x, y, isDark) => void (result[y][x] = isDark), result.length, number);
  return result;
}

/** Computes the penalty of a mask: long runs, blocks, patterns like a finder, and too much of one colour.
 * @param {boolean[][]} modules */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]));
  let sum = 0;
  let dark = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => isDark ? "1" : "0").join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const finder of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) sum += 40;
    }
  }
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[y][x];
      if (isDark) dark += 1;
      if (x < size - 1 && y < size - 1) {
        const isBlock = [modules[y][x + 1], modules[y + 1][x], modules[y + 1][x + 1]].every((other) =>
          other === isDark
        );
        if (isBlock) sum += 3;
      }
    }
  }
  return sum + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}

/** The dark modules as one path, a unit each.
 * @param {boolean[][]} modules */
export const qrPath = (modules) =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join("");
