import { z } from "zod";
import { HttpError } from "#server/backend/http-error.ts";
import { STORAGE_BOUNDS } from "./operations/index.ts";
import type { Address } from "./request/address.ts";
import { readJson } from "./request/json.ts";
import { type Match, matchBody, matchOperation } from "./request/match.ts";
import type { OperationTable } from "./request/operation.ts";

/** The only bucket. */
export const BUCKET = "media";

const READS = ["GET", "HEAD"] as const;

const value = z.string().max(200).optional();
const ofFile = { download: value, v: value, cacheNonce: value };
const nothing = z.strictObject({});

/** Names that Supabase allows, except those that could refer to another folder. */
const KEY = /^[\w!\-.*'() &$@=;:+,]{1,200}(\/[\w!\-.*'() &$@=;:+,]{1,200}){0,8}$/;

const isKey = (key: string) => KEY.test(key) && !key.split("/").some((part) => /^\.+$/.test(part));

/** Every request that /storage/v1 accepts. Everything else is not found. */
export const storageOperations = {
  file: { methods: READS, path: `/object/public/${BUCKET}/`, query: z.strictObject(ofFile) },
  variant: {
    methods: READS,
    path: `/render/image/public/${BUCKET}/`,
    query: z.strictObject({
      width: value,
      height: value,
      quality: value,
      resize: value,
      format: value,
      ...ofFile,
    }),
  },
  ownFile: { methods: READS, path: `/object/${BUCKET}/`, query: nothing },
  info: { methods: ["GET"], path: `/object/info/${BUCKET}/`, query: nothing },
  publicInfo: { methods: ["GET"], path: `/object/info/public/${BUCKET}/`, query: nothing },
  upload: { methods: ["POST"], path: `/object/${BUCKET}/`, query: nothing },
  replace: { methods: ["PUT"], path: `/object/${BUCKET}/`, query: nothing },
  remove: {
    methods: ["DELETE"],
    path: `/object/${BUCKET}`,
    query: nothing,
    body: z.object({ prefixes: z.array(z.string().refine(isKey)).min(1).max(1000) }),
  },
  list: {
    methods: ["POST"],
    path: `/object/list/${BUCKET}`,
    query: nothing,
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
} satisfies OperationTable;

type Table = typeof storageOperations;
export type StorageOperation = keyof Table;

/** A request to storage after the gateway. */
export interface StorageCall<Body = unknown> {
  /** the file's name in the bucket, decoded; empty if the request names none */
  key: string;
  body: Body;
  /** rebuilt from its parsed parts; a file stays a stream, since it may be larger than memory */
  request: Request;
}

/** A handler for each row, with the body type of its schema. */
export type StorageHandlers = {
  [Name in StorageOperation]: (
    call: StorageCall<Table[Name] extends { body: z.ZodType<infer Body> } ? Body : undefined>,
  ) => Promise<Response>;
};

const HEADERS = [
  ...["authorization", "content-type", "content-length", "cache-control", "x-upsert"],
  ...["accept", "range", "if-range", "if-none-match", "if-modified-since"],
];

/**
 * The table row that a request matches, and the rebuilt request.
 * @param origin of the rebuilt request's address
 * @throws HttpError 400, 404, 405, 413 or 415
 */
export async function matchStorage(request: Request, address: Address, origin: string) {
  const match = matchOperation(storageOperations, address, request.method);
  const { name, operation, below } = match;
  const { request: most } = STORAGE_BOUNDS[name];
  const call: StorageCall = {
    key: operation.path.endsWith("/") ? keyIn(below) : "",
    request: rebuilt(request, address.path, match, origin),
    body:
      operation.body &&
      matchBody(operation, await readJson(request, Number(most)), "invalid_request"),
  };
  return { name, call };
}

/** A name must be written as browsers write it, encoded only where necessary. */
function keyIn(written: string): string {
  try {
    const key = decodeURIComponent(written);
    const plain = new URL(`http://x/${key.replaceAll(/[?#%]/g, encodeURIComponent)}`).pathname;
    if (plain === `/${written}` && isKey(key)) return key;
  } catch {
    // Refused below, like any other invalid spelling.
  }
  throw new HttpError(400, "InvalidKey", "This file name isn't valid.");
}

function rebuilt(request: Request, path: string, match: Match, origin: string): Request {
  const { method, signal } = request;
  const url = new URL(`${origin}/storage/v1${path}`);
  for (const [name, given] of Object.entries(match.query as Record<string, string>))
    url.searchParams.set(name, given);
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const takesFile = method !== "GET" && method !== "HEAD" && !match.operation.body;
  const body = takesFile ? request.body : undefined;
  return new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
}
