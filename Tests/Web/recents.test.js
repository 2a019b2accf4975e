/** Recent foods: those of a meal first, then those of other meals. */
import { makeEffects } from "../../Clients/Web/modules/add/effects.js";
import { openStore } from "../../Clients/Web/data/store.js";
import { equal } from "./checks.js";
import { recent, TODAY, USER } from "./fixtures.js";

/** Loads the recent foods of dinner, and returns the ids that are shown and the paths that were asked for. */
async function load(dinner, all) {
  const [paths, shown] = [[], []];
  const client = {
    request: (path) => {
      paths.push(path);
      return Promise.resolve({ data: { items: path.includes("meal=") ? dinner : all } });
    },
  };
  const effects = makeEffects({
    client,
    store: await openStore(undefined),
    getState: () => ({ session: { user: USER }, todayDate: TODAY }),
    dispatch: ({ items }) => shown.push(items.map(({ foodId }) => foodId)),
  });
  await effects.loadRecents({ type: "loadRecents", meal: "dinner", sort: "recent" });
  return [shown.at(-1), paths.length];
}

Deno.test("recents: a meal with few foods shows those of other meals below its own, each once", async () => {
  const food = (foodId) => recent({ foodId });
  equal(await load([], [food("a"), food("b")]), [["a", "b"], 2], "the first dinner");
  equal(await load([food("b")], [food("a"), food("b"), food("c")]), [["b", "a", "c"], 2]);
  const many = Array.from({ length: 12 }, (_, index) => food(`f${index}`));
  equal(await load(many, [food("a")]), [many.map(({ foodId }) => foodId), 1], "a meal with many asks once");
});
