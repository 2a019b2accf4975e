/** Pictures that a person chooses: drawn on a canvas, so that little is sent and nothing but the picture itself. */

/** The longest side of a picture that is sent, in pixels: sharp on every phone, small enough for slow connections. */
const SIDE_MAX = 1280;
const QUALITY = 0.85;

/** Draws a picture at most `sideMax` wide and high.
 * @param {CanvasImageSource} source @param {number} width @param {number} height @param {number} sideMax */
export function drawn(source, width, height, sideMax) {
  const scale = Math.min(1, sideMax / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Draws a file.
 * @param {Blob} file @param {number} sideMax @returns {Promise<HTMLCanvasElement>} @throws If it is no picture. */
export async function loaded(file, sideMax) {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return drawn(image, image.naturalWidth, image.naturalHeight, sideMax);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Makes a JPEG of a file.
 * @param {Blob} file @returns {Promise<Blob>} @throws If it is no picture. */
export async function smaller(file) {
  const canvas = await loaded(file, SIDE_MAX);
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob ? resolve(blob) : reject(new Error("The picture cannot be drawn.")),
      "image/jpeg",
      QUALITY,
    )
  );
}
