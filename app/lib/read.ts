import type { ServerContext } from "#app/lib/server-context.ts";

/**
 * Waits for a read of the backend; when it fails, reports `what` and answers the fallback, so that
 * a visitor always gets a page (rule V-14).
 */
export async function readOr<T>(
  server: Pick<ServerContext, "degrade">,
  what: string,
  read: PromiseLike<T>,
  fallback: T,
): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    server.degrade(what, cause);
    return fallback;
  }
}
