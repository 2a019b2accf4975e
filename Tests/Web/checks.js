/** Assertions and paths of the tests; no package is needed. */

export const root = new URL("../../", import.meta.url);
export const web = new URL("Clients/Web/", root);

export function assert(condition, message = "not true") {
  if (!condition) throw new Error(message);
}

export function equal(actual, expected, message = "") {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value, null, 1));
  if (a !== b) throw new Error(`${message}\nactual ${a}\nexpected ${b}`);
}

export function near(actual, expected, within = 1e-9) {
  assert(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);
}

export const readText = (path) => Deno.readTextFileSync(new URL(path, web));
export const readJSON = (path) => JSON.parse(readText(path));

/** The texts of a language: those of the first load, then those of each part. */
export const readTexts = (language) =>
  Object.assign({}, ...textFiles(language).map((name) => readJSON(`i18n/${name}`)));

/** The text files of a language. */
export const textFiles = (language) =>
  files("i18n/").map((path) => path.slice("i18n/".length)).filter((name) => name.endsWith(`${language}.json`))
    .sort((a, b) => a.length - b.length);

/** The files of the app by their paths, such as `core/html.js`. */
export function files(folder = "") {
  return [...Deno.readDirSync(new URL(folder, web))].flatMap(({ name, isDirectory }) =>
    isDirectory ? files(`${folder}${name}/`) : [`${folder}${name}`]
  ).sort();
}

/** The path under which a file is served: the style sheets of a folder `styles/<name>/` are served as one file,
 * `styles/<name>.css`, in the order of their names. The gateway does the same in WebAppFiles.swift. */
export const servedPath = (path) => path.replace(/^(styles\/[^/]+)\/[^/]+\.css$/, "$1.css");

/** The text that is served under a path. */
export const servedText = (path) => files().filter((file) => servedPath(file) === path).map(readText).join("");
