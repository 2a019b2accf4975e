/** A client of the API without a network, for tests of requests and effects. */
import { Client } from "../../Clients/Web/data/fetch.js";

/** Makes an answer of the server. */
export const json = (body, init = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { "Content-Type": "application/json", ...init.headers } });

/** Makes an answer with a problem document. */
export const problem = (status, code, more = {}, headers = {}) =>
  new Response(JSON.stringify({ code, status, detail: "d", params: {}, ...more }), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });

/** Makes a client. A function answers its requests, and `sent` records them. */
export function fakeClient(answer) {
  const sent = [];
  const connection = [];
  let ended = 0;
  const client = new Client({
    fetch: async (path, init) => {
      sent.push({ path, ...init });
      return await answer(path, init, sent.length);
    },
    onConnection: (isOnline) => connection.push(isOnline),
    onSessionEnd: () => ended++,
  });
  return { client, sent, connection, ended: () => ended };
}

/** Returns when all timers and promises that are due have run. */
export const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));
