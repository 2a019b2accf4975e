/** Browsers: what the app uses is in the table of docs/reference/browsers.md, and its parts work without it. */
import { readPicture, startCamera } from "../../Clients/Web/modules/scan/camera.js";
import { copyText } from "../../Clients/Web/data/copy.js";
import { makeEffects } from "../../Clients/Web/modules/device/effects.js";
import { newId } from "../../Clients/Web/data/store.js";
import { assert, equal, files, readText, root } from "./checks.js";

/** A text without comments, which may mention what is not used. */
const codeOf = (name) => readText(name).replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
const sources = files().filter((name) => /\.(?:js|css)$/.test(name));

/** The cells of the table below a heading, row by row. */
function tableOf(heading) {
  const page = Deno.readTextFileSync(new URL("docs/reference/browsers.md", root));
  const [, part] = page.split(`\n## ${heading}\n`);
  const rows = part.split("\n## ")[0].split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}
const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** Runs work while an object has other properties; undefined removes one. */
async function having(object, properties, work) {
  const before = Object.keys(properties).map((name) => [name, Object.getOwnPropertyDescriptor(object, name)]);
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(object, name, { value, configurable: true, writable: true });
  }
  try {
    return await work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(object, name, descriptor);
      else delete object[name];
    }
  }
}

Deno.test("browsers: each feature that may be missing is in the files of its row", () => {
  const rows = tableOf("What may be missing");
  assert(rows.length >= 10);
  for (const [feature, , , place] of rows) {
    const [word] = namesIn(feature);
    const found = sources.filter((name) => codeOf(name).includes(word));
    equal(found.sort(), namesIn(place).sort(), word);
  }
});

Deno.test("browsers: what Safari 15.4 lacks is not used without a row", () => {
  const rows = tableOf("What is not used");
  assert(rows.length >= 10);
  for (const [[word]] of rows.map(([feature]) => [namesIn(feature)])) {
    equal(sources.filter((name) => codeOf(name).includes(word)), [], word);
  }
});

Deno.test("browsers: without randomUUID, ids are still random UUIDs", async () => {
  const ids = await having(crypto, { randomUUID: undefined }, () => [newId(), newId()]);
  for (const id of ids) assert(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id), id);
  assert(ids[0] !== ids[1]);
});

Deno.test("browsers: without a clipboard, the field with the text is selected", async () => {
  let selected = 0;
  const document = { getElementById: (id) => id === "field" ? { select: () => selected += 1 } : null };
  await having(navigator, { clipboard: undefined }, () =>
    having(globalThis, { document }, async () => {
      equal([await copyText("text", "field"), await copyText("text", "other"), selected], [false, false, 1]);
    }));
});

Deno.test("browsers: without a camera, the reason is said", async () => {
  for (const [isSecureContext, reason] of [[true, "none"], [false, "insecure"]]) {
    await having(navigator, { mediaDevices: undefined }, () =>
      having(globalThis, { isSecureContext }, async () => {
        equal(await new Promise((said) => startCamera({}, () => said("a code"), said)), reason);
      }));
  }
});

Deno.test("browsers: a picture is read by the app where the browser has no reader, or none for these codes", async () => {
  let read = 0;
  const data = { width: 8, height: 8, data: new Uint8ClampedArray(256) };
  const canvas = { width: 8, height: 8, getContext: () => ({ getImageData: () => (read += 1, data) }) };
  const reader = (formats) =>
    class {
      static getSupportedFormats = () => Promise.resolve(formats);
      detect = () => Promise.resolve([{ rawValue: "4006381333931" }]);
    };
  for (const BarcodeDetector of [undefined, reader(["qr_code"])]) {
    equal(await having(globalThis, { BarcodeDetector }, () => readPicture(canvas)), null);
  }
  equal(read, 2);
  const BarcodeDetector = reader(["ean_13", "ean_8", "upc_a"]);
  equal(await having(globalThis, { BarcodeDetector }, () => readPicture(canvas)), "4006381333931");
  equal(read, 2);
});

Deno.test("browsers: where nothing can be kept for good, nothing is asked", async () => {
  const { "device.persist": persist } = makeEffects({});
  for (const storage of [undefined, {}]) await having(navigator, { storage }, () => persist({}));
  let asked = 0;
  const storage = { persisted: () => Promise.resolve(false), persist: () => Promise.resolve(void (asked += 1)) };
  await having(navigator, { storage }, () => persist({}));
  equal(asked, 1);
});
