import type { Json } from "../database.generated.ts";
import type { OrderedTable, Tables } from "../database.types.ts";

/** Columns and what they held. */
export type RowValues = Record<string, Json | undefined>;

export type HistoryEntry = Omit<Tables["history"]["Row"], "before" | "after"> & {
  before: RowValues | null;
  after: RowValues | null;
};

/** The newest entry of a change; it has the values of an update only, and of them the short ones. */
export type HistoryChange = HistoryEntry & {
  /** how many rows the change touched, of those that are meant */
  entries: number;
};

export type HistoryCursor = Pick<HistoryEntry, "changed_at" | "id">;

/** Which entries are meant: those of which all of this is true. */
export type HistorySelection = {
  change?: string;
  /** from this time on */
  since?: string;
  /** up to before this time */
  until?: string;
  /** an email address, or an actor that is no person */
  person?: string;
  /** a table */
  kind?: string;
  page?: string;
  row?: string;
  field?: string;
  /** an entry: what came later to its row */
  after?: string;
  /** an entry: itself, and what came later to its row */
  from?: string;
};

/** What undoing would do to one row. */
export type HistoryStep = {
  table_name: string;
  row_id: string;
  page: string | null;
  label: string | null;
  action: "insert" | "update" | "delete";
  /** the row's `updated_at`; null: there is no such row now */
  version: string | null;
  present: RowValues | null;
  target: RowValues | null;
  /** columns that somebody changed since; that would be undone too */
  changed_since: string[] | null;
  obstacle: "deleted since" | "file gone" | "file stays" | null;
};

export type ChosenStep = Pick<HistoryStep, "table_name" | "row_id" | "version">;

/** Changes prepared under a name. */
export type ChangeSet = Tables["change_sets"]["Row"];

/** What an ended set left to decide: what would come back; no action: there is nothing to bring back. */
export type RemainingStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** of what remains */
  id: string;
};

/** By which people without an account see a set. */
export type PreviewLink = Pick<
  Tables["preview_links"]["Row"],
  "id" | "made_by" | "created_at" | "expires_at"
>;

/** What is asked of a list in a set, as of the live one; parts left out ask for nothing. */
export type SetListWanted = {
  words?: string;
  /** columns that may contain the words */
  search?: readonly string[];
  filters?: Record<string, string>;
  order?: readonly (readonly [column: string, direction: "asc" | "desc"])[];
};

/** The tables whose rows can be prepared: texts, settings and lists. */
export type PreparedTable = "site_content" | "site_settings" | OrderedTable;

/** What publishing one item of a set would do now; no action: nothing, it stands so already. */
export type SetStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** the item's */
  id: string;
  item_version: string;
};

export type SetReview = { set: ChangeSet; items: SetStep[] };
