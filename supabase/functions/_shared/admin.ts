import { asCaller } from "./database.ts";
import { type Call, refused } from "./endpoint.ts";
import { apiKey } from "./host.ts";

/**
 * Allows only admins, before reading anything else of the request. The SQL functions called next
 * check again themselves.
 * @returns a function that calls SQL functions as that admin
 * @throws HttpError 401 without a session, 403 for anyone but an admin
 */
export async function requireAdmin({ request, host }: Call) {
  const authorization = request.headers.get("authorization") ?? "";
  const token = /^Bearer ([^.]+\.[^.]+\.[^.]+)$/i.exec(authorization)?.[1];
  // Without a session, supabase-js sends its key as the token, and old keys look like session
  // tokens.
  if (!token || token === request.headers.get("apikey")) throw refused(401, "No session");
  const database = asCaller(host, authorization);
  if ((await database("is_admin_user", {})) !== true)
    throw refused(403, "Only an admin can do this.");
  return database;
}

/** Also allows callers with the secret key, such as scheduled jobs. */
export async function requireAdminOrKey(call: Call): Promise<void> {
  if (!isSecret(call.request.headers.get("apikey"), apiKey(call.host, "SECRET")))
    await requireAdmin(call);
}

/** Compares in constant time. */
function isSecret(given: string | null, secret: string): boolean {
  if (!secret || given?.length !== secret.length) return false;
  let difference = 0;
  for (let at = 0; at < secret.length; at += 1)
    difference |= secret.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

export const adminFailure = (message: string) => ({ success: false, error: message });
