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
import { formatCount } from "#app/lib/text/formats.ts";
import { formatCompanyTime } from "#contract/company-zone.ts";
import { look, restore } from "../queries.ts";

/** One that is live and has an end, or ended and left `remains` to decide. */
export type EndingSet = ChangeSet & { remains: number };

export interface Sets {
  /** that can be saved into, by name */
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

/** The next time at which it goes live or ends by itself, unless something keeps it from that. */
const nextTime = ({ status, publish_at, end_at, ended_at, problem }: ChangeSet) => {
  if (problem !== null || ended_at !== null) return null;
  return status === "open" ? publish_at : end_at;
};

/** Whether something is about to become of one of them by itself. */
export const isPlanned = ({ open, ending }: Sets) => [...open, ...ending].some(nextTime);

/**
 * Those that can be saved into, and those that end. Where no process of ours does it (hosted Supabase), a
 * visit does what is due. Throws the backend's error, as all of these.
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

/** What became of a set that is no longer open; null: it was discarded. */
export const readClosedSet = async (id: string): Promise<ChangeSet | null> =>
  (await answered<ChangeSet[]>(supabase().from("change_sets").select().eq("id", id)))[0] ?? null;

/** When a set goes live by itself, and when it ends; null: it does not. */
export type Times = Pick<ChangeSet, "publish_at" | "end_at">;

/** "Nov 27, 2026, 8:00 AM PST", or "… until Nov 30, 2026, 9:00 AM PST". */
export const timesOf = ({ publish_at, end_at }: Times): string =>
  [publish_at, end_at].flatMap((time) => (time ? [formatCompanyTime(time)] : [])).join(" until ");

/** Sets the times, or takes them away; of a set that is live the end alone is left to choose. */
export const scheduleSet = (of_set: string, times: Times): Promise<ChangeSet> =>
  answered(supabase().rpc("set_schedule", { of_set, ...times }));

/** What is in a set, by "<table>/<row's id>". */
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

export const createSet = (name: string): Promise<ChangeSet> =>
  answered(supabase().rpc("set_create", { name }));

/** Throws it away, with all that is in it. */
export const discardSet = (of_set: string) => answered(supabase().rpc("set_discard", { of_set }));

/** What publishing the set would do now; null where there is no such set any more. */
export const reviewSet = (of_set: string): Promise<SetReview | null> =>
  answered(supabase().rpc("set_review", { of_set }));

export const dropItems = (of_set: string, steps: readonly SetStep[]) =>
  answered(supabase().rpc("set_drop", { of_set, items: steps.map(({ id }) => id) }));

/** Decides between what is live and what was prepared. @throws when either changed since the review */
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

/** What an ended set left to decide. */
export const reviewRemains = (of_set: string): Promise<RemainingStep[]> =>
  answered(supabase().rpc("set_end_review", { of_set }));

/** Keeps what is live, or brings back what was before. @throws when it changed since the review */
export const decideRemaining = ({ id, version }: RemainingStep, keep: "live" | "before") =>
  answered(supabase().rpc("set_end_decide", { remain: id, version, keep }));

/** Publishes what the review showed, all of it or nothing. @throws when the set changed since */
export const publishSet = ({ id, version }: ChangeSet) =>
  answered(supabase().rpc("set_publish", { of_set: id, seen: version }));

/**
 * Takes a publishing back, as one change of the history.
 * @throws RefusedError when some of it was changed again since: the history shows what to undo then
 */
export async function undoPublishing(change: string): Promise<void> {
  const steps = await look({ change });
  const isAsPublished = ({ obstacle, changed_since }: HistoryStep) =>
    obstacle === null && !changed_since?.length;
  if (!steps.every(isAsPublished))
    throw new RefusedError("Some of this was edited since. Check History");
  await restore({ change }, steps);
}

/** Whether somebody has to decide about it first: it was changed live after it was prepared. */
export const isConflict = ({ obstacle, changed_since }: SetStep): boolean =>
  obstacle !== null || (changed_since ?? []).length > 0;

export const changesIn = (count: number): string =>
  count === 1 ? "1 change" : `${formatCount(count)} changes`;
