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

/** The texts of a language: those of the first load, then those of each module. */
export const readTexts = (language) => Object.assign({}, ...textFiles(language).map(readJSON));

/** The paths of the text files of a language. */
export const textFiles = (language) =>
  files().filter((path) => /^i18n\/|\/texts\//.test(path) && new RegExp(`\\b${language}\\.json$`).test(path))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** The names of the modules that have a folder. */
export const moduleNames = [...Deno.readDirSync(new URL("modules/", web))].filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name).sort();

/** The files of the app by their paths, such as `core/html.js`. */
export function files(folder = "") {
  return [...Deno.readDirSync(new URL(folder, web))].flatMap(({ name, isDirectory }) =>
    isDirectory ? files(`${folder}${name}/`) : [`${folder}${name}`]
  ).sort();
}

/** The path under which a file is served: the style sheets of a folder `styles/<name>/` are served as one file,
 * `styles/<name>.css`, and those of `modules/<name>/styles/` as `modules/<name>/styles.css`, in the order of their
 * names. The gateway does the same in WebAppFiles.swift. */
export const servedPath = (path) => path.replace(/^(styles\/[^/]+|modules\/[^/]+\/styles)\/[^/]+\.css$/, "$1.css");

/** The text that is served under a path. */
export const servedText = (path) => files().filter((file) => servedPath(file) === path).map(readText).join("");

/** The modules that a module needs at once, in the order of their first mention. */
export function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, path] of readText(name).matchAll(/^(?:import|\} from|export .* from).*?"(\.[^"]+)";$/gm)) {
    closure(new URL(path, `file:///${name}`).pathname.slice(1), found);
  }
  return found;
}
