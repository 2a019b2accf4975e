/** Pictures of foods, wherever a food is shown. */
import { choiceOfFood, choiceOfRecent } from "../../Clients/Web/modules/add/add.js";
import { html, render } from "../../Clients/Web/core/html.js";
import { picturePath } from "../../Clients/Web/core/pictures.js";
import { makeEffects } from "../../Clients/Web/modules/more/effects.js";
import { addView } from "../../Clients/Web/modules/add/views/add.js";
import { amountView } from "../../Clients/Web/modules/add/views/amount.js";
import { foodsView } from "../../Clients/Web/modules/foods/views/foods.js";
import { picture } from "../../Clients/Web/views/parts.js";
import { planView } from "../../Clients/Web/modules/plan/views/plan.js";
import { todayView } from "../../Clients/Web/views/today.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, food, recent, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const PATH = "/v1/foods/f1/picture";

const shown = (run, view) => {
  const main = installDOM();
  render(view(context(run)), main);
  return main.find("img").map((img) => [img.getAttribute("src"), img.getAttribute("width")]);
};
const open = (name, params, ...days) => Run.signedIn(...days).do({ type: "route.changed", route: { name, params } });

Deno.test("pictures: a path comes before the address of an image, and no other server is asked", () => {
  equal(picturePath({ picture: PATH, imageURL: "/v1/foods/image/i1" }), PATH);
  equal(picturePath({ imageURL: "/v1/foods/image/i1?signature=a" }), "/v1/foods/image/i1?signature=a");
  for (
    const imageURL of ["https://x.example/a.png", "//x.example/a.png", "/\\x.example/a.png", "javascript:alert(1)"]
  ) {
    equal([picturePath({ imageURL }), picturePath({ picture: imageURL })], [null, null], imageURL);
  }
  equal([picture({ name: "a" }), picture({ picture: null, imageURL: null })], [null, null]);
});

Deno.test("pictures: one that does not arrive is hidden, and another path makes another element", () => {
  const main = installDOM();
  const show = (path) => render(html`<p>${picture({ picture: path })}</p>`, main);
  show(PATH);
  const [img] = main.find("img");
  equal(["alt", "width", "height", "loading", "decoding"].map((name) => img.getAttribute(name)), [
    "",
    "40",
    "40",
    "lazy",
    "async",
  ]);
  img.dispatch("error");
  assert(img.getAttribute("hidden") !== null);
  show(PATH);
  assert(main.find("img")[0] === img, "the same path keeps its element");
  show("/v1/foods/f2/picture");
  equal(main.find("img").map((each) => each.getAttribute("hidden")), [null]);
});

Deno.test("pictures: a choice and a waiting entry keep the picture of their food", () => {
  const pictured = food({ picture: PATH });
  equal([choiceOfFood(pictured).imageURL, choiceOfRecent(recent({ picture: PATH })).imageURL], [PATH, PATH]);
  const run = open("add", { date: TODAY, meal: "lunch" }, day(TODAY));
  run.do({ type: "add.plus", choice: choiceOfFood(pictured) });
  equal(run.changes.map(({ preview }) => preview.imageURL), [PATH]);
  run.do({ type: "route.changed", route: { name: "today", params: {} } });
  equal(shown(run, todayView), [[PATH, "40"]]);
});

Deno.test("pictures: entries of a day", () => {
  const run = Run.signedIn(day(TODAY, [entry({ picture: PATH }), entry({ id: "e2" })]));
  equal(shown(run, todayView), [[PATH, "40"]]);
});

Deno.test("pictures: a row without one keeps the place of it only if another row has one", () => {
  const places = (entries) => {
    const main = installDOM();
    render(todayView(context(Run.signedIn(day(TODAY, entries)))), main);
    return main.all.filter((element) => /picture-place/.test(element.getAttribute("class") ?? "")).length;
  };
  equal(places([entry({ picture: PATH }), entry({ id: "e2" })]), 2);
  equal(places([entry({}), entry({ id: "e2" })]), 0);
});

