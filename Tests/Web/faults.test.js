/** Modules with a fault: the others go on, and the fault is said. */
import { render } from "../../Clients/Web/core/html.js";
import {
  addModule,
  allScreens,
  moduleAt,
  modules,
  ownerOf,
  receivers,
  screenOf,
} from "../../Clients/Web/core/modules.js";
import { MODULES } from "../../Clients/Web/modules/list.js";
import { drawScreen, placed } from "../../Clients/Web/views/screen.js";
import { initialState, reduce } from "../../Clients/Web/core/app.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, entry, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const fail = (what) => () => {
  throw new Error(what);
};
const FAULTY = {
  screens: [{ path: "/faulty", name: "faulty", view: fail("view") }],
  reducers: [(state, { type }) => type === "faulty.open" ? fail("reducer")() : [{ ...state, heard: type }, []]],
  hears: ["entry.remove", "water.add"],
  places: { card: fail("card") },
};

addModule("faulty", FAULTY);

Deno.test("faults: a reducer that throws changes nothing, and what others return counts", () => {
  const { state } = Run.signedIn(day(TODAY, [entry()]));
  const [next, effects] = reduce(state, { type: "faulty.open" });
  equal([next.faults, next.today === state.today], [{ faulty: "Error: reducer" }, true]);
  equal(effects.filter(({ type }) => type === "fault").map(({ error }) => error.message), ["reducer"]);
  equal(reduce(next, { type: "screen.retry" })[0].faults, {});
  const visit = (name) => reduce(next, { type: "route.changed", route: { name, params: {} } })[0].faults;
  equal([visit("people"), visit("faulty")], [{ faulty: "Error: reducer" }, {}], "each visit tries its module again");
});

Deno.test("faults: a reducer that throws at a write of the core leaves the write in the queue", () => {
  const { reducers } = FAULTY;
  FAULTY.reducers = [fail("late")];
  const { state } = Run.signedIn(day(TODAY, [entry()]));
  const [next] = reduce(state, { type: "entry.remove", date: TODAY, id: "e1", ids: ["w1", "w2"], now: 0 });
  FAULTY.reducers = reducers;
  equal([next.sync.stored.writes.length, next.faults.faulty], [1, "Error: late"]);
});

Deno.test("faults: a view that throws shows the fault in its place, and draws again when it is mended", () => {
  const [run, main] = [Run.signedIn(day(TODAY)), installDOM()];
  run.state = { ...run.state, route: { name: "faulty", params: {} } };
  const given = [];
  const shown = (state) => ({ ...context({ state }), dispatch: (action) => given.push(action) });
  const place = drawScreen(screenOf("faulty"), shown(run.state), main);
  assert(place !== main && main.textContent.includes("This part of the app has a fault"), main.textContent);
  const failed = { ...run.state, faults: { faulty: "Error: view" } };
  const again = drawScreen(screenOf("faulty"), shown(failed), place);
  assert(again === place && main.textContent.includes("This part of the app has a fault"), main.textContent);
  const mended = drawScreen({ ...screenOf("faulty"), view: () => "mended" }, shown(run.state), place);
  equal([mended === place, main.textContent.trim()], [true, "mended"]);
});

Deno.test("faults: a card that throws leaves the cards of others", () => {
  addModule("sound", { places: { card: () => "a card" } });
  const [run, main] = [Run.signedIn(day(TODAY)), installDOM()];
  render(placed({ ...context(run), dispatch: () => {} }, "card"), main);
  modules.delete("sound");
  assert(main.textContent.includes("a card"), main.textContent);
});

Deno.test("modules: an action goes to its module and to those that hear it, and to no other one", () => {
  const names = (type) => receivers(type).map(([name]) => name);
  equal([names("faulty.open"), names("people.open"), names("group.open")], [["faulty"], ["people"], ["people"]]);
  assert(names("hint").length > 2 && !names("hint").includes("faulty"), "only those that hear it");
  equal(names("water.add"), ["faulty"]);
  const [next] = reduce(initialState("en", TODAY), { type: "people.open" });
  equal(next.heard, undefined);
  equal([ownerOf("challenge.open"), ownerOf("hint"), ownerOf("toast.close")], ["people", undefined, undefined]);
});

Deno.test("modules: no two modules have the same screens or actions", () => {
  let refusal = "";
  try {
    addModule("other", { prefixes: ["people"] });
  } catch (error) {
    refusal = error.message;
  }
  equal([refusal, modules.has("other")], ["Actions people.… belong to people and other.", false]);
});

Deno.test("modules: each has a line in the list, and each screen lies below a path of its module", () => {
  equal([...modules.keys()].filter((name) => name !== "faulty").sort(), MODULES.map(({ name }) => name).sort());
  const lost = allScreens().filter(({ path, module }) =>
    module !== "faulty" && moduleAt(path.replaceAll(":", ""))?.name !== module
  );
  equal(lost.map(({ path }) => path), []);
});
