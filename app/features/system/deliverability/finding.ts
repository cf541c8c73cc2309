/** good; better: works, with something to improve; wrong: missing or broken; unknown: not checked, or no answer. */
export type State = "good" | "better" | "wrong" | "unknown";

export interface DnsRecord {
  name: string;
  value: string;
  /** what the person must fill in first; without it, the value can be copied as it is */
  missing?: string;
}

/** What is known about a record or a test email: one sentence, what to do, and what to publish. */
export interface Finding {
  state: State;
  says: string;
  fix?: string;
  record?: DnsRecord;
}

export const NO_ANSWER = "The name servers didn't answer in time, so this is unknown.";
export const ASK_AGAIN = "Check again in a minute. It doesn't mean that something is missing.";
