import { Frames } from "../../Clients/Web/views/page.js";
import { assert, equal } from "./checks.js";

class Button extends EventTarget {
  classes = new Set();
  classList = { add: (name) => this.classes.add(name), remove: (name) => this.classes.delete(name) };
  constructor(isSlow) {
    super();
    this.isSlow = isSlow;
  }
  closest() {
    return this.isSlow ? this : null;
  }
  get isPressed() {
    return this.classes.has("is-pressed");
  }
}

/** A page with one button; `steps` lists in order what was drawn and painted. */
function makePage(isSlow = true) {
  const button = new Button(isSlow);
  const [steps, listeners, frames] = [[], { capture: [], bubble: [] }, new Map()];
  const names = ["document", "Element", "requestAnimationFrame", "cancelAnimationFrame"];
  const before = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
  let last = 0;
  Object.assign(globalThis, {
    Element: Button,
    document: {
      hidden: false,
      querySelectorAll: () => [button].filter(({ isPressed }) => isPressed),
      addEventListener: (_, listener, isCapture) => listeners[isCapture ? "capture" : "bubble"].push(listener),
    },
    requestAnimationFrame: (call) => {
      frames.set(++last, call);
      return last;
    },
    cancelAnimationFrame: (id) => frames.delete(id),
  });
  const page = new Frames(() => steps.push("draw"));
  page.followTaps();
  return {
    button,
    steps,
    page,
    tap(act) {
      listeners.capture.forEach((listener) => listener({ target: button }));
      act();
      listeners.bubble.forEach((listener) => listener({ target: button }));
    },
    async paint() {
      const calls = [...frames.values()];
      frames.clear();
      calls.forEach((call) => call());
      steps.push(button.isPressed ? "paint pressed" : "paint");
      // The timers of that frame.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setTimeout(resolve));
    },
    leave: () => Object.assign(globalThis, before),
  };
}

/** @param {(page: ReturnType<typeof makePage>) => Promise<void>} check */
async function withPage(check, isSlow = true) {
  const page = makePage(isSlow);
  try {
    await check(page);
  } finally {
    page.leave();
  }
}

const quick = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "taps: a button with much to change is painted first",
  quick,
  () =>
    withPage(async ({ page, tap, paint, steps, button }) => {
      tap(() => page.schedule());
      await paint();
      equal(steps, ["paint pressed", "draw"]);
      assert(!button.isPressed);
    }),
);

Deno.test(
  "taps: a change that was scheduled before such a tap waits as well, and is drawn once",
  quick,
  () =>
    withPage(async ({ page, tap, paint, steps }) => {
      page.schedule();
      tap(() => page.schedule());
      await paint();
      await paint();
      equal(steps, ["paint pressed", "draw", "paint"]);
    }),
);

Deno.test(
  "taps: other changes are drawn with the next frame",
  quick,
  () =>
    withPage(async ({ page, tap, paint, steps }) => {
      tap(() => page.schedule());
      page.schedule();
      await paint();
      equal(steps, ["draw", "paint"]);
    }, false),
);

Deno.test(
  "taps: a tap that changes nothing leaves no pressed button",
  quick,
  () =>
    withPage(async ({ tap, paint, steps, button }) => {
      tap(() => {});
      assert(!button.isPressed);
      await paint();
      equal(steps, ["paint"]);
    }),
);
