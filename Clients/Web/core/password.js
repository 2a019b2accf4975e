/** The rule of passwords: the app checks it before a request, and the server again. */
import { PASSWORD_LENGTH } from "./limits.js";

/** Returns the key of the text that says what a password lacks; empty for a valid one.
 * @param {string} password */
export function passwordRefusal(password) {
  if ([...password].length < PASSWORD_LENGTH.min) return "field.password.tooShort";
  return /\p{Lu}/u.test(password) ? "" : "field.password.upperCase";
}
