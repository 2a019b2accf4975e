/** The state of the second factor: setting it up with an authenticator app, recovery codes, removing it. */

/** @typedef {import("../../types.d.ts").AppState} AppState */
/** @typedef {import("../../types.d.ts").Effect} Effect */
/** @typedef {import("./types.d.ts").FactorState} FactorState */

/** @returns {FactorState} */
export const initialFactor = () => ({
  status: null,
  step: "status",
  password: "",
  code: "",
  secret: "",
  uri: "",
  codes: [],
  refused: [],
  problem: null,
  isBusy: false,
});

/** @param {AppState} state */
export const factorState = (state) => state.factor ?? initialFactor();

/** @param {AppState} state @param {Partial<FactorState>} change @returns {AppState} */
const withFactor = (state, change) => ({ ...state, factor: { ...factorState(state), ...change } });

/** @type {Effect} */
const STATUS = { type: "factor.ask", path: "/v1/auth/totp", then: "factor.status" };

/** The fields of a step.
 * @type {Record<string, ("password" | "code")[]>} */
const FIELDS = { password: ["password"], scan: ["code"], remove: ["password", "code"] };

/** @type {import("../../types.d.ts").Reducer} */
export function reduceFactor(state, action) {
  const factor = factorState(state);
  switch (action.type) {
    case "factor.open":
      return [withFactor(state, initialFactor()), [STATUS]];
    case "route.changed":
      // Secrets do not stay in memory after the screen was left.
      return state.factor && action.route.name !== "factor" ? [{ ...state, factor: undefined }, []] : [state, []];
    case "factor.status":
      return [withFactor(state, { status: action.data, problem: null }), []];
    case "factor.step":
      return [withFactor(state, { ...initialFactor(), status: factor.status, step: action.step }), [
        { type: "focusField" },
      ]];
    case "factor.type":
      return [
        withFactor(state, {
          [action.field]: action.text,
          refused: factor.refused.filter((name) => name !== action.field),
        }),
        [],
      ];
    case "factor.submit": {
      if (factor.isBusy) return [state, []];
      const refused = (FIELDS[factor.step] ?? []).filter((name) => factor[name].trim() === "");
      if (refused.length > 0) return [withFactor(state, { refused, problem: null }), [{ type: "focusError" }]];
      return [withFactor(state, { isBusy: true, problem: null }), [requestOf(factor)]];
    }
    case "factor.begun":
      return [
        withFactor(state, {
          isBusy: false,
          step: "scan",
          password: "",
          secret: action.data.secret,
          uri: action.data.uri,
        }),
        [{ type: "focusField" }],
      ];
    case "factor.confirmed":
      return [
        withFactor(state, { ...initialFactor(), step: "codes", codes: action.data.recoveryCodes }),
        [{ type: "focusHeading" }, STATUS],
      ];
    case "factor.removed":
      return [withFactor(state, initialFactor()), [STATUS]];
    case "factor.failed":
      return [withFactor(state, { isBusy: false, problem: action.problem }), [{ type: "focusError" }]];
    default:
      return [state, []];
  }
}

/** @param {FactorState} factor @returns {Effect} */
function requestOf({ step, password, code }) {
  const typed = code.trim();
  if (step === "password") {
    return { type: "factor.ask", method: "POST", path: "/v1/auth/totp", body: { password }, then: "factor.begun" };
  }
  if (step === "scan") {
    return {
      type: "factor.ask",
      method: "POST",
      path: "/v1/auth/totp/confirm",
      body: { code: typed },
      then: "factor.confirmed",
    };
  }
  return {
    type: "factor.ask",
    method: "DELETE",
    path: "/v1/auth/totp",
    body: { password, code: typed },
    then: "factor.removed",
  };
}

/** A secret in groups of four, as people type it.
 * @param {string} secret */
export const grouped = (secret) => secret.replace(/(.{4})(?=.)/g, "$1 ");
