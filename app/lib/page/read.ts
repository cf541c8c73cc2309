import { abortable } from "../../../contract/abortable.ts";
import type { ServerContext } from "../../../contract/render-context.ts";

/**
 * Awaits a backend read. If it fails or misses the page's deadline, reports `what` and returns the
 * fallback, so that visitors always get a page (rule V-14).
 */
export async function readOr<T>(
  server: Pick<ServerContext, "degrade" | "deadline">,
  what: string,
  read: PromiseLike<T>,
  fallback: T,
): Promise<T> {
  try {
    return await abortable(server.deadline(), read);
  } catch (cause) {
    server.degrade(what, cause);
    return fallback;
  }
}
