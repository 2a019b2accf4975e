/** Keeps the app on the device for use without a connection, and changes to a newer version when nothing would be
 * lost. */
import { workerURL } from "../core/html.js";

/** How often a window that stays open asks for a newer version, in milliseconds. */
const CHECK_MS = 3_600_000;

/**
 * Registers the worker. Plain HTTP has none; the app then works with a connection only.
 * @param {() => boolean} isIdle True if a reload of this window loses nothing.
 * @param {{container?: ServiceWorkerContainer, page?: Pick<Document, "hidden" | "addEventListener">,
 *   reload?: () => void}} [environment]
 */
export async function keepOffline(isIdle, environment = {}) {
  const { container = navigator.serviceWorker, page = document, reload = () => location.reload() } = environment;
  if (!container) return;
  // The first worker of a window takes nothing over, so there is nothing to reload.
  let hadWorker = container.controller !== null;
  let isOutdated = false;
  let isReloading = false;
  const isAway = () => page.hidden && isIdle();
  // A second reload would stop the first one, and windows that are hidden again and again never got the new version.
  const renew = () => {
    if (!isReloading) reload();
    isReloading = true;
  };
  container.addEventListener("controllerchange", () => {
    isOutdated = hadWorker;
    hadWorker = true;
    if (isOutdated && isAway()) renew();
  });
  const registration = await container.register(workerURL(), { scope: "/", updateViaCache: "none" });
  setInterval(() => void registration.update().catch(() => {}), CHECK_MS);
  page.addEventListener("visibilitychange", () => {
    if (!isAway()) return;
    // A window that was seen when the version changed takes it now.
    if (isOutdated) renew();
    else registration.waiting?.postMessage("swap");
  });
}
