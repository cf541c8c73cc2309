import type { Sql } from "#server/backend/postgres/connection.ts";

export type Row = Record<string, string | string[] | boolean | number>;

/** What each role gets. Admins and owners get the same; only functions tell them apart. */
export type Of<Gets> = readonly [
  visitor: Gets,
  stranger: Gets,
  sales: Gets,
  editor: Gets,
  admin: Gets,
];

/** "yes", or "no": refused with 401 or 403, or no row changed. */
export type Says = "yes" | "no";

/**
 * The rows of a table that someone reads. "shown": those that `isShown` says visitors see; "own": history
 * entries about what the role may see.
 */
export type Reads = "all" | "shown" | "own" | "none";

/** Facts about one table for the tests of all tables; one file per table. */
export interface TableFacts {
  /** a new valid row, hidden from visitors if any rows are, and unique where the table requires it */
  make(): Row;
  /** more columns of such a row: the rows that it belongs to */
  needs?(sql: Sql): Promise<Row>;
  /** a valid change */
  patch: Record<string, string>;
  /** a change that makes it visible to visitors, if they don't see all rows */
  shown?: Row;
  /** more rows at the edge of what visitors see */
  border?: Record<string, Row[string] | null>[];
  /** whether visitors may see this row, for "shown" tables */
  isShown?(row: Record<string, unknown>): boolean;
  rights: {
    select: Of<Reads>;
    insert: Of<Says>;
    update: Of<Says>;
    delete: Of<Says>;
  };
  /** each check constraint, without the table's name in front, and a row that it refuses */
  refuses: (readonly [rule: string, bad: Record<string, unknown>])[];
  /** each unique constraint, and the values that two rows must not share */
  once?: (readonly [rule: string, both: Record<string, string>])[];
  /** API functions that belong to it: name, arguments, who may call it */
  functions?: (readonly [name: string, args: object, who: Of<Says>])[];
  list?: ListFacts;
}

interface FormSchema {
  safeParse(draft: unknown): {
    data?: unknown;
    error?: { issues: { message: string }[] } | undefined;
  };
}

/** Facts about a table's form and list, where features/<table>/index.ts declares one. */
export interface ListFacts {
  /** the column with an item's name, which visitors see */
  names: string;
  /** a name made of these words, where not every text is one */
  named?(words: string): string;
  schema: FormSchema;
  /** a valid item, as the form holds it during typing */
  draft: Row;
  /** the form's error for an item with this invalid value; the database refuses it too */
  says: Record<string, Record<string, string>>;
  /** long but realistic texts, which must not break a layout */
  wide: Row;
}

export const ANYBODY: Of<Says> = ["yes", "yes", "yes", "yes", "yes"];
export const ACCOUNTS: Of<Says> = ["no", "yes", "yes", "yes", "yes"];
export const STAFF: Of<Says> = ["no", "no", "yes", "yes", "yes"];
export const SALES: Of<Says> = ["no", "no", "yes", "no", "yes"];
export const EDITORS: Of<Says> = ["no", "no", "no", "yes", "yes"];
export const ADMINS: Of<Says> = ["no", "no", "no", "no", "yes"];
export const NOBODY: Of<Says> = ["no", "no", "no", "no", "no"];

/** Rights to add, change and delete rows. */
const writtenBy = (who: Of<Says>) => ({ insert: who, update: who, delete: who });
export const onlyEditorsWrite = writtenBy(EDITORS);
export const onlySalesWrite = writtenBy(SALES);
export const onlyStaffWrite = writtenBy(STAFF);
export const onlyAdminsWrite = writtenBy(ADMINS);
export const nobodyWrites = writtenBy(NOBODY);

/** All rows, for people who get "yes". */
export const allFor = (who: Of<Says>) =>
  who.map((says) => (says === "yes" ? "all" : "none")) as unknown as Of<Reads>;

/** Visitors read active rows (as the policy says); editors read and change all. */
export const published: TableFacts["rights"] = {
  select: ["shown", "shown", "shown", "all", "all"],
  ...onlyEditorsWrite,
};
export const isActive = (row: Record<string, unknown>) => row.is_active === true;

export const long = (length: number) => "x".repeat(length);

/** Some of the longest ordinary words that people write, and some that can't wrap. */
export const WORDS = "Kitting, bundling and gift wrap for limited drops ";
export const UNBROKEN = "Fulfillmentcenterofthegreatlakesandneighbors";
export const WIDE = `${UNBROKEN} ${WORDS.repeat(2)}`;

/** An item's order and visibility, as every list's form holds them. */
export const placed = { display_order: "0", is_active: false };
