/** What Amount says of a food: its further nutrients, its doubts, its allergens and its ingredients. */
import { furtherNutrients } from "../../Clients/Web/modules/add/amount.js";
import { render } from "../../Clients/Web/core/html.js";
import { amountView } from "../../Clients/Web/modules/add/views/amount.js";
import { assert, equal, readTexts } from "./checks.js";
import { installDOM } from "./dom.js";
import { context } from "./hostile.js";
import { day, food, HOSTILE, Run, TODAY } from "./fixtures.js";

Deno.test("amount: further nutrients are those of the amount, with their units; unknown ones are left out", () => {
  const nutrients = { calciumMg: 120, vitaminB12Ug: 0.5, vitaminCMg: null, odd: 3 };
  const rows = furtherNutrients(food({ saturatedFatG: 1.2, nutrients }), 250);
  equal(rows.map(({ name, value, unit }) => [name, value, unit]), [
    ["saturatedFat", 3, "g"],
    ["calcium", 300, "mg"],
    ["vitaminB12", 1.25, "ug"],
  ]);
});

Deno.test("amount: each further nutrient and each doubt of the contract has a name, in all languages", () => {
  const swift = Deno.readTextFileSync(
    new URL("../../Shared/Base/Contracts/FoodCatalog/FoodTerms.swift", import.meta.url),
  );
  const cases = (name) =>
    [...swift.slice(swift.indexOf(`enum ${name}:`)).split("\n}")[0].matchAll(/case (\w+)/g)].map(([, each]) => each);
  const keys = [
    ...cases("FurtherNutrient").map((name) => `nutrient.${name.replace(/(?:G|Mg|Ug)$/, "")}`),
    // A wrong barcode is not stored, so nothing of it is seen.
    ...cases("FoodFlag").filter((name) => name !== "barcodeInvalid").map((name) => `flag.${name}`),
  ];
  equal(keys.length > 30, true);
  for (const language of ["en", "uk", "th"]) equal(keys.filter((key) => !(key in readTexts(language))), [], language);
});

Deno.test("amount: own allergens and doubts stand before the amount, ingredients are text", () => {
  const run = Run.signedIn(day(TODAY)).do({ type: "amount.open", date: TODAY, meal: "lunch", foodId: "f1" });
  const flags = ["energyMismatch", "unknownToThisVersion"];
  run.do({
    type: "amount.food",
    food: food({ allergens: ["milk"], allergenMatches: ["milk"], flags, ingredients: HOSTILE }),
  });
  const root = installDOM();
  render(amountView(context(run)), root);
  const text = root.textContent;
  assert(text.includes("Has what you must not eat: Milk.") && text.includes("The energy does not fit"), text);
  equal([root.find("img").length, text.includes(HOSTILE)], [0, true]);
});
