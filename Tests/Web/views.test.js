/** Views render whatever a person may be named, and every control has a name. */
import { render } from "../../Clients/Web/core/html.js";
import { shellView } from "../../Clients/Web/views/shell.js";
import { todayView } from "../../Clients/Web/views/today.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, HOSTILE, Run, TODAY } from "./fixtures.js";
import { context, screens } from "./hostile.js";

for (const language of ["en", "uk", "th"]) {
  Deno.test(`views: hostile names stay text on every screen (${language})`, () => {
    for (const [name, [run, view]] of Object.entries(screens())) {
      const main = installDOM();
      render(view(context(run, language)), main);
      assert(main.textContent.includes(HOSTILE), `${name} shows the name`);
      equal(main.find("img").filter((img) => img.getAttribute("src") !== "#"), [], name);
      equal(main.all.filter((element) => element.attributes.some(({ name }) => name.startsWith("on"))), [], name);
      assert(!/undefined|NaN|\[object|@mealTo|\{\w+G\}/.test(main.textContent), `${name}: ${main.textContent}`);
    }
  });

  Deno.test(`views: every control has a name, every field a label, and ids are unique (${language})`, () => {
    for (const [name, [run, view]] of Object.entries(screens())) {
      const main = installDOM();
      render(view(context(run, language)), main);
      const nameOf = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();
      for (const element of [...main.find("button"), ...main.find("a")]) {
        assert(nameOf(element) !== "", `${name}: ${element.tagName} ${element.getAttribute("class")}`);
      }
      const labels = main.find("label").map((label) => label.getAttribute("for"));
      for (const input of main.find("input")) {
        assert(input.getAttribute("aria-label") || labels.includes(input.getAttribute("id")), name);
      }
      for (const element of main.find("button")) {
        assert(
          element.getAttribute("type") || element.getAttribute("class").includes("main"),
          "buttons do not submit by accident",
        );
      }
      const ids = main.all.map((element) => element.getAttribute("id")).filter(Boolean);
      equal(ids.length, new Set(ids).size, name);
      assert(name === "shell" || main.find("h1").length === 1, `${name} has one heading`);
    }
  });
}

Deno.test("views: ten thousand kilocalories, 200 entries and a name of 64 signs render", () => {
  const many = Array.from(
    { length: 200 },
    (_, i) => entry({ id: `e${i}`, position: i, kcal: 50, name: "W".repeat(64) }),
  );
  const run = Run.signedIn(day(TODAY, many));
  const main = installDOM();
  render(todayView(context(run)), main);
  equal(main.find("li").length, 200);
});

Deno.test("views: Amount names the source of a food, and shows a name that it does not know", () => {
  for (const [source, shown] of [["fndds", "Source: USDA FNDDS"], ["own", "Own food"], ["Farm 7", "Source: Farm 7"]]) {
    const [run, view] = screens().amount;
    run.state.amount.food.source = source;
    const main = installDOM();
    render(view(context(run)), main);
    assert(main.textContent.includes(shown), main.textContent);
  }
});

Deno.test("views: Today stays behind Add, hidden and as it was, and is let go with an open dialog", () => {
  const main = installDOM();
  const run = Run.signedIn(day(TODAY, [entry({ id: "e1" })]));
  const shell = () => render(shellView(context(run), 8), main);
  const shown = (name) => main.find("mw-screen").filter(({ screen }) => screen.name === name);
  const today = () => shown("today")[0];
  const add = { type: "route.changed", route: { name: "add", params: { date: TODAY, meal: "lunch" } } };
  const back = { type: "route.changed", route: { name: "today", params: {} } };
  shell();
  const [element, drawnWith] = [today(), today().context];
  run.do(add);
  shell();
  assert(today() === element && today().context === drawnWith && today().hasAttribute("hidden"), "kept");
  equal(shown("add").length, 1);
  assert(main.all.indexOf(shown("add")[0]) < main.all.indexOf(element), "the screen comes first");
  run.do(back);
  shell();
  assert(today() === element && today().context !== drawnWith && !today().hasAttribute("hidden"), "shown again");
  run.do({ type: "entry.menu", id: "e1" });
  shell();
  run.do(add);
  shell();
  equal(shown("today"), []);
  run.do({ type: "route.changed", route: { name: "more", params: {} } });
  shell();
  equal(shown("today"), []);
});

Deno.test("views: a meal is drawn again only if it has changed", () => {
  const run = Run.signedIn(day(TODAY, [entry({ id: "e1", meal: "lunch" })]));
  const main = installDOM();
  const plain = context(run);
  const drawn = () => {
    const meals = [];
    const t = (key, params) => {
      if (key === "meal.addTo") meals.push(params.meal);
      return plain.t(key, params);
    };
    render(todayView({ ...plain, state: run.state, t }), main);
    return meals;
  };
  equal(drawn().length, 4);
  run.do({ type: "advice.loaded", date: TODAY, items: [] });
  equal(drawn(), []);
  run.do({ type: "day.loaded", day: day(TODAY, [entry({ id: "e1", meal: "lunch", kcal: 1, version: 9 })]) });
  equal(drawn(), ["@mealTo.lunch"]);
});
