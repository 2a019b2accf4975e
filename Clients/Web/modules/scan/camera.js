/** Shows the camera and reads barcodes in its frames: by the reader of the browser, else by that of the app. */
import { FRAME_ANGLES, greyOf, readBarcode } from "./barcode.js";
import { drawn } from "../../data/picture.js";

/** The longest side of a frame that is read, in pixels. */
const FRAME_SIDE = 800;
/** The pause between two frames, so that a phone stays cool. */
const PAUSE_MS = 120;

/** The browser's own reader; null where there is none, or none for these codes. */
async function ownReader() {
  const Detector = /** @type {any} */ (globalThis).BarcodeDetector;
  const wanted = ["ean_13", "ean_8", "upc_a"];
  try {
    const known = await Detector.getSupportedFormats();
    return wanted.every((format) => known.includes(format)) ? new Detector({ formats: wanted }) : null;
  } catch {
    return null;
  }
}

/** @param {HTMLCanvasElement} canvas @param {readonly number[]} angles @returns {Promise<string | null>} */
export async function readPicture(canvas, angles = FRAME_ANGLES) {
  const reader = await ownReader();
  const [found] = reader ? await reader.detect(canvas).catch(() => []) : [];
  if (found) return found.rawValue;
  const image = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  return image ? readBarcode(greyOf(image), angles) : null;
}

/**
 * Shows the camera in a video and reads until `stop` is called.
 * @param {HTMLVideoElement} video
 * @param {(code: string) => void} onCode
 * @param {(reason: "none" | "denied" | "insecure") => void} onFailure
 * @returns {() => void} Stops the camera.
 */
export function startCamera(video, onCode, onFailure) {
  let isStopped = false;
  /** @type {MediaStream | undefined} */
  let stream;
  const stop = () => {
    isStopped = true;
    stream?.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
  };
  const read = async () => {
    if (isStopped) return;
    if (video.videoWidth > 0 && !document.hidden) {
      const code = await readPicture(drawn(video, video.videoWidth, video.videoHeight, FRAME_SIDE));
      if (code && !isStopped) onCode(code);
    }
    setTimeout(read, PAUSE_MS);
  };
  const begin = async () => {
    // Plain HTTP has no camera.
    if (!navigator.mediaDevices?.getUserMedia) return onFailure(globalThis.isSecureContext ? "none" : "insecure");
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (isStopped) return stop();
      video.srcObject = stream;
      await video.play();
      await read();
    } catch (error) {
      stop();
      onFailure(/** @type {any} */ (error)?.name === "NotAllowedError" ? "denied" : "none");
    }
  };
  void begin();
  return stop;
}
