/** Loads the app for devices, as it is served, or with a broken rule. */
import { MUTATIONS } from "./mutations.js";

const WEB = new URL("../../../Clients/Web/", import.meta.url);
const DATA = [
  ...["api", "effects", "queue", "sending", "store", "writes"].map((name) => `data/${name}.js`),
  "modules/list.js",
];

/** The paths of the modules in a folder of the app. @param {string} folder @returns {string[]} */
const modulesIn = (folder) =>
  [...Deno.readDirSync(new URL(folder, WEB))].flatMap(({ name, isDirectory }) =>
    isDirectory ? modulesIn(`${folder}${name}/`) : name.endsWith(".js") ? [`${folder}${name}`] : []
  );

/** Loads the modules of the app, with a broken rule if one is named. @param {string} [mutation] */
export async function loadApp(mutation) {
  if (!mutation) return await modulesAt(WEB.href);
  const directory = await Deno.makeTempDir({ prefix: `mealwire-${mutation}-` });
  try {
    const sources = new Map([...modulesIn("core/"), ...DATA].map((file) => [file, read(file)]));
    for (const [file, from, to] of MUTATIONS[mutation].changes) {
      const source = sources.get(file) ?? "";
      if (!source.includes(from)) throw new Error(`${mutation}: ${file} has no ${JSON.stringify(from)}`);
      sources.set(file, source.replaceAll(from, () => to));
    }
    ["core/sync", "data", "modules"].forEach((folder) => Deno.mkdirSync(`${directory}/${folder}`, { recursive: true }));
    sources.forEach((source, file) => Deno.writeTextFileSync(`${directory}/${file}`, source));
    return await modulesAt(`file://${directory}/`);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const read = (/** @type {string} */ file) => Deno.readTextFileSync(new URL(file, WEB));

/** Imports what a device needs. @param {string} base */
async function modulesAt(base) {
  const names = [
    "app",
    "diary",
    "today",
    "problems",
    "entries",
    "queue",
    "writes",
    "written",
    "sync/answers",
    "sync/modules",
  ];
  const files = names.map((name) => `core/${name}.js`);
  const modules = await Promise.all([...files, ...DATA].map((file) => import(`${base}${file}`)));
  return Object.assign({}, ...modules);
}
