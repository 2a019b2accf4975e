/** When a window takes another version of the app. */
import { keepOffline } from "../../Clients/Web/data/offline.js";
import { equal } from "./checks.js";

/** A window with a worker, or without one yet. */
class Page extends EventTarget {
  hidden = false;
  isIdle = true;
  reloads = 0;
  sent = [];
  controller = {};
  waiting = { postMessage: (text) => this.sent.push(text) };

  async open() {
    const container = Object.assign(new EventTarget(), {
      controller: this.controller,
      register: () => Promise.resolve({ waiting: this.waiting, update: () => Promise.resolve() }),
    });
    this.container = container;
    // The hourly look for a newer version would keep the test open.
    const { setInterval } = globalThis;
    globalThis.setInterval = () => 0;
    await keepOffline(() => this.isIdle, { container, page: this, reload: () => void (this.reloads += 1) });
    globalThis.setInterval = setInterval;
    return this;
  }

  show(isShown) {
    this.hidden = !isShown;
    this.dispatchEvent(new Event("visibilitychange"));
  }

  change() {
    this.container.dispatchEvent(new Event("controllerchange"));
  }
}

Deno.test("offline: a hidden window without typed text asks for the next version, and takes it", async () => {
  const page = await new Page().open();
  page.show(false);
  equal([page.sent, page.reloads], [["swap"], 0]);
  page.change();
  equal(page.reloads, 1);
  // Hidden again before the reload has ended: a second one would stop it.
  page.show(true);
  page.show(false);
  equal(page.reloads, 1);
});

Deno.test("offline: a window that is seen or has typed text when the version changes takes it later", async () => {
  const page = await new Page().open();
  page.change();
  page.isIdle = false;
  page.show(false);
  equal([page.sent, page.reloads], [[], 0]);
  page.show(true);
  page.isIdle = true;
  page.show(false);
  equal([page.sent, page.reloads], [[], 1]);
});

Deno.test("offline: the first worker of a window reloads nothing", async () => {
  const page = new Page();
  page.controller = null;
  await page.open();
  page.hidden = true;
  page.change();
  page.show(false);
  equal([page.sent, page.reloads], [["swap"], 0]);
});
