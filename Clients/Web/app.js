/** Starts the app: connects state, rendering, routes and effects. */
import { firstModule, LANGUAGE_KEY, rememberUser, USER_KEY } from "./boot.js";
import { initialState, reduce } from "./core/app.js";
import { dayAt } from "./core/dates.js";
import { render } from "./core/html.js";
import { isWriting, moduleAt, ownerOf, screenOf } from "./core/modules.js";
import { needsQueue } from "./core/queue.js";
import { routeOf } from "./core/router.js";
import { chooseLanguage, Texts } from "./core/texts.js";
import { makeAPI } from "./data/api.js";
import { makeEffects } from "./data/effects.js";
import { Client } from "./data/fetch.js";
import { DayClock } from "./data/clock.js";
import { loadStyles, Modules, reloadOnce, tableOf } from "./data/modules.js";
import { ENERGY_KEY, newId, openStore, PLACES_KEY, VOLUME_KEY } from "./data/store.js";
import { focusOn, followLinks, Frames, painted, showDialogs } from "./views/page.js";
import { shellView } from "./views/shell.js";

/** The two first screens. `boot.js` fetches the files of one beside those of the app. All others have a folder. */
const FIRST = /** @type {Record<string, () => Promise<unknown>>} */ ({
  welcome: async () => {
    [welcome] = await Promise.all([
      import("./data/welcome.js"),
      import("./views/welcome.js"),
      modules.loadTexts("welcome", state.language),
      loadStyles("styles/welcome.css"),
    ]);
    if (modules.tools) Object.assign(effects, welcome.makeWelcomeEffects(modules.tools));
  },
  today: () => import("./views/today.js"),
});
/** A toast with undo stays until the next action, and at least so long. */
const TOAST_MS = 8_000;
/** What Welcome does not need is asked for after this time: by then its own files have arrived. */
const LATER_MS = 1_000;
/** The pause before a file that did not arrive is asked for again. */
const RETRY_MS = 5_000;
/** The beginning of the links by which people join a group. */
const INVITATION = "/people/join/";
/** The most ids that one action uses: a meal of 50 foods that is copied. */
const IDS = 120;

/** @type {import("./types.d.ts").AppState} */
let state;
/** @type {Texts} */
let texts;
/** @type {import("./types.d.ts").EffectsOf<"core"> & import("./types.d.ts").Effects} */
let effects;
/** What the first screen does not need of the page. @type {import("./views/late-page.js").LatePage | undefined} */
let later;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;
/** @type {typeof import("./data/welcome.js") | undefined} */
let welcome;
let shouldFocus = "";
let hasQueue = false;
let isLoadingQueue = false;
/** What waits for the queue. @type {(() => unknown)[]} */
const held = [];

/** Actions that write get fresh ids and the server's time, so that reducers stay pure.
 * @param {import("./types.d.ts").Action} action */
function dispatch(action) {
  if (!hasQueue && needsQueue(action.type)) {
    withQueue(() => dispatch(action));
    return;
  }
  const at = new Date(client.serverNow()).toISOString();
  const ids = () => Array.from({ length: IDS }, newId);
  const whole = isWriting(action.type) ? { at, now: Date.now(), ...action, ids: ids() } : action;
  const before = state;
  const [next, wanted] = reduce(state, whole);
  state = next;
  if (state.toast && state.toast.id !== before.toast?.id) startToast(state.toast.id);
  if (state !== before) frames.schedule();
  if (state.session !== before.session) rememberUser(state.session.user !== null);
  for (const effect of wanted) void run(effect);
}

/** A fault of an effect of a module is one of that module. One of the core, and an effect that nothing carries out, are
 * errors of the page.
 * @param {import("./types.d.ts").Effect} effect */
