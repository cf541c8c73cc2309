import sharp, { type Sharp } from "sharp";

/** Stands in every place where a photo may say something about itself. */
export const SECRET = "Secret 52.5208 N";

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

/** Nothing flat: a codec that lost something would show it. */
const gradient = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + (at >> 5)) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** Colors, camera, place and texts, as a phone writes them. */
const described = (image: Sharp, orientation: number) =>
  image
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: SECRET, ImageDescription: SECRET, Orientation: String(orientation) },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 15/1", GPSProcessingMethod: SECRET },
    })
    .withXmp(XMP);

export type PhotoFormat = "jpeg" | "png" | "webp" | "avif" | "tiff";
export const PHOTO_FORMATS: PhotoFormat[] = ["jpeg", "png", "webp", "avif", "tiff"];

/** A photo that says where it was taken, in each way that its format has. */
export const photo = (format: PhotoFormat, { orientation = 6, width = 48, height = 32 } = {}) =>
  described(gradient(width, height), orientation)
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
