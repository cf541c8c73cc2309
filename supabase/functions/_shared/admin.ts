import { ADMINS_ONLY, asCaller } from "./database.ts";
import { type Call, endpoint, refused } from "./endpoint.ts";
import { apiKey, type Host } from "./host.ts";
import { isSecret } from "./secret.ts";

const failure = (message: string) => ({ success: false, error: message });

interface AdminEndpoint {
  method: "GET" | "POST";
  query?: readonly string[];
  /** @param database calls SQL functions as that admin @returns what a success has besides {success, error} */
  answer(database: ReturnType<typeof asCaller>, call: Call): Promise<object>;
}

/** A function for admins alone. */
export const adminEndpoint = ({ method, query, answer }: AdminEndpoint) =>
  endpoint({
    method,
    query,
    async answer(call) {
      const database = await requireAdmin(call);
      return { success: true, error: null, ...(await answer(database, call)) };
    },
    failure,
  });

/** A function that does what is due: for everyone with a role, and for a scheduled job with the secret key. */
export const jobEndpoint = (work: (host: Host) => Promise<unknown>) =>
  endpoint({
    method: "POST",
    async answer(call) {
      await requireStaffOrKey(call);
      await work(call.host);
      return { success: true, error: null };
    },
    failure,
  });

/**
 * Allows only admins, before reading anything else of the request. The SQL functions called next
 * check again themselves.
 * @returns a function that calls SQL functions as that admin
 * @throws HttpError 401 without a session, 403 for anyone but an admin
 */
async function requireAdmin(call: Call) {
  const database = signedIn(call);
  if ((await database("is_admin_user", {})) !== true) throw refused(403, ADMINS_ONLY);
  return database;
}

/** Allows everyone with a role, and callers with the secret key, such as scheduled jobs. */
async function requireStaffOrKey(call: Call): Promise<void> {
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
