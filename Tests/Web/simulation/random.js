/** Numbers that follow from a seed: sfc32 of PractRand (Chris Doty-Humphrey), in unsigned 32-bit arithmetic. */
export class Random {
  /** @param {number} seed A whole number below 2^53. */
  constructor(seed) {
    this.state = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9, 1];
    // Mixes the seed, so that neighbouring seeds give different runs.
    for (let round = 0; round < 12; round++) this.next();
  }

  next() {
    let [a, b, c, counter] = this.state;
    const sum = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    this.state = [a, b, c, counter];
    return sum;
  }

  /** A whole number from min to max. @param {[number, number]} range */
  number([min, max]) {
    return min + this.next() % (max - min + 1);
  }

  /** True once in `count` calls on average, never for 0. @param {number} count */
  oneIn(count) {
    return count > 0 && this.next() % count === 0;
  }

  /** An element; undefined of an empty list. @template T @param {T[]} list @returns {T | undefined} */
  element(list) {
    return list.length === 0 ? undefined : list[this.next() % list.length];
  }

  fraction() {
    return this.next() / 2 ** 32;
  }

  /** A UUID of version 7 in form. */
  id() {
    const hex = Array.from({ length: 4 }, () => this.next().toString(16).padStart(8, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
