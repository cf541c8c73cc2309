import type { Json } from "../database.generated.ts";
import type { OrderedTable, Tables } from "../database.types.ts";

/** Columns with their values. */
export type RowValues = Record<string, Json | undefined>;

export type HistoryEntry = Omit<Tables["history"]["Row"], "before" | "after"> & {
  before: RowValues | null;
  after: RowValues | null;
};

/** A change's newest entry. Only updates include values, and only short ones. */
export type HistoryChange = HistoryEntry & {
  /** the number of selected rows that the change touched */
  entries: number;
  /** how many of them were added, changed and deleted */
  operations: Record<string, number>;
  /** the number of tables they are in */
  tables: number;
  /** a role that the same change replaced by admin rights */
  promoted: boolean;
};

export type HistoryCursor = Pick<HistoryEntry, "changed_at" | "id">;

/** Selects history entries that match all of these criteria. */
export type HistorySelection = {
  change?: string;
  /** inclusive */
  since?: string;
  /** exclusive */
  until?: string;
  /** an email address, or an actor that isn't a person */
  person?: string;
  /** a table */
  kind?: string;
  page?: string;
  row?: string;
  field?: string;
  /** an entry id: selects later entries of its row */
  after?: string;
  /** an entry id: selects it and later entries of its row */
  from?: string;
};

/** The effect of an undo on one row. */
export type HistoryStep = {
  table_name: string;
  row_id: string;
  page: string | null;
  label: string | null;
  action: "insert" | "update" | "delete";
  /** the row's `updated_at`; null: the row doesn't exist now */
  version: string | null;
  present: RowValues | null;
  target: RowValues | null;
  /** columns changed since then, which would be reverted too */
  changed_since: string[] | null;
  obstacle: "deleted since" | "file gone" | "file stays" | null;
};

export type ChosenStep = Pick<HistoryStep, "table_name" | "row_id" | "version">;

/** A named change set. */
export type ChangeSet = Tables["change_sets"]["Row"];

/** A decision left open by an ended set: what would be restored; no action: nothing to restore. */
export type RemainingStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** the remaining item's id */
  id: string;
};

/** A link that shows a set to people without an account. */
export type PreviewLink = Pick<
  Tables["preview_links"]["Row"],
  "id" | "made_by" | "created_at" | "expires_at" | "may_comment"
>;

/** A list query on a set, like the one on the live table; omitted parts don't filter. */
export type SetListWanted = {
  words?: string;
  /** columns that the search covers */
  search?: readonly string[];
  filters?: Record<string, string>;
  order?: readonly (readonly [column: string, direction: "asc" | "desc"])[];
};

/** The tables that change sets support: texts, settings and lists. */
export type PreparedTable = "site_content" | "site_settings" | OrderedTable;

/** The effect of publishing one item of a set now; no action: it is already live. */
export type SetStep = Omit<HistoryStep, "action"> & {
  action: HistoryStep["action"] | null;
  /** the item's id */
  id: string;
  item_version: string;
};

/** What a reviewer was asked and said. People by email address; null: their account was deleted. */
export type Review = {
  asked_by: string | null;
  asked_at: string;
  reviewer: string | null;
  /** null: no answer yet */
  verdict: "approved" | "changes" | null;
  decided_at: string | null;
  /** whether the answer is about the set as it is now; null without an answer */
  is_current: boolean | null;
  /** whether the reviewer may still edit content */
  reviewer_edits: boolean;
  /** the signed-in person sent it for review */
  mine: boolean;
  /** the signed-in person was asked, or answered */
  for_me: boolean;
};

/** A comment on a set, or on one change of it. */
export type SetComment = {
  id: string;
  /** of the change that it is about; null: the whole set */
  table_name: string | null;
  row_id: string | null;
  /** what the change was called */
  label: string | null;
  message: string;
  created_at: string;
  done: boolean;
  /** staff, by email address; null: from outside, or the account was deleted */
  author: string | null;
  /** what someone without an account calls themself; null: staff wrote it */
  outside_name: string | null;
  /** the page on which someone from outside wrote it */
  page: string | null;
};

export type SetReview = {
  set: ChangeSet;
  items: SetStep[];
  /** whether the signed-in person can publish only what someone else approved */
  needs_approval: boolean;
  /** whether the set was approved as it is now */
  is_approved: boolean;
  /** null: it was never sent for review */
  review: Review | null;
  /** oldest first */
  comments: SetComment[];
};

/** A review that waits for the signed-in person, or the answer to one of their sets. */
export type WaitingReview = {
  /** the set's */
  id: string;
  name: string;
  what: "review" | "approved" | "changes";
  /** who asks or answered; null: their account was deleted */
  who: string | null;
};

/** Whether a role's publishing needs someone else's approval. */
export type PublishingRule = {
  role: "owner" | "admin" | "editor";
  needs_approval: boolean;
  people: number;
};
