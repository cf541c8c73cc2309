import type { LinkProblem } from "#supabase/functions/_shared/links/check.ts";

/** An address of another site that visitors read, with the result of its last check. */
export type OutsideLink = {
  address: string;
  /** the fields it is in (content/places.ts) */
  places: string[];
  /** of the last answer; null: there was none */
  status: number | null;
  /** null: it works, or wasn't checked yet */
  problem: LinkProblem;
  /** whether visitors can't follow it; false for what may be temporary */
  broken: boolean;
  failing_since: string | null;
  checked_at: string | null;
  /** whether its check is in progress, or comes next */
  due: boolean;
};

/** `collected_at` is null until links were looked for. */
export type OutsideLinks = { collected_at: string | null; links: OutsideLink[] };
