import { assert, equal, files, readText } from "./checks.js";

const TOKENS = "styles/app/10-tokens.css";
const text = readText(TOKENS);

/** Returns the declarations of the block after a text, which ends with the block's brace. */
function block(opening) {
  const start = text.indexOf(opening);
  assert(start >= 0, `no ${opening}`);
  const body = text.slice(start + opening.length, text.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]),
  );
}

const light = block(":root {");
const darkOwn = block("@media (prefers-color-scheme: dark) {\n  :root {");
const dark = { ...light, ...darkOwn };
const themes = { light, dark };

/** The relative luminance (WCAG 2.2). */
function luminance(color) {
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(color) ?? [];
  assert(hex, `${color} is no hexadecimal colour`);
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const AA = 4.5;
const AAA = 7;
const SHAPE = 3;
const pairs = [
  // Numbers and text.
  ["text", "paper", AAA],
  ["text", "surface", AAA],
  ["text", "sunken", AAA],
  ["muted", "paper", AA],
  ["muted", "surface", AA],
  ["muted", "sunken", AA],
  ["accent", "paper", AA],
  ["accent", "surface", AA],
  ["on-accent", "accent", AA],
  ["on-accent", "accent-strong", AA],
  ["on-accent-soft", "accent-soft", AA],
  ["accent", "accent-soft", AA],
  ["on-over-soft", "over-soft", AA],
  ["over", "surface", AA],
  ["over", "paper", AA],
  ["on-toast", "toast", AAA],
  ["toast-action", "toast", AA],
  // Shapes and borders that carry meaning.
  ["field-border", "surface", SHAPE],
  ["field-border", "paper", SHAPE],
  ["accent", "track", SHAPE],
  ["protein", "surface", SHAPE],
  ["carbohydrate", "surface", SHAPE],
  ["fat", "surface", SHAPE],
  ["protein", "track", SHAPE],
  ["carbohydrate", "track", SHAPE],
  ["fat", "track", SHAPE],
  ["over", "track", SHAPE],
  ["meal-1", "surface", SHAPE],
  ["meal-2", "surface", SHAPE],
  ["meal-3", "surface", SHAPE],
  ["meal-4", "surface", SHAPE],
];

for (const [name, tokens] of Object.entries(themes)) {
  Deno.test(`tokens: every pair of colours of the ${name} theme has enough contrast`, () => {
    const low = pairs.map(([a, b, least]) => ({ a, b, least, ratio: contrast(tokens[`--${a}`], tokens[`--${b}`]) }))
      .filter(({ ratio, least }) => ratio < least).map(({ a, b, ratio, least }) =>
        `${a} on ${b}: ${ratio.toFixed(2)} < ${least}`
      );
    equal(low, []);
  });
}

Deno.test("tokens: every colour of the light theme has a dark one", () => {
  const colours = Object.keys(light).filter((name) => light[name].startsWith("#"));
  equal(colours.filter((name) => !(name in darkOwn)), []);
});

Deno.test("tokens: style sheets use declared tokens, and no colour of their own", () => {
  // Set by templates, see core/html.js, and by views/toast-place.js.
  const own = ["--part", "--rows", "--lift"];
  for (const file of files().filter((name) => name.endsWith(".css") && name !== TOKENS)) {
    const sheet = readText(file);
    const used = [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    equal(used.filter((name) => !(name in light) && !own.includes(name)), [], file);
    equal(sheet.match(/#[0-9a-f]{3,8}\b/gi) ?? [], [], file);
  }
});

Deno.test("tokens: text has sizes in rem, so that 200 % text works", () => {
  Object.entries(light).filter(([name]) => name.startsWith("--size-")).forEach(([name, value]) =>
    assert(value.endsWith("rem"), name)
  );
});

Deno.test("styles: forced colours, reduced motion and print are handled", () => {
  const sheets = files().filter((name) => name.endsWith(".css")).map(readText).join("");
  for (const query of ["forced-colors: active", "prefers-reduced-motion: reduce", "@media print"]) {
    assert(sheets.includes(query), query);
  }
});
