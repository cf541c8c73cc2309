/** One value that is overwritten repeatedly: the last acknowledged write, and all tries since. */
interface Latest {
  acknowledged: string;
  tried: string[];
}

export interface Lead {
  email: string;
  message: string;
}

/** What the server acknowledged, and so must not lose. */
export function newLedger() {
  return {
    /** by request_id */
    leads: new Map<string, Lead>(),
    bookings: new Set<string>(),
    /** subjects of replies to leads */
    replies: new Set<string>(),
    /** Message-IDs of emails that arrived */
    answers: new Set<string>(),
    invitations: new Set<string>(),
    /** tokens */
    sessions: [] as string[],
    /** bytes by path */
    files: new Map<string, Buffer>(),
    deleted: new Set<string>(),
    latest: new Map<string, Latest>(),
    /** acknowledged and unanswered writes by kind */
    counts: new Map<string, { acknowledged: number; unanswered: number; refused: number }>(),

    /** Call before writing this value. @returns records that the write was acknowledged */
    write(name: string, value: string): () => void {
      const entry = this.latest.get(name) ?? { acknowledged: "", tried: [] };
      this.latest.set(name, entry);
      entry.tried.push(value);
      return () => {
        entry.acknowledged = value;
        entry.tried = entry.tried.slice(entry.tried.indexOf(value));
      };
    },
    /** Whether this value may be stored now. */
    mayBe(name: string, value: string): boolean {
      const entry = this.latest.get(name);
      return !entry?.acknowledged || entry.tried.includes(value);
    },
    /** the first error message of each kind's refusals */
    refusals: new Map<string, string>(),
    count(kind: string, status: number | undefined, answer?: unknown) {
      const entry = this.counts.get(kind) ?? { acknowledged: 0, unanswered: 0, refused: 0 };
      this.counts.set(kind, entry);
      // A server that just lost its database answers 5xx; the write may or may not have happened.
      if (status !== undefined && status < 300) entry.acknowledged += 1;
      else if (status === undefined || status >= 500) entry.unanswered += 1;
      else {
        entry.refused += 1;
        if (!this.refusals.has(kind)) this.refusals.set(kind, JSON.stringify(answer).slice(0, 200));
      }
    },
    acknowledged(): number {
      return [...this.counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    },
  };
}

export type Ledger = ReturnType<typeof newLedger>;
