/** The icons. Those of the first screens and of long lists are drawn by paths, the others refer to the sprite. */
import { html } from "../core/html.js";

const SPRITE = new URL("../icons.svg", import.meta.url);
/** A path alone, so that the page of another address of the same server shows icons, too. */
const sprite = SPRITE.protocol.startsWith("http") ? SPRITE.pathname : "/icons.svg";

/** The icons of the first load, so that the first screen does not wait for the sprite. A row with a path of its own is
 * made in half the time of one that refers to the sprite, because a reference copies the symbol.
 * @type {Record<string, string>} */
export const DRAWN = {
  today: "M4 11.5 12 4.5l8 7M6 10v8.5a1 1 0 0 0 1 1h3.5v-5h3v5H17a1 1 0 0 0 1-1V10",
  progress: "M5 19.5v-6M12 19.5v-15M19 19.5v-10",
  people:
    "M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 19.5c.4-3.4 3-5.5 6.5-5.5s6.1 2.1 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2 .8 3.2 2.5 3.5 4.9",
  more: "M4.5 7h15M4.5 12h15M4.5 17h15",
  plus: "M12 5v14M5 12h14",
  dots: "M12 6v.01M12 12v.01M12 18v.01",
  check: "M5 12.5l4.5 4.5L19 7.5",
  "chevron-down": "M5.5 9l6.5 6.5L18.5 9",
  "chevron-left": "M14.5 5.5l-6.5 6.5 6.5 6.5",
  "chevron-right": "M9.5 5.5l6.5 6.5-6.5 6.5",
  copy:
    "M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2",
  exercise:
    "M12.75 4.75a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0M5 11.5l3.5-3 4.5.5-2.5 4.5 3.5 2.5-1 4.5M10.5 13.5 9 17l-4 1.5M13 9l2.5 2.5 3.5.5",
  note:
    "M6 4.5h12a1 1 0 0 1 1 1v9l-5 5H6a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1zM19 14.5h-4a1 1 0 0 0-1 1v4M8.5 9h7M8.5 12.5h4",
  over: "M12 5v14M6 11l6-6 6 6",
  under: "M12 5v14M6 13l6 6 6-6",
  target: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 12v.01",
  waiting: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2.5",
  warning: "M12 4.5 3.5 19h17zM12 10v4M12 16.6v.01",
  water:
    "M12 3.5c3.3 3.9 5.75 6.9 5.75 10.25a5.75 5.75 0 0 1-11.5 0C6.25 10.4 8.7 7.4 12 3.5zM9.25 14.25A2.75 2.75 0 0 0 12 17",
  plan:
    "M6.5 5.5h11a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM4.5 10h15M8.5 3.5v4M15.5 3.5v4M8.5 14.5l2 2 4-3.5",
  foods:
    "M12 8c-1.5-1.6-3-2-4.3-1.7C5.5 6.8 4.5 9 4.5 11.5c0 4 2.7 8.5 5 8.5 1 0 1.6-.6 2.5-.6s1.5.6 2.5.6c2.3 0 5-4.5 5-8.5 0-2.5-1-4.7-3.2-5.2C15 6 13.5 6.4 12 8zM12 8c0-2 1-3.8 3-4.5",
  history: "M4.5 12a7.5 7.5 0 1 0 2.5-5.6M4.5 4.5v4h4M12 8v4.5l3 2",
  brand: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h4l2-4 4 8 2.5-4h4.5",
  info: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 11.5v4.5M12 8.25v.01",
};

/** @param {string} name @param {boolean} [isSmall] */
export const icon = (name, isSmall = false) =>
  DRAWN[name]
    ? html`
      <svg class=${isSmall ? "icon icon-small" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
        <path d=${DRAWN[name]}></path>
      </svg>
    `
    : html`
      <svg class=${isSmall ? "icon icon-small" : "icon"} aria-hidden="true">
        <use href=${`${sprite}#${name}`}></use>
      </svg>
    `;
