/** Effects of the settings, and of sign-out. */
import { ProblemError } from "../../core/problems.js";
import { attemptWith, nothing } from "../../data/effects.js";
import { smaller } from "../../data/picture.js";
import { DEVICE, ENERGY_KEY, PLACES_KEY, SIGN_OUT, VOLUME_KEY } from "../../data/store.js";

const DAY_MS = 86_400_000;

/** @param {import("../../data/effects.js").Tools} tools
 * @returns {import("../../types.d.ts").EffectsOf<"more">} */
export function makeEffects({ api, client, store, getState, dispatch, channel }) {
  const attempt = attemptWith(dispatch);
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const ask = async (method, path, body) => (await client.request(path, { method, body })).data;
  /** @param {string} form @param {() => Promise<void>} work */
  const formed = (form, work) => attempt(work, (problem) => ({ type: "more.failed", form, problem }));
  const saved = (/** @type {string} */ form, /** @type {object} */ change = {}) =>
    dispatch({ type: "more.saved", form, change });
  const load = (/** @type {string} */ name, /** @type {string} */ path) => () =>
    formed(name, async () => {
      const { items } = await ask("GET", path);
      dispatch({ type: "more.loaded", change: { [name]: items } });
    });
  /** Ends something, and shows what the server has afterwards.
   * @param {string} name @param {string} path @param {"more.loadSessions" | "more.loadTokens"} list */
  const end = (name, path, list) =>
    formed(name, async () => {
      try {
        await ask("DELETE", path);
      } finally {
        await effects[list]({ type: list });
      }
    });

  /** Removes a user and the pictures from this device; with `keeps`, without the writes that wait.
   * @param {string} user @param {boolean} keeps */
  async function forget(user, keeps) {
    await store.putValue(DEVICE, "user", null);
    if (!keeps) await store.wipe(user);
    // A browser that refuses has no worker, so it keeps no pictures.
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    registration?.active?.postMessage("forget");
    channel?.postMessage({ left: user });
    dispatch({ type: "session.left" });
  }

  /** @type {import("../../types.d.ts").EffectsOf<"more">} */
  const effects = {
    "more.loadSessions": load("sessions", "/v1/auth/sessions?limit=50"),
    "more.loadTokens": load("tokens", "/v1/auth/tokens"),
    "more.loadMeta": () => attempt(async () => dispatch({ type: "meta.loaded", meta: await api.meta() }), nothing),
    "more.saveEnergy": ({ unit }) => localStorage.setItem(ENERGY_KEY, unit),
    "more.saveVolume": ({ unit }) => localStorage.setItem(VOLUME_KEY, unit),
    "more.savePlaces": ({ places }) => localStorage.setItem(PLACES_KEY, places.join(" ")),
    "more.patch": ({ form, change }) =>
      formed(form, async () => {
        const profile = await ask("PATCH", "/v1/profile", change);
        dispatch({ type: "profile.loaded", profile });
        dispatch({ type: "more.saved", form, keepsFocus: !["name", "body"].includes(form) });
      }),
    /** Sets the picture of the profile, or removes it where there is no file. */
    "more.picture": ({ file }) =>
      formed("picture", async () => {
        const picture = file ? await smaller(file).catch(() => null) : null;
        if (file && !picture) {
          throw new ProblemError({ code: "noPicture", status: 422, detail: "", params: { reason: "noPicture" } });
        }
        if (picture) await ask("PUT", "/v1/profile/image", picture);
        else await ask("DELETE", "/v1/profile/image");
        dispatch({ type: "profile.loaded", profile: await api.profile() });
        dispatch({ type: "more.saved", form: "picture", keepsFocus: true });
      }),
    "more.email": ({ values }) =>
      formed("email", async () => {
        const { email, currentPassword } = values;
        await ask("PUT", "/v1/auth/email", { email: email.trim(), currentPassword });
        saved("email");
      }),
    "more.password": ({ values }) =>
      formed("password", async () => {
        const { currentPassword, password, revokeTokens } = values;
        const body = { currentPassword, password, passwordConfirmation: password };
        await ask("PUT", "/v1/auth/password", revokeTokens ? { ...body, revokeTokens: true } : body);
        saved("password");
        await effects["more.loadSessions"]({});
        await effects["more.loadTokens"]({});
      }),
    "more.token": ({ values, scopes }) =>
      formed("token", async () => {
        const expiresAt = new Date(client.serverNow() + Number(values.tokenDays ?? 90) * DAY_MS).toISOString();
        const { token } = await ask("POST", "/v1/auth/tokens", {
          name: values.tokenName.trim(),
          scopes,
          expiresAt,
          ...(values.currentPassword ? { password: values.currentPassword } : {}),
          ...(values.code ? { code: values.code.replace(/\s/g, "") } : {}),
        });
        saved("token", { madeToken: token });
        await effects["more.loadTokens"]({});
      }),
    "more.export": ({ values }) =>
      formed("export", async () => {
        const exported = await ask("POST", "/v1/account/exports", { password: values.currentPassword });
        saved("export", { exported });
      }),
    "more.delete": ({ values }) =>
      formed("delete", async () => {
        await ask("POST", "/v1/account/deletion", { password: values.currentPassword });
        await forget(getState().session.user?.id ?? "", false);
        dispatch({ type: "more.erased" });
      }),
    "more.endSession": ({ id }) => end("sessions", `/v1/auth/sessions/${encodeURIComponent(id)}`, "more.loadSessions"),
    "more.endOthers": () => end("sessions", "/v1/auth/sessions", "more.loadSessions"),
    "more.endToken": ({ id }) => end("tokens", `/v1/auth/tokens/${encodeURIComponent(id)}`, "more.loadTokens"),
    /** Signs out. Without an answer the app is locked, and the session ends as soon as the server answers. */
    "more.leave": async ({ user, keeps }) => {
      try {
        await api.signOut();
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        await store.putValue(DEVICE, SIGN_OUT, true);
      }
      await forget(user, keeps);
    },
  };
  return effects;
}
