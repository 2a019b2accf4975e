/** Hints of the event stream: what changed on other devices. The app fetches it anew. */

/** Pauses between attempts after the browser gave up, in milliseconds. */
const PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 120_000;

/**
 * Holds the stream open while `isWanted` returns true.
 * @param {(hint: {kind: string, date?: string | null}) => void} onHint A `reset` says that hints may have been missed.
 * @param {() => boolean} isWanted
 * @param {typeof EventSource} [Source]
 * @param {(work: () => void, ms: number) => void} [after]
 */
export function listen(
  onHint,
  isWanted,
  Source = globalThis.EventSource,
  after = (work, ms) => void setTimeout(work, ms),
) {
  let failures = 0;
  // True if something may have changed between the first requests and the stream.
  let isBehind = false;
  const open = () => {
    // To have no session is no failure: however long a sign-in takes, the stream is open soon after it.
    if (!isWanted()) return pause(PAUSE_MS);
    const source = new Source("/v1/events");
    if (isBehind) source.addEventListener("open", () => onHint({ kind: "reset" }), { once: true });
    source.addEventListener("hint", (event) => {
      failures = 0;
      try {
        onHint(JSON.parse(/** @type {MessageEvent} */ (event).data));
      } catch {
        // A newer server may send what this version cannot read.
      }
    });
    source.addEventListener("reset", () => onHint({ kind: "reset" }));
    source.onerror = () => {
      // The browser tries again by itself after a lost connection, but not after an answer that is no stream.
      if (source.readyState === Source.CLOSED) later();
    };
  };
  const pause = (/** @type {number} */ ms) => {
    isBehind = true;
    after(open, ms);
  };
  const later = () => {
    failures += 1;
    pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(failures - 1, 10)));
  };
  open();
}
