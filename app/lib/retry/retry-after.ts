/** The longest wait that a server may ask for, in ms: a person is waiting. */
const MAX_WAIT_MS = 5 * 60_000;

let notBefore = 0;

/** The wait of a Retry-After header in ms (RFC 9110, 10.2.3: seconds, or a date); 0 without one. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Math.min(Math.max(ms || 0, 0), MAX_WAIT_MS);
}

/** Records a response's Retry-After. */
export function noteRetryAfter({ status, headers }: Response): void {
  if (status === 429 || status === 503)
    notBefore = Date.now() + retryAfterMs(headers.get("retry-after"));
}

/** The remaining wait that the server asked for, in ms. */
export const backoffMs = (): number => Math.max(0, notBefore - Date.now());
