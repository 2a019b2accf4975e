/**
 * Runs devices, a line and a server on the app that is served, and checks the queue's promises after every step.
 *
 * A run is identified by its seed: `MEALWIRE_SYNC_SEED=N scripts/ci/check-web simulation` repeats it and prints every
 * step. `MEALWIRE_SYNC_MUTATION` breaks a rule in it, and `MEALWIRE_SYNC_FRESH` sets the number of random seeds.
 */
import { equal } from "./checks.js";
import { loadApp } from "./simulation/app.js";
import { INVARIANTS } from "./simulation/invariants.js";
import { MUTATIONS } from "./simulation/mutations.js";
import { Simulation } from "./simulation/simulation.js";

const STEPS = 2_000;
const FIXED_SEEDS = 200;
/** A broken rule is noticed by its invariant in one of these runs. */
const SEEDS_OF_MUTATIONS = 400;
/** What must happen in the runs of the fixed seeds. */
const EXPECTED = [
  "cancelled unsent",
  "conflict edited",
  "conflict resolved",
  "entry revived",
  "offline",
  "other user",
  "other window",
  "refusal corrected",
  "refusal dismissed",
  "removal overruled",
  "request doubled",
  "request lost",
  "restart",
  "restored anew",
  "restored in queue",
  "save failed",
  "server failure",
  "session over",
];

const setting = (/** @type {string} */ name) =>
  Deno.permissions.querySync({ name: "env", variable: name }).state === "granted" ? Deno.env.get(name) : undefined;
const [wantedSeed, wantedMutation, fresh] = ["SEED", "MUTATION", "FRESH"].map((name) =>
  setting(`MEALWIRE_SYNC_${name}`)
);

/** Runs seeds; returns what happened in them. @param {number[]} seeds */
async function check(seeds) {
  const app = await loadApp();
  const counts = {};
  for (const seed of seeds) {
    const simulation = new Simulation(seed, STEPS, app);
    equal((await simulation.run())?.text, undefined);
    for (const [name, count] of Object.entries(simulation.counts)) counts[name] = (counts[name] ?? 0) + count;
    counts.digest = simulation.digest;
  }
  return counts;
}

if (wantedSeed) {
  Deno.test(`simulation: every promise holds in the run of seed ${wantedSeed}`, async () => {
    const simulation = new Simulation(Number(wantedSeed), STEPS, await loadApp(wantedMutation));
    simulation.isTraced = true;
    equal((await simulation.run())?.text, undefined);
  });
} else {
  Deno.test("simulation: every promise holds in the runs of fixed seeds", async () => {
    const counts = await check(Array.from({ length: FIXED_SEEDS }, (_, index) => index + 1));
    equal(EXPECTED.filter((name) => !counts[name]), [], "does not happen in any run");
  });

  Deno.test("simulation: every promise holds in the runs of random seeds", async () => {
    const seeds = Array.from({ length: Number(fresh ?? 20) }, () => Math.floor(Math.random() * 2 ** 48));
    console.error(`simulation: random seeds ${seeds.join(" ")}`);
    await check(seeds);
  });

  Deno.test("simulation: a seed always gives the same run", async () => {
    equal(await check([17]), await check([17]));
  });

  for (const [name, { invariant }] of Object.entries(MUTATIONS)) {
    Deno.test(`simulation: the broken rule ${name} is noticed by its invariant`, async () => {
      const app = await loadApp(name);
      const others = {};
      for (let seed = 1; seed <= SEEDS_OF_MUTATIONS; seed++) {
        const found = (await new Simulation(seed, STEPS, app).run())?.invariant ?? "none";
        if (found === invariant) return;
        others[found] = (others[found] ?? 0) + 1;
      }
      throw new Error(`${invariant} does not notice ${name}; noticed by ${JSON.stringify(others)}`);
    });
  }

  Deno.test("simulation: every invariant notices a broken rule", () => {
    const noticing = new Set(Object.values(MUTATIONS).map(({ invariant }) => invariant));
    equal(Object.keys(INVARIANTS).filter((name) => !noticing.has(name)), []);
  });
}
