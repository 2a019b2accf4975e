/** The device: days that it keeps, its time zone, its home screen, and shortcuts of its keyboard. */
import { addDays } from "../../core/dates.js";
import { toasted } from "../../core/entries.js";
import { waitingCount } from "../../core/sync/view.js";

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("./types.d.ts").DeviceState} DeviceState */
/** @typedef {import("../../types.d.ts").Effect} Effect */

/** The days that a person may look up without a connection, today included. The store keeps as many. */
export const DAYS_OFFLINE = 14;
/** The shortcuts by what they do, with their keys as the list shows them. */
export const SHORTCUTS = /** @type {const} */ ([
  ["search", ["/"]],
  ["add", ["N"]],
  ["step", ["←", "→"]],
  ["row", ["↑", "↓"]],
  ["list", ["?"]],
]);

/** @returns {DeviceState} */
export const initialDevice = () => ({
  hasPersisted: false,
  isOnline: true,
  apple: null,
  isInsecure: false,
  isHintClosed: false,
  zone: null,
  hasKeys: true,
  isListOpen: false,
});

/**
 * Returns what a key does.
 * @param {{key: string, code?: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean,
 *   defaultPrevented?: boolean}} event
 * @param {"text" | "search" | "choice" | ""} place Where the focus is: in a field, in a search, or on something that
 *   arrows change.
 * @returns {"search" | "add" | "before" | "after" | "up" | "down" | "list" | null}
 */
export function shortcutOf({ key, code, ctrlKey, metaKey, altKey, defaultPrevented }, place) {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return null;
  if (place === "search" && key === "ArrowDown") return "down";
  if (place === "text" || place === "search") return null;
  if (key === "/") return "search";
  if (key === "?") return "list";
  // The key with an N has another letter where the person writes Ukrainian or Thai.
  if (code === "KeyN" || key === "n") return "add";
  if (place === "choice") return null;
  const arrows = /** @type {const} */ ({ ArrowLeft: "before", ArrowRight: "after", ArrowUp: "up", ArrowDown: "down" });
  return arrows[/** @type {keyof typeof arrows} */ (key)] ?? null;
}

/** True if the clocks of two time zones differ now. Names alone differ more often: Kiev and Kyiv are the same.
 * @param {string} a @param {string} b @param {number} now */
export function clocksDiffer(a, b, now) {
  const clock = (/** @type {string} */ timeZone) =>
    new Intl.DateTimeFormat("en", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
  try {
    return clock(a) !== clock(b);
  } catch {
    // A browser that does not know a zone cannot tell; nothing is asked then.
    return false;
  }
}

/**
 * What is asked and hinted.
 * @param {AppState} state
 */
export function deviceModel(state) {
  const { device, today, route, session, profile, isOnline } = state;
  const waiting = waitingCount(state.sync);
  const isToday = route.name === "today" && today.sheet === null && today.menuFor === null;
  const hasLogged = Object.values(today.days).some(({ meals }) => meals.some(({ entries }) => entries.length > 0));
  // What waits for more than a moment: without an answer of the server, or without a session.
  const isStuck = waiting > 0 && (!isOnline || session.phase === "expired");
  return {
    // The profile is changed with a connection only.
    zone: isToday && session.phase === "signedIn" && isOnline && profile ? device?.zone ?? null : null,
    hint: isStuck && device?.apple
      ? "waiting"
      : device?.isHintClosed || !hasLogged
      ? null
      : device?.isInsecure
      ? "insecure"
      : device?.apple ?? null,
    waiting,
    isListOpen: device?.isListOpen ?? false,
    hasKeys: device?.hasKeys ?? false,
  };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceDevice(state, action) {
  const [next, effects] = reduceParts(state, action);
  const { device } = next;
  // What is worth keeping is what the person has logged.
  if (!device || device.hasPersisted || next.sync.stored.writes.length === 0) return [next, effects];
  return [{ ...next, device: { ...device, hasPersisted: true } }, [...effects, { type: "device.persist" }]];
}

/** @type {import("../../types.d.ts").Reducer} */
function reduceParts(state, action) {
  const changed = (/** @type {Partial<DeviceState>} */ change) => ({
    ...state,
    device: { ...(state.device ?? initialDevice()), ...change },
  });
  /** @type {Effect[]} */
  const keep = state.session.phase === "signedIn" ? [{ type: "device.keepDays" }] : [];
  switch (action.type) {
    case "device.ready":
      return [changed({}), [{ type: "device.look" }, ...keep]];
    case "device.known":
      return [changed(action.change), []];
    case "session.started":
      return [changed({}), [{ type: "device.look" }, { type: "device.keepDays" }]];
    case "date.changed":
      return [state, keep];
    case "connection":
      // Each answer of the server says that there is a connection.
      return action.isOnline === (state.device?.isOnline ?? true)
        ? [state, []]
        : [changed({ isOnline: action.isOnline }), action.isOnline ? keep : []];
    case "profile.loaded":
    case "route.changed":
      // A person that travels opens Today again.
      return [state, state.profile && state.route.name === "today" ? [{ type: "device.lookZone" }] : []];
    case "hint": {
      // A day that no screen shows is fetched for the store alone.
      const { kind, date } = action.hint;
      const isKept = date && date > addDays(state.todayDate, -DAYS_OFFLINE) && date <= state.todayDate;
      const isStale = ["day", "extras"].includes(kind) && isKept && !state.today.days[date];
      return [state, isStale ? [{ type: "device.keepDay", date }] : []];
    }
    case "device.zone": {
      const { zone } = state.device ?? {};
      if (!zone) return [state, []];
      return [changed({ zone: null }), [{ type: action.isUsed ? "device.useZone" : "device.leaveZone", zone }]];
    }
    case "device.zoneFailed":
      return [toasted(state, "device.zone.failed", {}, null), []];
    case "device.closeHint":
      return [changed({ isHintClosed: true }), [{ type: "device.saveHint" }]];
    case "device.list":
      return [changed({ isListOpen: action.isOpen }), []];
    case "device.keys":
      return [changed({ hasKeys: action.isOn }), [{ type: "device.saveKeys", isOn: action.isOn }]];
    default:
      return [state, []];
  }
}
