/** An address without a page that visitors requested. */
export type BrokenAddress = {
  path: string;
  visits: number;
  last_day: string;
  /** host and path of the page that linked to it last */
  referrer: string | null;
};

/** A row of a file of redirects, with its line in the file. */
export type RedirectEntry = { line: number; from: string; to: string; permanent: boolean };

/** What the database says about such a row; `rule` is a broken constraint. */
export type RefusedEntry = { line: number; rule: string | null; said: string };
