/** Effects of Add and Amount: foods by the server, and those that the device keeps for use without a connection. */
import { RECIPES_LIMIT } from "../../core/limits.js";
import { ProblemError } from "../../core/problems.js";
import { foodsOf, searchKept } from "../../core/kept.js";
import { attemptWith, nothing } from "../../data/effects.js";

/** Recent foods of a meal. */
const RECENTS_MAX = 50;
/** With fewer recent foods of a meal, those of other meals follow. */
const RECENTS_FEW = 10;
const RESULTS_MAX = 30;
/** The pause after a key before a search. It merges keys that are pressed together and words that a keyboard proposes.
 * Between single keys people take longer than any pause that would not delay the results. */
const SEARCH_PAUSE_MS = 40;
/** The pause before a typed meal is parsed: longer, because a meal has several words. */
const PARSE_PAUSE_MS = 250;
/** The file of foods is asked for again after this time; it is sent only if it has changed. */
const OFFLINE_MS = 6 * 3_600_000;

/** For so long a server that asks no sources outside is not asked again. */
const OUTSIDE_MS = 24 * 3_600_000;

/** @param {Record<string, string | number>} values */
const query = (values) =>
  `?${Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"add">} */
export function makeEffects({ client, store, getState, dispatch }) {
  const attempt = attemptWith(dispatch);
  const userId = () => getState().session.user?.id ?? "";
  /** @type {AbortController | null} */
  let searching = null;
  /** @type {AbortController | null} */
  let parsing = null;
  /** The foods of the device, with the id of their user.
   * @type {{user: string, foods: import("../../core/kept.js").KeptFood[]} | null} */
  let kept = null;
  /** @param {string} path @param {AbortSignal} [signal] */
  const get = async (path, signal) => (await client.request(path, signal ? { signal } : {})).data;

  async function keptFoods() {
    const user = userId();
    if (kept?.user !== user) {
      const file = await store.value(user, "offline");
      kept = { user, foods: foodsOf(file) };
    }
    return kept?.foods ?? [];
  }

  /** @param {string} text @param {number} search */
  async function showKept(text, search) {
    const foods = await keptFoods();
    const found = searchKept(foods, text, RESULTS_MAX);
    if (foods.length > 0) dispatch({ type: "search.loaded", text, search, isKept: true, ...found });
    return foods.length > 0;
  }

  /** Cancels the last work of a kind.
   * @param {AbortController | null} last */
  const anew = (last) => {
    last?.abort();
    return new AbortController();
  };

  /** @type {import("../../types.d.ts").EffectsOf<"add">} */
  const effects = {
    ...outsideEffects({ attempt, client, store, getState, dispatch }),
    /** Loads a list of foods: what the device has at once, then what the server returns. */
    "add.loadList": (/** @type {{list: "own" | "recipes" | "healthy"}} */ { list }) =>
      attempt(async () => {
        const user = userId();
        const { language } = getState();
        const show = (/** @type {unknown[] | null | undefined} */ items) =>
          items && dispatch({ type: "list.loaded", list, items });
        if (list === "own") {
          show((await store.value(user, "offline"))?.own);
          await effects.loadOffline({ type: "loadOffline" });
          return void show((await store.value(user, "offline"))?.own ?? []);
        }
        const name = `list-${list}`;
        show(await store.value(user, name));
        const path = list === "recipes"
          ? `/v1/recipes${query({ limit: RECIPES_LIMIT.max })}`
          : `/v1/foods/healthy${query({ language })}`;
        const { items } = await get(path);
        show(items);
        await store.putValue(user, name, items);
      }, (problem) => ({ type: "list.failed", list, problem })),
    loadRecents: ({ meal, sort }) =>
      attempt(async () => {
        const name = `recents-${sort}-${meal}`;
        const user = userId();
        // Those of all meals came with the first screen.
        const items = await store.value(user, name) ?? (sort === "recent" ? await store.value(user, "recents") : null);
        if (items) dispatch({ type: "recents.loaded", meal, sort, items });
        const ask = async (/** @type {Record<string, string>} */ values) =>
          (await get(`/v1/foods/recent${query({ ...values, limit: RECENTS_MAX })}`)).items;
        const own = await ask({ meal, sort });
        // A meal that was seldom logged shows the foods of other meals below its own.
        const others = own.length < RECENTS_FEW ? await ask({ sort }) : [];
        const known = new Set(own.map((/** @type {{foodId: string}} */ { foodId }) => foodId));
        const all = [...own, ...others.filter((/** @type {{foodId: string}} */ { foodId }) => !known.has(foodId))];
        dispatch({ type: "recents.loaded", meal, sort, items: all });
        await store.putValue(user, name, all);
      }, nothing),
    loadFavourites: () =>
      attempt(async () => {
        const user = userId();
        const items = await store.value(user, "favourites");
        if (items) dispatch({ type: "favourites.loaded", items });
        const answer = await get("/v1/foods/favourites");
        dispatch({ type: "favourites.loaded", items: answer.items });
        await store.putValue(user, "favourites", answer.items);
      }, (problem) => ({ type: "favourites.failed", problem })),
    search: async ({ text, search }) => {
      const mine = searching = anew(searching);
      // Without a connection the stored foods are shown at once; the request is sent nevertheless.
      if (!getState().isOnline) await showKept(text, search);
      await pause(SEARCH_PAUSE_MS);
      if (mine.signal.aborted) return;
      try {
        const { language } = getState();
        const { items } = await get(`/v1/foods${query({ q: text, language, limit: RESULTS_MAX })}`, mine.signal);
        dispatch({ type: "search.loaded", text, search, items });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problem } = error;
        if (mine.signal.aborted) return;
        if (problem.status !== 0 || !(await showKept(text, search))) {
          dispatch({ type: "search.failed", search, problem });
        }
      }
    },
    parse: async ({ text, search }) => {
      const mine = parsing = anew(parsing);
      await pause(PARSE_PAUSE_MS);
      if (mine.signal.aborted) return;
      await attempt(async () => {
        const body = { text, language: getState().language };
        const { data } = await client.request("/v1/foods/parse", { method: "POST", body, signal: mine.signal });
        dispatch({ type: "lines.loaded", search, lines: data.lines });
      }, () => ({ type: "lines.loaded", search, lines: [] }));
    },
    loadFood: async ({ foodId }) => {
      try {
        dispatch({
          type: "amount.food",
          food: await get(`/v1/foods/${encodeURIComponent(foodId)}`),
        });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problem } = error;
        const known = problem.status === 0 ? (await keptFoods()).find(({ food }) => food.id === foodId) : null;
        dispatch(known ? { type: "amount.food", food: known.food } : { type: "amount.foodFailed", foodId, problem });
      }
    },
    /** Fetches the foods of the device, if they are old or of another language. */
    loadOffline: () =>
      attempt(async () => {
        const user = userId();
        const { language } = getState();
        const file = await store.value(user, "offline");
        const isSame = file?.language === language;
        if (!store.isLasting || (isSame && Date.now() - file.savedAt < OFFLINE_MS)) return;
        const { data } = await client.request(`/v1/foods/offline${query({ language })}`, {
          etag: isSame ? file.digest : null,
        });
        // The part of a service without an answer is missing; the stored part replaces it.
        const { own, common, recent } = data ?? file;
        const foods = { own: own ?? file?.own, common: common ?? file?.common, recent: recent ?? file?.recent };
        const { digest } = data ?? file;
        await store.putValue(user, "offline", { ...foods, digest, language, savedAt: Date.now() });
        kept = null;
      }, nothing),
    keepTray: ({ tray }) => store.putValue(userId(), "tray", tray),
    loadTray: async () => {
      const tray = await store.value(userId(), "tray");
      if (tray) dispatch({ type: "tray.loaded", tray });
    },
  };
  return effects;
}

/** @param {Pick<import("../../data/effects.js").Tools, "client" | "store" | "getState" | "dispatch"> &
 *   {attempt: ReturnType<typeof attemptWith>}} tools
 * @returns {Pick<import("../../types.d.ts").EffectsOf<"add">, `outside.${"ask" | "know" | "remember" | "store"}`>} */
const outsideEffects = ({ attempt, client, store, getState, dispatch }) => ({
  "outside.know": async () => {
    const off = await store.value(getState().session.user?.id ?? "", "outside-off");
    dispatch({ type: "outside.known", isOff: off !== null && Date.now() - off < OUTSIDE_MS });
  },
  "outside.remember": () => store.putValue(getState().session.user?.id ?? "", "outside-off", Date.now()),
  "outside.ask": ({ text }) =>
    attempt(async () => {
      const { language } = getState();
      const { data } = await client.request(`/v1/foods/remote${query({ q: text, language })}`);
      const silent = data.sources.filter((/** @type {{state: string}} */ { state }) => state !== "answered");
      const names = silent.map((/** @type {{source: string}} */ { source }) => source);
      dispatch({ type: "outside.loaded", text, items: data.items, silent: names });
    }, (problem) => ({ type: "outside.failed", text, problem })),
  "outside.store": ({ food: { source, sourceId }, text }) =>
    attempt(async () => {
      const { data } = await client.request("/v1/foods/remote", { method: "POST", body: { source, sourceId } });
      dispatch({ type: "outside.stored", food: data });
    }, (problem) => ({ type: "outside.failed", text, problem })),
});
