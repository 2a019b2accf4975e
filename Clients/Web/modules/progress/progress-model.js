/** What the screen Progress shows, computed from its state. */
import { addDays, daysBetween } from "../../core/dates.js";
import { bare, macros, OVER_FROM } from "../../core/nutrients.js";
import { rounded } from "../../core/numbers.js";
import { intervalsOf, PERIODS, shifted } from "./periods.js";
import { HORIZON_DAYS, lastWeight, ownWeights, periodKey, progressOf, shownSpan, weightUnit } from "./progress.js";
import { shownDay } from "../../core/today.js";
import { fromMetric } from "../../core/convert.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").ProgressItem} ProgressItem */
/**
 * One bar: a day, the mean day of a month, or a day after one of its meals.
 * @typedef {{from: string, to: string, meal: string | null, kcal: number | null, target: number | null,
 *   mark: "over" | "under" | null, percent: number | null, isOpen: boolean, days: number}} Bar
 */

/** A day is below its target from a tenth less on, as it is over from a tenth more. */
export const UNDER_FROM = 2 - OVER_FROM;
/** The share of the trend that a day keeps, as the diary's service computes it (Walker, The Hacker's Diet). */
const RETAINED_PER_DAY = 0.9;
/** The rate of the weight is measured over four weeks, and over one at least. */
const RATE_DAYS = 28;
const RATE_DAYS_MIN = 7;
const DAYS_OF_WEEK = 7;

/** @param {AppState} state */
export function progressModel(state) {
  const progress = progressOf(state);
  const { period } = progress;
  const span = shownSpan(state);
  const data = progress.periods[periodKey(period, span.from)] ?? null;
  const day = period === "day" ? shownDay(state, span.from) : null;
  const bars = period === "day" ? mealBars(state, day, span.from) : itemBars(state, data?.items ?? [], period, span);
  const finished = bars.filter(({ kcal, isOpen }) => kcal !== null && !isOpen);
  const counted = finished.length > 0 ? finished : bars.filter(({ kcal }) => kcal !== null);
  return {
    period,
    periods: PERIODS,
    span,
    date: progress.date || state.todayDate,
    isCurrent: state.todayDate >= span.from && state.todayDate <= span.to,
    before: shifted(period, span.from, -1),
    after: span.to >= state.todayDate ? null : shifted(period, span.from, 1),
    isKnown: period === "day" ? day !== null : data !== null || span.from > state.todayDate,
    isEmpty: !bars.some(({ kcal }) => kcal),
    bars,
    average: period === "day" ? null : averageOf(counted),
    within: period === "day" ? null : withinOf(finished),
    macros: period === "day" ? day && macros(day.totals, day.target) : macroMeans(state, data?.items ?? []),
    streaks: streaksOf(progress.recent),
    expenditure: progress.expenditure,
    weight: weightModel(state, period === "year" ? data?.weightTrend ?? [] : progress.recent?.weightTrend ?? []),
    isRecentKnown: progress.recent !== null,
    chosen: progress.chosen,
  };
}

/** @param {number | null} kcal @param {number | null} target @param {boolean} isOpen */
function judged(kcal, target, isOpen) {
  if (kcal === null || !target) return { mark: null, percent: null };
  const part = kcal / target;
  const percent = Math.round(100 * (part - 1));
  // A day that is not over is not marked as under its target.
  const mark = part > OVER_FROM ? "over" : part < UNDER_FROM && !isOpen ? "under" : null;
  return { mark: /** @type {"over" | "under" | null} */ (mark), percent };
}

/** The energy after each meal of a day, so that the last bar is the day's.
 * @param {AppState} state @param {import("../../types.d.ts").DiaryDay | null} day @param {string} date
 * @returns {Bar[]} */
function mealBars(state, day, date) {
  let sum = 0;
  const target = day?.target?.dailyKcal ?? null;
  const meals = day?.meals ?? [];
  return meals.map(({ meal, totals }, index) => {
    sum += totals.kcal;
    const isOpen = date >= state.todayDate || index < meals.length - 1;
    return { from: date, to: date, meal, kcal: sum, target, isOpen, days: 1, ...judged(sum, target, isOpen) };
  });
}

/** @param {AppState} state @param {readonly ProgressItem[]} items @param {import("./periods.js").Period} period
 * @param {{from: string, to: string}} span @returns {Bar[]} */
function itemBars(state, items, period, span) {
  const byStart = new Map(items.map((item) => [item.from, item]));
  return intervalsOf(period, span).map(({ from, to }) => {
    const item = byStart.get(from);
    const isOpen = to >= state.todayDate;
    const kcal = item && item.loggedDays > 0 ? item.kcal / item.loggedDays : null;
    const target = item?.targetKcal == null ? null : item.targetKcal / (daysBetween(item.from, item.to) + 1);
    const days = item?.loggedDays ?? 0;
    return { from, to, meal: null, kcal, target, isOpen, days, ...judged(kcal, target, isOpen) };
  });
}

/** @param {readonly Bar[]} bars */
function averageOf(bars) {
  const days = bars.reduce((sum, bar) => sum + bar.days, 0);
  if (days === 0) return null;
  const mean = (/** @type {(bar: Bar) => number} */ value) =>
    bars.reduce((sum, bar) => sum + value(bar) * bar.days, 0) / days;
  const hasTargets = bars.every(({ target }) => target !== null);
  return { kcal: mean(({ kcal }) => kcal ?? 0), target: hasTargets ? mean(({ target }) => target ?? 0) : null, days };
}

/** How many finished bars are within a tenth of their target, and the one that is farthest from it.
 * @param {readonly Bar[]} bars */
