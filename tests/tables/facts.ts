import type { Sql } from "#server/backend/postgres/connection.ts";

export type Row = Record<string, string | string[] | boolean | number>;

/** What a visitor, a signed-in stranger and an admin get. */
type Of<Gets> = readonly [visitor: Gets, stranger: Gets, admin: Gets];

/** "yes", or "no": refused with 401 or 403, or no row touched. */
export type Says = "yes" | "no";

/** What of a table someone reads; "shown" are the rows that `isShown` says visitors see. */
export type Reads = "all" | "shown" | "none";

/** What is true of one table, as the tests of all tables need it; one file a table. */
export interface TableFacts {
  /** a new valid row that visitors don't see, where they don't see all; never twice the same where the table wants that */
  make(): Row;
  /** more of such a row: what it belongs to */
  needs?(sql: Sql): Promise<Row>;
  /** a valid change */
  patch: Record<string, string>;
  /** a change that makes visitors see it, where they don't see all */
  shown?: Row;
  /** more rows on the border of what visitors see */
  border?: Record<string, Row[string] | null>[];
  /** whether visitors may see this row, where some are "shown" */
  isShown?(row: Record<string, unknown>): boolean;
  rights: {
    select: Of<Reads>;
    insert: Of<Says>;
    update: Of<Says>;
    delete: Of<Says>;
  };
  /** each check constraint without the table's name before it, and what it refuses */
  refuses: (readonly [rule: string, bad: Record<string, unknown>])[];
  /** each unique constraint, and what two rows may not both have */
  once?: (readonly [rule: string, both: Record<string, string>])[];
  /** functions of the API that belong to it: name, arguments, who may call it */
  functions?: (readonly [name: string, args: object, visitor: Says, stranger: Says, admin: Says])[];
  list?: ListFacts;
}

interface FormSchema {
  safeParse(draft: unknown): {
    data?: unknown;
    error?: { issues: { message: string }[] } | undefined;
  };
}

/** What is true of a table's form and list, where features/<table>/index.ts declares one. */
export interface ListFacts {
  /** the column that names an item, which visitors read */
  names: string;
  schema: FormSchema;
  /** a valid item as the form holds it while someone types */
  draft: Row;
  /** what the form says of an item with this odd thing in it; the database refuses the same */
  says: Record<string, Record<string, string>>;
  /** texts that are long, but happen; on screens they must not push anything aside */
  wide: Row;
}

/** Rights that many tables share: staff change them, and who else may read them differs. */
export const onlyStaffWrite = {
  insert: ["no", "no", "yes"],
  update: ["no", "no", "yes"],
  delete: ["no", "no", "yes"],
} as const;

/** Visitors read what is active (the policy's word), staff read and change all. */
export const published = { select: ["shown", "shown", "all"], ...onlyStaffWrite } as const;
export const isActive = (row: Record<string, unknown>) => row.is_active === true;

export const long = (length: number) => "x".repeat(length);

/** Ordinary words among the longest that people write, and some that can't be broken. */
export const WORDS = "Kitting, bundling and gift wrap for limited drops ";
export const UNBROKEN = "Fulfillmentcenterofthegreatlakesandneighbors";
export const WIDE = `${UNBROKEN} ${WORDS.repeat(2)}`;

/** Where an item stands, as every list's form holds it. */
export const placed = { display_order: "0", is_active: false };
