/**
 * Three devices of a user, with the app that is served, against the real diary, which is killed at times.
 *
 * Run by scripts/ci/devices-test: PORT DATA DIARY [SEED], the last to repeat an earlier run and print its steps.
 */
import { DEFECTS } from "./requests.js";
import { loadApp } from "./app.js";
import { RealDiary } from "./real-diary.js";
import { Simulation } from "./simulation.js";

/** The events of a run with faults; a run takes some seconds. */
const STEPS = 1_000;
/** Each contains everything that is expected below; a random seed follows them. */
const SEEDS = [8, 11];
/** A defect is noticed as a doubled change in one of these runs; the system decides in which. */
const SEEDS_OF_DEFECTS = [10, 3, 8, 6];
const EXPECTED = [
  "copies",
  "kill",
  "late creation",
  "offline",
  "read 200",
  "request doubled",
  "reply lost",
  "request lost",
  "restart",
  "write 200",
  "write 204",
  "write 412",
];

const [port, data, diary, wantedSeed] = Deno.args;
const origin = `http://127.0.0.1:${port}`;
let process = startDiary();

function startDiary() {
  const options = { args: ["--data", data, "--log-level", "error"], stdin: "null", stdout: "null", stderr: "null" };
  return new Deno.Command(diary, options).spawn();
}

/** Ends the diary with SIGKILL. */
async function endDiary() {
  try {
    process.kill("SIGKILL");
  } catch {
    // It has ended by itself, which the requests show.
  }
  await process.status;
}

/** Sends a request; returns undefined if there is no reply. */
async function send({ method, path, body, headers }) {
  try {
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...json },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await reply.text();
    const retryAfter = reply.headers.get("Retry-After");
    return {
      status: reply.status,
      body: text ? JSON.parse(text) : undefined,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    };
  } catch {
    return undefined;
  }
}

async function answered(request) {
  const reply = await send({ headers: {}, ...request });
  if (!reply || reply.status >= 300) throw new Error(`${request.path}: ${JSON.stringify(reply)}`);
  return reply.body;
}

/** Runs the devices of a new user; returns the violation, if any, and what happened. */
async function run(seed, defect) {
  const password = "1234567A";
  const person = {
    email: `${crypto.randomUUID()}@example.org`,
    password,
    passwordConfirmation: password,
    name: "Devices",
  };
  const body = { ...person, sex: "female", heightCm: 170, weightKg: 60 };
  const { accessToken } = await answered({ method: "POST", path: "/v1/auth/register", body });
  const headers = { Authorization: `Bearer ${accessToken}` };
  const found = await answered({ method: "GET", path: "/v1/foods?q=banana&limit=1", headers });
  const stack = {
    food: found.items[0].id,
    send: (request) => send({ ...request, headers: { ...request.headers, ...headers } }),
    kill: endDiary,
    start: () => void (process = startDiary()),
  };
  const server = (plan) => new RealDiary(plan, seed, stack, defect);
  const simulation = new Simulation(seed, STEPS, await loadApp(), server);
  simulation.isTraced = wantedSeed !== undefined;
  const violation = await simulation.run();
  return { violation, counts: { ...simulation.counts, ...simulation.server.counts } };
}

/** Prints a line for what holds, and remembers what does not. */
let faults = 0;
function report(isRight, text) {
  console.log(`${isRight ? "ok    " : "FAILED"} ${text}`);
  if (!isRight) faults += 1;
}

try {
  const random = Math.floor(Math.random() * 2 ** 32);
  const all = {};
  for (const seed of wantedSeed ? [Number(wantedSeed)] : [...SEEDS, random]) {
    const { violation, counts } = await run(seed, undefined);
    report(!violation, `seed ${seed}: ${violation?.text ?? "all devices and the server end equal"}`);
    for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
  }
  if (!wantedSeed) {
    for (const name of EXPECTED) if (!all[name]) report(false, `there is no ${name}`);
    for (const [name, defect] of Object.entries(DEFECTS)) {
      let noticed;
      for (const seed of SEEDS_OF_DEFECTS) {
        const { violation } = await run(seed, defect);
        if (violation?.invariant === "appliedOnce") noticed ??= violation;
        if (noticed) break;
      }
      report(noticed, `${name}: ${noticed?.text ?? "not noticed"}`);
    }
  }
} finally {
  await endDiary();
}
Deno.exit(faults === 0 ? 0 : 1);
