import { refused } from "./endpoint.ts";
import { apiKey, type Host } from "./host.ts";

interface Credentials {
  apikey: string;
  authorization?: string;
}

/** Calls as the person who called the function: the database checks their permissions. */
export function asCaller(host: Host, authorization: string) {
  const credentials = { apikey: apiKey(host, "PUBLISHABLE"), authorization };
  return (name: string, args: object) => call(host, credentials, name, args);
}

/** Calls without a session. */
export function asVisitor(host: Host) {
  return (name: string, args: object) =>
    call(host, { apikey: apiKey(host, "PUBLISHABLE") }, name, args);
}

/** Calls with the secret key, for what neither visitors nor admins may call. */
export function asServer(host: Host) {
  return (name: string, args: object) => call(host, { apikey: apiKey(host, "SECRET") }, name, args);
}

/**
 * Calls an SQL function over the REST API.
 * @throws HttpError with the database's message if it is meant for people, otherwise with ours
 */
async function call(host: Host, credentials: Credentials, name: string, args: object) {
  const headers = { "content-type": "application/json", ...credentials };
  const request = { method: "POST", headers, body: JSON.stringify(args) };
  const response = await host
    .fetch(`${host.env("SUPABASE_URL")}/rest/v1/rpc/${name}`, request)
    .catch(() => undefined);
  if (!response || response.status >= 500)
    throw refused(503, "The database isn't responding. Please try again.");
  const text = await response.text();
  const result = text ? JSON.parse(text) : undefined;
  if (response.ok) return result;
  throw refusal(response.status, result ?? {});
}

export const ADMINS_ONLY = "Only an admin can do this.";
/** What our SQL functions raise with 42501, unlike PostgreSQL itself. */
const ONLY = /^Only .* can do this\.$/;

/** Our SQL functions raise 22023 for bad input and PT4xx for conflicts, with readable messages. */
function refusal(status: number, { code = "", message }: { code?: string; message?: string }) {
  if (message && (code === "22023" || code.startsWith("PT"))) return refused(status, message);
  if (status === 401) return refused(401, "No session");
  if (status === 403) return refused(403, ONLY.exec(message ?? "")?.[0] ?? ADMINS_ONLY);
  console.error(`database function refused: ${status} ${code} ${message}`);
  return refused(500, "Something went wrong on the server. Please try again.");
}
