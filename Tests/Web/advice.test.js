/** The line of advice on Today. */
import { render } from "../../Clients/Web/core/html.js";
import { todayView } from "../../Clients/Web/views/today.js";
import { assert, equal } from "./checks.js";
import { installDOM } from "./dom.js";
import { day, HOSTILE, Run, TODAY } from "./fixtures.js";
import { context } from "./hostile.js";

const numbers = { meanG: "71.2", targetG: "126.7", days: "7" };
const food = { food: "Lentil soup", foodId: "f 9", foodGrams: "300", bringsG: "18.4" };

function advice(params, language = "en") {
  const run = Run.signedIn(day(TODAY)).do({
    type: "advice.loaded",
    date: TODAY,
    items: [{ code: "proteinLow", severity: "hint", params }],
  });
  const main = installDOM();
  render(todayView(context(run, language)), main);
  const strip = main.find("p").find((each) => each.getAttribute("class") === "strip advice");
  return { text: strip.textContent, links: strip.find("a").map((each) => each.getAttribute("href")) };
}

Deno.test("advice: the food is named, and leads to its amount", () => {
  const { text, links } = advice({ ...numbers, ...food });
  assert(text.includes("71 g") && text.includes("Lentil soup would bring 18 g."), text);
  equal(links.map((path) => path.replace(/breakfast|lunch|dinner|snack/, "meal")), [`/amount/${TODAY}/meal/f%209`]);
  for (const language of ["uk", "th"]) assert(advice({ ...numbers, ...food }, language).text.includes("Lentil soup"));
});

Deno.test("advice: without a food there is no link", () => {
  equal(advice(numbers).links, []);
  equal(advice({ ...numbers, food: "Lentil soup", bringsG: "18" }).links, []);
});

Deno.test("advice: names stay as they are, also one that is a number", () => {
  assert(advice({ ...numbers, ...food, food: HOSTILE }).text.includes(HOSTILE));
  assert(advice({ ...numbers, ...food, food: "7.5" }).text.includes("7.5 would bring"));
});
