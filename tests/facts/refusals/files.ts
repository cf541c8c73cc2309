import { kindOf, whyNot } from "#app/features/media_library/files.ts";
import { whyTooLarge, whyUnusable } from "#contract/pictures/index.ts";
import { picture } from "#tests/support/samples/png.ts";
import type { Rule } from "./rules.ts";
import { announced, upload } from "./upload.ts";

const MB = 1024 * 1024;
const file = (name: string, type: string, size: number) => ({ name, type, size });

/** Why a chosen file isn't uploaded, shown before anything is sent, and the same file sent anyway. */
export const fileRules: Record<string, Rule> = {
  "This type of file can't be uploaded. Choose ….": {
    said: () => whyNot(file("setup.exe", "", 3), 50 * MB),
    sent: upload("setup.exe", () => new TextEncoder().encode("MZ\u0090"), "image/png"),
    status: 415,
  },
  "This file is empty.": {
    said: () => whyNot(file("empty.png", "image/png", 0), 50 * MB),
    sent: upload("empty.png", () => new Uint8Array(), "image/png"),
    status: 415,
  },
  "This file is …. The limit is ….": {
    said: () => whyNot(file("large.png", "image/png", 51 * MB), 50 * MB),
    sent: announced("/storage/v1/object/media/uploads/large.png", "image/png", 51 * MB),
    status: 413,
  },
  "This image is … × … pixels. The limit is … million pixels in total and … pixels in height.": {
    said: () => whyTooLarge({ width: 10_000, height: 6_001 }),
    sent: async (world) => upload("wide.png", await sizedDock(10_000, 6_001), "image/png")(world),
    status: 422,
  },
  "This image is damaged or incomplete. Open it in an image editor and save it again.": {
    said: () => whyUnusable("damaged"),
    sent: async (world) => upload("torn.png", await tornDock(), "image/png")(world),
    status: 422,
  },
  "Location and camera details can't be removed from this type of image. Save it as JPEG, PNG or WebP.":
    {
      said: () => whyUnusable("unsupported"),
      sent: upload("layers.psd", () => new TextEncoder().encode("8BPS\0\x01layers"), "image/x"),
      status: 415,
    },
  "This file is damaged or isn't really a …. Open it in an image editor and save it again.": {
    said: () => whyUnusable("unsupported", "image/jpeg"),
    sent: upload("noise.jpg", () => new TextEncoder().encode("no picture"), "image/jpeg"),
    status: 415,
  },
  // Staff choose what replaces a file: only the dialog requires the same kind.
  "This is …. The current file is …, so choose ….": {
    said: () => whyNot(file("rates.pdf", "application/pdf", 9), 50 * MB, kindOf("image/png")),
  },
};

export const dock = async () => new Uint8Array((await picture("dock.png", "#336699")).buffer);

const tornDock = async () => {
  const bytes = (await dock()).slice(0, 60);
  return () => bytes;
};

/** A PNG that claims to be larger than it is. */
const sizedDock = async (width: number, height: number) => {
  const bytes = await dock();
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return () => bytes;
};
