import { fieldText, problemText } from "../../Clients/Web/core/problems.js";
import { chooseLanguage, LANGUAGES, Texts } from "../../Clients/Web/core/texts.js";
import { assert, closure, equal, files, moduleNames, readJSON, readText, readTexts, textFiles } from "./checks.js";

const tables = Object.fromEntries(LANGUAGES.map((language) => [language, readTexts(language)]));
const texts = Object.fromEntries(LANGUAGES.map((language) => [language, new Texts(language, tables[language])]));
const CATEGORIES = { en: ["one", "other"], uk: ["one", "few", "many", "other"], th: ["other"] };

Deno.test("texts: all languages have the same keys in the same order", () => {
  for (const language of LANGUAGES) equal(Object.keys(tables[language]), Object.keys(tables.en), language);
});

Deno.test("texts: a key stands in one file of a language", () => {
  for (const language of LANGUAGES) {
    const keys = textFiles(language).flatMap((name) => Object.keys(readJSON(name)));
    equal(keys.filter((key, index) => keys.indexOf(key) !== index), [], language);
  }
});

Deno.test("texts: plurals have exactly the forms of their language, and the same parameters as English", () => {
  const forms = (value) => typeof value === "string" ? [value] : Object.values(value);
  const names = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();
  for (const language of LANGUAGES) {
    for (const [key, value] of Object.entries(tables[language])) {
      equal(typeof value, typeof tables.en[key], `${language} ${key}`);
      if (typeof value !== "string") equal(Object.keys(value), CATEGORIES[language], `${language} ${key}`);
      const expected = names(forms(tables.en[key]).at(-1));
      for (const form of forms(value)) {
        const missing = expected.filter((name) => !names(form).includes(name) && !(name === "n" && language === "en"));
        equal(missing, [], `${language} ${key}: ${form}`);
        equal(
          names(form).filter((name) => !expected.includes(name) && name !== "n"),
          [],
          `${language} ${key}: ${form}`,
        );
      }
    }
  }
});

Deno.test("texts: no language repeats the English text, and none is empty", () => {
  const same = new Set([
    "unit.kcal",
    "unit.kj",
    "unit.name.kcal",
    "unit.name.kj",
    "body.unit.percent",
    "add.lineWords",
    "people.score.percent",
    "waits.put",
  ]);
  for (const language of ["uk", "th"]) {
    for (const [key, value] of Object.entries(tables[language])) {
      assert(value !== "", key);
      if (!same.has(key)) assert(JSON.stringify(value) !== JSON.stringify(tables.en[key]), `${language} ${key}`);
    }
  }
});

Deno.test("texts: every key that the code names exists", () => {
  const known = new Set(Object.keys(tables.en));
  const code = files().filter((name) => name.endsWith(".js")).map(readText).join("\n");
  const named = [
    ...code.matchAll(/\bt\("([\w.]+)"/g),
    ...code.matchAll(/"((?:field|problem|summary|status|toast(?!\.close))\.[\w.]+)"/g),
  ].map(([, key]) => key);
  equal([...new Set(named)].filter((key) => !known.has(key)), []);
  // Keys with a part that is computed: at least one text has the beginning and the end.
  const computed = [...code.matchAll(/\bt\(`([\w.]+)\$\{[^`]*\}([\w.]*)`/g)].map(([, start, end]) => [start, end]);
  equal(computed.filter(([start, end]) => ![...known].some((key) => key.startsWith(start) && key.endsWith(end))), []);
});

Deno.test("texts: the views of a module name only texts that are loaded with it", () => {
  const keysOf = (path) => Object.keys(readJSON(path));
  const shared = ["i18n/en.json", "i18n/late.en.json", "i18n/forms.en.json"].flatMap(keysOf);
  for (const module of moduleNames) {
    const known = new Set([...shared, ...keysOf(`modules/${module}/texts/en.json`)]);
    const code = [...closure(`modules/${module}/index.js`)].filter((name) => name.includes("views/")).map(readText);
    const named = [...code.join("\n").matchAll(/\bt\("([\w.]+)"/g)].map(([, key]) => key);
    equal([...new Set(named)].filter((key) => !known.has(key)), [], module);
  }
});

Deno.test("texts: Ukrainian has four plural forms", () => {
  const count = (n) => texts.uk.text("add.logged", { n });
  equal([1, 2, 5, 11, 21, 22, 111].map(count), [
    "Записано 1 продукт",
    "Записано 2 продукти",
    "Записано 5 продуктів",
    "Записано 11 продуктів",
    "Записано 21 продукт",
    "Записано 22 продукти",
    "Записано 111 продуктів",
  ]);
  equal(texts.uk.text("add.logged", { n: 1.5 }), "Записано 1,5 продукту");
});

Deno.test("texts: a parameter is text, and only a meal is looked up", () => {
  equal(texts.en.text("toast.removed", { name: "{name} @meal.lunch <b>$&" }), "{name} @meal.lunch <b>$& removed");
  equal(texts.en.text("toast.moved", { name: "Rice", meal: "@mealTo.lunch" }), "Rice moved to lunch");
  equal(texts.uk.text("toast.moved", { name: "Рис", meal: "@mealTo.lunch" }), "Перенесено до обіду: Рис");
  equal(texts.en.has("toString"), false);
});

Deno.test("texts: numbers are written as the language writes them", () => {
  equal([texts.en.number(1234.5), texts.uk.number(1234.5), texts.th.number(1234.5)], [
    "1,234.5",
    "1\u00a0234,5",
    "1,234.5",
  ]);
  equal(texts.en.number(-12), "−12");
  equal(texts.en.number(-0), "0");
});

Deno.test("texts: the language is the stored one, else the browser's, else English", () => {
  equal(chooseLanguage("th", ["uk"]), "th");
  equal(chooseLanguage(null, ["de-DE", "uk-UA", "en"]), "uk");
  equal(chooseLanguage("xx", []), "en");
});

Deno.test("problems: each code of the contract has a sentence", () => {
  const contract = Deno.readTextFileSync(new URL("../../docs/reference/contracts.d.ts", import.meta.url));
  const codes = (name) =>
    [...contract.slice(contract.indexOf(`type ${name} =`)).split(";")[0].matchAll(/"(\w+)"/g)].map(([, code]) => code);
  for (const language of LANGUAGES) {
    for (const code of codes("ErrorCode")) {
      const text = problemText({ code, status: 400, detail: "", params: {} }, texts[language]);
      assert(!text.includes("{") && !text.startsWith("problem."), `${language} ${code}: ${text}`);
    }
    for (const code of codes("FieldErrorCode")) {
      const problem = {
        code: "invalid",
        status: 422,
        detail: "",
        params: {},
        errors: [{ field: "x", code, params: { min: "1", max: "2" }, message: "m" }],
      };
      assert(fieldText(problem, "x", texts[language]) !== "m", `${language} ${code}`);
    }
  }
});

Deno.test("problems: waiting times have plurals, and unknown codes say the server's sentence", () => {
  const problem = (params) => ({ code: "tooManyRequests", status: 429, detail: "", params });
  equal(problemText(problem({ retryAfterSeconds: "21" }), texts.uk), "Забагато спроб. Спробуйте через 21 секунду.");
  equal(problemText(problem({ retryAfterMs: "1500" }), texts.en), "Too many attempts. Try again in 2 seconds.");
  equal(problemText({ code: "brandNew", status: 400, detail: "Said so.", params: {} }, texts.en), "Said so.");
  equal(
    problemText({ code: "conflict", status: 409, detail: "", params: { field: "email" } }, texts.en),
    tables.en["problem.conflict.email"],
  );
});