async function run(effect) {
  const carryOut = effects[effect.type];
  if (!carryOut && !hasQueue && effect.type.startsWith("sync.")) {
    withQueue(() => run(effect));
    return;
  }
  if (!carryOut) throw new Error(`Nothing carries out the effect ${effect.type}.`);
  try {
    await carryOut(effect);
  } catch (error) {
    const module = ownerOf(effect.type);
    if (!module) throw error;
    reportError(error);
    dispatch({ type: "module.failed", module, error });
  }
}

/** Effects on this window. @type {import("./types.d.ts").EffectsOf<"page">} */
const local = {
  go: ({ path, isReplaced }) => navigate(path, isReplaced),
  // What was saved or closed is nothing to come back to.
  back: ({ path }) => later?.back(path) || navigate(path, true),
  openRoute: () => openRoute(),
  watchDay: () => clock.watch(),
  loadModule: ({ module, action }) =>
    void modules.load(module, state.language).then(() => {
      dispatch({ type: "module.loaded" });
      if (action) dispatch(action);
      frames.schedule();
    }, () => dispatch({ type: "module.missing" })),
  fault: ({ error }) => reportError(error),
  "language.save": ({ language }) => void changeLanguage(language),
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
  if (shouldFocus !== "" && focusOn(shouldFocus, later)) shouldFocus = "";
  later?.drawn(state.toast);
}

/** @param {number} id */
function startToast(id) {
  /** @type {[import("./types.d.ts").Action, number]} */
  const [close, sinceMs] = [{ type: "toast.close", id }, performance.now()];
  const release = () =>
    state.toast?.undo && effects.releaseToast
      ? effects.releaseToast({ type: "releaseToast", sinceMs, close })
      : dispatch(close);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(release, TOAST_MS);
}

/** @param {string} path @param {boolean} [isReplaced] */
function navigate(path, isReplaced = false) {
  if (path === location.pathname) return;
  if (later) later.go(path, isReplaced);
  else history[isReplaced ? "replaceState" : "pushState"](null, "", path);
  openRoute();
}

/** Opens the screen of the page's address.
 * @param {boolean} [isFirst] The first screen leaves the focus where the browser put it. */
function openRoute(isFirst = false) {
  const { pathname } = location;
  // A tap is painted before its screen is made.
  void Promise.all([loadModule(moduleAt(pathname)?.name), isFirst ? null : painted()]).then(() => {
    const route = routeOf(pathname);
    dispatch({ type: "route.changed", route });
    if (route.name === "welcome") welcome?.readInvitation(dispatch, state.welcome.step);
    if (isFirst) shouldFocus = "";
  });
}

/** @param {string} name */
const load = async (name) => await (FIRST[name]?.() ?? modules.load(name, state.language));

/** Loads the module of a screen that is opened.
 * @param {string} [name] */
async function loadModule(name) {
  if (name === undefined) return;
  try {
    await load(name);
  } catch {
    await reloadOnce();
  }
}

/** Loads the texts of the first load and of the modules that are loaded.
 * @param {import("./types.d.ts").Language} language */
async function loadTexts(language) {
  const tables = await Promise.all(modules.textFiles(language).map(tableOf));
  texts = new Texts(language, Object.assign({}, ...tables));
  document.documentElement.lang = language;
}

const frames = new Frames(draw);
const modules = new Modules((table, language) => {
  // Texts of another language were asked for before it was changed.
  if (texts.language === language) texts.add(table);
});
const client = new Client({
  onConnection: (isOnline) => dispatch({ type: "connection", isOnline, now: Date.now() }),
  onSessionEnd: () => dispatch({ type: "session.ended" }),
});

const clock = new DayClock(() => client.serverNow(), () => state, dispatch);

