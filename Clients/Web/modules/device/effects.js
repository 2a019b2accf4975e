/** Effects on the device: the days that it keeps, what the browser keeps, time zones, and keys. */
import { clocksDiffer, DAYS_OFFLINE, shortcutOf } from "./device.js";
import { addDays } from "../../core/dates.js";
import { mealAt, paths } from "../../core/router.js";
import { attemptWith, nothing } from "../../data/effects.js";

/** Days are fetched again after this time. Days that change meanwhile are named by hints. */
const KEEP_MS = 6 * 3_600_000;
/** The longest that idle work waits, and how long it waits where the browser does not report when it is idle. */
const IDLE_MAX_MS = 5_000;
const IDLE_MS = 1_000;
/** Values of the browser rather than of a user. */
const KEYS_KEY = "mealwire-keys";
const HINT_KEY = "mealwire-hint";
/** Elements on which arrows have a meaning of their own. */
const CHOICES = '[role="radio"], [role="group"][tabindex], [role="region"][tabindex], summary';
/** What ↑ and ↓ move between. */
const ROWS = "main .row-main, main .again";

/** Runs work when the browser has nothing else to do. @returns {Promise<unknown>} */
const idle = () =>
  new Promise((run) =>
    "requestIdleCallback" in globalThis
      ? requestIdleCallback(run, { timeout: IDLE_MAX_MS })
      : setTimeout(() => run(undefined), IDLE_MS)
  );

/** A browser of Apple that shows the app as a page. An app on the home screen keeps what it stores.
 * @param {{userAgent: string, maxTouchPoints?: number, standalone?: boolean}} navigator
 * @param {boolean} isStandalone @returns {"phone" | "mac" | null} */
export function appleOf({ userAgent, maxTouchPoints = 0, standalone }, isStandalone) {
  if (standalone || isStandalone) return null;
  // A tablet says that it is a Mac, but has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return "phone";
  return /Macintosh.*Version\/\S+ Safari\//.test(userAgent) ? "mac" : null;
}

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"device">} */
export function makeEffects({ api, client, store, getState, dispatch }) {
  const attempt = attemptWith(dispatch);
  const userId = () => getState().session.user?.id ?? "";
  const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  let isKeeping = false;

  /** Stores days that no screen has. @param {string} user @param {string} from @param {string} to */
  async function keep(user, from, to) {
    // Each answer has a day at least.
    for (let [next, answers] = [/** @type {string | null} */ (from), 0]; next && answers < DAYS_OFFLINE; answers++) {
      const { data } = await client.request(`/v1/diary/days?${new URLSearchParams({ from: next, to })}`);
      for (const day of data.items) {
        // After a sign-out nothing more is stored. A day in memory is newer than this answer.
        if (userId() !== user) return;
        if (!getState().today.days[day.date]) await store.putDay(user, day);
      }
      next = data.nextFrom;
    }
  }

  const afterAction = actionsBut(".toast", globalThis);
  listenForKeys({ getState, dispatch, now: () => client.serverNow() });

  return {
    /** Fetches the days before today, if they are old. */
    "device.keepDays": async () => {
      if (isKeeping || !store.isLasting) return;
      isKeeping = true;
      await idle();
      await attempt(async () => {
        const [user, today] = [userId(), getState().todayDate];
        if (user === "") return;
        const kept = await store.value(user, "days-kept");
        if (kept?.date === today && Date.now() - kept.at < KEEP_MS) return;
        await keep(user, addDays(today, 1 - DAYS_OFFLINE), addDays(today, -1));
        if (userId() === user) await store.putValue(user, "days-kept", { date: today, at: Date.now() });
      }, nothing).finally(() => {
        isKeeping = false;
      });
    },
    "device.keepDay": ({ date }) => store.isLasting ? attempt(() => keep(userId(), date, date), nothing) : undefined,
    /** Asks the browser not to delete what waits when the device is full. Some browsers ask the person. */
    "device.persist": async () => {
      const { storage } = navigator;
      if (!storage?.persist || await storage.persisted()) return;
      await storage.persist();
    },
    "device.look": async () => {
      const isStandalone = matchMedia("(display-mode: standalone)").matches;
      const change = {
        apple: appleOf(/** @type {any} */ (navigator), isStandalone),
        isInsecure: globalThis.isSecureContext === false,
        isHintClosed: localStorage.getItem(HINT_KEY) !== null,
        hasKeys: localStorage.getItem(KEYS_KEY) !== "off",
      };
      dispatch({ type: "device.known", change });
      await lookZone();
    },
    "device.lookZone": lookZone,
    "device.useZone": ({ zone }) =>
      attempt(async () => {
        await client.request("/v1/profile", { method: "PATCH", body: { timeZone: zone } });
        dispatch({ type: "profile.loaded", profile: await api.profile() });
      }, () => ({ type: "device.zoneFailed" })),
    /** The same difference is asked about once. */
    "device.leaveZone": ({ zone }) => store.putValue(userId(), "zone-left", [getState().profile?.timeZone, zone]),
    /** Closes a toast, if the person has acted since it was shown; else at the next action, so that its undo stays. */
    releaseToast: ({ sinceMs, close }) => afterAction(sinceMs, () => dispatch(close)),
    "device.saveHint": () => localStorage.setItem(HINT_KEY, "closed"),
    "device.saveKeys": ({ isOn }) => isOn ? localStorage.removeItem(KEYS_KEY) : localStorage.setItem(KEYS_KEY, "off"),
  };

  /** Says whether the clock of the device differs from that of the profile. */
  async function lookZone() {
    const own = getState().profile?.timeZone;
    const zone = deviceZone();
    const known = getState().device?.zone ?? null;
    let asked = null;
    if (own && clocksDiffer(own, zone, Date.now())) {
      const left = await store.value(userId(), "zone-left");
      if (!(left?.[0] === own && left[1] === zone)) asked = zone;
    }
    if (asked !== known) dispatch({ type: "device.known", change: { zone: asked } });
  }
}

