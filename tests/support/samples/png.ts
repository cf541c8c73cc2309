import sharp from "sharp";

/** A chosen or dropped file in Playwright's format. */
export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * A real PNG.
 * @param noise incompressible bytes, for a file of about this size
 */
export async function picture(name: string, color = "#1f6e4d", noise = 0): Promise<PickedFile> {
  const side = Math.max(240, Math.ceil(Math.sqrt(noise / 3)));
  const image = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: color,
      ...(noise > 0 && { noise: { type: "gaussian" as const, mean: 128, sigma: 40 } }),
    },
  });
  return { name, mimeType: "image/png", buffer: await image.png().toBuffer() };
}
