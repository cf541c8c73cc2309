import { createLimiter } from "#server/backend/gateway/concurrency-limiter.ts";
import { HttpError, refusalResponse, tooManyRequests } from "#server/backend/http-error.ts";
import type { Backend } from "#server/backend/types.ts";
import { giveBackAll, limitAddress, takeAll } from "#server/limits/rate-limit.ts";
import type { Log } from "#server/runtime/log.ts";
import type { Host } from "#supabase/functions/_shared/host.ts";
import { withConsoleLog } from "./console-log.ts";

/** The largest takes 200 MB of memory. A service that waits too long retries later. */
const AT_ONCE = { width: 1, waiting: 20, maxWaitMs: 30_000 };
/** More than may be in progress, since only an answer shows whether the secret was wrong. */
const WRONG_SECRETS = { name: "inbound", burst: 30, secondsEach: 60 };

interface Parts {
  host: Host;
  rateLimits: boolean;
  log: Log;
}

/**
 * Runs the function inbound-mail. The gateway doesn't: it takes JSON alone, and what an email service posts is
 * larger.
 */
export function createReceiveMail({ host, rateLimits, log }: Parts): Backend["receiveMail"] {
  const limiter = createLimiter(AT_ONCE);
  const wrongSecrets = limitAddress(WRONG_SECRETS);
  /** Loaded with the first email, so that the server starts faster. */
  const run = async (request: Request) => {
    const inbound = await import("#supabase/functions/inbound-mail/index.ts");
    return inbound.default.fetch(request, host);
  };
  return async (request, { clientAddress, requestId }) => {
    const uses = rateLimits ? wrongSecrets(clientAddress) : [];
    const seconds = takeAll(uses);
    if (seconds > 0)
      return refusalResponse("functions", tooManyRequests("Too many wrong secrets.", seconds));
    let status = 0;
    try {
      const response = await limiter.run(() =>
        withConsoleLog(log.child({ requestId }), () => run(request)),
      );
      status = response.status;
      return response;
    } catch (cause) {
      if (cause instanceof HttpError) return refusalResponse("functions", cause);
      throw cause;
    } finally {
      if (status !== 401) giveBackAll(uses);
    }
  };
}
