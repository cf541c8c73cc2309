import {
  addressKey,
  createRateLimiter,
  type RateLimiter,
  readableWait,
} from "../http/rate-limit.ts";
import { Refusal } from "./errors.ts";

const MINUTE = 60;

/** One kind of request that is counted, and by what. */
interface Rule {
  /** method and path, e.g. `POST /auth/v1/signup`; the query may be named too */
  matches: (method: string, url: URL) => boolean;
  byAddress: RateLimiter;
  byEmail?: RateLimiter;
  /** what to say; the wait is added */
  sentence: string;
  /** successes are not counted: only wrong passwords are */
  onlyFailures?: boolean;
}

const post = (path: string) => (method: string, url: URL) =>
  method === "POST" && url.pathname === path;

const limiter = (burst: number, secondsEach: number) => createRateLimiter({ burst, secondsEach });

/** People who mistype, or share an office's address, stay well below; a guessing program does not. */
const rules = (): Rule[] => [
  {
    matches: post("/rest/v1/contact_submissions"),
    byAddress: limiter(10, MINUTE),
    sentence: "You have sent several messages already.",
  },
  {
    matches: (_method, url) => url.pathname === "/functions/v1/send-contact-email",
    byAddress: limiter(10, MINUTE),
    sentence: "You have sent several messages already.",
  },
  {
    matches: (_method, url) => url.pathname.startsWith("/functions/v1/"),
    byAddress: limiter(60, 5),
    sentence: "Too many requests.",
  },
];

export interface Counted {
  /** Tells how it went, so that a success can be taken off the count. */
  settle(succeeded: boolean): void;
}

/**
 * Counts requests against the limits of this page.
 * @returns a function that throws Refusal 429 with a sentence and Retry-After
 */
export function createLimits(enabled: boolean) {
  const list = enabled ? rules() : [];
  return async (request: Request, clientAddress: string): Promise<Counted> => {
    const url = new URL(request.url);
    const rule = list.find(({ matches }) => matches(request.method, url));
    if (!rule) return { settle() {} };
    const address = addressKey(clientAddress);
    const email = rule.byEmail && (await emailIn(request));
    use(rule, rule.byAddress, address);
    if (rule.byEmail && email) use(rule, rule.byEmail, email);
    return {
      settle(succeeded) {
        if (!succeeded || !rule.onlyFailures) return;
        rule.byAddress.giveBack(address);
        if (email) rule.byEmail?.reset(email);
      },
    };
  };
}

function use({ sentence }: Rule, limit: RateLimiter, key: string) {
  const seconds = limit.take(key);
  if (seconds === 0) return;
  throw new Refusal(
    429,
    "over_request_rate_limit",
    `${sentence} Please wait ${readableWait(seconds)} and try again.`,
    { "retry-after": String(seconds) },
  );
}

async function emailIn(request: Request): Promise<string | undefined> {
  try {
    const { email } = (await request.clone().json()) as { email?: unknown };
    return typeof email === "string" ? email.trim().toLowerCase().slice(0, 320) : undefined;
  } catch {
    return undefined;
  }
}
