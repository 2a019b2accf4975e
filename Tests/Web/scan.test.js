/** Barcodes: the reader on drawn images, and what a code leads to. */
import { PHOTO_ANGLES, readBarcode } from "../../Clients/Web/modules/scan/barcode.js";
import { render } from "../../Clients/Web/core/html.js";
import { pathOf } from "../../Clients/Web/core/back.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { scanView } from "../../Clients/Web/modules/scan/views/scan.js";
import { equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, food, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const LEFT = [
  "0001101",
  "0011001",
  "0010011",
  "0111101",
  "0100011",
  "0110001",
  "0101111",
  "0111011",
  "0110111",
  "0001011",
];
const right = (digit) => [...LEFT[digit]].map((bit) => bit === "1" ? "0" : "1").join("");
const mirrored = (digit) => [...right(digit)].reverse().join("");
const FIRST = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"];

/** The modules of a code, after the tables of GS1: an implementation apart from the reader's. */
function modulesOf(code) {
  const digits = [...code.padStart(code.length === 12 ? 13 : code.length, "0")].map(Number);
  const isLong = digits.length === 13;
  const kinds = isLong ? FIRST[digits.shift()] : "LLLL";
  const half = digits.length / 2;
  const first = digits.slice(0, half).map((digit, index) => kinds[index] === "L" ? LEFT[digit] : mirrored(digit));
  return `101${first.join("")}01010${digits.slice(half).map(right).join("")}101`;
}

/** Numbers from 0 to 1 that are the same in each run. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Places within a pixel, from its middle. */
const SAMPLES = [-1 / 3, 0, 1 / 3];

/** Draws a code: `degrees` of rotation, brightness of paper and ink, noise, blur, light that falls off, spread ink. */
function drawn(code, options = {}) {
  const { degrees = 0, paper = 230, ink = 25, noise = 0, blur = 0, fall = 0, spread = 0, scale = 3, turn = false } =
    options;
  const modules = modulesOf(code);
  const [width, height] = [
    Math.round((modules.length + 24) * scale),
    options.height ?? (degrees % 180 === 0 ? 60 : 120),
  ];
  const random = randomNumbers(options.seed ?? 1);
  const radians = degrees * Math.PI / 180;
  const data = new Uint8Array(width * height);
  const at = (x, y) => {
    const [cx, cy] = [x - width / 2, y - height / 2];
    const u = cx * Math.cos(radians) + cy * Math.sin(radians);
    const v = -cx * Math.sin(radians) + cy * Math.cos(radians);
    if (Math.abs(v) > 45) return 0;
    const place = u / scale + modules.length / 2;
    const near = (shift) => modules[Math.floor(place + shift)] === "1";
    return near(0) || near(spread) || near(-spread) ? 1 : 0;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let dark = 0;
      for (const i of SAMPLES) {
        for (const j of SAMPLES) dark += at(x + 0.5 + i * (1 + blur), y + 0.5 + j * (1 + blur)) / SAMPLES.length ** 2;
      }
      const light = (paper + (ink - paper) * dark) * (1 - fall * x / width);
      data[y * width + x] = Math.max(0, Math.min(255, light + noise * (random() + random() + random() - 1.5)));
    }
  }
  return turn ? turned({ width, height, data }) : { width, height, data };
}

/** Turns an image by a quarter. */
function turned({ width, height, data }) {
  const other = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) other[x * height + y] = data[y * width + x];
  return { width: height, height: width, data: other };
}

const CODES = [
  "4006381333931",
  "5901234123457",
  "9780201379624",
  "0123456789012",
  "036000291452",
  "96385074",
  "73513537",
];

Deno.test("barcode: codes of all kinds are read, in both directions", () => {
  for (const code of CODES) {
    const printed = code.length === 13 && code.startsWith("0") ? code.slice(1) : code;
    equal(readBarcode(drawn(code)), printed, code);
    equal(readBarcode(drawn(code, { degrees: 180 })), printed, `${code} upside down`);
    equal(readBarcode(drawn(code, { turn: true })), printed, `${code} upright`);
  }
});

Deno.test("barcode: every first digit is read from the kinds of the left ones", () => {
  for (let digit = 0; digit < 10; digit += 1) {
    const body = `${digit}73194058612`;
    const sum = [...body].reverse().reduce((sum, each, index) => sum + Number(each) * (index % 2 === 0 ? 3 : 1), 0);
    const code = `${body}${(10 - sum % 10) % 10}`;
    equal(readBarcode(drawn(code)), digit === 0 ? code.slice(1) : code);
  }
});

Deno.test("barcode: a rotation by a few degrees is read", () => {
  for (const degrees of [-9, -6, -3, 2, 5, 8]) {
    equal(readBarcode(drawn("4006381333931", { degrees })), "4006381333931", `${degrees}`);
  }
});

Deno.test("barcode: a photo is read at any angle", () => {
  for (let degrees = 0; degrees < 180; degrees += 15) {
    equal(readBarcode(drawn("96385074", { degrees, scale: 2, height: 190 }), PHOTO_ANGLES), "96385074", `${degrees}`);
  }
});

