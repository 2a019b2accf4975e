/** Drafts of forms: what is typed survives a reload, the end of a session and a way back. */
import { assert, equal, files, moduleNames, readText } from "./checks.js";
import { day, entry, profile, TODAY, USER } from "./fixtures.js";
import "../../Clients/Web/modules/imports/imports.js";
import "../../Clients/Web/modules/reports/report.js";
import "../../Clients/Web/modules/users/invitations.js";
import "../../Clients/Web/modules/people/shared.js";
import { initialState, reduce } from "../../Clients/Web/core/app.js";
import { changesOf } from "../../Clients/Web/core/drafts.js";
import { allScreens, formOf } from "../../Clients/Web/core/modules.js";
import { routeOf } from "../../Clients/Web/core/router.js";
import { DraftStore, makeEffects } from "../../Clients/Web/data/drafts.js";

const FOOD = {
  id: "f1",
  name: "Oats",
  brand: null,
  kcal: 370,
  portions: [{ name: "bowl", grams: 60 }],
  version: 4,
  allergens: null,
};
const HOUR_MS = 3_600_000;

/** A storage in memory, as `localStorage` is. */
class MemoryStorage {
  constructor() {
    this.all = new Map();
  }
  get length() {
    return this.all.size;
  }
  key(index) {
    return [...this.all.keys()][index] ?? null;
  }
  getItem(name) {
    return this.all.get(name) ?? null;
  }
  setItem(name, text) {
    this.all.set(name, text);
  }
  removeItem(name) {
    this.all.delete(name);
  }
}

/** A window of the app: the state, the effects of drafts, and the paths to which it goes. */
class Page {
  constructor(storage, { user = USER, now = () => 0 } = {}) {
    this.paths = [];
    this.ids = 0;
    const dispatch = (action) => this.do(action);
    this.state = initialState("en", TODAY);
    this.effects = makeEffects({ getState: () => this.state, dispatch }, { storage, now });
    this.do({ type: "session.started", user }, { type: "profile.loaded", profile: profile() });
  }

  do(...actions) {
    for (const action of actions) {
      const ids = Array.from({ length: 4 }, () => `id${this.ids += 1}`);
      const [state, effects] = reduce(this.state, { ids, at: `${TODAY}T10:00:00.000Z`, now: 0, ...action });
      this.state = state;
      for (const effect of effects) {
        if (effect.type === "dispatch") this.do(effect.action);
        if (effect.type === "go" || effect.type === "back") this.paths.push(effect.path);
        this.effects[effect.type]?.(effect);
      }
    }
    return this;
  }

  open(path, ...answers) {
    return this.do({ type: "route.changed", route: routeOf(path) }, ...answers);
  }

  get fields() {
    return formOf(this.state.route.name).read(this.state);
  }
}

const entries = { type: "day.loaded", day: day(TODAY, [entry({ portion: null })]) };
const recipe = { id: "r1", name: "Soup", servings: 2, cookedGrams: null, imageURL: null, steps: [], ingredients: [] };
const type = (type, field, text) => ({ type, field, text });
/** A path of each form, what the server answers there, and what a person types. */
const TYPED = {
  today: ["/", [entries], [{ type: "sheet.open", name: "note", date: TODAY, text: "" }, {
    type: "sheet.change",
    text: "A walk",
  }]],
  add: [`/add/${TODAY}/lunch`, [], [{ type: "add.type", text: "half a wo" }]],
  amount: [`/amount/${TODAY}/lunch/f1`, [{ type: "amount.food", food: FOOD }], [{ type: "amount.type", text: "73" }]],
  food: ["/foods/own/f1", [{ type: "foods.formLoaded", id: "f1", data: FOOD }], [type("foods.type", "brand", "Mill")]],
  recipe: ["/foods/recipes/r1", [{ type: "foods.formLoaded", id: "r1", data: recipe }], [
    type("foods.type", "steps", "Boil."),
    { type: "recipe.add", food: FOOD },
    { type: "recipe.weigh", index: 0, text: "45" },
  ]],
  foods: ["/foods", [], [{ type: "foods.filter", text: "oat" }]],
  more: ["/more/body", [], [{ ...type("more.type", "weightKg", "71.5"), form: "body" }]],
  target: ["/target", [], [{ type: "target.way", way: "hand" }, type("target.type", "dailyKcal", "1850")]],
  progress: ["/progress", [], [
    { type: "weight.type", text: "70.4" },
    { type: "measure.kind", kind: "sleep" },
    { type: "measure.type", text: "7:30" },
  ]],
  people: ["/people", [], [{ type: "people.form", form: "create" }, { type: "people.type", text: "Runners" }]],
  group: ["/people/groups/g1", [], [{ type: "people.form", form: "challenge" }, {
    type: "people.draft",
    change: { metric: "streak" },
  }]],
  join: ["/people/join/abc", [], [{ type: "people.type", text: "abcd" }]],
  plan: ["/plan", [], [{ type: "plan.draft", change: { days: 3 } }]],
  report: ["/foods/report/f1", [], [{ type: "report.choose", reason: "name" }, { type: "report.type", text: "Why" }]],
  reports: ["/system/reports", [], [{ type: "reports.edit", id: "p1" }, { type: "reports.type", text: "Mended" }]],
  users: ["/system/users/invitations", [], [
    { type: "invitations.form", isOpen: true },
    type("invitations.type", "note", "For Bohdan"),
  ]],
  scan: ["/scan", [], [{ type: "scan.type", text: "400638" }]],
  history: ["/history", [], [{ type: "history.type", text: "soup" }]],
};

