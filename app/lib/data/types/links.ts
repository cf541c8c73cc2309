/** An address of another site that visitors read, with the result of its last check. */
export type OutsideLink = {
  address: string;
  /** the fields it is in (content/places.ts) */
  places: string[];
  /** of the last answer; null: there was none */
  status: number | null;
  /** null: it works, or wasn't checked yet */
  problem:
    | "missing"
    | "unknown_host"
    | "refused"
    | "certificate"
    | "private"
    | "error"
    | "no_answer"
    | "no_access"
    | "redirects"
    | "not_tried"
    | null;
  /** whether visitors can't follow it; false for what may be temporary */
  broken: boolean;
  failing_since: string | null;
  checked_at: string | null;
  /** whether its check is in progress, or comes next */
  due: boolean;
};

/** `collected_at` is null until links were looked for. */
export type OutsideLinks = { collected_at: string | null; links: OutsideLink[] };
