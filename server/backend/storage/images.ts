import { createWriteStream } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { IMAGE_WIDTHS, type ImageFormat } from "#contract/image-widths.ts";
import { createConcurrencyLimit } from "#server/backend/concurrency-limit.ts";
import { type DiskSpace, diskFull, isDiskFull } from "#server/backend/disk-space.ts";
import { HttpError } from "#server/backend/http-error.ts";
import { toNode, toWeb } from "#server/backend/streams.ts";
import { createChild } from "#server/runtime/images/child.ts";
import type { MediaStore } from "./disk-store.ts";
import type { StoredObject } from "./objects.ts";

export interface Variant {
  body: ReadableStream;
  /** bytes */
  size: number;
  type: string;
}

/** One image to resize, from file to file. */
export interface ResizeWork {
  source: string;
  target: string;
  width: number;
  format: ImageFormat;
}

export interface ResizeAnswer {
  id: number;
  /** omitted: the target is written */
  problem?: "no image" | "not written";
  message?: string;
}

/** Resizes images in a child process. @param idleMs milliseconds without work until it ends */
export const createResizer = (idleMs?: number) =>
  createChild<ResizeWork, ResizeAnswer>(new URL("./resize.ts", import.meta.url), { idleMs });

/** The folder with the resized copies of one stored version. */
export const variantsFolder = (cache: string, version: string) =>
  join(cache, version.slice(0, 2), version);

/** libvips takes a core and tens of MB per image: a page full of new ones must not use them all. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 100;

/**
 * Resized copies of images, created on first request and cached on disk.
 * @param cache their folder; it may be emptied at any time
 * @returns a function that makes a copy; it refuses with 507 when the disk has no room for it
 */
export function imageVariants(
  store: MediaStore,
  cache: string,
  diskSpace: Pick<DiskSpace, "check">,
) {
  const underWay = new Map<string, Promise<void>>();
  const enter = createConcurrencyLimit(AT_ONCE, WAITING_AT_MOST, tooMany);
  const resize = createResizer();

  return async (file: StoredObject, width: number, format: ImageFormat): Promise<Variant> => {
    const path = join(variantsFolder(cache, file.version), `${width}.${format}`);
    const cached = await openVariant(path, format);
    if (cached) return cached;
    const work =
      underWay.get(path) ??
      enter(async () => {
        // Needs room for the original and the copy, which is hardly ever larger.
        await diskSpace.check(2 * file.size);
        await render(store, resize, file, { width, format }, path);
      }).finally(() => underWay.delete(path));
    underWay.set(path, work);
    await work;
    const made = await openVariant(path, format);
    if (!made) throw new Error(`${path} is gone again`);
    return made;
  };
}

const tooMany = () =>
  new HttpError(503, "busy", "Too many images at once. Try again.", { "retry-after": "5" });

async function openVariant(path: string, format: ImageFormat): Promise<Variant | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  const body = toWeb(handle.createReadStream());
  return { body, size, type: `image/${format}` };
}

async function render(
  store: MediaStore,
  resize: ReturnType<typeof createResizer>,
  file: StoredObject,
  wanted: { width: number; format: ImageFormat },
  path: string,
) {
  const [source, target] = [`${path}.${process.pid}.original`, `${path}.${process.pid}.part`];
  const content = await store.read(file.version);
  await mkdir(dirname(path), { recursive: true });
  try {
    // From file to file, so that neither the original nor the copy is held in this process's
    // memory.
    await pipeline(toNode(content), createWriteStream(source));
    const { problem, message } = await resize({ source, target, ...wanted });
    if (problem === "no image") {
      // Removing a file removes this folder too: then the image isn't damaged, it is gone.
      await access(source);
      throw new HttpError(422, "not_an_image", "This file can't be resized.");
    }
    if (problem) throw new Error(message);
    await rename(target, path);
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error;
  } finally {
    await Promise.all([source, target].map((left) => rm(left, { force: true })));
  }
}

/**
 * Reads `width` and `format` of an image transformation URL. Without a format, the browser's Accept
 * header decides, as on hosted Supabase.
 * @throws HttpError 400 for a width that is not on the list or an unknown format
 */
export function readTransform(url: URL, accept: string) {
  const width = Number(url.searchParams.get("width"));
  if (!(IMAGE_WIDTHS as readonly number[]).includes(width))
    throw new HttpError(
      400,
      "invalid_width",
      `Choose one of these widths: ${IMAGE_WIDTHS.join(", ")}.`,
    );
  const asked = url.searchParams.get("format");
  if (asked && !["avif", "webp", "jpeg"].includes(asked))
    throw new HttpError(400, "invalid_format", "Choose one of these formats: avif, webp, jpeg.");
  const format = (asked ?? preferred(accept)) as ImageFormat;
  return { width, format, negotiated: !asked };
}

const preferred = (accept: string): ImageFormat =>
  accept.includes("image/avif") ? "avif" : accept.includes("image/webp") ? "webp" : "jpeg";
