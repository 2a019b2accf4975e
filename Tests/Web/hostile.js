/** Every screen, full of names by other people. */
import { Texts } from "../../Clients/Web/core/texts.js";
import { readTexts } from "./checks.js";

const folder = new URL("hostile/", import.meta.url);
/** What the modules of the folder export; a function `<name>Screens` returns screens by name. */
const exported = await Promise.all(
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort().map((name) => import(new URL(name, folder).href)),
);

/** The context of a view. */
export function context(run, language = "en") {
  const texts = new Texts(language, readTexts(language));
  return { state: run.state, dispatch: () => {}, texts, t: texts.text.bind(texts) };
}

/** The screens by name: each a state and the view that shows it. */
export const screens = () => {
  const makers = exported.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith("Screens"));
  return Object.assign({}, ...makers.map(([, makeScreens]) => makeScreens()));
};