Deno.test("pictures: recent foods, results and the tray of Add", () => {
  const run = open("add", { date: TODAY, meal: "lunch" }, day(TODAY));
  run.do({ type: "recents.loaded", meal: "lunch", sort: "recent", items: [recent({ picture: PATH })] });
  equal(shown(run, addView), [[PATH, "40"]]);
  run.do({ type: "add.plus", choice: choiceOfFood(food({ picture: PATH })) });
  equal(shown(run, addView).length, 2, "and in the tray");
});

Deno.test("pictures: the food of Amount is larger, and the photo of an entry comes first", () => {
  const run = open("amount", { date: TODAY, meal: "lunch", foodId: "f1" }, day(TODAY));
  run.do({ type: "amount.food", food: food({ picture: PATH }) });
  equal(shown(run, amountView), [[PATH, "96"]]);
  const photo = "/v1/diary/image/i1?signature=a";
  const edited = open("amount", { date: TODAY, entryId: "e1" }, day(TODAY, [entry({ imageURL: photo })]));
  edited.do({ type: "amount.food", food: food({ picture: PATH }) });
  equal(shown(edited, amountView), [[photo, "96"]]);
});

Deno.test("pictures: own foods, and cards of healthy foods with a sign behind the picture", () => {
  const own = open("foods", { list: "own" }).do({
    type: "foods.loaded",
    list: "own",
    data: { own: [food({ picture: PATH })] },
  });
  equal(shown(own, foodsView), [[PATH, "40"]]);
  const card = {
    id: "h1",
    name: "a",
    kcal: 20,
    description: "",
    recipeURL: null,
    category: "",
    foodId: null,
    version: 1,
  };
  const items = [{ ...card, picture: PATH, imageURL: "https://x.example/a.png" }, {
    ...card,
    id: "h2",
    imageURL: null,
  }];
  const healthy = open("foods", { list: "healthy" }).do({ type: "foods.loaded", list: "healthy", data: { items } });
  equal(shown(healthy, foodsView), [[PATH, "72"]]);
});

Deno.test("pictures: dishes of a menu", () => {
  const totals = { kcal: 500, proteinG: 30, fatG: 20, carbohydrateG: 50 };
  const dish = { foodId: "f1", name: "a", portion: "bowl", quantity: 1, grams: 150, nutrients: totals, picture: PATH };
  const meals = [{ meal: "lunch", targetKcal: 600, totals, items: [dish] }];
  const planned = { day: 1, fits: true, target: { dailyKcal: 2000 }, totals, deviations: {}, meals };
  const data = {
    id: "p1",
    name: null,
    from: TODAY,
    appliedFrom: null,
    menu: { fits: true, reasons: [], days: [planned] },
  };
  const run = open("plan", { planId: "p1" }).do({ type: "plan.menu", id: "p1", data });
  equal(shown(run, planView), [[PATH, "40"]]);
});

Deno.test("pictures: a sign-out has the worker forget them, and a browser without one signs out, too", async () => {
  const before = Object.getOwnPropertyDescriptor(navigator, "serviceWorker");
  const sent = [];
  const active = { postMessage: (message) => sent.push(message) };
  const store = { putValue: () => Promise.resolve(), wipe: () => Promise.resolve() };
  const leave = async (serviceWorker) => {
    Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
    const effects = makeEffects({
      api: { signOut: () => Promise.resolve() },
      store,
      dispatch: ({ type }) => sent.push(type),
    });
    await effects["more.leave"]({ user: "u1", keeps: false });
  };
  try {
    await leave({ getRegistration: () => Promise.resolve({ active }) });
    await leave({ getRegistration: () => Promise.reject(new Error("refused")) });
    await leave(undefined);
  } finally {
    if (before) Object.defineProperty(navigator, "serviceWorker", before);
    else delete navigator.serviceWorker;
  }
  equal(sent, ["forget", "session.left", "session.left", "session.left"]);
});
