/** Keeps the app on the device for use without a connection, and changes to a newer version when nothing would be
 * lost. */
import { workerURL } from "../core/html.js";

/** How often a window that stays open asks for a newer version, in milliseconds. */
const CHECK_MS = 3_600_000;

/**
 * Registers the worker. Plain HTTP has none; the app then works with a connection only.
 * @param {() => boolean} isIdle True if a reload of this window loses nothing.
 */
export async function keepOffline(isIdle) {
  const container = navigator.serviceWorker;
  if (!container) return;
  // The first worker of a window takes nothing over, so there is nothing to reload.
  let hadWorker = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (hadWorker && document.hidden && isIdle()) location.reload();
    hadWorker = true;
  });
  const registration = await container.register(workerURL(), { scope: "/", updateViaCache: "none" });
  setInterval(() => void registration.update().catch(() => {}), CHECK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && isIdle()) registration.waiting?.postMessage("swap");
  });
}
