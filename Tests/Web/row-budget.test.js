import { withKnown } from "../../Clients/Web/core/days.js";
import { RowBudget, rowsOfFrame } from "../../Clients/Web/core/row-budget.js";
import { assert, equal } from "./checks.js";

const key = (item) => item;

Deno.test("row budget: a list is whole after several frames, and in its order", () => {
  const rows = new RowBudget(2);
  const frames = [];
  do {
    rows.begin();
    frames.push(rows.take(["a", "b", "c", "d", "e"], key));
  } while (rows.hasMore);
  equal(frames, [["a", "b"], ["a", "b", "c", "d"], ["a", "b", "c", "d", "e"]]);
});

Deno.test("row budget: rows of the last frame stay when new ones come before them", () => {
  const rows = new RowBudget(2);
  rows.take(["c", "d"], key);
  rows.begin();
  equal(rows.take(["x", "y", "z", "c", "d"], key), ["x", "y", "c", "d"]);
  assert(rows.hasMore);
});

Deno.test("row budget: an item with more rows than a frame comes alone", () => {
  const rows = new RowBudget(2);
  const take = () => {
    rows.begin();
    return rows.take(["a", "long", "b"], key, (item) => item.length);
  };
  equal(take(), ["a"]);
  equal(take(), ["a", "long"]);
  equal(take(), ["a", "long", "b"]);
  assert(!rows.hasMore);
});

Deno.test("row budget: without a budget all rows are shown", () => {
  equal(rowsOfFrame({}, ["a", "b"], key), ["a", "b"]);
});

Deno.test("days: an entry without a change stays the same object", () => {
  const day = (...entries) => ({ date: "2026-01-02", meals: [{ meal: "lunch", entries }] });
  const [apple, bread] = [{ id: "a", kcal: 52 }, { id: "b", kcal: 265 }];
  const next = withKnown(day({ ...apple }, { ...bread, kcal: 300 }), day(apple, bread));
  assert(next.meals[0].entries[0] === apple);
  equal(next.meals[0].entries[1], { id: "b", kcal: 300 });
});
