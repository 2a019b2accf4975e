/** Starts the app: connects state, rendering, routes and effects. */
import { firstScreen, LANGUAGE_KEY, rememberUser, USER_KEY } from "./boot.js";
import { initialState, reduce } from "./core/app.js";
import { addDays, dayAt, msToNextDay } from "./core/dates.js";
import { render } from "./core/html.js";
import { routeOf } from "./core/router.js";
import { chooseLanguage, Texts } from "./core/texts.js";
import { makeAPI } from "./data/api.js";
import { makeEffects } from "./data/effects.js";
import { Client } from "./data/fetch.js";
import { isLate, Parts, tableOf } from "./data/parts.js";
import { ENERGY_KEY, newId, openStore, VOLUME_KEY } from "./data/store.js";
import { focusOn, Frames, painted, press, showDialogs } from "./views/page.js";
import { shellView } from "./views/shell.js";

/** The two first screens. `boot.js` fetches the modules of one beside those of the app. Others belong to parts. */
const SCREENS = /** @type {Record<string, () => Promise<unknown>>} */ ({
  welcome: () => Promise.all([import("./views/welcome.js"), parts.loadTexts("welcome", state.language)]),
  today: () => import("./views/today.js"),
});
/** A toast with undo stays until the next action, and at least so long. */
const TOAST_MS = 8_000;
/** After this time the first screen is there, and the line is free for the next ones. */
const NEXT_MS = 1_500;
/** The pause before the module that sends is asked for again. */
const RETRY_MS = 5_000;
/** Longer timers overflow in browsers. */
const TIMER_MAX_MS = 3_600_000;
/** The most ids that one action uses: a meal of 50 foods that is copied. */
const IDS = 120;

/** @type {import("./types.d.ts").AppState} */
let state;
/** @type {Texts} */
let texts;
/** @type {Record<string, (effect: import("./types.d.ts").Effect) => unknown>} */
let effects;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let dayTimer;
let shouldFocus = "";

/** @param {import("./types.d.ts").Profile | null} profile */
const zoneOf = (profile) => profile?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The current day of a person. @param {import("./types.d.ts").Profile | null} profile */
const dayOf = (profile) => dayAt(client.serverNow(), zoneOf(profile), profile?.dayStartHour ?? 0);
/** The days that the first screen shows. @param {import("./types.d.ts").Profile | null} profile */
const shownDates = (profile) => {
  const { date = dayOf(profile) } = state.route.params;
  return [date, addDays(date, -1)];
};

/** Actions that write get fresh ids and the server's time, so that reducers stay pure.
 * @param {import("./types.d.ts").Action} action */
function dispatch(action) {
  const writes =
    /^(?:add\.|entry\.|entries\.|meal\.|water\.|weight\.|measure\.|note\.|day\.(?:copy|pick|complete)|exercise\.|favourite\.|plan\.tick)|\.save$/;
  const isWriting = writes.test(action.type);
  const at = new Date(client.serverNow()).toISOString();
  const whole = isWriting ? { at, now: Date.now(), ...action, ids: Array.from({ length: IDS }, newId) } : action;
  const before = state;
  const [next, wanted] = reduce(state, whole);
  state = next;
  if (state.toast && state.toast !== before.toast) startToast(state.toast.id);
  if (state !== before) frames.schedule();
  if (state.session !== before.session) rememberUser(state.session.user !== null);
  for (const effect of wanted) void run(effect);
}

/** @param {import("./types.d.ts").Effect} effect */
async function run(effect) {
  const own = local[effect.type];
  if (own) return own(effect);
  await effects[effect.type]?.(effect);
}

/** Effects on this window.
 * @type {Record<string, (effect: import("./types.d.ts").Effect) => void>} */
