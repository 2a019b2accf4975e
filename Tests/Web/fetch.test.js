import { skew } from "../../Clients/Web/data/fetch.js";
import { equal } from "./checks.js";
import { fakeClient, json, problem } from "./client.js";

async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error.problem;
  }
  throw new Error("It did not fail.");
}

Deno.test("fetch: every request carries X-Session, and versions become If-Match", async () => {
  const { client, sent } = fakeClient(() => json({ a: 1 }, { headers: { ETag: '"7"' } }));
  const answer = await client.request("/v1/x", { method: "PUT", body: { b: 2 }, version: 6, key: "k" });
  equal([answer.data, answer.version], [{ a: 1 }, 7]);
  equal(sent[0].headers, {
    "X-Session": "cookie",
    Accept: "application/json",
    "Content-Type": "application/json",
    "If-Match": '"6"',
    "Idempotency-Key": "k",
  });
  await client.request("/v1/x", { version: -1 });
  equal(sent[1].headers["If-Match"], "*");
});

Deno.test("fetch: a problem document becomes a typed error with Retry-After", async () => {
  const { client, connection } = fakeClient(() =>
    problem(429, "tooManyRequests", { params: { retryAfterSeconds: "9" } }, { "Retry-After": "9" })
  );
  const found = await failure(client.request("/v1/x"));
  equal([found.code, found.status, found.retryAfter, found.params], ["tooManyRequests", 429, 9, {
    retryAfterSeconds: "9",
  }]);
  equal(connection, [true], "a server that refuses is there");
});

Deno.test("fetch: no answer, a proxy's 502 and broken JSON mean offline", async () => {
  for (
    const answer of [
      () => Promise.reject(new TypeError("network")),
      () => new Response("<html>", { status: 502 }),
      () => new Response("{", { status: 200 }),
    ]
  ) {
    const { client, connection } = fakeClient(answer);
    equal((await failure(client.request("/v1/x"))).code, "offline");
    equal(connection.at(-1), false);
  }
});

Deno.test("fetch: an ended access token is refreshed once for all that wait", async () => {
  let isFresh = false;
  const { client, sent, ended } = fakeClient((path) => {
    if (path === "/v1/auth/refresh") {
      isFresh = true;
      return json({});
    }
    return isFresh ? json({ ok: true }) : problem(401, "unauthenticated");
  });
  await Promise.all([client.request("/v1/a"), client.request("/v1/b")]);
  equal([sent.filter(({ path }) => path === "/v1/auth/refresh").length, ended()], [1, 0]);
});

Deno.test("fetch: the end of a session is reported once, and not while offline", async () => {
  const over = fakeClient(() => problem(401, "unauthenticated"));
  equal((await failure(over.client.request("/v1/a"))).code, "unauthenticated");
  equal(over.ended(), 1);
  const away = fakeClient((path) =>
    path === "/v1/auth/refresh" ? Promise.reject(new TypeError()) : problem(401, "unauthenticated")
  );
  equal([(await failure(away.client.request("/v1/a"))).code, away.ended()], ["offline", 0]);
});

Deno.test("fetch: the difference of the clocks is measured to a second", () => {
  equal([skew(10_000, 10_100, 10_900), skew(10_000, 5_000, 5_200), skew(10_000, 15_000, 15_200)], [0, 4_800, -4_000]);
});
