/** Values that tests of reducers share. */
import "../../Clients/Web/core/welcome.js";
import "../../Clients/Web/core/sync/answers.js";
import "./modules.js";
import { initialState, reduce } from "../../Clients/Web/core/app.js";
import { isWriting } from "../../Clients/Web/core/modules.js";
import { addDays } from "../../Clients/Web/core/dates.js";
import { none, pick, plus } from "../../Clients/Web/core/nutrients.js";
import { emptyStore } from "../../Clients/Web/core/sync/stored.js";
import { MEALS } from "../../Clients/Web/core/router.js";

export const TODAY = "2026-11-22";
export const YESTERDAY = "2026-11-21";
export const USER = { id: "u1", email: "a@example.org", name: "anna", roles: [] };
/** A name of a food, a person or a device that contains markup and code. */
export const HOSTILE = `<img src=x onerror=alert(1)>"'\${x}`;
export const TARGET = { dailyKcal: 2000, proteinG: 100, fatG: 60, carbohydrateG: 250 };

/** @param {Partial<import("../../Clients/Web/types.d.ts").DiaryEntry>} [change] */
export const entry = (change = {}) => ({
  id: "e1",
  date: TODAY,
  meal: "breakfast",
  position: 1,
  at: `${TODAY}T08:00:00.000Z`,
  foodId: "f1",
  name: "Oats",
  imageURL: null,
  grams: 100,
  portion: null,
  quantity: null,
  version: 1,
  kcal: 200,
  proteinG: 10,
  fatG: 5,
  carbohydrateG: 30,
  fiberG: 3,
  sugarG: null,
  saltG: 0.1,
  ...change,
});

/** A day with sums of its entries, as the server answers it. */
export function day(date, entries = [], target = TARGET) {
  const sum = (rows) => rows.reduce((total, row) => plus(total, pick(row)), none());
  const totals = sum(entries);
  return {
    date,
    meals: MEALS.map((meal) => {
      const rows = entries.filter((each) => each.meal === meal);
      return { meal, entries: rows, totals: sum(rows) };
    }),
    totals,
    incomplete: [],
    target,
    remaining: target &&
      { ...none(), kcal: target.dailyKcal - totals.kcal, proteinG: target.proteinG - totals.proteinG },
    week: {
      from: "2026-11-16",
      kcal: totals.kcal,
      targetKcal: 14000,
      remaining: 14000 - totals.kcal,
      totals,
      incomplete: [],
      target,
      remainingNutrients: null,
    },
    month: { from: "2026-11-01", kcal: totals.kcal, targetKcal: 60000, remaining: 60000 - totals.kcal },
    exerciseKcal: null,
    waterMl: 500,
    note: "",
    isComplete: false,
    extrasVersion: 1,
  };
}

/** @param {object} [change] */
export const profile = (change = {}) => ({
  userId: USER.id,
  name: "anna",
  displayName: null,
  firstName: null,
  lastName: null,
  sex: "female",
  birthDate: "1990-02-28",
  heightCm: 170,
  weightKg: 65.5,
  goalWeightKg: null,
  bodyFatPercent: null,
  activityLevel: "light",
  goal: "keep",
  formula: "mifflinStJeor",
  units: "metric",
  timeZone: "UTC",
  dayStartHour: 0,
  weekStart: 1,
  language: "en",
  allergens: ["milk"],
  dislikes: [],
  shares: { leaderboard: false, foods: false },
  imageURL: null,
  version: 3,
  age: 36,
  bmi: 22.7,
  bmiCategory: "normal",
  bmr: 1380,
  target: {
    from: TODAY,
    dailyKcal: 1900,
    weeklyKcal: 13300,
    monthlyKcal: 57000,
    proteinG: 95,
    fatG: 60,
    carbohydrateG: 240,
    formula: "mifflinStJeor",
    goal: "keep",
    warnings: [{ code: "raisedToFloor", params: {} }],
  },
  missing: [],
  ...change,
});

export const food = (change = {}) => ({
  id: "f1",
  name: "Oats, rolled",
  brand: null,
  category: null,
  kcal: 400,
  proteinG: 10,
  fatG: 8,
  carbohydrateG: 60,
  fiberG: 10,
  sugarG: 1,
  saturatedFatG: 1,
  sodiumMg: 40,
  portions: [{ name: "cup", grams: 80 }, { name: "spoon", grams: 10 }],
  flags: [],
  source: "USDA",
  imageURL: null,
  allergens: [],
  ...change,
});

