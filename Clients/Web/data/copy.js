/** Copies a text for the person. */

/**
 * Copies a text; without HTTPS there is no clipboard, so the field with the text is selected instead.
 * @param {string} text @param {string} field The id of a field from which the text can be copied.
 * @returns {Promise<boolean>} True if the text is in the clipboard.
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    /** @type {HTMLInputElement | null} */ (document.getElementById(field))?.select();
    return false;
  }
}
