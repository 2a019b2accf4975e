/** The states of screens before they are shown. Their reducers are loaded with the screens. */

/** @param {string} date @param {import("../types.d.ts").Meal} meal @returns {import("../types.d.ts").AddState} */
export const initialAdd = (date, meal) => ({
  date,
  meal,
  text: "",
  tab: "recent",
  recents: null,
  frequents: null,
  results: null,
  lines: null,
  linesOf: 0,
  search: 0,
  isSearching: false,
  problem: null,
  tray: [],
  isTrayOpen: false,
  isCollecting: false,
});

/** @param {string} date @returns {import("../types.d.ts").AmountState} */
export const initialAmount = (date) => ({
  date,
  meal: "breakfast",
  entry: null,
  food: null,
  foodId: null,
  text: "",
  portion: null,
  problem: null,
  isAsking: false,
});

/** @returns {import("../types.d.ts").WelcomeState} */
export const initialWelcome = () => ({
  step: "email",
  email: "",
  password: "",
  name: "",
  invitation: "",
  code: "",
  challenge: "",
  isPasswordShown: false,
  isBusy: false,
  problem: null,
  refused: {},
});

/** @param {string} date @returns {import("../types.d.ts").TodayState} */
export const initialToday = (date) => ({
  date,
  days: {},
  loading: {},
  problem: null,
  menuFor: null,
  sheet: null,
  advice: [],
});
