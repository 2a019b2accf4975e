/** The pages that links in mail lead to: a new password, and the confirmation of an address. */
import { passwordRefusal } from "../../core/password.js";

/** @typedef {import("./types.d.ts").MailState} MailState */

/** @returns {MailState} */
export const initialMail = () => ({
  step: "ask",
  email: "",
  token: "",
  hasLink: false,
  password: "",
  isBusy: false,
  problem: null,
  refused: {},
});

/** @param {MailState} mail @returns {Record<string, string>} The fields that are not ready to be sent. */
function refusedFields({ step, email, token, password }) {
  /** @type {Record<string, string>} */
  const refused = {};
  if (step === "ask" && !/^[^\s@]+@[^\s@]+$/.test(email.trim())) refused.email = "field.email.wrongFormat";
  if ((step === "set" || step === "confirm") && token.trim() === "") refused.token = "field.missing";
  if (step === "set" && passwordRefusal(password)) refused.password = passwordRefusal(password);
  return refused;
}

/** @param {MailState} mail @returns {import("../../types.d.ts").Effect} */
function requestOf({ step, email, token, password }) {
  if (step === "ask") return { type: "mail.forgot", email: email.trim() };
  if (step === "set") return { type: "mail.reset", token: token.trim(), password };
  return { type: "mail.confirm", token: token.trim() };
}

/** @type {import("../../types.d.ts").Reducer} */
export function reduceMail(state, action) {
  const mail = state.mail ?? initialMail();
  const changed = (/** @type {Partial<MailState>} */ change) => ({ ...state, mail: { ...mail, ...change } });
  switch (action.type) {
    case "reset.open":
    case "confirm.open": {
      /** @type {MailState["step"]} */
      const step = action.type === "reset.open" ? "ask" : "confirm";
      // The code was taken from the address at the first opening, and must outlast the next one.
      const isKept = mail.hasLink && mail.step === (step === "ask" ? "set" : step);
      const opened = isKept ? mail : { ...initialMail(), step, email: state.welcome.email };
      return [{ ...state, mail: opened }, [{ type: "mail.readToken" }]];
    }
    case "mail.token":
      // The link has the code, so only the password is missing.
      return [changed({ token: action.token, hasLink: true, step: mail.step === "ask" ? "set" : mail.step }), []];
    case "mail.type":
      return [changed({ [action.field]: action.text, refused: { ...mail.refused, [action.field]: "" } }), []];
    case "mail.step":
      return [changed({ step: action.step, problem: null, refused: {} }), [{ type: "focusField" }]];
    case "mail.submit": {
      if (mail.isBusy) return [state, []];
      const refused = refusedFields(mail);
      if (Object.keys(refused).length > 0) return [changed({ refused, problem: null }), [{ type: "focusError" }]];
      return [changed({ isBusy: true, problem: null, refused: {} }), [requestOf(mail)]];
    }
    case "mail.done":
      return [changed({ step: action.step, isBusy: false, password: "" }), [{ type: "focusField" }]];
    case "mail.failed":
      return [changed({ isBusy: false, problem: action.problem }), [{ type: "focusError" }]];
    default:
      return [state, []];
  }
}
