/**
 * The child process for resizing images (images.ts). Ending it frees the memory that libvips and the
 * allocator keep after many large images.
 */
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { MAX_PIXELS } from "#contract/pictures/index.ts";
import "#server/runtime/images/in-child.ts";
import type { ResizeAnswer, ResizeWork } from "./images.ts";

process.on("message", async (work: ResizeWork & { id: number }) => {
  const answer: ResizeAnswer = { id: work.id, ...(await resize(work)) };
  process.send?.(answer);
});

async function resize({
  source,
  target,
  width,
  format,
}: ResizeWork): Promise<Omit<ResizeAnswer, "id">> {
  const quality = format === "avif" ? 55 : 78;
  let bytes: Buffer;
  try {
    bytes = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .toFormat(format, { quality, effort: format === "avif" ? 3 : 4 })
      .toBuffer();
  } catch {
    return { problem: "no image" };
  }
  try {
    await writeFile(target, bytes);
    return {};
  } catch (cause) {
    return { problem: "not written", message: String(cause) };
  }
}
