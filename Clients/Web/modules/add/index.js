/** Add and Amount: search, typed meals, favourites, the tray of a visit, and the amount of a food or an entry. */
import { FORM_MS, searchOf } from "../../core/drafts.js";
import { RowBudget } from "../../core/row-budget.js";
import { reduceLists } from "./add-lists.js";
import { reduceAdd } from "./add.js";
import { reduceAmount } from "./amount.js";
import { makeEffects } from "./effects.js";
import { reduceFavourites } from "./favourites.js";
import { reduceOutside } from "./outside.js";
import { addView } from "./views/add.js";
import { amountView } from "./views/amount.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    {
      path: "/add/:date/:meal",
      name: "add",
      view: addView,
      rows: () => new RowBudget(),
      isFull: true,
      isOverToday: true,
    },
    { path: "/amount/:date/:meal/:foodId", name: "amount", view: amountView, isFull: true, isOverToday: true },
    { path: "/entry/:date/:entryId", name: "amount", view: amountView, isFull: true, isOverToday: true },
  ],
  reducers: [reduceAdd, reduceLists, reduceFavourites, reduceOutside, reduceAmount],
  prefixes: ["favourite", "favourites", "lines", "list", "outside", "recents", "search", "tray"],
  hears: ["day.loaded", "hint", "value.refused", "value.stored"],
  writing: [
    "add.choose",
    "add.collect",
    "add.done",
    "add.enter",
    "add.lines",
    "add.log",
    "add.meal",
    "add.minus",
    "add.plus",
    "add.quick",
    "add.tray",
    "add.unlog",
    "amount.save",
    "favourite.set",
  ],
  effects: makeEffects,
  drafts: {
    add: searchOf("add", "add.type", { endsBy: ["add.meal"] }),
    amount: {
      empty: null,
      maxAgeMs: FORM_MS,
      read: ({ amount }) =>
        amount.food || amount.entry
          ? { text: amount.text || undefined, portion: amount.portion, meal: amount.meal }
          : null,
      write: (state, fields) => ({ ...state, amount: { ...state.amount, ...fields } }),
    },
  },
};
