import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A PNG of random noise, which doesn't compress. */
export const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
