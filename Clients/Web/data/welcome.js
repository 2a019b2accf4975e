/** Effects of Welcome: an account is looked up, made, and signed in to. */
import { attemptWith, nothing } from "./effects.js";
import { DEVICE, SIGN_OUT } from "./store.js";

/** @param {import("./effects.js").Tools} tools
 * @returns {import("../types.d.ts").EffectsOf<"welcome">} By the type of the effect. */
export function makeWelcomeEffects({ api, client, store, getState, dispatch }) {
  const attempt = attemptWith(dispatch);
  /** @type {import("./effects.js").Failure} */
  const failed = (problem) => ({ type: "welcome.failed", problem });
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
    (await client.request(`/v1/auth/${path}`, { method: "POST", body })).data;
  /** Ends the session of a person that signed out without a connection. */
  async function endPending() {
    if (!await store.value(DEVICE, SIGN_OUT)) return;
    await api.signOut();
    await store.putValue(DEVICE, SIGN_OUT, false);
  }
  /** @param {string} path @param {unknown} body */
  const begin = (path, body) =>
    attempt(async () => {
      await endPending();
      const { user, profileMissing } = await post(path, body);
      await store.putValue(DEVICE, "user", user);
      // The first answers bring days.
      await import("../core/today.js").catch(() => {});
      dispatch({ type: "session.started", user, missing: profileMissing });
    }, failed);

  return {
    endPending: () => attempt(endPending, nothing),
    emailStatus: ({ email }) =>
      attempt(async () => {
        const { registered } = await post("email-status", { email });
        dispatch({ type: "welcome.known", registered });
      }, failed),
    signIn: ({ email, password }) => begin("login", { email, password }),
    signInDemo: ({ account }) => begin("login/demo", { account }),
    signInCode: ({ challenge, code }) => begin("login/totp", { challenge, code }),
    register: ({ type: _, invitation, ...body }) => {
      const { language } = getState();
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      return begin("register", {
        ...body,
        ...(invitation ? { invitation } : {}),
        passwordConfirmation: body.password,
        language,
        timeZone,
      });
    },
  };
}

/** Takes the code of an invitation link from the address, which no server and no history then has.
 * @param {(action: import("../types.d.ts").Action) => void} dispatch @param {string} step The step of Welcome. */
export function readInvitation(dispatch, step) {
  const text = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (!text) return;
  history.replaceState(history.state, "", location.pathname);
  // The link may be opened in a window that asks for a password already.
  if (step !== "email") dispatch({ type: "welcome.step", step: "email" });
  dispatch({ type: "welcome.type", field: "invitation", text });
}
