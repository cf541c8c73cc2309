/** The child process that draws images for pages (index.ts). */
import sharp from "sharp";
import { MAX_PIXELS } from "#contract/pictures/index.ts";
import "#server/runtime/images/in-child.ts";
import type { Answer, Work } from "./index.ts";

process.on("message", async ({ id, source, width, height }: Work & { id: number }) => {
  const answer: Answer = { id };
  try {
    answer.png = await sharp(source, { limitInputPixels: MAX_PIXELS })
      .resize({ width, height, fit: "inside" })
      // A palette fits flat colors and their edges in a third of the bytes.
      .png({ palette: true, colours: 128, effort: 7 })
      .toBuffer();
  } catch {
    // No image: the answer says so.
  }
  process.send?.(answer);
});