Deno.test("drafts: what is typed in each form is there again after a reload, and after a way back", () => {
  const names = [...new Set(allScreens().map(({ name }) => name))];
  equal(Object.keys(TYPED).sort(), names.filter(formOf).sort());
  for (const [name, [path, answers, actions]] of Object.entries(TYPED)) {
    const storage = new MemoryStorage();
    const before = new Page(storage).open(path, ...answers);
    equal(before.state.route.name, name);
    const empty = before.fields;
    before.do(...actions);
    assert(JSON.stringify(before.fields) !== JSON.stringify(empty), `${name}: nothing is typed`);
    const after = new Page(storage).open(path, ...answers);
    equal(after.fields, before.fields, `${name} after a reload`);
    // Another screen, and back: the form is opened anew.
    after.open("/system").open(path, ...answers);
    equal(after.fields, before.fields, `${name} after a way back`);
  }
});

Deno.test("drafts: every screen with a field of text has a draft, or a reason to have none", () => {
  const NONE = {
    welcome: "begins with a password, and no part of the app is loaded while it is filled in",
    reset: "is filled in with a password",
    calculator: "stores nothing of a person without an account",
    confirm: "has no field",
    questions: "keeps its answers in the store",
    factor: "has a password and codes alone",
    import: "has a file, which cannot be stored as text",
    challenge: "has no field",
    person: "has no field",
    shared: "has no field",
  };
  const views = (module) => files(`modules/${module}/views/`).map(readText).join("\n");
  const hasField = (module) => /<input|<textarea|[fF]ield\(/.test(views(module));
  const screens = new Map(
    allScreens().filter(({ module }) => moduleNames.includes(module)).map((screen) => [screen.name, screen.module]),
  );
  equal([...screens].filter(([name, module]) => !formOf(name) && !NONE[name] && hasField(module)), []);
  assert(readText("modules/questions/effects.js").includes("questions.keep"));
});

Deno.test("drafts: a form that was saved, cleared or closed leaves no draft", () => {
  const kept = (path, answers, actions) => {
    const storage = new MemoryStorage();
    const page = new Page(storage).open(path, ...answers).do(...actions);
    return [storage.length, page];
  };
  const [path, answers, typed] = TYPED.amount;
  equal(kept(path, answers, typed)[0], 1);
  equal(kept(path, answers, [...typed, { type: "amount.save", path: "/" }])[0], 0, "saved");
  equal(kept(path, answers, [...typed, { type: "amount.type", text: "60" }])[0], 1, "another number");
  equal(kept(path, answers, [{ type: "amount.type", text: "" }])[0], 0, "no number");
  const food = [...TYPED.food[2], { type: "foods.saved", data: FOOD }];
  equal(kept("/foods/own/f1", TYPED.food[1], food)[0], 0, "food");
  equal(kept("/people", [], [...TYPED.people[2], { type: "people.form", form: null }])[0], 0, "cancelled");
  equal(kept("/people", [], [{ type: "people.form", form: "create" }])[0], 0, "an open form without text");
  equal(kept("/progress", [], [{ type: "weight.type", text: "70" }, { type: "weight.step", sign: 1 }])[0], 1);
  equal(kept("/", [entries], [...TYPED.today[2], { type: "sheet.close", name: "note" }])[0], 0, "sheet");
  const report = [...TYPED.report[2], { type: "report.sent", foodId: "f1" }];
  equal(kept("/foods/report/f1", [], report)[0], 0, "report");
  const invitation = { id: "i1", state: "open" };
  const made = [...TYPED.users[2], { type: "invitations.made", data: { invitation, code: "SECRET" } }];
  equal(kept(TYPED.users[0], [], made)[0], 0, "invitation");
  const searched = [{ type: "users.type", text: "bohdan@example.org" }];
  equal(kept("/system/users", [], searched)[0], 0, "names of other people");
  const add = [...TYPED.add[2], { type: "add.quick", kcal: 300, name: "300 kcal" }];
  equal(kept(TYPED.add[0], [], add)[0], 0, "logged");
});

Deno.test("drafts: a draft of a food changes only what was typed, and keeps the newest version", () => {
  const storage = new MemoryStorage();
  const [path, , typed] = TYPED.food;
  new Page(storage).open(path, ...TYPED.food[1]).do(...typed);
  const newer = { ...FOOD, name: "Rolled oats", version: 9 };
  const { form } = new Page(storage).open(path, { type: "foods.formLoaded", id: "f1", data: newer }).state.foods;
  equal([form.values.name, form.values.brand, form.version], ["Rolled oats", "Mill", 9]);
});

Deno.test("drafts: a restored form says so, and its old values come back by undo", () => {
  const storage = new MemoryStorage();
  const [path, answers, typed] = TYPED.amount;
  const first = new Page(storage).open(path, ...answers);
  const usual = first.fields.text;
  first.do(...typed);
  const page = new Page(storage).open(path, ...answers);
  equal([page.state.toast.key, page.fields.text], ["late.draft", "73"]);
  page.do(page.state.toast.undo);
  equal([page.state.toast, page.fields.text, storage.length], [null, usual, 0]);
  // A search does not: its text stands there as it did.
  new Page(storage).open(TYPED.add[0]).do(...TYPED.add[2]);
  equal(new Page(storage).open(TYPED.add[0]).state.toast, null);
});

Deno.test("drafts: an expired session leads to sign-in and back to the form", () => {
  const storage = new MemoryStorage();
  const [path, answers, typed] = TYPED.food;
  const page = new Page(storage).open(path, ...answers).do(...typed, { type: "session.ended" });
  equal(page.state.session.phase, "expired");
  page.open("/welcome");
  page.paths.length = 0;
  page.do({ type: "session.started", user: USER });
  equal(page.paths, [path]);
  page.open(path, ...answers);
  equal(page.fields.values.brand, "Mill");
  equal(page.state.wanted, undefined, "the next sign-in leads to Today");
});

Deno.test("drafts: another person on the device sees none, and a sign-out removes them", () => {
  const storage = new MemoryStorage();
  const [path, answers, typed] = TYPED.food;
  const page = new Page(storage).open(path, ...answers).do(...typed);
  const other = new Page(storage, { user: { ...USER, id: "u2" } }).open(path, ...answers);
  equal(other.fields.values.brand, "");
  equal(storage.length, 1);
  page.do({ type: "session.left" });
  equal(storage.length, 0);
});

Deno.test("drafts: passwords are never stored", () => {
  const storage = new MemoryStorage();
  const page = new Page(storage).open("/more/security");
  page.do({ ...type("more.type", "password", "secret one"), form: "password" });
  page.do({ ...type("more.type", "currentPassword", "secret two"), form: "password" });
  equal(storage.length, 0);
  page.open("/more/account");
  page.do({ ...type("more.type", "currentPassword", "secret two"), form: "email" });
  page.do({ ...type("more.type", "email", "b@example.org"), form: "email" });
  const texts = [...storage.all.values()].join();
  assert(texts.includes("b@example.org") && !texts.includes("secret"), texts);
  equal(changesOf({ values: {} }, { values: { currentPassword: "x" } }), null);
});

Deno.test("drafts: a form is kept for a week, a search for an hour", () => {
  const storage = new MemoryStorage();
  for (const [path, answers, typed] of [TYPED.food, TYPED.history]) {
    new Page(storage).open(path, ...answers).do(...typed);
  }
  const after = (hours, [path, answers]) => new Page(storage, { now: () => hours * HOUR_MS }).open(path, ...answers);
  equal(after(1, TYPED.history).fields.text, "soup");
  equal(after(1.1 * 24, TYPED.food).fields.values.brand, "Mill");
  new Page(storage, { now: () => 30 * 24 * HOUR_MS });
  equal(storage.length, 0, "old drafts are removed at the start");
});

Deno.test("drafts: a storage that is full, closed or damaged changes nothing in the form", () => {
  const [path, answers, typed] = TYPED.food;
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = Object.assign(new MemoryStorage(), { setItem: refuse });
  equal(new Page(full).open(path, ...answers).do(...typed).fields.values.brand, "Mill");
  const closed = Object.assign(new MemoryStorage(), { getItem: refuse, key: refuse, removeItem: refuse });
  equal(new Page(closed).open(path, ...answers).do(...typed).fields.values.brand, "Mill");
  const damaged = new MemoryStorage();
  for (const text of ["{", "null", "{}", '{"at":"x","draft":{"base":{},"fields":{}}}']) {
    damaged.setItem("mealwire-draft u1 /foods/own/f1", text);
    equal(new DraftStore(damaged, () => 0).read("u1", "/foods/own/f1", HOUR_MS), null, text);
  }
});
