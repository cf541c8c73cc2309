import { HttpError, type Service } from "#server/backend/http-error.ts";

const MAX_ADDRESS = 8192;
const MAX_PARAMETERS = 100;

/** A parsed request address. Code behind the gateway works with this and never with a URL. */
export interface Address {
  service: Service;
  /** below /<service>/v1, as the client wrote it: `/token`, `/object/media/a%20b.png` */
  path: string;
  /** decoded, in their original order */
  query: readonly (readonly [name: string, value: string])[];
}

/**
 * Parses the address of a request to the backend.
 * @param url absolute; after its host it must be written as WHATWG URLs are
 * @throws HttpError 404 when no service has this address, 400 or 414 when it can't be parsed
 */
export function readAddress(url: string): Address {
  const { pathname, search } = new URL(url);
  if (pathname.length + search.length > MAX_ADDRESS)
    throw new HttpError(414, "address_too_long", "This address is too long.");
  const [, service, path = ""] =
    /^\/(auth|rest|storage|functions)\/v1(\/.*)?$/.exec(pathname) ?? [];
  if (!service) throw nothingHere();
  return { service: service as Service, path, query: readQuery(search) };
}

export const nothingHere = () =>
  new HttpError(404, "not_found", "There is nothing at this address.");

/** `?a=1&b=x+y` -> [["a", "1"], ["b", "x y"]] */
function readQuery(search: string): [string, string][] {
  const parts = search.length > 1 ? search.slice(1).split("&") : [];
  if (parts.length > MAX_PARAMETERS)
    throw new HttpError(414, "address_too_long", "This address has too many parameters.");
  return parts.map((part) => {
    const equals = part.indexOf("=");
    const value = equals < 0 ? "" : decoded(part.slice(equals + 1).replaceAll("+", " "));
    return [nameIn(equals < 0 ? part : part.slice(0, equals)), value];
  });
}

/** Names may be encoded only where necessary: `sel%65ct` is not accepted as `select`. */
function nameIn(written: string): string {
  for (const [sign] of written.matchAll(/%[0-9a-f]{2}/gi))
    if (/[\w.*-]/.test(String.fromCharCode(Number.parseInt(sign.slice(1), 16)))) throw badAddress();
  return decoded(written);
}

const badAddress = () => new HttpError(400, "bad_address", "This address isn't valid.");

/** NUL can't be stored, and nobody types it. */
function decoded(text: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw badAddress();
  }
  if (plain.includes("\0")) throw badAddress();
  return plain;
}

/**
 * The parameters of a query, each of which may appear only once.
 * @throws HttpError 400 for a repeated one
 */
export function single(query: Address["query"]): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (values.has(name))
      throw new HttpError(400, "repeated", "A parameter appears more than once.");
    values.set(name, value);
  }
  return Object.fromEntries(values);
}