/**
 * Makes keys of the whole page shortcuts.
 * @param {{getState: () => import("../../types.d.ts").AppState, now: () => number,
 *   dispatch: (action: import("../../types.d.ts").Action) => void}} tools
 */
function listenForKeys({ getState, dispatch, now }) {
  globalThis.document?.addEventListener("keydown", (event) => {
    const { device, session, todayDate, today, route } = getState();
    if (!device?.hasKeys || session.phase === "signedOut") return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("dialog")) return;
    const name = shortcutOf(event, placeOf(target));
    if (name === null) return;
    const date = route.name === "today" ? today.date : todayDate;
    /** @type {import("../../types.d.ts").Action} */
    const add = { type: "go", path: paths.add(date, mealAt(new Date(now()).getHours())) };
    const done = {
      list: () => dispatch({ type: "device.list", isOpen: true }),
      add: () => dispatch(add),
      search: () => focusOn(document.querySelector('main input[type="search"]')) || dispatch(add),
      before: () => follow(-1),
      after: () => follow(1),
      up: () => moveRow(-1),
      down: () => moveRow(1),
    }[name]();
    if (done !== false) event.preventDefault();
  });
}

/** @param {HTMLElement} target */
function placeOf(target) {
  if (target.matches?.('input[type="search"]')) return "search";
  if (target.matches?.("input, textarea, select")) return "text";
  return target.closest?.(CHOICES) ? "choice" : "";
}

/** @param {Element | null} element */
function focusOn(element) {
  if (!element) return false;
  /** @type {HTMLElement} */ (element).focus();
  return true;
}

/** Opens the day or the period before or after. @param {number} count */
function follow(count) {
  const link = /** @type {HTMLElement | null} */ (document.querySelector(`main a[data-step="${count}"]`));
  link?.click();
  return link !== null;
}

/** Moves the focus to the next row, from the search to the first one. @param {number} count */
function moveRow(count) {
  const rows = [...document.querySelectorAll(ROWS)];
  const at = rows.findIndex((row) => row === document.activeElement);
  const to = at + count;
  if (to < 0) return at === 0 && focusOn(document.querySelector('main input[type="search"]'));
  return focusOn(rows[Math.min(to, rows.length - 1)] ?? null);
}

/**
 * Runs work after the next click or key that is not meant for an element; at once if there was one meanwhile.
 * @param {string} selector Of the element.
 * @param {Pick<EventTarget, "addEventListener">} target
 */
export function actionsBut(selector, target) {
  let last = 0;
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const act = (/** @type {Event} */ event) => {
    const isKey = event.type === "keydown";
    // Tab and Enter lead to the element, and use it.
    const isMeant = isKey
      ? ["Tab", "Enter", " ", "Shift"].includes(/** @type {KeyboardEvent} */ (event).key)
      : /** @type {Element} */ (event.target).closest?.(selector) != null;
    if (isMeant) return;
    last = event.timeStamp;
    waiting.forEach((work) => work());
    waiting.clear();
  };
  ["click", "keydown"].forEach((name) => target.addEventListener(name, act, true));
  /** @param {number} sinceMs On the clock of `performance`. @param {() => void} work */
  return (sinceMs, work) => last > sinceMs ? work() : void waiting.add(work);
}
