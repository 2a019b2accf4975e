/** The screen of the questionnaire: what is kept, sent and explained. */
import { resultModel } from "../../Clients/Web/modules/questions/questions.js";
import { Texts } from "../../Clients/Web/core/texts.js";
import { render } from "../../Clients/Web/core/html.js";
import { questionsView } from "../../Clients/Web/modules/questions/views/questions.js";
import { assert, equal, readTexts } from "./checks.js";
import { installDOM } from "./dom.js";
import { fakeClient, json } from "./client.js";
import { makeEffects } from "../../Clients/Web/modules/questions/effects.js";
import { Run, TODAY, USER } from "./fixtures.js";

const PROFILE = {
  userId: "u1",
  sex: "female",
  birthDate: "1990-02-28",
  heightCm: 175,
  weightKg: 70.5,
  goalWeightKg: 65,
  activityLevel: "light",
  goal: "lose",
  formula: "harrisBenedict",
  age: 36,
  bmi: 23,
  bmiCategory: "normal",
  bmr: 1530.2,
  units: "metric",
  target: {
    dailyKcal: 1404,
    weeklyKcal: 9828,
    monthlyKcal: 42120,
    proteinG: 126.9,
    fatG: 46.8,
    carbohydrateG: 118.8,
    formula: "harrisBenedict",
    goal: "lose",
    warnings: [{ code: "raisedToFloor", params: { rawKcal: "1100.5", dailyKcal: "1200" } }],
  },
};
const WORKINGS = {
  bmr: 1530.2,
  tdee: 2104.03,
  rawKcal: 1404.03,
  dailyKcal: 1404,
  bmi: 23,
  bmiCategory: "normal",
  formula: "harrisBenedict",
  warnings: [],
};

const opened = (progress = null) =>
  Run.signedIn().do({ type: "questions.open" }).do({ type: "questions.opened", progress });
const act = (run, action) => run.do({ type: "questions.do", action });

function shown(run, language = "en", dispatch = () => {}) {
  const texts = new Texts(language, readTexts(language));
  const main = installDOM();
  render(questionsView({ state: run.state, dispatch, texts, t: texts.text.bind(texts) }), main);
  return main;
}

/** Answers all questions. */
function answered() {
  const run = opened();
  const chose = (question, value) => act(act(run, { kind: "chose", question, value }), { kind: "next" });
  const typed = (question, ...texts) => act(act(run, { kind: "typed", question, texts }), { kind: "next" });
  chose("sex", "female");
  typed("birthDate", "1990", "2", "28");
  typed("height", "1,75");
  typed("weight", "70½");
  chose("activity", "light");
  chose("goal", "lose");
  return typed("goalWeight", "65");
}

Deno.test("questionnaire: the last answer sends the profile, and a second click sends nothing", () => {
  const run = answered();
  const sent = run.effects.filter(({ type }) => type === "questions.submit");
  equal(sent.map(({ changes }) => changes), [{
    sex: "female",
    birthDate: "1990-02-28",
    heightCm: 175,
    weightKg: 70.5,
    activityLevel: "light",
    goal: "lose",
    goalWeightKg: 65,
    units: "metric",
  }]);
  act(run, { kind: "next" });
  equal(run.effects.filter(({ type }) => type === "questions.submit").length, 1);
});

Deno.test("questionnaire: a failed request keeps the answers, and says why", () => {
  const run = answered().do({
    type: "questions.failed",
    problem: { code: "offline", status: 0, detail: "", params: {} },
  });
  equal([run.state.questions.phase, run.state.questions.form.progress.answers.weightKg], ["asking", 70.5]);
  assert(shown(run).textContent.includes("No connection"), "the problem is told");
  act(run, { kind: "next" });
  equal(run.effects.filter(({ type }) => type === "questions.submit").length, 2);
});

Deno.test("questionnaire: unfinished answers come back as they were typed", () => {
  const kept = act(act(opened(), { kind: "chose", question: "sex", value: "male" }), { kind: "next" });
  const run = opened(kept.state.questions.form.progress);
  equal(run.state.questions.form.progress.question, "birthDate");
});

Deno.test("questionnaire: a profile that is complete begins with its own answers", () => {
  const run = Run.signedIn().do({ type: "profile.loaded", profile: PROFILE }).do({ type: "questions.open" })
    .do({ type: "questions.opened", progress: null });
  equal(run.state.questions.form.progress.answers.heightCm, 175);
  equal(run.state.questions.form.progress.typed.birthDate.texts, ["1990", "2", "28"]);
});

Deno.test("questionnaire: a Buddhist year is that of the same day", () => {
  const run = opened();
  act(act(run, { kind: "chose", question: "sex", value: "male" }), { kind: "next" });
  act(act(run, { kind: "typed", question: "birthDate", texts: ["๒๕๓๓", "2", "28"] }), { kind: "next" });
  equal(run.state.questions.form.progress.answers.birthDate, "1990-02-28");
});

Deno.test("questionnaire: a number with two meanings leads to a question, unless only one is possible", () => {
  const run = opened();
  const at = (question, text) => {
    run.state.questions.form.progress.question = question;
    act(act(run, { kind: "typed", question, texts: [text] }), { kind: "next" });
    return run.state.questions.form;
  };
  equal(at("height", "1,755").progress.answers.heightCm, 175.5);
  equal(at("weight", "7,055").problem, { kind: "ambiguous", smaller: 7.055, larger: 7055 });
  equal(at("weight", "70,555").progress.answers.weightKg, 70.56);
});

