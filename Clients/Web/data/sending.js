/** The requests of the queue of writes, and what their answers mean. */

/** @typedef {import("./fetch.js").Client} Client */

const MEASUREMENTS = "/v1/profile/measurements";

/** @param {string} text */
const part = (text) => encodeURIComponent(text);

/**
 * Sends a request of the queue.
 * @param {Client} client @param {import("../core/sync/types.d.ts").SyncRequest} request
 * @returns {Promise<{kind: string} & Record<string, any>>} The answer.
 */
export async function sendWrite(client, { call, key }) {
  const path = `/v1/diary/entries/${part(call.id ?? "")}`;
  switch (call.kind) {
    case "putEntry": {
      const { date, meal, at, amount, name, energy } = call.content;
      // Unknown nutrients are left out; the server has those of its foods.
      const known = Object.entries(energy ?? {}).filter(([, value]) => value != null);
      const body = {
        date,
        meal,
        at,
        position: call.position,
        ...(amount ?? { name, ...Object.fromEntries(known) }),
      };
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
      const { data } = await client.request(path, { method: "PUT", body: given, version: call.version, key });
      return { kind: "entry", entry: data };
    }
    case "removeEntry":
      await client.request(path, { method: "DELETE", version: call.version, key });
      return { kind: "gone" };
    case "addWater":
    case "removeWater": {
      const { id, date, ml } = call.water;
      const request = call.kind === "addWater" ? { method: "PUT", body: { ml } } : { method: "DELETE" };
      const { data } = await client.request(`${dayPath(date)}/water/${part(id)}`, { ...request, key });
      return { kind: "day", day: data };
    }
    case "addMeasurement": {
      const { id, kind, value, at } = call.measurement;
      const request = { method: "PUT", body: { kind, value, at }, key };
      const { data } = await client.request(`${MEASUREMENTS}/${part(id)}`, request);
      return { kind: "measurement", measurement: data };
    }
    case "removeMeasurement":
      // The server stores the id of an unknown addition as removed, so that it refuses a late addition.
      await client.request(`${MEASUREMENTS}/${part(call.id)}?ifAbsent=remember`, { method: "DELETE", key });
      return { kind: "gone" };
    case "setValue":
      return await setValue(client, call, key);
    case "module": {
      const { method, path, body, version } = call;
      const isNew = method === "PUT" && !version;
      const reply = await client.request(path, { method, body, version: isNew ? undefined : version, key });
      if (method === "DELETE") return { kind: "gone" };
      return { kind: "done", object: reply.data, version: reply.data?.version ?? reply.version };
    }
    default:
      return unknown(call.kind);
  }
}

const dayPath = (/** @type {string} */ date) => `/v1/diary/days/${part(date)}`;

/** A write of another version of the app: the person decides about it.
 * @param {string} what */
const unknown = (what) => ({
  kind: "refused",
  status: 501,
  code: "unknownMethod",
  detail: `${what} is not possible yet.`,
});

/** Sets the note of a day, its mark, a favourite, or the tick of a shopping list.
 * @param {Client} client @param {import("../core/sync/types.d.ts").SyncRequest["call"]} call @param {string} [key] */
async function setValue(client, { subject, value, base }, key) {
  const [kind, id, item] = subject.split(" ");
  const method = value ? "PUT" : "DELETE";
  const send = async (/** @type {string} */ path, /** @type {import("./fetch.js").Options} */ options) =>
    (await client.request(path, { ...options, key })).data;
  switch (kind) {
    case "note": {
      const request = { method: "PUT", body: { text: value }, version: base?.version };
      return { kind: "day", day: await send(`${dayPath(id)}/note`, request) };
    }
    case "complete":
      return { kind: "day", day: await send(`${dayPath(id)}/complete`, { method }) };
    case "tick": {
      const request = { method: "PUT", body: { isTicked: value } };
      return { kind: "gone", list: await send(`/v1/plans/${part(id)}/shopping/${part(item)}`, request) };
    }
    case "favourite":
      await send(`/v1/foods/${part(id)}/favourite`, { method });
      return { kind: "gone" };
    default:
      return unknown(subject);
  }
}

/** Says what a failed request means for a write.
 * @param {import("../types.d.ts").AppProblem} problem @param {string} kind The kind of the call, or its method.
 * @returns {{kind: string} & Record<string, any>} */
export function answerOf({ status, code, detail, current, retryAfter }, kind) {
  if (status === 0 || status === 408) return { kind: "lost" };
  if (status === 401) return { kind: "sessionOver" };
  if ((status === 404 || status === 410) && /^(?:remove|DELETE)/.test(kind)) return { kind: "gone" };
  if (status === 412) return { kind: "changed", current: current ?? undefined };
  if (status === 429 || status === 503) {
    return { kind: "busy", retryAfter: retryAfter === undefined ? undefined : retryAfter * 1000 };
  }
  return status >= 500 ? { kind: "failed" } : { kind: "refused", status, code, detail };
}
