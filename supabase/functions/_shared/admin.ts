import { ADMINS_ONLY, asCaller } from "./database.ts";
import { type Call, refused } from "./endpoint.ts";
import { apiKey } from "./host.ts";
import { isSecret } from "./secret.ts";

/**
 * Allows only admins, before reading anything else of the request. The SQL functions called next
 * check again themselves.
 * @returns a function that calls SQL functions as that admin
 * @throws HttpError 401 without a session, 403 for anyone but an admin
 */
export async function requireAdmin(call: Call) {
  const database = signedIn(call);
  if ((await database("is_admin_user", {})) !== true) throw refused(403, ADMINS_ONLY);
  return database;
}

/** Allows everyone with a role, and callers with the secret key, such as scheduled jobs. */
export async function requireStaffOrKey(call: Call): Promise<void> {
  if (isSecret(call.request.headers.get("apikey"), apiKey(call.host, "SECRET"))) return;
  const roles: string[] = await signedIn(call)("my_roles", {});
  if (roles.length === 0) throw refused(403, "Only staff can do this.");
}

/**
 * @returns a function that calls SQL functions as the caller
 * @throws HttpError 401 without a session
 */
function signedIn({ request, host }: Call) {
  const authorization = request.headers.get("authorization") ?? "";
  const token = /^Bearer ([^.]+\.[^.]+\.[^.]+)$/i.exec(authorization)?.[1];
  // Without a session, supabase-js sends its key as the token, and old keys look like session
  // tokens.
  if (!token || token === request.headers.get("apikey")) throw refused(401, "No session");
  return asCaller(host, authorization);
}

export const adminFailure = (message: string) => ({ success: false, error: message });