Deno.test("barcode: low contrast, uneven light, noise, blur and spread ink are read", () => {
  const hard = {
    "low contrast": { paper: 140, ink: 105 },
    "low contrast and noise": { paper: 150, ink: 90, noise: 25 },
    "light that falls off": { fall: 0.6 },
    noise: { noise: 90 },
    blur: { blur: 1.5 },
    "spread ink": { spread: 0.25 },
    "two pixels a module": { scale: 2 },
    "one and a half pixels a module": { scale: 1.6 },
    everything: { degrees: 4, noise: 40, fall: 0.3, blur: 0.6, paper: 190, ink: 60 },
  };
  for (const [name, options] of Object.entries(hard)) {
    for (const code of ["4006381333931", "96385074"]) equal(readBarcode(drawn(code, options)), code, `${name} ${code}`);
  }
});

Deno.test("barcode: noise, stripes and damaged codes are no codes", () => {
  const random = randomNumbers(7);
  const blank = (value) => ({ width: 400, height: 200, data: Uint8Array.from({ length: 80_000 }, (_, i) => value(i)) });
  for (let index = 0; index < 5; index += 1) equal(readBarcode(blank(() => 256 * random()), PHOTO_ANGLES), null);
  equal(readBarcode(blank((i) => (i % 400) % 6 < 3 ? 0 : 255), PHOTO_ANGLES), null);
  equal(readBarcode(blank(() => 128), PHOTO_ANGLES), null);
  // The last digit is not the check digit.
  equal(readBarcode(drawn("4006381333932"), PHOTO_ANGLES), null);
});

const open = () =>
  Run.signedIn(day(TODAY)).do({
    type: "route.changed",
    route: { name: "scan", params: { date: TODAY, meal: "lunch" } },
  });

Deno.test("scan: a known code leads to the amount in the meal", () => {
  const run = open().do({ type: "scan.found", code: "4006381333931" }).do({
    type: "scan.found",
    code: "4006381333931",
  });
  const [asked, ...others] = run.taken("scan.ask");
  equal([asked.path, others.length], ["/v1/foods/barcode/4006381333931?language=en", 0]);
  run.do({ type: "scan.food", code: "4006381333931", data: food({ id: "f7" }) });
  equal(run.taken("go").map(({ path }) => path), [`/amount/${TODAY}/lunch/f7`]);
});

Deno.test("scan: an unknown code leads to the form of a new food, which is then logged in the meal", () => {
  const run = open().do({ type: "scan.type", text: "9638 5074" }).do({ type: "scan.submit" });
  run.do({ type: "scan.failed", code: "96385074", problem: { status: 404, code: "notFound", detail: "", params: {} } });
  equal(run.taken("go").map(({ path }) => path), ["/foods/code/96385074"]);
  run.do({ type: "route.changed", route: { name: "food", params: { code: "96385074" } } });
  run.do({ type: "foods.saved", data: food({ id: "f8" }), pictureProblem: null });
  equal(run.taken("go").map(({ path }) => path), [`/amount/${TODAY}/lunch/f8`]);
});

Deno.test("scan: a wrong number is refused, and a lost answer keeps the number", () => {
  const run = open().do({ type: "scan.type", text: "12345678" }).do({ type: "scan.submit" });
  equal([run.state.scan.isRefused, run.taken("scan.ask").length], [true, 0]);
  run.do({ type: "scan.found", code: "96385074" });
  run.do({ type: "scan.failed", code: "96385074", problem: { status: 0, code: "offline", detail: "", params: {} } });
  equal([run.state.scan.text, run.state.scan.problem.code, run.state.scan.code], ["96385074", "offline", null]);
});

Deno.test("scan: closing leads back to the screen that opened it", () => {
  const routes = [
    { name: "foods", params: {} },
    { name: "add", params: { date: TODAY, meal: "dinner" } },
    { name: "today", params: { date: "2026-11-20" } },
  ];
  const closing = (run) => {
    const main = installDOM();
    render(scanView(context(run)), main);
    return main.find("a")[0].getAttribute("href");
  };
  const paths = routes.map((route) => {
    const run = Run.signedIn(day(TODAY)).do({ type: "route.changed", route });
    return closing(run.do({ type: "route.changed", route: { name: "scan", params: { date: TODAY, meal: "lunch" } } }));
  });
  equal(paths, ["/foods", `/add/${TODAY}/dinner`, "/day/2026-11-20"]);
  const first = Run.signedIn(day(TODAY));
  first.state.route = { name: "scan", params: { date: TODAY, meal: "lunch" } };
  equal(closing(first.do({ type: "scan.open", date: TODAY, meal: "lunch" })), `/add/${TODAY}/lunch`);
});

Deno.test("scan: the path of a route is the one that leads to it", () => {
  for (const path of ["/", "/day/2026-11-20", "/foods", "/foods/healthy", "/amount/2026-11-20/lunch/a%20b", "/scan"]) {
    equal(pathOf(routeOf(path)), path);
  }
  equal(pathOf(routeOf("/nowhere/at/all")), null);
});
