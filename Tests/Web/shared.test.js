/** Shared foods: pages of a day, and logging the same. */
import { render } from "../../Clients/Web/core/html.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { sharedDays, sharedPeople } from "../../Clients/Web/modules/people/shared.js";
import { makeEffects } from "../../Clients/Web/modules/people/effects.js";
import { Client } from "../../Clients/Web/data/fetch.js";
import { peopleView } from "../../Clients/Web/modules/people/views/people.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, profile, Run, TODAY, YESTERDAY } from "./fixtures.js";
import { context } from "./hostile.js";

const item = (userId, id, food = {}) => ({
  userId,
  name: `name of ${userId}`,
  imageURL: null,
  food: { id, meal: "lunch", foodId: `f-${id}`, name: `food ${id}`, imageURL: null, grams: 120, kcal: 90, ...food },
});
const problem = (status) => ({ code: "x", status, detail: "no", params: {} });
const open = (params = {}) => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "shared", params } });
const loaded = (items, nextCursor = null) =>
  open().do({ type: "shared.loaded", date: TODAY, cursor: null, data: { items, nextCursor } });

function shown(run, language = "en") {
  const main = installDOM();
  render(peopleView(context(run, language)), main);
  return main;
}

Deno.test("shared: a visit asks for the foods of today, or of one of the last seven days", () => {
  equal(routeOf(`/people/foods/${YESTERDAY}`), { name: "shared", params: { date: YESTERDAY } });
  const path = (date) => `/v1/leaderboard/foods?date=${date}&limit=30`;
  equal(open().taken("shared.ask").map(({ path }) => path), [path(TODAY)]);
  equal(open({ date: YESTERDAY }).taken("shared.ask").map(({ path }) => path), [path(YESTERDAY)]);
  equal(
    open({ date: "2026-11-01" }).taken("shared.ask").map(({ path }) => path),
    [path(TODAY)],
    "older days are not shared",
  );
  equal(sharedDays(TODAY).length, 7);
});

Deno.test("shared: pages follow each other, and answers for another day or page are dropped", () => {
  const run = loaded([item("u2", "a")], "c/1");
  run.taken("shared.ask");
  run.do({ type: "shared.more" }).do({ type: "shared.more" });
  const asked = run.taken("shared.ask");
  equal(asked.map(({ path }) => path), [`/v1/leaderboard/foods?date=${TODAY}&limit=30&cursor=c%2F1`]);
  const data = { items: [item("u2", "b"), item("u3", "c", { id: null })], nextCursor: null };
  run.do({ type: "shared.loaded", ...asked[0].params, data }).do({ type: "shared.loaded", ...asked[0].params, data });
  run.do({ type: "shared.loaded", date: YESTERDAY, cursor: null, data });
  equal(run.state.shared.items.map(({ food }) => food.name), ["food a", "food b", "food c"]);
  equal(sharedPeople(run.state.shared.items).map(({ userId, rows }) => [userId, rows.length]), [["u2", 2], ["u3", 1]]);
  equal(new Set(run.state.shared.items.map(({ key }) => key)).size, 3);
});

Deno.test("shared: one tap logs the same food to the current meal, and undo takes it back", () => {
  const run = loaded([item("u2", "a", { picture: "/v1/foods/f-a/picture", proteinG: 4 })]);
  const [{ key }] = run.state.shared.items;
  run.taken("shared.ask");
  run.do({ type: "shared.log", key, meal: "dinner" }).do({ type: "shared.log", key, meal: "dinner" });
  const [asked, ...others] = run.taken("shared.ask");
  equal([asked.path, others.length], ["/v1/foods/f-a", 0]);
  run.do({ ...asked.params, type: asked.then, data: {} });
  const [{ content, preview }] = run.changes;
  equal([content.date, content.meal, content.amount], [TODAY, "dinner", {
    foodId: "f-a",
    grams: 120,
    portion: null,
    quantity: null,
  }]);
  equal([preview.imageURL, preview.nutrients.proteinG, preview.nutrients.fatG], ["/v1/foods/f-a/picture", 4, null]);
  equal([run.state.toast.key, run.state.toast.params.name, key in run.state.shared.logged], [
    "toast.added",
    "food a",
    true,
  ]);
  run.do(run.state.toast.undo);
  equal([run.writes.length, run.state.shared.logged, run.state.toast], [0, {}, null]);
});

Deno.test("shared: a food that only the other person may read is logged by its name", () => {
  const run = loaded([item("u2", "a"), item("u2", "b", { foodId: null, grams: null })]);
  const [hidden, bare] = run.state.shared.items;
  run.taken("shared.ask");
  run.do({ type: "shared.log", key: hidden.key, meal: "lunch" });
  const [{ then, params }] = run.taken("shared.ask");
  run.do({ ...params, type: "shared.failed", then, problem: problem(404) });
  run.do({ type: "shared.log", key: bare.key, meal: "lunch" });
  equal(run.taken("shared.ask"), []);
  equal(run.changes.map(({ content }) => [content.name, content.energy.kcal, content.amount]), [
    ["food a", 90, undefined],
    ["food b", 90, undefined],
  ]);
});

Deno.test("shared: a lost answer still logs the food, and the queue sends it later", () => {
  const run = loaded([item("u2", "a")]);
  run.do({ type: "shared.log", key: run.state.shared.items[0].key, meal: "lunch" });
  const [{ then, params }] = run.taken("shared.ask").slice(-1);
  run.do({ ...params, type: "shared.failed", then, problem: problem(0) });
  equal([run.changes[0].content.amount.foodId, run.state.shared.busy], ["f-a", null]);
});

Deno.test("shared: loading, nothing, a failure with another attempt, and no connection", () => {
  const main = shown(open());
  equal([main.find("div").some((each) => each.getAttribute("aria-busy")), main.find("button").length], [true, 7]);
  const empty = shown(loaded([]));
  assert(empty.textContent.includes("Nothing is shared on this day."));
  equal(empty.find("a").map((each) => each.getAttribute("href")), ["/people", "/more/sharing"]);
  const sharing = loaded([]).do({
    type: "profile.loaded",
    profile: profile({ shares: { leaderboard: true, foods: true } }),
  });
  equal(shown(sharing).find("a").length, 1, "a person that shares is not asked to");
  const failed = open().do({ type: "shared.failed", date: TODAY, problem: problem(0) });
  assert(shown(failed).textContent.includes("No connection to the server."));
  failed.taken("shared.ask");
  failed.do({ type: "shared.retry" });
  equal([failed.taken("shared.ask").length, failed.state.shared.problem], [1, null]);
});

Deno.test("shared: an answer of the server becomes an action, and so does a problem", async () => {
  const actions = [];
  const answers = [{ items: [], nextCursor: null }, null];
  const fetch = () => {
    const answer = answers.shift();
    return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError("offline"));
  };
  const effects = makeEffects({ client: new Client({ fetch }), dispatch: (action) => actions.push(action) });
  for (let i = 0; i < 2; i += 1) await effects["shared.ask"](open().taken("shared.ask")[0]);
  equal(actions.map(({ type, date, problem }) => [type, date, problem?.status ?? null]), [
    ["shared.loaded", TODAY, null],
    ["shared.failed", TODAY, 0],
  ]);
});