const local = {
  go: ({ path, isReplaced }) => navigate(path, isReplaced),
  back: ({ path }) => navigate(path, false),
  openRoute: () => openRoute(),
  watchDay: () => watchDay(),
  loadPart: ({ part, action }) =>
    void parts.load(part, state.language).then(() => {
      dispatch(action ?? { type: "part.loaded" });
      frames.schedule();
    }, () => dispatch({ type: "part.failed" })),
  focusHeading: () => focusLater("heading"),
  focusField: () => focusLater("field"),
  focusError: () => focusLater("error"),
};

/** @param {string} what */
function focusLater(what) {
  shouldFocus = what;
  frames.schedule();
}

function draw() {
  // Until the first screen is known, the page shows its skeleton.
  if (state.session.phase === "starting") return;
  document.getElementById("start")?.remove();
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const context = { state, dispatch, texts, t: texts.text.bind(texts) };
  const hour = new Date(client.serverNow()).getHours();
  render(shellView(context, hour), root);
  showDialogs();
  if (shouldFocus !== "" && focusOn(shouldFocus)) shouldFocus = "";
}

/** @param {number} id */
function startToast(id) {
  const [close, sinceMs] = [{ type: "toast.close", id }, performance.now()];
  const release = () =>
    state.toast?.undo && effects.releaseToast
      ? effects.releaseToast({ type: "releaseToast", sinceMs, close })
      : dispatch(close);
  setTimeout(release, TOAST_MS);
}

/** @param {string} path @param {boolean} [isReplaced] */
function navigate(path, isReplaced = false) {
  if (path === location.pathname) return;
  history[isReplaced ? "replaceState" : "pushState"](null, "", path);
  openRoute();
}

/** Opens the screen of the page's address.
 * @param {boolean} [isFirst] The first screen leaves the focus where the browser put it. */
function openRoute(isFirst = false) {
  const route = routeOf(location.pathname);
  // A tap is painted before its screen is made.
  void Promise.all([loadScreen(route.name), isFirst ? null : painted()]).then(() => {
    dispatch({ type: "route.changed", route });
    if (route.name === "welcome") readInvitation();
    if (isFirst) shouldFocus = "";
  });
}

/** Takes the code of an invitation link from the address, which no server and no history then has. */
function readInvitation() {
  const text = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (!text) return;
  history.replaceState(null, "", location.pathname);
  // The link may be opened in a window that asks for a password already.
  if (state.welcome.step !== "email") dispatch({ type: "welcome.step", step: "email" });
  dispatch({ type: "welcome.type", field: "invitation", text });
}

/** @param {string} name */
async function loadScreen(name) {
  try {
    await (isLate(name) ? parts.load(name, state.language) : SCREENS[name]?.());
  } catch {
    // A module of an older version is gone after an update: a reload gets the new one, once, if the server answers.
    // Drafts keep what is typed.
    const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const key = "mealwire-reloaded";
    // A window that stays open for several updates reloads once for each.
    if (sessionStorage.getItem(key) === import.meta.url) return;
    sessionStorage.setItem(key, import.meta.url);
    location.reload();
  }
}

/** Loads the texts of the first load and of the parts that are loaded.
 * @param {import("./types.d.ts").Language} language */
async function loadTexts(language) {
  const tables = await Promise.all(parts.textFiles(language).map(tableOf));
  texts = new Texts(language, Object.assign({}, ...tables));
  document.documentElement.lang = language;
}

/** Links of the app change the state instead of the page. */
function followLinks() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("a");
    const opener = target?.closest('[aria-haspopup="dialog"]');
    if (opener) press(opener);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.origin !== location.origin || link.hash || link.target) return;
    if (routeOf(link.pathname).name === "missing") return;
    event.preventDefault();
    press(link);
    navigate(link.pathname);
  });
  addEventListener("popstate", () => openRoute());
}

/** Updates the current day: when it changes, and when the window is shown again. */
function watchDay() {
  const date = dayOf(state.profile);
  if (date !== state.todayDate) dispatch({ type: "date.changed", date });
  clearTimeout(dayTimer);
  const ms = msToNextDay(client.serverNow(), zoneOf(state.profile), state.profile?.dayStartHour ?? 0);
  dayTimer = setTimeout(watchDay, Math.min(TIMER_MAX_MS, ms + 1000));
}

