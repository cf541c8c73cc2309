import sharp, { type Sharp } from "sharp";

/** Appears in every place where a photo can contain metadata. */
export const SECRET = "Secret 52.5208 N";

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

/** No flat areas, so that any codec loss is visible. */
const gradient = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + (at >> 5)) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** Color profile, camera, location and texts, as a phone writes them. */
const described = (image: Sharp, orientation: number) =>
  image
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: SECRET, ImageDescription: SECRET, Orientation: String(orientation) },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 15/1", GPSProcessingMethod: SECRET },
    })
    .withXmp(XMP);

export type PhotoFormat = "jpeg" | "png" | "webp" | "avif" | "heic" | "gif" | "tiff";
export const PHOTO_FORMATS: PhotoFormat[] = ["jpeg", "png", "webp", "avif", "heic", "gif", "tiff"];

/** A photo with its location, in every way that its format supports. */
export async function photo(
  format: PhotoFormat,
  { orientation = 6, width = 48, height = 32 } = {},
): Promise<Buffer> {
  const image = described(gradient(width, height), orientation).withMetadata({ orientation });
  if (format === "heic") return asHeic(await image.toFormat("avif").toBuffer());
  const file = await image.toFormat(format).toBuffer();
  return format === "gif" ? withTexts(file) : file;
}

/**
 * HEIC is AVIF's container with another codec, which sharp can't write. Metadata is in the container, so an
 * AVIF file labeled as HEIC has everything that gets cleaned.
 */
function asHeic(avif: Buffer): Buffer {
  const file = Buffer.from(avif);
  file.write("heic", file.indexOf("ftyp") + 4, "latin1");
  return file;
}

/** GIF has no EXIF, and sharp writes no texts, so this adds a comment and XMP before the end. */
function withTexts(gif: Buffer): Buffer {
  const comment = [Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.alloc(1)];
  // XMP is stored unencoded; the tail lets a reader that counts blocks find the end.
  const tail = Buffer.from([0x01, ...Array.from({ length: 256 }, (_, i) => 255 - i), 0x00]);
  const xmp = [Buffer.from("\x21\xff\x0bXMP DataXMP", "latin1"), Buffer.from(XMP), tail];
  return Buffer.concat([gif.subarray(0, -1), ...comment, ...xmp, gif.subarray(-1)]);
}
