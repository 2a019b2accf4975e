/**
 * Runs before the other modules of the app have arrived: fetches what the first screen needs beside them, and says so
 * if the server does not send them.
 */
import { isOpenPath, moduleAt } from "./core/modules.js";
import { chooseLanguage } from "./core/texts.js";

export const LANGUAGE_KEY = "mealwire-language";
/** The store opens too late to choose the first screen. Its value says only that there was a sign-in here. */
export const USER_KEY = "mealwire-user";
/** The slowest lines of phones bring the app within this time. */
const SILENCE_MS = 10_000;
/** The modules of the first screens that `app.js` does not import at once. A test compares them with the imports.
 * @type {Record<string, string[]>} */
export const FIRST_MODULES = {
  welcome: ["views/welcome.js", "core/welcome.js", "core/limits.js", "core/password.js", "data/welcome.js"],
  today: ["views/today.js", "core/today.js", "core/days.js", "core/written.js", "views/today-extras.js"],
};
/** These sentences stand here, because the files of texts may be what does not arrive.
 * @type {Record<import("./types.d.ts").Language, [string, string]>} */
const SILENT = {
  en: ["The server does not answer. What you have logged is safe.", "Try again"],
  uk: ["Сервер не відповідає. Усе записане збережено.", "Спробувати ще раз"],
  th: ["เซิร์ฟเวอร์ไม่ตอบกลับ สิ่งที่บันทึกไว้ยังอยู่ครบ", "ลองอีกครั้ง"],
};

/** Returns the name of the first module: without a user it is Welcome, unless the page needs no session; undefined for
 * a path that no module has.
 * @param {string} path @param {boolean} hasUser */
export const firstModule = (path, hasUser) => hasUser || isOpenPath(path) ? moduleAt(path)?.name : "welcome";

/** Remembers whether the next visit begins with Welcome.
 * @param {boolean} hasUser */
export const rememberUser = (hasUser) =>
  hasUser ? localStorage.setItem(USER_KEY, "1") : localStorage.removeItem(USER_KEY);

/** @param {Record<string, string>} attributes */
const link = (attributes) => {
  const element = document.createElement("link");
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  document.head.append(element);
};

/** Replaces the skeleton of the page, as long as the app has not drawn itself.
 * @param {import("./types.d.ts").Language} language */
function saySilence(language) {
  const place = document.getElementById("start");
  // A second failure does not replace a button that a person is about to tap.
  if (!place?.hasAttribute("aria-busy")) return;
  // A style sheet that does not arrive would hide the page.
  document.querySelectorAll('link[rel="stylesheet"]').forEach((each) => {
    if (!(/** @type {HTMLLinkElement} */ (each).sheet)) each.remove();
  });
  const [text, retry] = SILENT[language];
  const [sentence, button] = ["p", "button"].map((name) => document.createElement(name));
  sentence.textContent = text;
  sentence.setAttribute("role", "alert");
  button.textContent = retry;
  button.className = "button button-main";
  button.addEventListener("click", () => location.reload());
  place.removeAttribute("aria-busy");
  place.lang = language;
  place.replaceChildren(sentence, button);
}

function begin() {
  const language = chooseLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
  const href = (/** @type {string} */ path) => new URL(path, import.meta.url).pathname;
  const first = firstModule(location.pathname, localStorage.getItem(USER_KEY) !== null);
  const tables = first === "welcome" ? [language, `forms.${language}`, `welcome.${language}`] : [language];
  for (const name of tables) link({ rel: "preload", as: "fetch", crossorigin: "", href: href(`i18n/${name}.json`) });
  if (first === "welcome") link({ rel: "stylesheet", href: href("styles/welcome.css") });
  for (const path of FIRST_MODULES[first ?? ""] ?? []) link({ rel: "modulepreload", href: href(path) });
  const say = () => saySilence(language);
  setTimeout(say, SILENCE_MS);
  // A file that is missing, and a start that failed. Errors of files do not bubble.
  addEventListener("error", say, true);
  addEventListener("unhandledrejection", say);
}

// Tests import this module without a page.
if (globalThis.document?.head) begin();
