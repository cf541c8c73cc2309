import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Caller, readCaller } from "./caller.ts";
import { Refusal } from "./errors.ts";
import { readJson } from "./gateway/json.ts";
import type { imageVariants } from "./images.ts";
import { BUCKET, type MediaObjects } from "./media-objects.ts";
import { serveFile, serveVariant } from "./media-serve.ts";
import type { MediaStore } from "./media-store.ts";
import { mediaType } from "./media-type.ts";
import type { FileRemoval } from "./remove-files.ts";
import { readUpload } from "./upload-body.ts";

export interface StorageParts {
  objects: MediaObjects;
  store: MediaStore;
  variants: ReturnType<typeof imageVariants>;
  removal: FileRemoval;
  jwtSecret: string;
  /** bytes */
  maxBytes: number;
}

/**
 * The part of Supabase's storage API that the product uses, for the one bucket there is: upload,
 * update, remove, list, info, and public files with resizing. Why it is ours: decision 0001.
 */
export function createStorage(parts: StorageParts) {
  const { objects, store, variants, removal } = parts;
  const caller = (request: Request) => readCaller(request, parts.jwtSecret);

  const found = async (path: string) => {
    const file = await objects.find(path);
    if (!file) throw new Refusal(404, "not_found", "There is no such file.");
    return file;
  };

  async function upload(request: Request, path: string, replace: boolean) {
    const who = await caller(request);
    await objects.mayStore(who, path, replace);
    const { start, content } = await readUpload(request, parts.maxBytes);
    const type = await mediaType(start, path);
    const version = randomUUID();
    await objects.announce(version);
    const size = await store.put(version, content, type);
    const cacheControl = request.headers.get("cache-control") ?? "max-age=3600";
    const { id } = await objects.store(who, path, replace, { version, size, type, cacheControl });
    await removal.run();
    return Response.json({ Id: id, Key: `${BUCKET}/${path}` });
  }

  async function remove(request: Request, who: Caller) {
    const { prefixes } = await json(request, z.object({ prefixes: paths }));
    const gone = await objects.remove(who, prefixes);
    await removal.run();
    return Response.json(gone);
  }

  async function list(request: Request, who: Caller) {
    const { prefix, ...rest } = await json(request, listOptions);
    const folder = prefix && !prefix.endsWith("/") ? `${prefix}/` : prefix;
    return Response.json(await objects.list(who, { prefix: folder, ...rest }));
  }

  async function info(path: string) {
    const { id, size, type, version, updatedAt } = await found(path);
    return Response.json({
      id,
      name: path,
      bucket_id: BUCKET,
      size,
      content_type: type,
      etag: `"${version}"`,
      last_modified: updatedAt,
    });
  }

  return async (request: Request): Promise<Response> => {
    const { method } = request;
    const [area = "", ...rest] = pathSegments(request.url);
    const is = (...words: string[]) => words.every((word, index) => rest[index] === word);
    const reads = method === "GET" || method === "HEAD";

    if (area === "object" && reads && is("public", BUCKET))
      return serveFile(request, await found(keyOf(rest.slice(2))), store);
    if (area === "render" && reads && is("image", "public", BUCKET))
      return serveVariant(request, await found(keyOf(rest.slice(3))), store, variants);
    if (area === "object" && method === "GET" && is("info", BUCKET))
      return info(keyOf(rest.slice(2)));
    if (area === "object" && method === "GET" && is("info", "public", BUCKET))
      return info(keyOf(rest.slice(3)));
    if (area === "object" && method === "POST" && is("list", BUCKET) && rest.length === 2)
      return list(request, await caller(request));
    if (area === "object" && is(BUCKET)) {
      if (method === "DELETE" && rest.length === 1) return remove(request, await caller(request));
      const path = keyOf(rest.slice(1));
      if (reads) return serveFile(request, await found(path), store);
      if (method === "POST")
        return upload(request, path, request.headers.get("x-upsert") === "true");
      if (method === "PUT") return upload(request, path, true);
    }
    throw new Refusal(404, "not_found", "There is nothing at this address.");
  };
}

/** The decoded segments after /storage/v1. */
function pathSegments(address: string): string[] {
  const { pathname } = new URL(address);
  try {
    return pathname.split("/").slice(3).map(decodeURIComponent);
  } catch {
    throw badPath();
  }
}

const badPath = () => new Refusal(400, "InvalidKey", "This is not a valid file name.");

/** Names as Supabase allows them, less what could ever mean another folder. */
const KEY = /^[\w!\-.*'() &$@=;:+,]{1,200}(\/[\w!\-.*'() &$@=;:+,]{1,200}){0,8}$/;

function isKey(key: string): boolean {
  return KEY.test(key) && !key.split("/").some((part) => /^\.+$/.test(part));
}

function keyOf(segments: string[]): string {
  const key = segments.join("/");
  if (segments.some((part) => part.includes("/")) || !isKey(key)) throw badPath();
  return key;
}

const paths = z.array(z.string().refine(isKey)).min(1).max(1000);
const listOptions = z.object({
  prefix: z.string().max(1000).default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
  search: z
    .string()
    .max(200)
    .nullish()
    .transform((value) => value ?? ""),
});

async function json<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw new Refusal(400, "invalid_request", "The request can't be understood.");
}
