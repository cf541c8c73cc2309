import { z } from "zod";
import { HttpError } from "#server/backend/http-error.ts";
import { STORAGE_BOUNDS } from "./operations/index.ts";
import { type Address, nothingHere, single } from "./request/address.ts";
import { readJson } from "./request/json.ts";
import type { Method } from "./request/operation.ts";

/** The one bucket there is. */
export const BUCKET = "media";

interface StorageRow {
  methods: readonly Method[];
  /** below /storage/v1, exactly as clients write it; one that ends with a slash goes before a file's name */
  path: string;
  /** parameters that the query may have, each once */
  query: readonly string[];
  /** what the JSON body says; left out: there is none, or it is a file */
  body?: z.ZodType;
}

const READS = ["GET", "HEAD"] as const;
const FILE_QUERY = ["download", "v", "cacheNonce"];

/** Names as Supabase allows them, less what could ever mean another folder. */
const KEY = /^[\w!\-.*'() &$@=;:+,]{1,200}(\/[\w!\-.*'() &$@=;:+,]{1,200}){0,8}$/;

const isKey = (key: string) => KEY.test(key) && !key.split("/").some((part) => /^\.+$/.test(part));

/** All that a client may ask of /storage/v1. What is not in this table is not there. */
export const storageOperations = {
  file: { methods: READS, path: `/object/public/${BUCKET}/`, query: FILE_QUERY },
  variant: {
    methods: READS,
    path: `/render/image/public/${BUCKET}/`,
    query: ["width", "height", "quality", "resize", "format", ...FILE_QUERY],
  },
  ownFile: { methods: READS, path: `/object/${BUCKET}/`, query: [] },
  info: { methods: ["GET"], path: `/object/info/${BUCKET}/`, query: [] },
  publicInfo: { methods: ["GET"], path: `/object/info/public/${BUCKET}/`, query: [] },
  upload: { methods: ["POST"], path: `/object/${BUCKET}/`, query: [] },
  replace: { methods: ["PUT"], path: `/object/${BUCKET}/`, query: [] },
  remove: {
    methods: ["DELETE"],
    path: `/object/${BUCKET}`,
    query: [],
    body: z.object({ prefixes: z.array(z.string().refine(isKey)).min(1).max(1000) }),
  },
  list: {
    methods: ["POST"],
    path: `/object/list/${BUCKET}`,
    query: [],
    body: z.object({
      prefix: z.string().max(1000).default(""),
      limit: z.number().int().min(1).max(1000).default(100),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      search: z
        .string()
        .max(200)
        .nullish()
        .transform((value) => value ?? ""),
    }),
  },
} satisfies Record<string, StorageRow>;

type Table = typeof storageOperations;
export type StorageOperation = keyof Table;

/** A request to storage after the gateway. */
export interface StorageCall<Body = unknown> {
  /** the file's name in the bucket, decoded; empty where none is named */
  key: string;
  body: Body;
  /** made again from what is known of it; a file in it stays a stream, it may be larger than memory */
  request: Request;
}

/** The handler of each row, with the body that its schema gives. */
export type StorageHandlers = {
  [Name in StorageOperation]: (
    call: StorageCall<Table[Name] extends { body: z.ZodType<infer Body> } ? Body : undefined>,
  ) => Promise<Response>;
};

const HEADERS = [
  ...["authorization", "content-type", "content-length", "cache-control", "x-upsert"],
  ...["accept", "range", "if-range", "if-none-match", "if-modified-since"],
];

const MAX_VALUE = 200;

/**
 * The row of the table that a request means, and the request made again.
 * @param origin of the address that the new request gets
 * @throws HttpError 400, 404, 405, 413 or 415
 */
export async function matchStorage(request: Request, address: Address, origin: string) {
  const here = Object.entries<StorageRow>(storageOperations).filter(([, { path }]) =>
    path.endsWith("/") ? address.path.startsWith(path) : address.path === path,
  );
  if (here.length === 0) throw nothingHere();
  const { method } = request;
  const found = here.find(([, { methods }]) => methods.some((known) => known === method));
  if (!found) {
    const allow = here.flatMap(([, { methods }]) => methods).join(", ");
    throw new HttpError(405, "method_not_allowed", "This method isn't supported here.", { allow });
  }
  const [name, row] = found as [StorageOperation, StorageRow];
  const { request: most } = STORAGE_BOUNDS[name];
  const call: StorageCall = {
    key: row.path.endsWith("/") ? keyIn(address.path.slice(row.path.length)) : "",
    request: rebuilt(request, address, row, origin),
    body: row.body && understood(row.body, await readJson(request, Number(most))),
  };
  return { name, call };
}

/** A name is written as browsers write it, encoded only where it must be, or it is none of ours. */
function keyIn(written: string): string {
  try {
    const key = decodeURIComponent(written);
    const plain = new URL(`http://x/${key.replaceAll(/[?#%]/g, encodeURIComponent)}`).pathname;
    if (plain === `/${written}` && isKey(key)) return key;
  } catch {
    // What can't be decoded is refused like what is written otherwise.
  }
  throw new HttpError(400, "InvalidKey", "This file name isn't valid.");
}

const notUnderstood = (code: string) =>
  new HttpError(400, code, "The request can't be understood.");

function understood(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw notUnderstood("invalid_request");
}

function rebuilt(request: Request, address: Address, row: StorageRow, origin: string): Request {
  const { method, signal } = request;
  const url = new URL(`${origin}/storage/v1${address.path}`);
  for (const [name, value] of Object.entries(single(address.query))) {
    if (!row.query.includes(name) || value.length > MAX_VALUE) throw notUnderstood("bad_query");
    url.searchParams.set(name, value);
  }
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const takesFile = method !== "GET" && method !== "HEAD" && !row.body;
  const body = takesFile ? request.body : undefined;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}
