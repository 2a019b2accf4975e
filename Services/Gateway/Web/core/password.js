/** The rule of passwords: the app checks it before a request, and the server again. */

const LENGTH_MIN = 8;

/** Returns the key of the text that says what a password lacks; empty for a valid one.
 * @param {string} password */
export function passwordRefusal(password) {
  if ([...password].length < LENGTH_MIN) return "field.password.tooShort";
  return /\p{Lu}/u.test(password) ? "" : "field.password.upperCase";
}
