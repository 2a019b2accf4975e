/** People: boards with the own place, groups, challenges and consent. */
import { personModel } from "../../Clients/Web/modules/people/person.js";
import { challengePhase, standingModel } from "../../Clients/Web/modules/people/people.js";
import { render } from "../../Clients/Web/core/html.js";
import { Texts } from "../../Clients/Web/core/texts.js";
import { peopleView } from "../../Clients/Web/modules/people/views/people.js";
import { assert, equal, readTexts } from "./checks.js";
import { installDOM } from "./dom.js";
import { Run, TODAY, USER, YESTERDAY } from "./fixtures.js";

const HOSTILE = `<img src=x onerror=alert(1)>"'\${x}`;
const row = (rank, userId, score = 50) => ({ rank, userId, name: `name of ${userId}`, score });
const group = (change = {}) => ({
  id: "g1",
  name: HOSTILE,
  code: "7K2QM-X9D4R-0TBWC-5HJPE",
  owner: USER.id,
  members: [
    { userId: USER.id, name: "anna", shares: true, joinedAt: "" },
    { userId: "u2", name: HOSTILE, shares: false, joinedAt: "" },
    { userId: "u3", name: null, shares: true, joinedAt: "" },
  ],
  standing: [row(1, "u3"), row(2, USER.id)],
  challenges: [{ id: "c1", metric: "streak", from: TODAY, to: "2026-11-28", finished: false }],
  version: 1,
  ...change,
});
const challenge = (change = {}) => ({
  id: "c1",
  groupId: "g1",
  madeBy: USER.id,
  metric: "logged",
  from: TODAY,
  to: "2026-11-28",
  finalAt: "2026-12-02T11:00:00.000Z",
  finished: false,
  standing: [{ ...row(1, "u2", 3), name: HOSTILE }, row(2, USER.id, 2)],
  ...change,
});
const problem = (change) => ({ code: "notFound", status: 404, detail: "", params: {}, ...change });

const on = (name, params = {}) => Run.signedIn().do({ type: "route.changed", route: { name, params } });

function shown(run, language = "en") {
  const texts = new Texts(language, readTexts(language));
  const main = installDOM();
  render(peopleView({ state: run.state, dispatch: () => {}, texts, t: texts.text.bind(texts) }), main);
  return main;
}

Deno.test("people: the own place is marked in the board, or stands below it", () => {
  const items = [row(1, "a"), row(2, "b")];
  equal(standingModel({ items, me: row(2, "b") }, "b").apart, null);
  equal(standingModel({ items, me: row(2, "b") }, "b").rows.map(({ isMine }) => isMine), [false, true]);
  equal(standingModel({ items, me: row(128, "c") }, "c").apart.rank, 128);
  equal(standingModel({ items, me: null }, "c").apart, null);
});

Deno.test("people: a visit asks for the chosen board and the groups; another choice asks for another board", () => {
  const run = on("people");
  equal([run.taken("people.loadBoard").map(({ key }) => key), run.taken("people.loadGroups").length], [
    ["week-adherence"],
    1,
  ]);
  run.do({ type: "people.board", metric: "streak" });
  equal(run.taken("people.loadBoard").map(({ key }) => key), ["week-streak"]);
});

Deno.test("people: a group is created, joined and left by its requests", () => {
  const run = on("people").do({ type: "people.form", form: "create" });
  run.do({ type: "people.submit" });
  equal([run.state.people.isEmpty, run.taken("people.send").length], [true, 0]);
  run.do({ type: "people.type", text: " Family " }).do({ type: "people.submit" }).do({ type: "people.submit" });
  equal(run.taken("people.send"), [
    { type: "people.send", method: "POST", path: "/v1/groups", body: { name: "Family" } },
  ]);
  run.do({ type: "people.sent", data: group() });
  equal(run.taken("go").map(({ path }) => path), ["/people/groups/g1"]);

  const joining = on("join", { code: "CODE" }).do({ type: "people.submit" });
  equal(joining.taken("people.send").map(({ body }) => body), [{ code: "CODE" }]);
  joining.do({ type: "people.failed", problem: problem() });
  assert(shown(joining).textContent.includes("No group has this code"), "a wrong code is told");

  const leaving = on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group() });
  leaving.do({ type: "people.form", form: "leave" }).do({ type: "people.submit" });
  equal(leaving.taken("people.send").map(({ method, path }) => `${method} ${path}`), [
    `DELETE /v1/groups/g1/members/${USER.id}`,
  ]);
  leaving.do({ type: "people.sent", data: null });
  equal(leaving.taken("back").map(({ path }) => path), ["/people"]);
});

Deno.test("people: a member is removed after a question, by the owner alone", () => {
  const run = on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group() });
  run.do({ type: "people.form", form: "remove", userId: "u2" });
  equal(run.taken("people.send"), []);
  assert(shown(run).textContent.includes("gets a new code"), "it is asked first");
  run.do({ type: "people.submit" });
  equal(run.taken("people.send").map(({ method, path }) => `${method} ${path}`), ["DELETE /v1/groups/g1/members/u2"]);
  run.taken("people.loadGroup");
  equal(run.do({ type: "people.sent", data: null }).taken("people.loadGroup").length, 1);
  const other = on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group({ owner: "u3" }) });
  equal(shown(other).find("button").filter((button) => button.getAttribute("aria-label")?.startsWith("Remove")), []);
});

Deno.test("people: an invitation is opened again after the sign-in", () => {
  const run = new Run();
  run.state = { ...run.state, route: { name: "welcome", params: {} }, wanted: "/people/join/CODE" };
  run.do({ type: "session.started", user: { id: "u9" }, missing: ["sex"] });
  equal([run.taken("go").map(({ path }) => path), run.state.wanted], [["/people/join/CODE"], undefined]);
});

