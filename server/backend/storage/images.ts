import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { IMAGE_WIDTHS, type ImageFormat } from "#contract/image-widths.ts";
import { Refusal } from "#server/backend/refusal.ts";
import type { MediaStore } from "./disk-store.ts";
import type { StoredObject } from "./objects.ts";

export interface Variant {
  body: ReadableStream;
  /** bytes */
  size: number;
  type: string;
}

/** Where the resized copies of one stored version lie. */
export const variantsFolder = (cache: string, version: string) =>
  join(cache, version.slice(0, 2), version);

/** libvips takes a core and tens of MB for each image: a page full of new ones must not take all. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 100;
const MAX_PIXELS = 60_000_000;

/**
 * Resized copies of images, made when first asked for and kept on disk.
 * @param cache their folder; it may be emptied at any time
 */
export function imageVariants(store: MediaStore, cache: string) {
  const underWay = new Map<string, Promise<void>>();
  const enter = turnstile(AT_ONCE, WAITING_AT_MOST);

  return async (file: StoredObject, width: number, format: ImageFormat): Promise<Variant> => {
    const folder = variantsFolder(cache, file.version);
    const path = join(folder, `${width}.${format}`);
    const cached = await openVariant(path, format);
    if (cached) return cached;
    const work =
      underWay.get(path) ??
      enter(() => render(store, file, width, format, folder, path)).finally(() =>
        underWay.delete(path),
      );
    underWay.set(path, work);
    await work;
    const made = await openVariant(path, format);
    if (!made) throw new Error(`${path} is gone again`);
    return made;
  };
}

async function openVariant(path: string, format: ImageFormat): Promise<Variant | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  const body = Readable.toWeb(handle.createReadStream()) as ReadableStream;
  return { body, size, type: `image/${format}` };
}

async function render(
  store: MediaStore,
  file: StoredObject,
  width: number,
  format: ImageFormat,
  folder: string,
  path: string,
) {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const original = Buffer.from(await new Response(await store.read(file.version)).arrayBuffer());
  const quality = format === "avif" ? 55 : 78;
  const bytes = await sharp(original, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .toFormat(format, { quality, effort: format === "avif" ? 3 : 4 })
    .toBuffer()
    .catch(() => {
      throw new Refusal(422, "not_an_image", "This file can't be resized.");
    });
  await mkdir(folder, { recursive: true });
  const temporary = `${path}.${process.pid}.part`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

/** Lets `size` pieces of work in at a time; the rest wait in line, and beyond `line` are turned away. */
function turnstile(size: number, line: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= line)
      throw new Refusal(503, "busy", "Too many images at once. Try again.", { "retry-after": "5" });
    if (inside >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

/**
 * Reads `width` and `format` of an image transformation URL. Without a format the browser's Accept
 * header chooses, as on hosted Supabase.
 * @throws Refusal 400 for a width that is not on the list or an unknown format
 */
export function readTransform(url: URL, accept: string) {
  const width = Number(url.searchParams.get("width"));
  if (!(IMAGE_WIDTHS as readonly number[]).includes(width))
    throw new Refusal(
      400,
      "invalid_width",
      `Choose one of these widths: ${IMAGE_WIDTHS.join(", ")}.`,
    );
  const asked = url.searchParams.get("format");
  if (asked && !["avif", "webp", "jpeg"].includes(asked))
    throw new Refusal(400, "invalid_format", "Choose one of these formats: avif, webp, jpeg.");
  const format = (asked ?? preferred(accept)) as ImageFormat;
  return { width, format, negotiated: !asked };
}

const preferred = (accept: string): ImageFormat =>
  accept.includes("image/avif") ? "avif" : accept.includes("image/webp") ? "webp" : "jpeg";