const frames = new Frames(draw);
const parts = new Parts((table, language) => {
  // Texts of another language were asked for before it was changed.
  if (texts.language === language) texts.add(table);
});
const client = new Client({
  onConnection: (isOnline) => dispatch({ type: "connection", isOnline, now: Date.now() }),
  onSessionEnd: () => dispatch({ type: "session.ended" }),
});

async function start() {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  const language = chooseLanguage(stored, navigator.languages);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const energy = localStorage.getItem(ENERGY_KEY) === "kj" ? "kj" : "kcal";
  const volume = localStorage.getItem(VOLUME_KEY) === "floz" ? "floz" : "ml";
  const route = routeOf(location.pathname);
  state = { ...initialState(language, dayAt(Date.now(), zone, 0)), energy, volume, route };
  // What the first screen shows is read while texts and modules arrive.
  const opening = openStore().then(async (store) => ({ store, kept: await store.first(shownDates).catch(() => null) }));
  const first = firstScreen(location.pathname, localStorage.getItem(USER_KEY) !== null);
  if (first === "welcome") parts.tables.add(first); // Its texts come with the first ones.
  const [{ store, kept }] = await Promise.all([opening, loadTexts(language), isLate(first) ? null : loadScreen(first)]);
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel("mealwire") : null;
  const own = { api: makeAPI(client), client, store, getState: () => state, dispatch, channel, painted };
  effects = makeEffects(own);
  parts.begin(effects, own);
  await loadScreen(first);
  local["language.save"] = ({ language }) => void changeLanguage(language);
  frames.followTaps();
  followLinks();
  if (kept?.user) {
    // The last user's data are shown at once; the first request shows whether the session is still valid.
    state = { ...state, todayDate: dayOf(kept.profile) };
    dispatch({ type: "session.started", ...kept });
  } else {
    // The path of an invitation is opened again after the sign-in.
    if (route.name === "join") state = { ...state, wanted: location.pathname };
    dispatch({ type: "session.ended" });
    void effects.endPending({ type: "endPending" });
    void makeAPI(client).meta().then((meta) => dispatch({ type: "meta.loaded", meta }), () => {});
  }
  // A session opens its screen itself, if that is loaded.
  if (!kept?.user || first !== route.name) openRoute(true);
  watchDay();
  void startLeading();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      watchDay();
      effects.online({ type: "online" });
    }
  });
  // A person that comes back finds the screen as it was only on Today.
  const isIdle = () => state.route.name === "today" && state.today.menuFor === null && state.today.sheet === null;
  setTimeout(
    () => void import("./data/offline.js").then(({ keepOffline }) => keepOffline(isIdle)).catch(() => {}),
    3000,
  );
  // The next screens are ready before they are needed.
  setTimeout(() => {
    void SCREENS.today().catch(() => {});
    ["add", "day"].forEach((name) => void parts.load(name, state.language).catch(() => {}));
    void parts.load("device", state.language).then(() => dispatch({ type: "device.open" }), () => {});
  }, NEXT_MS);
}

/** Lets one window send and listen. The first screen does not need the module, so it comes afterwards. */
async function startLeading() {
  const leader = await import("./data/leader.js").catch(() => null);
  if (!leader) return void setTimeout(startLeading, RETRY_MS);
  leader.lead(newId(), () => {
    effects.lead({ type: "lead" });
    void import("./data/live.js").then(
      ({ listen }) => listen((hint) => dispatch({ type: "hint", hint }), () => state.session.phase === "signedIn"),
      () => {},
    );
  });
}

/** @param {import("./types.d.ts").Language} language */
async function changeLanguage(language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  await loadTexts(language);
  dispatch({ type: "language.changed", language });
}

void start();
