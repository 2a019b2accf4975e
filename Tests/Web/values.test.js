import { portionText, unitText } from "../../Clients/Web/modules/add/amount.js";
import { dateFields, readDate } from "../../Clients/Web/core/date-fields.js";
import { addDays, dayAt, daysBetween, dayText, isDay, msToNextDay, relativeDay } from "../../Clients/Web/core/dates.js";
import { numberOrNull, readNumber, rounded } from "../../Clients/Web/core/numbers.js";
import { feetAndInches, readHeight, readWeight, stonesAndPounds } from "../../Clients/Web/core/body-units.js";
import { fromMetric, toMetric } from "../../Clients/Web/core/convert.js";
import { assert, equal, near } from "./checks.js";

Deno.test("numbers: comma, dot, fractions, Thai digits and spaces are read", () => {
  const cases = {
    "1.5": 1.5,
    "1,5": 1.5,
    "½": 0.5,
    "1½": 1.5,
    "1 ½": 1.5,
    "1/2": 0.5,
    "1 1/2": 1.5,
    "¾": 0.75,
    "๑๒๓": 123,
    "๑.๕": 1.5,
    "๑,๕": 1.5,
    " 120 ": 120,
    "1 234": 1234,
    "1\u00a0234,5": 1234.5,
    "1\u202f234": 1234,
    "1,234.5": 1234.5,
    "1.234,5": 1234.5,
    "1,234,567": 1234567,
    "0,123": 0.123,
    ".5": 0.5,
    ",5": 0.5,
    "1.": 1,
    "1.234": 1.234,
    "12,34": 12.34,
    "1'234": 1234,
    "0": 0,
    "1234,567": 1234.567,
  };
  for (const [text, value] of Object.entries(cases)) equal(readNumber(text), { kind: "number", value }, text);
});

Deno.test("numbers: a text with two meanings returns both", () => {
  equal(readNumber("1,234"), { kind: "ask", values: [1234, 1.234] });
  equal(readNumber("12,500"), { kind: "ask", values: [12500, 12.5] });
  equal(numberOrNull("1,234"), null);
});

Deno.test("numbers: everything else is refused", () => {
  equal(readNumber("  "), { kind: "empty" });
  const wrong = [
    "-1",
    "1e5",
    "abc",
    "1.2.3",
    "1,2,3",
    "1/0",
    "Infinity",
    "0x10",
    "1 2",
    ".",
    "1,23.4",
    "1.234.5",
    "9".repeat(16),
    "½½",
    "1,234,5",
    "--",
    "NaN",
  ];
  for (const text of wrong) equal(readNumber(text), { kind: "wrong" }, text);
});

Deno.test("numbers: rounding has no errors of binary fractions", () => {
  equal([rounded(1.005, 2), rounded(2.5), rounded(-2.5), rounded(0.125, 2), rounded(1.45, 1), rounded(8.345, 2)], [
    1.01,
    3,
    -3,
    0.13,
    1.5,
    8.35,
  ]);
});

Deno.test("units: typed values come back identical", () => {
  const ranges = [
    ["kcal", 1, 5000, 1],
    ["kj", 1, 20000, 1],
    ["g", 1, 3000, 1],
    ["oz", 0.1, 100, 0.1],
    ["ml", 1, 5000, 1],
    ["floz", 0.1, 170, 0.1],
    ["kg", 30, 300, 0.1],
    ["lb", 66, 660, 0.1],
    ["cm", 100, 250, 0.1],
    ["in", 40, 98, 0.1],
  ];
  for (const [unit, from, to, step] of ranges) {
    for (let n = Math.round(from / step); n <= Math.round(to / step); n++) {
      const typed = rounded(n * step, 1);
      equal(fromMetric(toMetric(typed, unit), unit), typed, `${typed} ${unit}`);
    }
  }
});

Deno.test("units: feet with inches and stones with pounds come back identical", () => {
  for (let feet = 3; feet <= 7; feet++) {
    for (let inch = 0; inch < 24; inch++) {
      equal(feetAndInches(readHeight(`${feet} ${inch / 2}`, "ft")), [feet, inch / 2], `${feet} ${inch}`);
    }
  }
  for (let stones = 5; stones <= 40; stones++) {
    for (let pounds = 0; pounds < 14; pounds++) {
      equal(stonesAndPounds(readWeight(`${stones} ${pounds}`, "st")), [stones, pounds]);
    }
  }
});

