/** The second factor, and the QR code that it shows. */
import { grouped } from "../../Clients/Web/modules/factor/factor.js";
import { correctionOf, qrCode, qrPath } from "../../Clients/Web/modules/factor/qr.js";
import { assert, equal } from "./checks.js";
import { day, Run, TODAY } from "./fixtures.js";

/** Drawn by the package qrcode 8 of PyPI: version 1, correction M, mask 1. */
const KNOWN = `111111101111101111111
100000100011001000001
101110101001101011101
101110100111101011101
101110100010101011101
100000101110001000001
111111101010101111111
000000000111000000000
101000110011100100101
100111010000010001000
001111110110001010101
111100001000100011010
101000100100011111100
000000001111011100000
111111101101110010101
100000100101011101000
101110100011111101110
101110100100000001100
101110101100001011111
100000100010100111000
111111101100001010101`;

const rows = (modules) => modules.map((row) => row.map((isDark) => isDark ? 1 : 0).join("")).join("\n");
const address = (length) =>
  `otpauth://totp/Mealwire:${"a".repeat(length)}@example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mealwire`;

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

Deno.test("qr: a short text is drawn as another program draws it", () => equal(rows(qrCode("MEALWIRE")), KNOWN));

Deno.test("qr: codes of versions 5 to 10 are those of another program", async () => {
  // Each was compared with that of the package qrcode 8 of PyPI under the same mask.
  const known = [
    [address(1), "95c9dbc746be680d"],
    [address(25), "4f1f95e6c964a60f"],
    [address(40), "e05012207080da97"],
    [address(80), "648afcba35224868"],
    [address(120), "9bd0b43cac775331"],
    ["х".repeat(40), "58128a04fbaac5af"],
    ["x".repeat(213), "f8a692e420006d88"],
  ];
  for (const [text, expected] of known) equal(await digest(rows(qrCode(text))), expected, text);
});

Deno.test("qr: a text that is too long has no code", () => equal(qrCode("x".repeat(214)), null));

Deno.test("qr: correction is the remainder of a division", () => {
  // The example of ISO/IEC 18004, annex I: "01234567" in version 1-M.
  const words = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  equal(correctionOf(words, 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  equal(qrPath([[true, false], [false, true]]), "M0 0h1v1h-1zM1 1h1v1h-1z");
});

const open = () => Run.signedIn(day(TODAY)).do({ type: "route.changed", route: { name: "factor", params: {} } });

Deno.test("factor: it is set up by password, code and confirmation, and shows its recovery codes once", () => {
  const run = open();
  equal(run.taken("factor.ask").map(({ path }) => path), ["/v1/auth/totp"]);
  run.do({ type: "factor.status", data: { enabled: false } }).do({ type: "factor.step", step: "password" });
  run.do({ type: "factor.submit" });
  equal([run.state.factor.refused, run.taken("factor.ask").length], [["password"], 0]);
  run.do({ type: "factor.type", field: "password", text: "secret" }).do({ type: "factor.submit" });
  equal(run.taken("factor.ask").map(({ method, body }) => [method, body]), [["POST", { password: "secret" }]]);
  run.do({ type: "factor.begun", data: { secret: "ABCDEFGH", uri: "otpauth://x" } });
  equal([run.state.factor.step, run.state.factor.password, grouped("ABCDEFGH")], ["scan", "", "ABCD EFGH"]);
  run.do({ type: "factor.type", field: "code", text: " 123456 " }).do({ type: "factor.submit" });
  equal(run.taken("factor.ask").map(({ path, body }) => [path, body]), [["/v1/auth/totp/confirm", { code: "123456" }]]);
  run.do({ type: "factor.confirmed", data: { recoveryCodes: ["a", "b"] } });
  equal([run.state.factor.codes, run.state.factor.secret], [["a", "b"], ""]);
  run.do({ type: "factor.step", step: "status" });
  equal(run.state.factor.codes, []);
});

Deno.test("factor: switching it off needs password and code", () => {
  const run = open().do({ type: "factor.step", step: "remove" });
  run.taken("factor.ask");
  run.do({ type: "factor.type", field: "password", text: "secret" }).do({
    type: "factor.type",
    field: "code",
    text: "1",
  });
  run.do({ type: "factor.submit" });
  equal(run.taken("factor.ask").map(({ method, body }) => [method, body]), [["DELETE", {
    password: "secret",
    code: "1",
  }]]);
});

Deno.test("factor: its secrets are removed from the state when the screen closes", () => {
  const run = open().do({ type: "factor.begun", data: { secret: "A", uri: "otpauth://x" } });
  run.do({ type: "route.changed", route: { name: "today", params: {} } });
  assert(run.state.factor === undefined);
});
