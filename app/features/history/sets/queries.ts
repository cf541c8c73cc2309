import type { PreparedRow } from "#app/admin-kit/prepared/prepared.ts";
import { answered } from "#app/lib/data/answers.ts";
import type { ChangeSet, HistoryStep, SetReview, SetStep } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { look, restore } from "../queries.ts";

const readOpenSets = (): Promise<ChangeSet[]> =>
  answered<ChangeSet[]>(supabase().from("change_sets").select().eq("status", "open").order("name"));

/** Its time has come, and nothing kept it from going live then. */
const isDue = ({ publish_at, problem }: ChangeSet) =>
  publish_at !== null && problem === null && new Date(publish_at) <= new Date();

/**
 * Those that can be saved into, by name. Where no process of ours does it (hosted Supabase), a visit
 * publishes what is due. Throws the backend's error, as all of these.
 */
export async function listOpenSets(): Promise<ChangeSet[]> {
  const sets = await readOpenSets();
  if (!sets.some(isDue)) return sets;
  await answered(supabase().rpc("set_publish_due"));
  return readOpenSets();
}

/** Sets the time at which it goes live by itself, or takes it away: null. */
export const scheduleSet = (of_set: string, publish_at: string | null): Promise<ChangeSet> =>
  answered(supabase().rpc("set_schedule", { of_set, publish_at }));

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

export const dropItem = (of_set: string, { id }: SetStep) =>
  answered(supabase().rpc("set_drop", { of_set, items: [id] }));

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
    throw new RefusedError("Some of it was changed again, look at it in the history");
  await restore({ change }, steps);
}

/** Whether somebody has to decide about it first: it was changed live after it was prepared. */
export const isConflict = ({ obstacle, changed_since }: SetStep): boolean =>
  obstacle !== null || (changed_since ?? []).length > 0;

export const changesIn = (count: number): string =>
  count === 1 ? "1 change" : `${formatCount(count)} changes`;
