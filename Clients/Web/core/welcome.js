/** The state of Welcome: the e-mail first, then sign in or register as the account exists or not. */
import { register } from "./app.js";
import { initialWelcome } from "./initial.js";
import { NAME_LENGTH } from "./limits.js";
import { passwordRefusal } from "./password.js";

/** @typedef {import("../types.d.ts").WelcomeState} WelcomeState */
/** @typedef {import("../types.d.ts").AppState} AppState */

/** Returns the fields that are refused without a request: field names with keys of texts.
 * @param {WelcomeState} welcome @returns {Record<string, string>} */
export function refusedFields({ step, email, password, name, code }) {
  /** @type {Record<string, string>} */
  const refused = {};
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) refused.email = "field.email.wrongFormat";
  if (step === "signIn" && password === "") refused.password = "field.missing";
  if (step === "register") {
    if ([...name.trim()].length < NAME_LENGTH.min) refused.name = "field.name.tooShort";
    if (passwordRefusal(password)) refused.password = passwordRefusal(password);
  }
  if (step === "code" && code.trim() === "") refused.code = "field.missing";
  return refused;
}

/** @type {import("../types.d.ts").Reducer} */
export function reduceWelcome(state, action) {
  const { welcome } = state;
  const changed = (/** @type {Partial<WelcomeState>} */ change) => ({ ...state, welcome: { ...welcome, ...change } });
  switch (action.type) {
    case "welcome.type":
      return [changed({ [action.field]: action.text, refused: { ...welcome.refused, [action.field]: "" } }), []];
    case "welcome.step":
      return [changed({ step: action.step, problem: null, refused: {}, password: "", code: "" }), [{
        type: "focusField",
      }]];
    case "welcome.showPassword":
      return [changed({ isPasswordShown: !welcome.isPasswordShown }), []];
    case "welcome.submit": {
      if (welcome.isBusy) return [state, []];
      const refused = refusedFields(welcome);
      if (Object.keys(refused).length > 0) return [changed({ refused, problem: null }), [{ type: "focusError" }]];
      return [changed({ isBusy: true, problem: null, refused: {} }), [requestOf(welcome)]];
    }
    case "welcome.demo":
      if (welcome.isBusy) return [state, []];
      return [changed({ isBusy: true, problem: null, refused: {} }), [{ type: "signInDemo", account: action.account }]];
    case "welcome.known": {
      const step = action.registered ? "signIn" : "register";
      return [changed({ step, isBusy: false }), [{ type: "focusField" }]];
    }
    case "welcome.failed":
      return failed(state, action.problem);
    case "session.started":
      return [changed({ ...initialWelcome(), email: welcome.email }), []];
    default:
      return [state, []];
  }
}

/** @param {WelcomeState} welcome @returns {import("../types.d.ts").Effect} */
function requestOf({ step, email, password, name, invitation, code, challenge }) {
  const address = email.trim();
  switch (step) {
    case "email":
      return { type: "emailStatus", email: address };
    case "register":
      return {
        type: "register",
        email: address,
        password,
        name: name.trim(),
        invitation: invitation.trim() || null,
      };
    case "code":
      return { type: "signInCode", challenge, code: code.replace(/\s/g, "") };
    default:
      return { type: "signIn", email: address, password };
  }
}

/** @param {AppState} state @param {import("../types.d.ts").AppProblem} problem
 * @returns {[AppState, import("../types.d.ts").Effect[]]} */
function failed(state, problem) {
  const { welcome } = state;
  const next = (/** @type {Partial<WelcomeState>} */ change) => ({
    ...state,
    welcome: { ...welcome, isBusy: false, ...change },
  });
  if (problem.code === "secondFactorRequired") {
    return [next({ step: "code", challenge: problem.params.challenge ?? "", problem: null }), [{
      type: "focusField",
    }]];
  }
  // Some servers do not say whether an address has an account; then the person chooses.
  if (welcome.step === "email" && (problem.status === 403 || problem.status === 404)) {
    return [next({ step: "choose", problem: null }), [{ type: "focusField" }]];
  }
  // A challenge that ended begins again with the password.
  if (welcome.step === "code" && problem.code === "unauthenticated") {
    return [next({ step: "signIn", problem, code: "" }), []];
  }
  return [next({ problem }), [{ type: "focusError" }]];
}

register(reduceWelcome);
