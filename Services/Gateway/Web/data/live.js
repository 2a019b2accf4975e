/** Hints of the event stream: what changed on other devices. The app fetches it anew. */

/** Pauses between attempts after the browser gave up, in milliseconds. */
const PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 120_000;

/**
 * Holds the stream open while `isWanted` returns true.
 * @param {(hint: {kind: string, date?: string | null}) => void} onHint A `reset` says that hints may have been missed.
 * @param {() => boolean} isWanted
 * @param {typeof EventSource} [Source]
 */
export function listen(onHint, isWanted, Source = globalThis.EventSource) {
  let failures = 0;
  const open = () => {
    if (!isWanted()) return later();
    const source = new Source("/v1/events");
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
  const later = () => {
    failures += 1;
    setTimeout(open, Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(failures - 1, 10)));
  };
  open();
}
