/** A request to an address that somebody typed. */
export interface Asked {
  method: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  /** without one, only the head of the answer is read */
  body?: string;
  /** whether plain http is allowed, too */
  http?: boolean;
  /** milliseconds until a response must have begun */
  ms?: number;
}

/** The response, whatever its status. */
export interface Answer {
  status: number;
  /** the first kilobytes of its body as text; empty for a request without a body */
  answer: string;
  /** seconds */
  retryAfter: number | null;
  /** where a redirect leads */
  location: string | null;
}

/** Follows no redirects. @throws Unanswered when nothing responded or the address isn't allowed */
export type Ask = (url: string, asked: Asked) => Promise<Answer>;