async function start() {
  const language = chooseLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.languages);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const energy = localStorage.getItem(ENERGY_KEY) === "kj" ? "kj" : "kcal";
  const volume = localStorage.getItem(VOLUME_KEY) === "floz" ? "floz" : "ml";
  const places = (localStorage.getItem(PLACES_KEY) ?? "").split(" ");
  state = { ...initialState(language, dayAt(Date.now(), zone, 0)), energy, volume, places };
  // What the first screen shows is read while texts and modules arrive.
  const dates = (/** @type {import("./types.d.ts").Profile | null} */ profile) =>
    clock.shownDates(location.pathname, profile);
  const opening = openStore().then(async (store) => ({ store, kept: await store.first(dates).catch(() => null) }));
  const hasUser = localStorage.getItem(USER_KEY) !== null;
  const first = firstModule(location.pathname, hasUser);
  if (first === "welcome") modules.tables.add(first); // Its texts come with the first ones.
  const isFirst = first !== undefined && Object.hasOwn(FIRST, first);
  // What is kept of a user has days.
  const days = hasUser ? import("./core/today.js") : null;
  const [{ store, kept }] = await Promise.all([opening, loadTexts(language), isFirst ? loadModule(first) : null, days]);
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel("mealwire") : null;
  const loadWrites = (/** @type {string} */ name) => modules.load(name, state.language);
  const own = { api: makeAPI(client), client, store, getState: () => state, dispatch, channel, painted, loadWrites };
  effects = Object.assign(makeEffects(own), local);
  modules.begin(effects, own);
  await loadModule(first);
  state = { ...state, route: routeOf(location.pathname) };
  frames.followTaps();
  followLinks(moduleAt, (link) => void (later?.follow(link) || navigate(link.pathname)));
  addEventListener("popstate", () => openRoute());
  if (kept?.user) {
    // The last user's data are shown at once; the first request shows whether the session is still valid.
    state = { ...state, todayDate: clock.dayOf(kept.profile) };
    dispatch({ type: "session.started", ...kept });
  } else {
    // The path of an invitation is opened again after the sign-in.
    if (location.pathname.startsWith(INVITATION)) state = { ...state, wanted: location.pathname };
    dispatch({ type: "session.ended" });
    void FIRST.welcome().then(() => effects.endPending?.({ type: "endPending" }), () => {});
    void makeAPI(client).meta().then((meta) => dispatch({ type: "meta.loaded", meta }), () => {});
  }
  // A session opens its screen itself, if that is loaded.
  if (!kept?.user || !screenOf(state.route.name)) openRoute(true);
  clock.watch();
  addEventListener("online", () => effects.online?.({ type: "online" }));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      clock.watch();
      effects.online?.({ type: "online" });
    }
  });
  // Only a person that is signed in may write at once.
  await (kept?.user ? painted() : new Promise((resolve) => setTimeout(resolve, LATER_MS)));
  void loadQueue();
  void beginLater(own.getState);
}

/** @param {() => import("./types.d.ts").AppState} getState */
async function beginLater(getState) {
  const files = await Promise.all([import("./data/later.js"), import("./views/late-page.js")]).catch(() => null);
  if (!files) return void setTimeout(() => beginLater(getState), RETRY_MS);
  const [{ begin }, { LatePage }] = files;
  later = new LatePage();
  begin({ getState, dispatch, lead: () => withQueue(() => effects.lead?.({ type: "lead" })), load });
}

/** Loads the queue of writes, which the first screen does not need. */
async function loadQueue() {
  if (isLoadingQueue) return;
  isLoadingQueue = true;
  const queue = await import("./data/queue.js").catch(() => null);
  isLoadingQueue = queue !== null;
  if (!queue) return void setTimeout(loadQueue, RETRY_MS);
  queue.addQueueEffects(modules.tools, effects);
  hasQueue = true;
  held.splice(0).forEach((work) => work());
}

/** Works as soon as the queue is there. @param {() => unknown} work */
const withQueue = (work) => void (hasQueue ? work() : held.push(work) && loadQueue());

/** @param {import("./types.d.ts").Language} language */
async function changeLanguage(language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  await loadTexts(language);
  dispatch({ type: "language.changed", language });
}

void start();
