/** Holds the reducers to the vectors that MealwireCore writes: states, actions and effects as JSON. */
import { reduceQuestionnaire } from "../../Services/Gateway/Web/core/questionnaire.js";
import "../../Services/Gateway/Web/core/sync/answers.js";
import { reduceSync } from "../../Services/Gateway/Web/core/sync/sync.js";
import { emptyDay, withEntries } from "../../Services/Gateway/Web/core/days.js";
import { equal, root } from "./checks.js";

/** The reducers that the app has from MealwireCore, by their names there. */
const REDUCERS = { DiarySync: reduceSync, Questionnaire: reduceQuestionnaire };
const folder = new URL("Tests/Vectors/", root);

/** A value without members that are null or undefined, its keys in order: both implementations leave them out. */
function normal(value) {
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value).filter((key) => value[key] != null).sort();
  return Object.fromEntries(keys.map((key) => [key, normal(value[key])]));
}

function vectors(name) {
  try {
    const files = [...Deno.readDirSync(new URL(`${name}/`, folder))].filter(({ name }) => name.endsWith(".json"));
    return files.map(({ name: file }) => JSON.parse(Deno.readTextFileSync(new URL(`${name}/${file}`, folder))));
  } catch (error) {
    // The vectors come with MealwireCore.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

for (const [name, reduce] of Object.entries(REDUCERS)) {
  for (const { title, state, steps } of vectors(name)) {
    Deno.test(`vectors: ${name}: ${title}`, () => {
      let current = state;
      steps.forEach((step, index) => {
        const before = JSON.stringify(current);
        const [next, effects] = reduce(current, step.action);
        equal(normal(effects), normal(step.effects), `effects of step ${index + 1}, ${step.action.kind}`);
        equal(normal(next), normal(step.state), `state after step ${index + 1}, ${step.action.kind}`);
        equal(JSON.stringify(current), before, "a reducer leaves its state as it was");
        current = next;
      });
    });
  }
}

/** An entry of MealwireCore's Day, in the form of the server's answers. */
const flat = ({ id, position, content, preview }) => {
  const { nutrients, ...rest } = preview;
  return {
    ...rest,
    ...content.amount,
    id,
    position,
    date: content.date,
    meal: content.meal,
    at: content.at,
    ...(content.energy ?? nutrients),
  };
};

for (const { title, steps } of vectors("Day")) {
  Deno.test(`vectors: sums of Day: ${title}`, () => {
    for (const { state } of steps) {
      if (!state.sums) continue;
      const { date, entries, target = null } = state.contents;
      const day = withEntries({ ...emptyDay(date), target }, entries.map(flat));
      const meals = day.meals.map(({ meal, entries, totals }) => ({
        meal,
        totals,
        entries: entries.map(({ id }) => id),
      }));
      const { totals, incomplete, remaining } = day;
      equal(
        normal({ meals, totals, incomplete: [...incomplete].sort(), remaining }),
        normal({ ...state.sums, incomplete: [...state.sums.incomplete].sort() }),
      );
    }
  });
}
