/** Amounts of nutrients: everything follows from one list, which is that of the server. */
import { FOOD_KEYS, splitKey } from "../../Clients/Web/core/nutrient-keys.js";
import {
  bare,
  KEYS,
  none,
  NUTRIENTS,
  ofFood,
  pick,
  plus,
  remainingOf,
  sumOf,
  times,
} from "../../Clients/Web/core/nutrients.js";
import { equal, readTexts } from "./checks.js";
import { food, recent } from "./fixtures.js";

/** The keys of an interface of the contract. */
async function fieldsOf(name) {
  const types = await Deno.readTextFile(new URL("../../docs/reference/contracts.d.ts", import.meta.url));
  const [, body] = new RegExp(`^export interface ${name} \\{\n([^}]*)\\}`, "m").exec(types);
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key);
}

Deno.test("nutrients: the app knows those of the server, in its order", async () => {
  equal(KEYS, await fieldsOf("Nutrients"));
  equal(NUTRIENTS.every((key) => splitKey(key) !== undefined), true);
});

Deno.test("nutrients: foods and servings of recipes have the fields from which entries take amounts", async () => {
  for (const name of ["Food", "RecipeNutrients"]) {
    const fields = await fieldsOf(name);
    equal(FOOD_KEYS.filter((key) => !fields.includes(key)), []);
  }
});

Deno.test("nutrients: each has a name in English", () => {
  const texts = readTexts("en");
  equal(NUTRIENTS.filter((key) => texts[`nutrient.${splitKey(key).name}`] === undefined), []);
});

Deno.test("nutrients: amounts have every nutrient, and unknown ones are null", () => {
  const unknown = { ...bare(0), kcal: 400 };
  const left = remainingOf({ dailyKcal: 2000, proteinG: 90, fatG: 60, carbohydrateG: 200 }, none());
  const parts = [none(), bare(100), pick(recent()), ofFood(food())];
  for (const amounts of [...parts, left, times(unknown, 2), sumOf([unknown])]) {
    equal(Object.keys(amounts), KEYS);
  }
  equal(NUTRIENTS.map((key) => bare(100)[key]), NUTRIENTS.map(() => null));
  equal(sumOf([bare(100), bare(20)]), bare(120));
  equal(plus(none(), ofFood(food())), ofFood(food()));
  equal(ofFood(food()).saltG, 0.1);
  equal(ofFood(food({ sodiumMg: null })).saltG, null);
});
