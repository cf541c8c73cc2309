import { HttpError, refusalResponse } from "#server/backend/http-error.ts";
import type { Backend } from "#server/backend/types.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";

/** A page must not wait longer for a remote database: it shows the built-in texts instead. */
const TIMEOUT_MS = 10_000;

/** Health checks need a quick response. */
const WATCH_MS = 2_000;

/**
 * A remote Supabase, hosted or self-hosted. It has the tables, the emails and the files; this
 * process only sends requests. The Supabase CLI deploys the migrations and functions.
 */
export function openHosted({ supabase }: Env, log: Log): Backend {
  const { url, publishableKey } = supabase as NonNullable<Env["supabase"]>;
  const ping = async () => {
    const response = await fetch(`${url}/auth/v1/health`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(WATCH_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  };
  return {
    kind: "hosted",
    browserUrl: url,
    serverUrl: url,
    publishableKey,
    setOrigin() {
      // Links in emails follow the project's own Site URL setting.
    },
    async fetch(request) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        return await fetch(request, { signal });
      } catch (err) {
        if (!request.signal.aborted) log.warn({ err }, "the hosted backend can't be reached");
        const refusal = new HttpError(503, "unreachable", "The database isn't responding.");
        return refusalResponse("rest", refusal);
      }
    },
    async receiveMail() {
      const at = `${url}/functions/v1/inbound-mail`;
      return refusalResponse("functions", new HttpError(404, "not_here", `Post emails to ${at}.`));
    },
    // Nothing notifies us: the page cache checks again every few seconds (server/http/pages).
    onContentChange: () => () => {},
    receivesChanges: () => false,
    ping,
    async watch() {
      const answers = await ping().then(
        () => true,
        (err) => {
          log.warn({ err }, "the hosted backend could not be checked");
          return false;
        },
      );
      return { answers };
    },
    onChangesLost: () => () => {},
    async close() {},
  };
}
