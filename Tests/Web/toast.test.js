/** The toast: on which screen it is shown, where, and how it is closed. */
import { render } from "../../Clients/Web/core/html.js";
import { shellView } from "../../Clients/Web/views/shell.js";
import { liftOf } from "../../Clients/Web/views/toast-place.js";
import { equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const to = (name, params = {}) => ({ type: "route.changed", route: { name, params } });

Deno.test("toast: it goes with its screen, and stays on another day of the same screen", () => {
  const run = Run.signedIn(day(TODAY)).do({ type: "water.add", date: TODAY, ml: 250 });
  run.do(to("today", { date: "2026-10-26" }));
  equal(run.state.toast.key, "toast.water");
  run.do(to("progress"));
  equal(run.state.toast, null);
});

Deno.test("toast: what an action says is shown on the screen to which it leads, and on no further one", () => {
  const run = Run.signedIn(day(TODAY, [entry({ id: "e1" })])).do(to("amount", { date: TODAY, entryId: "e1" }));
  run.do({ type: "amount.type", text: "3" }).do({ type: "amount.save", path: "/" });
  run.do(to("today"));
  equal(run.state.toast.key, "toast.changed");
  run.do(to("more"));
  equal(run.state.toast, null);
});

Deno.test("toast: a button with a name closes it, in each language", () => {
  for (const [language, name] of [["en", "Close"], ["uk", "Закрити"], ["th", "ปิด"]]) {
    const run = Run.signedIn(day(TODAY)).do({ type: "water.add", date: TODAY, ml: 250 });
    const main = installDOM();
    const sent = [];
    render(shellView({ ...context(run, language), dispatch: (action) => sent.push(action) }, 8), main);
    const toast = main.all.find((element) => element.getAttribute("class") === "toast");
    const buttons = toast.find("button");
    equal(buttons.map((button) => button.getAttribute("aria-label")), [null, name]);
    buttons[1].dispatch("click");
    equal(sent, [{ type: "toast.close" }]);
  }
});

Deno.test("toast: it moves above what was tapped if it would cover it", () => {
  const toast = { top: 600, bottom: 652, left: 20, right: 340 };
  const control = (top, bottom, left = 100, right = 200) => ({ top, bottom, left, right });
  equal(liftOf(toast, control(400, 444)), 0, "far above");
  equal(liftOf(toast, control(700, 744)), 0, "below it");
  equal(liftOf(toast, control(610, 640, 400, 500)), 0, "beside it");
  equal(toast.bottom - liftOf(toast, control(580, 624)), 572);
  equal(toast.bottom - liftOf(toast, control(640, 690)), 632);
  equal(liftOf({ ...toast, top: 20, bottom: 72 }, control(30, 60)), 0, "there is no room above");
});
