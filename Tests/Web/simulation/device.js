/** A device: the served app, with its reducers, effects and requests, on a disk and a line of the simulation. */
import { Disk } from "./disk.js";
import { ask } from "./line.js";
import { checkDays, checkQueue, checkSave } from "./checks.js";
import { checkTasks } from "./tasks-checks.js";
import { readTasks, reduceTasks, TASKS, writesFor } from "./tasks.js";

export const USER = "anna";
export const OTHER_USER = "boris";
/** The day of the users. */
export const TODAY = "2024-11-22";
const DAY_BEFORE = "2024-11-21";
/** After this time the module that sends is there. */
const LEAD_MS = 100;

export class Device {
  /** @param {any} sim @param {number} number @param {any} app The modules of the app. */
  constructor(sim, number, app) {
    Object.assign(this, { sim, number, app });
    app.register(reduceTasks);
    this.disk = new Disk(sim, this);
    /** Counts the runs of the app, and the times that the queue was read from the disk. */
    this.boot = 0;
    this.epoch = 0;
    /** Whether the server accepts the session of the user. */
    this.hasSession = true;
    this.offlineUntil = 0;
    /** Entries that were removed before they were sent, with the save of the removal. */
    this.cancelled = new Map();
    /** Additions of water that the user may take back, and the last removed entries. */
    this.waters = [];
    this.removed = [];
    this.lastUser = USER;
    /** Tasks that are changed from an older version: in another window, or in the place of a refused write. */
    this.oldTasks = new Set();
    /** By date: when the newest write of the user was executed that the device was answered. */
    this.writtenAt = new Map();
  }

  /** Begins a run of the app with what is on the disk. */
  start() {
    this.boot += 1;
    /** The requests that are open, by their numbers. */
    this.open = new Map();
    /** The number of the last request with a key. */
    this.lastSent = new Map();
    this.#forget();
    this.disk.isBehind = false;
    this.hasModule = false;
    this.enter();
    this.numbers = new WeakMap();
    const { app, sim, boot } = this;
    const request = (path, options) =>
      boot === this.boot ? ask(sim, this, { method: "GET", ...options, path }) : new Promise(() => {});
    this.client = { request, serverNow: () => sim.now };
    this.state = { ...app.initialState("en", TODAY), route: { name: "today", params: {} } };
    const tools = {
      api: app.makeAPI(this.client),
      client: this.client,
      store: this.disk,
      getState: () => this.state,
      dispatch: (action) => boot === this.boot && this.dispatch(action),
      channel: { addEventListener: (_, listener) => void (this.tell = listener), postMessage: () => {} },
      loadWrites: () => boot === this.boot ? this.#loadModule() : new Promise(() => {}),
    };
    this.effects = app.makeEffects(tools);
    app.addQueueEffects(tools, this.effects);
    const days = [TODAY, DAY_BEFORE].map((date) => this.disk.keptDays.get(`${this.lastUser} ${date}`)).filter(Boolean);
    this.dispatch({ type: "session.started", user: { id: this.lastUser }, days });
    sim.schedule("lead", this, LEAD_MS);
  }

  /** Lets the app have the modules of this device: all devices share what is registered. */
  enter() {
    this.app.registerWrites(TASKS, this.hasModule ? writesFor(this.app) : null);
  }

