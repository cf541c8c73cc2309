import { beforeEach } from "vitest";
import type { ChangeSet, SetReview } from "#app/lib/data/database.types.ts";
import { admin as dana, mia, site, withTwoAdmins } from "../steps.ts";

export { dana, site };
export let set: ChangeSet;
export function withSite() {
  withTwoAdmins();
  beforeEach(async () => {
    await site.sql`delete from change_sets`;
    await site.sql`delete from pricing_items`;
    const { data } = await dana.rpc("set_create", { name: " Black Friday " }).throwOnError();
    set = data;
  });
}

export const price = async (rate = "$1", service_name = "Storage") =>
  (
    await dana
      .from("pricing_items")
      .insert({ service_name, rate, display_order: 7 })
      .select()
      .single()
      .throwOnError()
  ).data;
export const live = async (id: string) =>
  (await site.sql`select * from pricing_items where id = ${id}`)[0];
export const setLive = (id: string, values: object) =>
  mia.from("pricing_items").update(values).eq("id", id).throwOnError();

/** The row as changed in the set. */
export async function prepared(id: string, list = "pricing_items") {
  const { data } = await dana.rpc("set_rows", { of_set: set.id, list }).throwOnError();
  return (data as { id: string; updated_at: string; rate: string }[]).find((row) => row.id === id);
}
export type Operation = "INSERT" | "UPDATE" | "DELETE";
export const save = (operation: Operation, id: string, patch: object = {}, seen?: string) =>
  dana.rpc("set_save", {
    of_set: set.id,
    list: "pricing_items",
    id,
    operation,
    patch,
    seen: seen ?? null,
  });
export const update = async (id: string, patch: object) =>
  (await save("UPDATE", id, patch, (await prepared(id))?.updated_at).throwOnError()).data;
export const add = async (id = crypto.randomUUID(), patch: object = {}) => {
  await save("INSERT", id, {
    service_name: "Kitting",
    rate: "$3",
    display_order: 2,
    ...patch,
  }).throwOnError();
  return id;
};
export const remove = (id: string) => save("DELETE", id).throwOnError();
export const items = () =>
  site.sql`select operation, prepared, base is not null as "isBased" from change_set_items
    where set_id = ${set.id} order by operation`;
export const review = async (): Promise<SetReview> =>
  (await dana.rpc("set_review", { of_set: set.id }).throwOnError()).data;
export const publish = async (seen?: string, client = dana) =>
  client.rpc("set_publish", {
    of_set: set.id,
    seen: seen ?? (await review()).set.version,
  });
export const changes = () =>
  site.sql`select distinct change_id, note from history where note is not null`;