Deno.test("questionnaire: the result explains each step of the target", () => {
  const run = answered().do({ type: "questions.saved", profile: PROFILE });
  equal(run.taken("questions.explain").length, 1);
  const rows = () => shown(run, "en").find("ol")[0].childNodes.filter(({ tagName }) => tagName === "li").length;
  const waiting = rows();
  run.do({ type: "questions.explained", target: WORKINGS });
  equal([waiting, rows()], [4, 4]);
  const { factor, change, bmiPart, bmiParts } = resultModel(run.state);
  equal([Math.round(factor * 1000) / 1000, change], [1.375, -700]);
  equal([Math.round(bmiPart * 100), Math.round(bmiParts.reduce((sum, part) => sum + part) * 100)], [32, 100]);
  for (const language of ["en", "uk", "th"]) {
    const text = shown(run, language).textContent;
    assert(/1.404/.test(text) && !/undefined|NaN|…|\{|questions\./.test(text), text);
  }
  run.do({ type: "questions.explained", target: null });
  equal([rows(), /…/.test(shown(run, "en").textContent)], [2, false]);
});

Deno.test("questionnaire: registration without a target's fields leads to it, a complete profile to Today", () => {
  const go = (missing) => {
    const run = new Run();
    run.state.route = { name: "welcome", params: {} };
    run.do({ type: "session.started", user: { id: "u9" }, missing });
    return run.taken("go").map(({ path }) => path);
  };
  equal([go(["sex"]), go([]), go(null)], [["/questions"], ["/"], ["/"]]);
});

Deno.test("questionnaire: every question has fields with labels and a mark where an answer is wrong", () => {
  const run = opened();
  for (const question of ["sex", "birthDate", "height", "weight", "activity", "goal", "goalWeight"]) {
    run.state.questions.form.progress.question = question;
    act(run, { kind: "next" });
    const main = shown(run);
    const labels = main.find("label").map((label) => label.getAttribute("for"));
    equal(main.find("input").filter((input) => !labels.includes(input.getAttribute("id"))), [], question);
    assert(main.find("input").some((input) => input.getAttribute("aria-invalid") === "true"), question);
    assert(main.textContent.includes(TODAY) === false, question);
  }
});

Deno.test("questionnaire: fields that change between two drawings keep all their texts", () => {
  const run = act(act(opened(), { kind: "chose", question: "sex", value: "female" }), { kind: "next" });
  const inputs = shown(run, "en", (action) => run.do(action)).find("input");
  const typed = { day: "28", month: "2", year: "1990" };
  for (const input of inputs) {
    input.value = typed[input.getAttribute("id")];
    input.dispatch("input");
  }
  equal(run.state.questions.form.progress.typed.birthDate.texts, ["1990", "2", "28"]);
});

/** A person without an account that opens the path of the calculator, as the app starts with it. */
function guest() {
  const run = new Run();
  const route = { name: "calculator", params: {} };
  run.state = { ...run.state, route };
  return run.do({ type: "session.ended" }).do({ type: "route.changed", route });
}
const ANSWERS = {
  sex: "female",
  birthDate: "1990-12-01",
  heightCm: 170,
  weightKg: 65,
  activityLevel: "light",
  goal: "keep",
};

Deno.test("calculator: it needs no account, stores nothing, and sends no goal weight", async () => {
  const run = guest();
  equal([run.state.session.phase, run.state.questions.phase, run.taken("go")], ["signedOut", "asking", []]);
  run.do({ type: "questions.do", action: { kind: "chose", question: "sex", value: "female" } });
  run.do({ type: "questions.do", action: { kind: "next" } });
  equal([run.taken("questions.keep"), run.state.questions.form.progress.question], [[], "birthDate"]);
  const { client, sent } = fakeClient(() =>
    json({ ...WORKINGS, macros: { proteinG: 90, fatG: 50, carbohydrateG: 200 } })
  );
  const effects = makeEffects({ client, getState: () => run.state, dispatch: (action) => run.do(action) });
  await effects["questions.calculate"]({ answers: { ...ANSWERS, goalWeightKg: 60 } });
  equal([sent[0].path, JSON.parse(sent[0].body)], ["/v1/calculator/target", ANSWERS]);
  const { profile, target, isGuest } = resultModel(run.state);
  equal([profile.age, target.proteinG, isGuest, run.state.questions.phase], [35, 90, true, "done"]);
});

Deno.test("calculator: the end leads to an account, in all languages", () => {
  for (const language of ["en", "uk", "th"]) {
    const texts = new Texts(language, readTexts(language));
    const draw = (run) => {
      const root = installDOM();
      const t = texts.text.bind(texts);
      render(questionsView({ state: run.state, dispatch: () => {}, texts, t }), root);
      return root;
    };
    const run = guest();
    assert(draw(run).textContent.includes(texts.text("questions.notKept")), language);
    const target = { ...WORKINGS, dailyKcal: 1900, weeklyKcal: 13300, monthlyKcal: 57000, formula: "harrisBenedict" };
    const macros = { proteinG: 90, fatG: 50, carbohydrateG: 200 };
    run.do({ type: "questions.calculated", answers: ANSWERS, target: { ...target, warnings: [], macros } });
    const root = draw(run);
    equal(root.find("a").map((link) => link.getAttribute("href")), ["/welcome"], language);
    assert(root.textContent.includes("90") && !root.textContent.includes("questions."), root.textContent);
  }
});

Deno.test("calculator: the questionnaire of an account does not begin with answers of a guest", () => {
  const run = guest().do({ type: "questions.do", action: { kind: "chose", question: "sex", value: "male" } });
  run.do({ type: "session.started", user: USER });
  run.do({ type: "route.changed", route: { name: "questions", params: {} } });
  run.do({ type: "questions.opened", progress: null });
  equal([run.state.questions.form.progress.answers, run.state.questions.guest], [{}, null]);
});