function withinOf(bars) {
  const known = bars.filter(({ percent }) => percent !== null);
  if (known.length === 0) return null;
  const distance = (/** @type {Bar} */ { percent }) => Math.abs(percent ?? 0);
  const farthest = known.reduce((a, b) => distance(b) > distance(a) ? b : a);
  const count = known.filter(({ mark }) => mark === null).length;
  return { count, all: known.length, farthest: farthest.mark ? farthest : null };
}

/** Means of the macros over the finished days.
 * @param {AppState} state @param {readonly ProgressItem[]} items */
function macroMeans(state, items) {
  const logged = items.filter(({ loggedDays }) => loggedDays > 0);
  const finished = logged.filter(({ to }) => to < state.todayDate);
  const counted = finished.length > 0 ? finished : logged;
  const days = counted.reduce((sum, { loggedDays }) => sum + loggedDays, 0);
  if (days === 0) return null;
  const sum = (/** @type {(item: ProgressItem) => number} */ value) =>
    counted.reduce((total, item) => total + value(item), 0);
  const all = sum(({ from, to }) => daysBetween(from, to) + 1);
  const mean = (/** @type {"proteinG" | "fatG" | "carbohydrateG"} */ key) =>
    rounded(sum((item) => item[key]) / days, 1);
  const goal = (/** @type {"targetProteinG" | "targetFatG" | "targetCarbohydrateG"} */ key) =>
    sum((item) => item[key] ?? 0) / all;
  const hasTargets = counted.every(({ targetKcal }) => targetKcal !== null);
  const totals = { proteinG: mean("proteinG"), fatG: mean("fatG"), carbohydrateG: mean("carbohydrateG") };
  const target = hasTargets
    ? {
      dailyKcal: 0,
      proteinG: goal("targetProteinG"),
      fatG: goal("targetFatG"),
      carbohydrateG: goal("targetCarbohydrateG"),
    }
    : null;
  return macros({ ...bare(0), ...totals }, target);
}

/** The streaks of today, and the longest one that there ever was; 0 in an answer that an older version has stored.
 * @param {import("../../types.d.ts").Progress | null} recent */
const streaksOf = (recent) =>
  recent && { ...recent.streaks, longest: Math.max(recent.longestStreak ?? 0, recent.streaks.logged) };

/** Lays the weights of this device over the trend of the server.
 * @param {readonly import("../../types.d.ts").ProgressWeightPoint[]} points @param {Record<string, number>} own */
export function withOwnWeights(points, own) {
  const result = [...points];
  for (const date of Object.keys(own).sort()) {
    const before = result.filter((point) => point.date < date).pop();
    const retained = before ? RETAINED_PER_DAY ** daysBetween(before.date, date) : 0;
    const trendKg = rounded(own[date] + retained * ((before?.trendKg ?? 0) - own[date]), 2);
    const at = result.findIndex((point) => point.date >= date);
    const point = { date, weightKg: own[date], trendKg };
    if (at < 0) result.push(point);
    else result.splice(at, result[at].date === date ? 1 : 0, point);
  }
  return result;
}

/** @param {AppState} state @param {readonly import("../../types.d.ts").ProgressWeightPoint[]} trend */
function weightModel(state, trend) {
  const { projection, period, weightText, weightKg, weightProblem } = progressOf(state);
  const unit = weightUnit(state);
  const span = shownSpan(state);
  const isOfToday = period !== "year" || span.to >= state.todayDate;
  const points = withOwnWeights(trend, isOfToday ? ownWeights(state) : {});
  const [first, last] = [points[0], points[points.length - 1]];
  const inUnit = (/** @type {number} */ kg) => fromMetric(kg, unit, 2);
  const expected = projection && last && isOfToday ? projection.points.filter(({ day }) => day > 0) : [];
  const now = first ? daysBetween(first.date, state.todayDate) : 0;
  const end = expected[expected.length - 1];
  return {
    unit,
    points: points.map((point) => ({
      date: point.date,
      day: daysBetween(first.date, point.date),
      value: point.weightKg === null ? null : inUnit(point.weightKg),
      trend: inUnit(point.trendKg),
    })),
    expected: expected.map(({ day, weightKg, lowKg, highKg }) => ({
      day: now + day,
      value: inUnit(weightKg),
      low: inUnit(lowKg),
      high: inUnit(highKg),
    })),
    end: end && projection
      ? {
        date: addDays(state.todayDate, end.day),
        intakeKcal: projection.intakeKcal,
        value: inUnit(end.weightKg),
        low: inUnit(end.lowKg),
        high: inUnit(end.highKg),
      }
      : null,
    goal: state.profile?.goalWeightKg == null ? null : inUnit(state.profile.goalWeightKg),
    rate: rateOf(points, inUnit),
    lastKg: lastWeight(state),
    text: weightText,
    kg: weightKg ?? lastWeight(state),
    problem: weightProblem,
    horizon: HORIZON_DAYS,
  };
}

/** The change of the trend in a week; null before there are enough days.
 * @param {readonly import("../../types.d.ts").ProgressWeightPoint[]} points @param {(kg: number) => number} inUnit */
function rateOf(points, inUnit) {
  const last = points[points.length - 1];
  if (!last) return null;
  const start = points.find(({ date }) => daysBetween(date, last.date) <= RATE_DAYS) ?? last;
  const days = daysBetween(start.date, last.date);
  if (days < RATE_DAYS_MIN) return null;
  return rounded((inUnit(last.trendKg) - inUnit(start.trendKg)) * DAYS_OF_WEEK / days, 2);
}
