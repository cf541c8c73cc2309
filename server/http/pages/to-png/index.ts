import { createChild } from "#server/runtime/images/child.ts";

export interface Work {
  /** an image file; at most MAX_BYTES */
  source: Buffer;
  /** the box that the image fills as far as its shape allows, in pixels */
  width: number;
  height: number;
}

export interface Answer {
  id: number;
  /** undefined: no image */
  png?: Buffer;
}

/** A drawn image of ours takes a tenth of a second, so even on a busy machine what takes this long never ends. */
const STUCK_MS = 30_000;
/** No logo or drawing is larger. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Turns images into PNG files, one after another, in a child process: a crafted file can't run anything there,
 * take longer than STUCK_MS, or keep memory.
 */
export function createToPng(workMs = STUCK_MS) {
  const convert = createChild<Work, Answer>(new URL("./process.ts", import.meta.url), { workMs });
  let last: Promise<unknown> = Promise.resolve();

  /**
   * The image in a box of this size, enlarged if needed.
   * @returns null if `source` is not an image, too large, or takes too long
   */
  return (source: Buffer, width: number, height: number): Promise<Buffer | null> => {
    if (source.length > MAX_BYTES) return Promise.resolve(null);
    const next = last.then(() => convert({ source, width, height }));
    const png = next.then(
      (answer) => (answer.png ? Buffer.from(answer.png) : null),
      () => null,
    );
    last = png;
    return png;
  };
}