export const recent = (change = {}) => ({
  foodId: "f1",
  name: "Oats, rolled",
  imageURL: null,
  meal: "breakfast",
  grams: 160,
  portion: "cup",
  quantity: 2,
  count: 3,
  lastAt: `${YESTERDAY}T08:00:00.000Z`,
  kcal: 640,
  proteinG: 16,
  fatG: 12.8,
  carbohydrateG: 96,
  fiberG: 16,
  sugarG: 1.6,
  saltG: 0.16,
  ...change,
});

/** An account as staff and admins see it. */
export const account = (id, change = {}) => ({
  id,
  email: `${id}@example.org`,
  name: `name of ${id}`,
  roles: ["user"],
  disabled: false,
  createdAt: `${YESTERDAY}T08:00:00.000Z`,
  lastUsedAt: `${TODAY}T08:00:00.000Z`,
  ...change,
});

export const invitation = (id, change = {}) => ({
  id,
  note: null,
  state: "open",
  uses: 0,
  usesMax: 1,
  createdAt: `${YESTERDAY}T08:00:00.000Z`,
  expiresAt: "2026-11-28T08:00:00.000Z",
  ...change,
});

/** Runs actions as the app does: with ids and a time, and with the effects that dispatch again. */
export class Run {
  constructor() {
    this.state = { ...initialState("en", TODAY), route: { name: "today", params: {} } };
    this.effects = [];
    this.ids = 0;
  }

  do(action) {
    const ids = Array.from({ length: 120 }, () => `id${++this.ids}`);
    // As in the app, only actions that are declared get them.
    const added = isWriting(action.type) ? { at: `${TODAY}T12:00:00.000Z`, now: 0, ids } : {};
    const [state, effects] = reduce(this.state, { ...added, ...action });
    const fault = effects.find(({ type }) => type === "fault");
    if (fault) throw fault.error;
    this.state = state;
    this.effects.push(...effects);
    effects.filter(({ type }) => type === "dispatch").forEach(({ action }) => this.do(action));
    return this;
  }

  /** Signs in and shows today. */
  static signedIn(...days) {
    const run = new Run().do({ type: "session.started", user: USER });
    run.sync({ kind: "opened", stored: emptyStore(USER.id), now: 0 });
    days.forEach((day) => run.do({ type: "day.loaded", day }));
    run.effects = [];
    return run;
  }

  taken(type) {
    const found = this.effects.filter((effect) => effect.type === type);
    this.effects = this.effects.filter((effect) => effect.type !== type);
    return found;
  }

  /** Passes an action to the queue of writes. */
  sync(action) {
    return this.do({ type: "sync", action });
  }

  get writes() {
    return this.state.sync.stored.writes;
  }

  /** What each write does: its change. */
  get changes() {
    return this.writes.map(({ change }) => change);
  }

  /** Sends what may be sent, and returns the requests. */
  sent() {
    this.sync({ kind: "signedIn", user: USER.id, now: 0 });
    this.taken("sync.save").forEach(({ effect }) => this.sync({ kind: "saved", number: effect.number }));
    return this.taken("sync.send").map(({ effect }) => effect);
  }

  answer(request, answer) {
    return this.sync({ kind: "answered", request: request.number, answer, now: 1, jitter: 0 });
  }
}

/** Progress by day from `from` on, one number of kcal a day; null for a day without entries. */
export const progress = (from, kcals, change = {}) => ({
  items: kcals.map((kcal, index) => {
    const date = addDays(from, index);
    return {
      from: date,
      to: date,
      kcal: kcal ?? 0,
      targetKcal: 2000,
      proteinG: kcal === null ? 0 : 80,
      fatG: kcal === null ? 0 : 60,
      carbohydrateG: kcal === null ? 0 : 200,
      fiberG: null,
      sugarG: null,
      saltG: null,
      incomplete: [],
      targetProteinG: 100,
      targetFatG: 60,
      targetCarbohydrateG: 250,
      loggedDays: kcal === null ? 0 : 1,
    };
  }),
  averages: {},
  streaks: { logged: 3, onTarget: 1 },
  longestStreak: 5,
  weightTrend: [],
  ...change,
});