  /** Loads the code of the module, which is missing at times. */
  #loadModule() {
    const { sim } = this;
    if (!sim.isDraining && sim.random.oneIn(sim.plan.missesModuleOneIn)) {
      sim.count("module missing");
      return Promise.reject(new Error("The module is missing."));
    }
    return Promise.resolve(this.openModule());
  }

  /** Makes the module available, with what the server has. */
  openModule() {
    this.hasModule = true;
    this.enter();
    readTasks(this.sim, this);
    this.dispatch({ type: "module.loaded" });
  }

  #forget() {
    /** The newest version that the device was answered for each entry, and the days of entries known as removed. */
    this.answeredVersions = new Map();
    this.gone = new Map();
    /** The days that are shown as they were on the disk. */
    this.copies = new Set();
    /** By date: when the newest state of the day was read that the device has shown. */
    this.seenAt = new Map();
    /** Before these times no write may be sent: by `Retry-After`, and by the pause after a failure. */
    this.notBefore = 0;
    this.pauseUntil = 0;
  }

  /** The user of the session, if there is one. */
  get sessionUser() {
    const { phase, user } = this.state.session;
    return phase === "signedIn" ? user.id : undefined;
  }

  get writes() {
    return this.state.sync.stored.writes;
  }

  /** Signs a user in. Another one begins with nothing of the former one. */
  signIn(user) {
    if (user === USER) this.hasSession = true;
    if (user !== this.lastUser) this.#forget();
    this.lastUser = user;
    this.dispatch({ type: "session.started", user: { id: user } });
  }

  dispatch(action) {
    this.take(action, (state) => this.app.reduce(state, action));
  }

  /** Passes an action of the user to the queue, as reducers of screens do. */
  write(action) {
    this.take({ type: "write", action }, (state) => this.app.write(state, action));
  }

  /** Passes a decision of the user to the queue. */
  decide(action) {
    this.take({ type: "write", action }, (state) => this.app.runSync(state, action));
  }

  take(action, work) {
    const { sim } = this;
    sim.guard(() => {
      sim.trace(() => `${sim.step} ${sim.now} device ${this.number}: ${JSON.stringify(action)}`);
      const before = this.state;
      if (action.action?.kind === "opened") this.#reopen();
      const [state, effects] = work(before);
      this.state = state;
      if (before.sync.stored.user === state.sync.stored.user) checkQueue(sim, this, action, before.sync);
      checkDays(sim, this, action, before.today.days);
      checkTasks(this, action, before);
      for (const effect of effects) {
        sim.trace(() => `    ${JSON.stringify(effect)}`);
        this.#run(effect);
      }
    });
  }

  /** Begins anew with what is on the disk: the numbers of saves begin again, too. */
  #reopen() {
    this.epoch += 1;
    // What could not be saved is forgotten.
    if (this.disk.isBehind) Object.assign(this, { answeredVersions: new Map(), gone: new Map() });
    this.disk.isBehind = false;
    this.cancelled = new Map([...this.cancelled].filter(([, { isSaved }]) => isSaved));
  }

  /** Carries an effect out, as the app does. */
  #run({ type, ...effect }) {
    const { sim } = this;
    const { kind } = effect.effect ?? {};
    if (type === "sync.save") {
      checkSave(this, effect.effect);
      this.numbers.set(effect.effect.changes, { save: effect.effect.number, epoch: this.epoch });
    } else if (kind === "removalOverruled") {
      sim.count("removal overruled");
      sim.oracle.overrule(effect.effect.entry.id, this.number);
    } else if (kind === "revived") {
      sim.count("entry revived");
      sim.oracle.created.add(effect.effect.entry);
    }
    const done = this.effects[type]?.({ type, ...effect });
    Promise.resolve(done).catch((error) => sim.fail(error));
  }

  /** Ends the save that is pending. @param {boolean} fails */
  completeSave(fails) {
    const { resolve, reject } = this.disk.pending;
    if (fails) this.sim.count("save failed");
    else this.#write();
    Object.assign(this.disk, { pending: undefined, isBehind: fails });
    if (fails) reject(new Error("The disk is full."));
    else resolve();
  }

  #write() {
    const { save, epoch } = this.numbers.get(this.disk.write());
    this.sim.oracle.accept(this.number, epoch, save);
    this.sim.tasks.accept(this.number, epoch, save);
    for (const entry of this.cancelled.values()) {
      if (entry.epoch === epoch && entry.save <= save) entry.isSaved = true;
    }
  }

  /** Ends the app at any point: what is being saved is on the disk, or not. @param {boolean} isSaved */
  stop(isSaved) {
    if (isSaved && this.disk.pending) this.#write();
    this.disk.pending = undefined;
  }
}
