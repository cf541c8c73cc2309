/** The most that a server may ask us to wait, ms: a person sits in front of the screen. */
const LONGEST_MS = 5 * 60_000;

let notBefore = 0;

/** Milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds, or a date); 0 without one. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Math.min(Math.max(ms || 0, 0), LONGEST_MS);
}

/** Takes note of what an answer says about when to ask again. */
export function noteRetryAfter({ status, headers }: Response): void {
  if (status === 429 || status === 503)
    notBefore = Date.now() + retryAfterMs(headers.get("retry-after"));
}

/** How long the server still wants to be left alone, ms. */
export const backoffMs = (): number => Math.max(0, notBefore - Date.now());
