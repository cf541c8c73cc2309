import { beforeEach, expect, vi } from "vitest";
import type { ChangeSet, RemainingStep } from "#app/lib/data/database.types.ts";
import { DAY, fromNow } from "#tests/support/clock.ts";
import { admin as dana, site, withAdmin } from "../steps.ts";

export { dana, site };

let set: ChangeSet;
export function withSite() {
  withAdmin();
  beforeEach(async () => {
    await site.sql`delete from change_sets`;
    await site.sql`delete from pricing_items`;
    await site.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`truncate history`;
    });
    set = (await dana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data;
  });
}

export const price = async (service_name: string, rate: string): Promise<string> =>
  (
    await site.sql`insert into pricing_items (service_name, rate) values (${service_name}, ${rate})
      returning id`
  )[0]?.id;
export const save = async (operation: string, id: string, patch: object = {}) => {
  const [row] = await site.sql`select updated_at::text as seen from pricing_items where id = ${id}`;
  const call = { of_set: set.id, list: "pricing_items", id, operation, patch, seen: row?.seen };
  const { data } = await dana.rpc("set_save", call).throwOnError();
  expect(data.stale).toBe(false);
};
export const live = () =>
  site.sql`select service_name, rate, description from pricing_items order by service_name`;
export const stored = async () =>
  (await site.sql`select * from change_sets where id = ${set.id}`)[0] as unknown as ChangeSet;
export const ended = () =>
  site.sql`select distinct change_id, note, actor_email from history where note like 'Ended%'`;
export const schedule = (publish_at: string | null, end_at: string | null) =>
  dana.rpc("set_schedule", { of_set: set.id, publish_at, end_at });
export const inDays = (days: number) => fromNow(days * DAY).toISOString();
export async function publish() {
  const { data } = await dana.rpc("set_review", { of_set: set.id }).throwOnError();
  const seen = data.set.version;
  return dana.rpc("set_publish", { of_set: set.id, seen });
}
/** Sets the end to this long ago. */
export const over = (ago = "0 s") => site.sql`update change_sets
  set publish_at = null, end_at = now() - ${ago}::interval where id = ${set.id}`;
/** Waits for the server's own job. */
export const job = (said: (now: ChangeSet) => void) => vi.waitFor(async () => said(await stored()));
export const isEnded = () => job(({ ended_at }) => expect(ended_at).not.toBeNull());
export const remaining = async (): Promise<RemainingStep[]> =>
  (await dana.rpc("set_end_review", { of_set: set.id }).throwOnError()).data;

/** A live set with an end: one price changed, one deleted, one added. @returns their ids */
export async function liveUntil() {
  const changed = await price("Storage", "$1");
  const deleted = await price("Returns", "$5");
  const added = crypto.randomUUID();
  await save("UPDATE", changed, { rate: "$2", description: "half" });
  await save("DELETE", deleted);
  await save("INSERT", added, { service_name: "Kitting", rate: "$3" });
  await schedule(null, inDays(3)).throwOnError();
  await publish().then(({ error }) => expect(error).toBeNull());
  return { changed, deleted, added };
}