Deno.test("people: consent is a change of the profile, and the board is asked for again", () => {
  const run = on("people");
  run.taken("people.loadBoard");
  run.do({ type: "profile.loaded", profile: { shares: { leaderboard: false, foods: false } } });
  assert(shown(run).textContent.includes("never see your weight"), "it is explained before it is given");
  run.do({ type: "people.share", isShared: true });
  equal(run.taken("people.shareBoards").map(({ isShared }) => isShared), [true]);
  run.do({ type: "people.shared", profile: { shares: { leaderboard: true, foods: false } } });
  equal(run.taken("people.loadBoard").length, 1);
  assert(shown(run).textContent.includes("Stop sharing"), "it can be taken back");
});

Deno.test("people: a challenge is before, in or after its days, and final when its result stands", () => {
  const at = (today, finished = false) => challengePhase(challenge({ finished }), today);
  equal([at("2026-11-20"), at(TODAY), at("2026-11-28"), at("2026-11-29"), at("2026-12-05", true)], [
    { phase: "before", n: 2 },
    { phase: "running", n: 7 },
    { phase: "running", n: 1 },
    { phase: "counting", n: 0 },
    { phase: "final", n: 0 },
  ]);
});

Deno.test("people: a hint asks again for what is shown, and for nothing else", () => {
  const run = on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group() });
  run.taken("people.loadGroup");
  run.do({ type: "hint", hint: { kind: "group", id: "g2" } });
  equal(run.taken("people.loadGroup").length, 0);
  run.do({ type: "hint", hint: { kind: "group", id: "g1" } });
  equal(run.taken("people.loadGroup").length, 1);
});

for (const language of ["en", "uk", "th"]) {
  Deno.test(`people: groups and challenges show names as text, with labels and one heading (${language})`, () => {
    const inGroup = on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group() });
    const forms = ["challenge", "leave"].map((form) =>
      on("group", { groupId: "g1" }).do({ type: "people.groupLoaded", group: group() }).do({
        type: "people.form",
        form,
      })
    );
    const inChallenge = on("challenge", { challengeId: "c1" })
      .do({ type: "people.challengeLoaded", challenge: challenge() });
    for (const run of [inGroup, ...forms, inChallenge]) {
      const main = shown(run, language);
      assert(main.textContent.includes(HOSTILE) && main.find("img").length === 0, "names are text");
      assert(!/undefined|NaN|\[object|people\./.test(main.textContent), main.textContent);
      equal(main.find("h1").length, 1);
      const labels = main.find("label").map((label) => label.getAttribute("for"));
      equal(main.find("input").filter((input) => !labels.includes(input.getAttribute("id"))), []);
      const ids = main.all.map((element) => element.getAttribute("id")).filter(Boolean);
      equal(ids.length, new Set(ids).size);
    }
  });
}

Deno.test("people: without a connection, what is known stays, and a button tries again", () => {
  const run = on("people").do({
    type: "people.boardLoaded",
    key: "week-adherence",
    board: { items: [row(1, "a")], me: null },
  });
  run.do({ type: "people.loadFailed", problem: problem({ code: "offline", status: 0 }) });
  const text = shown(run).textContent;
  assert(text.includes("name of a") && text.includes("Try again"), text);
  run.taken("people.loadBoard");
  equal(run.do({ type: "people.retry" }).taken("people.loadBoard").length, 1);
});

const PERSON = {
  userId: "u2",
  name: "Boris",
  imageURL: null,
  days: [
    { date: YESTERDAY, kcal: 1500, targetKcal: 2000, adherence: 75 },
    { date: TODAY, kcal: 500, targetKcal: 2000, adherence: 25 },
    { date: "2026-11-20", kcal: 2500, targetKcal: 2000, adherence: 75 },
    { date: "2026-11-19", kcal: null, targetKcal: null, adherence: 0 },
  ],
  scores: ["week", "month"].flatMap((period) =>
    ["adherence", "streak"].map((metric) => ({ period, metric, score: 4 }))
  ),
};
const person = (userId) => Run.signedIn().do({ type: "route.changed", route: { name: "person", params: { userId } } });

Deno.test("person: a day is over and under from a tenth on, and today is not under before it is over", () => {
  const { days, scores } = personModel(PERSON, TODAY);
  equal(days.map(({ mark, part, goal }) => [mark, part, goal]), [
    ["under", 0.6, 0.8],
    [null, 0.2, 0.8],
    ["over", 1, 0.8],
    [null, 0, null],
  ]);
  equal(scores.length, 3, "a streak has no period");
});

Deno.test("person: the days are asked for, and those of another person are not shown", () => {
  const run = person("u 2");
  equal(run.taken("shared.ask").map(({ path }) => path), ["/v1/leaderboard/users/u%202"]);
  run.do({ type: "person.loaded", userId: "u3", data: PERSON });
  equal(run.state.person.data, null);
  run.do({ type: "person.loaded", userId: "u 2", data: PERSON });
  equal(run.state.person.data.name, "Boris");
});

Deno.test("person: a failure of shared foods is not one of the person", () => {
  const run = person("u2");
  const problem = { code: "offline", status: 0, detail: "", params: {} };
  run.do({ type: "shared.failed", date: TODAY, problem });
  equal(run.state.person.problem, null);
  run.do({ type: "shared.failed", then: "person.loaded", userId: "u2", problem });
  equal(run.state.person.problem.code, "offline");
});
