import type { PreparedRow } from "#app/admin-kit/prepared/prepared.ts";
import { answered } from "#app/lib/data/answers.ts";
import type {
  ChangeSet,
  HistoryStep,
  RemainingStep,
  SetReview,
  SetStep,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { countOf } from "#app/lib/text/formats.ts";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { look, restore } from "../queries.ts";

/** A published set with a scheduled end, or one that ended with `remains` items to decide. */
export type EndingSet = ChangeSet & { remains: number };

export interface Sets {
  /** can be saved into; sorted by name */
  open: ChangeSet[];
  ending: EndingSet[];
}

async function readSets(): Promise<Sets> {
  const [open, published, remains] = await Promise.all([
    answered<ChangeSet[]>(
      supabase().from("change_sets").select().eq("status", "open").order("name"),
    ),
    answered<ChangeSet[]>(
      supabase()
        .from("change_sets")
        .select()
        .eq("status", "published")
        .not("end_at", "is", null)
        .order("end_at"),
    ),
    answered(supabase().from("change_set_remains").select("set_id")),
  ]);
  const ending = published
    .map((set) => ({ ...set, remains: remains.filter(({ set_id }) => set_id === set.id).length }))
    .filter(({ ended_at, remains }) => ended_at === null || remains > 0);
  return { open, ending };
}

/** When it is next published or ended on schedule, unless a problem prevents it. */
const nextTime = ({ status, publish_at, end_at, ended_at, problem }: ChangeSet) => {
  if (problem !== null || ended_at !== null) return null;
  return status === "open" ? publish_at : end_at;
};

/** Whether any set has a scheduled change ahead. */
export const isPlanned = ({ open, ending }: Sets) => [...open, ...ending].some(nextTime);

/**
 * Open sets, and those with an end. On hosts without our scheduled jobs (hosted Supabase), a visit
 * runs what is due. Throws the backend's error, like all functions here.
 */
export async function listSets(): Promise<Sets> {
  const sets = await readSets();
  const now = new Date();
  const isDue = (set: ChangeSet) => {
    const time = nextTime(set);
    return time !== null && new Date(time) <= now;
  };
  if (![...sets.open, ...sets.ending].some(isDue)) return sets;
  await answered(supabase().rpc("set_publish_due"));
  return readSets();
}

/** A set, open or not; null: it was discarded. */
export const readSet = async (id: string): Promise<ChangeSet | null> =>
  (await answered<ChangeSet[]>(supabase().from("change_sets").select().eq("id", id)))[0] ?? null;

/** When a set is published and ended automatically; null: never. */
export type Times = Pick<ChangeSet, "publish_at" | "end_at">;

/** "Nov 27, 2026, 8:00 AM PST", or "… and ends on Nov 30, 2026, 9:00 AM PST". */
export const timesOf = ({ publish_at, end_at }: Times): string =>
  [publish_at, end_at]
    .flatMap((time) => (time ? [formatCompanyTime(time)] : []))
    .join(" and ends on ");

/** Sets or clears the schedule; for a published set, only the end can change. */
export const scheduleSet = (of_set: string, times: Times): Promise<ChangeSet> =>
  answered(supabase().rpc("set_schedule", { of_set, ...times }));

/** A set's rows, by "<table>/<row's id>". */
export async function readPreparedRows(set: string): Promise<ReadonlyMap<string, PreparedRow>> {
  const items = await answered(
    supabase()
      .from("change_set_items")
      .select("table_name, row_id, operation, prepared")
      .eq("set_id", set),
  );
  return new Map(
    items.map(({ table_name, row_id, operation, prepared }) => [
      `${table_name}/${row_id}`,
      { operation, columns: Object.keys(prepared ?? {}) },
    ]),
  );
}

/** Same limit as in the database. */
const MAX_SET_NAME_LENGTH = 60;

export async function createSet(name: string): Promise<ChangeSet> {
  if (name.trim().length > MAX_SET_NAME_LENGTH)
    throw new RefusedError(MESSAGES.nameTooLong(MAX_SET_NAME_LENGTH));
  return answered(supabase().rpc("set_create", { name }));
}

/** Discards the set and everything in it. */
export const discardSet = (of_set: string) => answered(supabase().rpc("set_discard", { of_set }));

/** What publishing the set would change now; null if the set no longer exists. */
export const reviewSet = (of_set: string): Promise<SetReview | null> =>
  answered(supabase().rpc("set_review", { of_set }));

export const dropItems = (of_set: string, steps: readonly SetStep[]) =>
  answered(supabase().rpc("set_drop", { of_set, items: steps.map(({ id }) => id) }));

/** Keeps either the live or the prepared value. @throws when either changed since the review */
export const decideItem = (of_set: string, step: SetStep, keep: "live" | "prepared") =>
  answered(
    supabase().rpc("set_decide", {
      of_set,
      item_id: step.id,
      item_version: step.item_version,
      version: step.version,
      keep,
    }),
  );

/** The items an ended set left to decide. */
export const reviewRemains = (of_set: string): Promise<RemainingStep[]> =>
  answered(supabase().rpc("set_end_review", { of_set }));

/** Keeps what is live, or restores the earlier value. @throws when it changed since the review */
export const decideRemaining = ({ id, version }: RemainingStep, keep: "live" | "before") =>
  answered(supabase().rpc("set_end_decide", { remain: id, version, keep }));

/** Said next to the time at which a set goes live, because it doesn't until then. */
export const UNAPPROVED = "Someone else has to approve it first.";

export const isUnapproved = ({ needs_approval, is_approved }: SetReview): boolean =>
  needs_approval && !is_approved;

/** Whether the signed-in person can publish only what someone else approved. */
export const needsApproval = () => answered(supabase().rpc("needs_approval"));

/** Publishes what the review showed, all or nothing. @throws when the set changed since */
export const publishSet = ({ id, version }: ChangeSet) =>
  answered(supabase().rpc("set_publish", { of_set: id, seen: version }));

/**
 * Undoes a publishing, as one change in the history.
 * @throws RefusedError when some of it was edited since; History then shows what can be undone
 */
export async function undoPublishing(change: string): Promise<void> {
  const steps = await look({ change });
  if (steps.some(isConflict))
    throw new RefusedError("Some of this has been edited since. Check History");
  await restore({ change }, steps);
}

/** Whether it needs a decision first, because it was changed live since, or can't be done at all. */
export const isConflict = ({
  obstacle,
  changed_since,
}: Pick<SetStep | HistoryStep, "obstacle" | "changed_since">): boolean =>
  obstacle !== null || (changed_since ?? []).length > 0;

export const changesIn = (count: number): string => countOf(count, "change");
