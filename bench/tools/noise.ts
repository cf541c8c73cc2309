import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A picture in which nothing can be left out, as PNG. */
export const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
