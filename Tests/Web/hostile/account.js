/** The screens of the account, of other people and of operators, full of hostile names. */
import { factorView } from "../../../Clients/Web/modules/factor/views/factor.js";
import { mailView } from "../../../Clients/Web/modules/mail/views/mail.js";
import { moreView } from "../../../Clients/Web/modules/more/views/more.js";
import { peopleView } from "../../../Clients/Web/modules/people/views/people.js";
import { questionsView } from "../../../Clients/Web/modules/questions/views/questions.js";
import { systemView } from "../../../Clients/Web/modules/system/views/system.js";
import { welcomeView } from "../../../Clients/Web/views/welcome.js";
import { day, HOSTILE, profile, Run, TODAY, USER } from "../fixtures.js";

export const accountScreens = () => ({
  ...welcomeScreens(),
  ...questionScreens(),
  ...moreScreens(),
  ...factorScreens(),
  ...peopleScreens(),
  ...systemScreens(),
});

/** Welcome with a form to register. */
function welcomeScreens() {
  const welcome = new Run().do({ type: "welcome.type", field: "email", text: HOSTILE }).do({
    type: "welcome.step",
    step: "register",
  }).do({ type: "welcome.submit" });
  return { welcome: [welcome, welcomeView] };
}

/** The questionnaire with a problem. */
function questionScreens() {
  const questions = Run.signedIn(day(TODAY)).do({ type: "questions.open" }).do({ type: "questions.opened" });
  questions.do({
    type: "questions.failed",
    problem: { code: "brandNew", status: 400, detail: HOSTILE, params: {} },
  });
  return { questions: [questions, questionsView] };
}

/** The settings, and the pages of links in mail. The first of a name is that of its module. */
function moreScreens() {
  const at = "2026-11-20T08:00:00.000Z";
  const hostile = profile({ name: HOSTILE, dislikes: [HOSTILE], timeZone: "Europe/Kyiv" });
  const open = (section) =>
    Run.signedIn(day(TODAY)).do({ type: "profile.loaded", profile: hostile })
      .do({ type: "session.started", user: { ...USER, name: HOSTILE, email: HOSTILE } })
      .do({ type: "route.changed", route: { name: "more", params: section ? { section } : {} } });
  const scopes = ["diary:read", "foods:write"];
  const lists = {
    sessions: [
      { id: "s1", device: HOSTILE, createdAt: at, lastUsedAt: at, isCurrent: true },
      { id: "s2", device: HOSTILE, createdAt: at, lastUsedAt: at, isCurrent: false },
      { id: "s3", device: null, createdAt: at, lastUsedAt: at, isCurrent: false },
    ],
    tokens: [{ id: "t1", name: HOSTILE, scopes, createdAt: at, expiresAt: at, lastUsedAt: null }],
    madeToken: HOSTILE,
  };
  const security = open("security").do({ type: "more.loaded", change: lists }).do({ type: "more.form", form: "token" });
  const conflict = { code: "conflict", status: 409, detail: "", params: { field: "name" } };
  const account = open("account").do({ type: "more.type", form: "name", field: "name", text: "x" })
    .do({ type: "more.failed", form: "name", problem: conflict });
  const mail = new Run().do({ type: "welcome.type", field: "email", text: HOSTILE })
    .do({ type: "route.changed", route: { name: "reset", params: {} } }).do({ type: "mail.submit" });
  const unknown = { code: "new", status: 400, detail: HOSTILE, params: {} };
  mail.do({ type: "mail.failed", problem: unknown });
  const plain = (section) => open(section).do({ type: "more.failed", form: "x", problem: unknown });
  return {
    more: [open(), moreView],
    moreAccount: [account, moreView],
    moreSecurity: [security, moreView],
    moreFood: [open("food"), moreView],
    moreBody: [plain("body"), moreView],
    moreDisplay: [plain("display"), moreView],
    moreSharing: [plain("sharing"), moreView],
    moreData: [plain("data"), moreView],
    mail: [mail, mailView],
  };
}
/** The second factor: the code for the authenticator app, and recovery codes. */
function factorScreens() {
  const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "factor", params: {} } });
  const scanning = open().do({ type: "factor.begun", data: { secret: HOSTILE, uri: `otpauth://totp/${HOSTILE}` } });
  scanning.do({ type: "factor.failed", problem: { code: "new", status: 400, detail: HOSTILE, params: {} } });
  scanning.state.factor.code = HOSTILE;
  const codes = open().do({ type: "factor.confirmed", data: { recoveryCodes: [HOSTILE, "b"] } });
  return { factor: [scanning, factorView], factorCodes: [codes, factorView] };
}

/** People: a board and a group. */
function peopleScreens() {
  const people = Run.signedIn(day(TODAY)).do({
    type: "people.boardLoaded",
    key: "week-adherence",
    board: { items: [{ rank: 1, userId: "u2", name: HOSTILE, score: 95.5 }], me: null },
  });
  people.state.route = { name: "people", params: {} };
  people.do({ type: "people.groupsLoaded", items: [{ id: "g", name: HOSTILE, owner: "u1", members: 2, version: 1 }] });
  people.do({ type: "people.form", form: "create" });
  return { people: [people, peopleView] };
}

/** System: a service of which all names are hostile, and one that does not answer. */
function systemScreens() {
  const at = `${TODAY}T12:00:00.000Z`;
  const process = { process: HOSTILE, version: HOSTILE, startedAt: at, memoryBytes: 5e7, processorPercent: null };
  const service = (name, change = {}) => ({
    service: name,
    isReady: true,
    processes: [process, process],
    restarts: 1,
    perSecond: 3,
    failedPerSecond: 0,
    inFlight: 0,
    medianMs: null,
    p99Ms: 4.2,
    ...change,
  });
  const queue = { queue: HOSTILE, workers: 2, capacity: 8, inFlight: 1, queued: 3, perSecond: 1, shed: 1, retried: 2 };
  const sample = (second) => ({
    at: `${TODAY}T12:00:0${second}.000Z`,
    perSecond: second,
    p99Ms: null,
    held: 0,
    queued: 1,
    memoryBytes: 1e8,
    lagSeconds: 0,
  });
  const data = {
    at,
    version: HOSTILE,
    sampleSeconds: 10,
    services: [service("gateway"), service("broker"), service(HOSTILE, { isReady: false })],
    queues: [queue],
    subscribers: [{ service: HOSTILE, source: HOSTILE, events: 3, seconds: 2 }],
    storage: [{ service: HOSTILE, databaseBytes: 2e6, logBytes: 100, writesWaiting: 0 }],
    diskFreeBytes: 1e9,
    diskBytes: 2e10,
    lastBackupAt: null,
    liveListeners: 1,
    history: [sample(1), sample(2)],
  };
  const run = Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "system", params: {} } });
  run.do({ type: "system.loaded", visit: 1, data }).do({ type: "system.choose", service: HOSTILE });
  return { system: [run, systemView] };
}
