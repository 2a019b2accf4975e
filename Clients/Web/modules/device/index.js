/** What the device asks and hints, its shortcuts, and the list of writes that wait. */
import { reduceDevice } from "./device.js";
import { makeEffects } from "./effects.js";
import { deviceHint, deviceSheets, keysOfDevice } from "./views/device.js";
import { reduceWaiting } from "./waiting.js";

/** @type {import("../../types.d.ts").Module} */
export default {
  reducers: [reduceDevice, reduceWaiting],
  prefixes: ["waiting"],
  hears: [
    "connection",
    "date.changed",
    "entry.decide",
    "entry.giveUp",
    "hint",
    "profile.loaded",
    "route.changed",
    "session.started",
    "sync",
  ],
  writing: ["entry.decide", "entry.giveUp"],
  effects: makeEffects,
  places: { frame: deviceSheets, card: deviceHint, settings: keysOfDevice },
};