Deno.test("units: a height in metres is one", () => {
  equal(["175", "1.75", "1,75", "1,75 м", "175 cm", "๑๗๕", "1.7"].map((text) => readHeight(text, "cm")), [
    175,
    175,
    175,
    175,
    175,
    175,
    170,
  ]);
  equal(readHeight("abc", "cm"), null);
  near(readHeight("5'9\"", "ft"), 175.26);
  near(readHeight("5 ft 9 in", "ft"), 175.26);
  near(readHeight("5-9", "ft"), 175.26);
  near(readHeight("5.5", "ft"), 167.64);
  equal([readHeight("5 12", "ft"), readHeight("5 9 1", "ft"), readHeight("", "ft")], [null, null, null]);
  near(readWeight("11 st 4 lb", "st"), 71.66759);
  near(readWeight("150 lb", "lb"), 68.03886);
});

Deno.test("dates: days are counted in the Gregorian calendar", () => {
  equal([
    addDays("2026-02-28", 1),
    addDays("2028-02-28", 1),
    addDays("2026-01-01", -1),
    daysBetween("2026-11-01", "2026-12-01"),
  ], ["2026-03-01", "2028-02-29", "2025-12-31", 30]);
  equal(["2026-02-29", "2026-13-01", "2026-1-1", "today", "2028-02-29"].map(isDay), [false, false, false, false, true]);
  equal(["2026-11-22", "2026-11-21", "2026-11-23", "2026-11-20"].map((day) => relativeDay(day, "2026-11-22")), [
    "today",
    "yesterday",
    "tomorrow",
    null,
  ]);
});

Deno.test("dates: the day of a person follows time zone and day start", () => {
  const at = Date.parse("2026-11-22T22:30:00Z");
  equal(dayAt(at, "Europe/Kyiv", 0), "2026-11-23");
  equal(dayAt(at, "Europe/Kyiv", 3), "2026-11-22");
  equal(dayAt(at, "America/New_York", 0), "2026-11-22");
  equal(dayAt(at, "Nowhere/Nothing", 0), "2026-11-22");
  equal(dayAt(Date.parse("2026-11-22T00:00:00Z"), "UTC", 0), "2026-11-22");
  near(msToNextDay(at, "Europe/Kyiv", 3), 2.5 * 3_600_000, 2000);
});

Deno.test("dates: each language shows its own form", () => {
  equal(dayText("2026-11-22", "uk-UA", "long"), "Неділя, 22 листопада");
  equal(dayText("2026-11-22", "en-GB", "long"), "Sunday 22 November");
  assert(dayText("2026-11-22", "th-TH", "date").includes("2569"), "Buddhist year");
  assert(dayText("2026-11-22", "th-TH", "date").includes("พฤศจิกายน"));
  assert(dayText("2026-11-22", "uk-UA", "date").startsWith("22 листопада 2026"));
});

Deno.test("dates: a birth date may have Thai digits and a Buddhist year", () => {
  equal([readDate("5", "3", "1990"), readDate("๕", "๓", "๒๕๓๓"), readDate("05", "03", "2533")], [
    "1990-03-05",
    "1990-03-05",
    "1990-03-05",
  ]);
  equal([readDate("31", "2", "1990"), readDate("5", "3", "90"), readDate("x", "3", "1990"), readDate("", "", "")], [
    null,
    null,
    null,
    null,
  ]);
  equal(dateFields("1990-03-05", "th"), { day: "5", month: "3", year: "2533" });
});

Deno.test("portions: a name that begins with a number is no second count", () => {
  const names = ["1/2 fillet", "1 1/2 cups", "1 cup, sliced", "bowl", "½ ชิ้น", "1/16 cake", "11/12 pie", "1/2 філе"];
  equal(names.map(portionText), [
    "½ fillet",
    "1½ cups",
    "1 cup, sliced",
    "bowl",
    "½ ชิ้น",
    "1/16 cake",
    "11/12 pie",
    "½ філе",
  ]);
  equal(names.map(unitText), [
    "× ½ fillet",
    "× 1½ cups",
    "× 1 cup, sliced",
    "bowl",
    "× ½ ชิ้น",
    "× 1/16 cake",
    "× 11/12 pie",
    "× ½ філе",
  ]);
});
