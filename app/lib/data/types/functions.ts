import type { Attribution } from "../../attribution/touch.ts";
import type {
  AdminUser,
  Backups,
  Dashboard,
  FigureUse,
  FoundRow,
  LeftOpen,
  MediaUse,
  Onboarding,
  OrderedTable,
  OwnSession,
  PresentPerson,
  PresentPlace,
  SecondFactorRule,
} from "../database.types.ts";
import type { AuditCursor, AuditEntry, AuditSelection } from "./audit.ts";
import type {
  ChangeSet,
  ChosenStep,
  HistoryChange,
  HistoryCursor,
  HistorySelection,
  HistoryStep,
  PreparedTable,
  PublishingRule,
  RemainingStep,
  RowValues,
  SetListWanted,
  SetReview,
} from "./history.ts";
import type {
  InboundState,
  Lead,
  LeadChoices,
  LeadCursor,
  LeadDetails,
  LeadInsights,
  LeadPage,
  LeadsWanted,
  PersonFound,
  RowCounts,
  SamePerson,
} from "./leads.ts";
import type { OutsideLinks } from "./links.ts";
import type { BrokenAddress, RedirectEntry, RefusedEntry } from "./redirects.ts";
import type { VisitInsights } from "./visits.ts";

/** One table's part of a page's response. */
type PagePart =
  | { rows: Record<string, string | null>[]; until: string | null }
  | { failed: string };

/** Database functions whose arguments or results the generated types can't fully describe. */
export type Functions = {
  admin_list_users: { Returns: { total: number; users: AdminUser[] } };
  admin_left_open: { Returns: LeftOpen };
  admin_invite: {
    Args: { email: string; full_name?: string | null; roles?: string[] };
    Returns: { email: string; full_name: string | null; roles: string[]; again: boolean };
  };
  second_factor_rules: { Returns: SecondFactorRule[] };
  publishing_rules: { Returns: PublishingRule[] };
  set_second_factor_rules: { Args: { roles: string[]; required_from: string | null } };
  my_sessions: { Returns: OwnSession[] };
  admin_dashboard: { Returns: Dashboard };
  admin_backups: { Returns: Backups };
  first_hour: { Returns: Onboarding };
  first_hour_say: { Returns: Onboarding };
  first_hour_take_back: { Returns: Onboarding };
  page_rows: { Args: { asked: readonly object[] }; Returns: PagePart[] };
  outside_link_list: { Returns: OutsideLinks };
  broken_address_list: { Returns: BrokenAddress[] };
  redirects_import: {
    Args: { entries: readonly RedirectEntry[]; save: boolean };
    Returns: RefusedEntry[];
  };
  reorder_items: { Args: { list: OrderedTable; ids: string[] } };
  last_editor: { Returns: string | null };
  staff_names: { Returns: Record<string, string> };
  media_usage: { Returns: MediaUse[] };
  audit_list: {
    Args: { what?: AuditSelection; older_than?: AuditCursor | null };
    /** `people` only with the first page */
    Returns: { entries: AuditEntry[]; people: string[] | null };
  };
  audit_export: {
    Args: { what?: AuditSelection };
    Returns: { entries: Omit<AuditEntry, "id" | "actor_id">[]; more: boolean };
  };
  history_list: {
    Args: { what?: HistorySelection; page_size?: number; older_than?: HistoryCursor | null };
    Returns: HistoryChange[];
  };
  history_filters: { Returns: { people: string[]; kinds: string[]; pages: string[] } };
  history_look: { Args: { what: HistorySelection }; Returns: HistoryStep[] };
  history_restore: { Args: { what: HistorySelection; chosen: ChosenStep[] } };
  figure_usage: { Returns: FigureUse[] };
  set_create: { Returns: ChangeSet };
  set_list: {
    Args: {
      of_set: string;
      list: PreparedTable;
      what?: SetListWanted;
      page?: number;
      page_size?: number;
    };
    Returns: {
      rows: RowValues[];
      total: number;
      facts: { total: number; active: number; highestOrder: number | null };
    };
  };
  set_save: {
    Args: {
      of_set: string;
      list: PreparedTable;
      id: string;
      operation: "INSERT" | "UPDATE" | "DELETE";
      patch?: RowValues;
      /** for an update: the version it is based on */
      seen?: string | null;
    };
    /** the row in the set; `stale`: it changed since it was read, and nothing was saved */
    Returns: { row: RowValues | null; stale: boolean };
  };
  set_reorder: { Args: { of_set: string; list: OrderedTable; ids: string[] } };
  set_review: { Returns: SetReview | null };
  set_reviewers: { Returns: { id: string; email: string }[] };
  set_answer_review: {
    Args: { of_set: string; seen: string; verdict: "approved" | "changes"; message?: string };
  };
  set_decide: {
    Args: {
      of_set: string;
      item_id: string;
      item_version: string;
      version: string | null;
      keep: "live" | "prepared";
    };
  };
  set_schedule: {
    Args: { of_set: string; publish_at: string | null; end_at: string | null };
    Returns: ChangeSet;
  };
  set_end_review: { Returns: RemainingStep[] };
  set_end_decide: {
    Args: { remain: string; version: string | null; keep: "live" | "before" };
  };
  set_publish: { Returns: { changed: number; change: string | null } };
  preview_link_create: { Returns: { id: string; token: string; expires_at: string } };
  lead_list: {
    Args: { what?: Partial<LeadsWanted>; page?: number; page_size?: number; after?: LeadCursor };
    Returns: LeadPage;
  };
  lead_choices: { Returns: LeadChoices };
  lead_insights: {
    Args: { by?: string; months?: number; skipped?: number };
    Returns: LeadInsights;
  };
  visit_insights: { Returns: VisitInsights };
  lead_change: {
    Args: {
      what: Partial<LeadsWanted> | { ids: string[]; show?: string };
      changes: Partial<Lead>;
      expected?: number;
    };
    Returns: { found: number; undo: (Pick<Lead, "id"> & Partial<Lead>)[] };
  };
  lead_change_back: { Args: { changes: Partial<Lead>; undo: Partial<Lead>[] } };
  lead_export: { Returns: LeadDetails[] };
  booking_add: {
    Args: { event_uri: string; attribution?: Attribution | null; request?: string | null };
  };
  lead_same_person: { Returns: SamePerson[] };
  lead_person: { Returns: PersonFound };
  lead_person_erase: { Returns: RowCounts };
  inbound_state: { Returns: InboundState };
  inbound_attachment: { Returns: { size: number; content: string } };
  reply_send: { Returns: { id: string; send_after: string } };
  reply_take_back: { Returns: { subject: string; message: string } };
  admin_find: { Returns: FoundRow[] };
  say_present: {
    Args: { here?: PresentPlace[]; gone?: PresentPlace[] };
    Returns: PresentPerson[];
  };
};
