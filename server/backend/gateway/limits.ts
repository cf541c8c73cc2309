import { tooManyRequests } from "#server/backend/http-error.ts";
import { createAddressLimiter } from "#server/limits/rate-limit.ts";

/** Rate limits for an address; the names are the gateway's own, whatever the request looked like. */
const LIMITS = {
  /** a message to the company, and its notification email */
  message: { burst: 10, secondsEach: 60, sentence: "You have sent several messages already." },
  /** a call booked in the calendar: sends a notification, and another when a message joins it */
  booking: { burst: 10, secondsEach: 60, sentence: "Too many requests." },
  /** a comment on a preview: a meeting whose people comment at once stays below */
  comment: { burst: 30, secondsEach: 10, sentence: "Too many comments at once." },
  /** a function that anybody may call */
  function: { burst: 60, secondsEach: 5, sentence: "Too many requests." },
  /** an office where a hundred people browse the site stays far below */
  visit: { burst: 600, secondsEach: 0.1, sentence: "Too many requests." },
  /** images: a page of the media library shows dozens */
  file: { burst: 3_000, secondsEach: 0.02, sentence: "Too many requests." },
  /** accounts and sessions; auth/limits.ts limits passwords, emails and links more tightly */
  account: { burst: 600, secondsEach: 0.1, sentence: "Too many requests." },
  /** requests of signed-in admins, and storage requests other than reads */
  work: { burst: 1_200, secondsEach: 0.05, sentence: "Too many requests." },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Counts one request of an address. @throws HttpError 429 with a message and Retry-After */
export type Limit = (name: LimitName, clientAddress: string) => void;

/**
 * Counts requests by kind. An IPv6 address counts as its /64 and, with a higher limit, as its /48:
 * either may belong to one customer.
 */
export function createLimits(enabled: boolean): Limit {
  const limiters = Object.entries(LIMITS).map(([name, limit]) => [
    name,
    createAddressLimiter({ name, ...limit }),
  ]);
  const take: Record<LimitName, (address: string) => number> = Object.fromEntries(limiters);

  return (name, clientAddress) => {
    const seconds = enabled ? take[name](clientAddress) : 0;
    if (seconds > 0) throw tooManyRequests(LIMITS[name].sentence, seconds);
  };
}
