import type { ServerContext } from "../../../contract/render-context.ts";
import { within } from "../../../contract/within.ts";

/**
 * Waits for a read of the backend; when it fails, or does not come before the page's deadline,
 * reports `what` and answers the fallback, so that a visitor always gets a page (rule V-14).
 */
export async function readOr<T>(
  server: Pick<ServerContext, "degrade" | "deadline">,
  what: string,
  read: PromiseLike<T>,
  fallback: T,
): Promise<T> {
  try {
    return await within(server.deadline(), read);
  } catch (cause) {
    server.degrade(what, cause);
    return fallback;
  }
}
