import { errorLogged } from "#server/runtime/signals.ts";
import type { LastError } from "#supabase/functions/_shared/host.ts";

const MOST = 20;
const LONGEST = 300;

/** From now on the last errors of this process are remembered. @returns tells them, the newest first */
export function rememberErrors(): () => LastError[] {
  const errors: LastError[] = [];
  errorLogged.listen(({ what, cause, requestId }) => {
    errors.unshift({
      at: new Date().toISOString(),
      what: what.slice(0, LONGEST),
      cause: cause?.slice(0, LONGEST) ?? null,
      requestId: requestId ?? null,
    });
    errors.length = Math.min(errors.length, MOST);
  });
  return () => [...errors];
}
