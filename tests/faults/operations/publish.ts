import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import type { Operation } from "../every-fault.ts";
import { type FaultySite, leftoversAndHistory } from "../site.ts";

/** Publishes a set with a changed price, a new one and a deleted one. */
export function publishing(site: FaultySite) {
  const { sql } = site;
  let count = 0;
  return {
    name: "publishing a set",
    seams: ["database"],
    async arrange() {
      // A client that the gateway hasn't seen, so it asks the database who that is.
      const client = await site.t.admin();
      count += 1;
      const names = ["changed", "new", "deleted"].map((name) => `Price ${count} ${name}`);
      const [changed = "", added = "", deleted = ""] = names;
      const rows = await sql`insert into pricing_items ${sql(
        [changed, deleted].map((service_name) => ({ service_name, rate: "$1" })),
      )} returning id, updated_at::text, service_name`;
      const rowOf = (name: string) => rows.find(({ service_name }) => service_name === name);
      const { data: set } = await client.rpc("set_create", { name: `Set ${count}` }).throwOnError();
      const save = (operation: string, id: string, patch: object, seen: string | null) =>
        client
          .rpc("set_save", {
            of_set: set.id,
            list: "pricing_items",
            operation,
            id,
            patch,
            seen,
          })
          .throwOnError();
      await save("UPDATE", rowOf(changed)?.id, { rate: "$2" }, rowOf(changed)?.updated_at);
      await save("INSERT", crypto.randomUUID(), { service_name: added, rate: "$3" }, null);
      await save("DELETE", rowOf(deleted)?.id, {}, null);
      const { data } = await client.rpc("set_review", { of_set: set.id }).throwOnError();
      return { client, names, set: set.id as string, seen: data.set.version as string };
    },
    work: async ({ client, set, seen }) =>
      client.rpc("set_publish", { of_set: set, seen }).throwOnError(),
    async applied({ names, set }) {
      const rows = await sql`select service_name, rate from pricing_items
        where service_name in ${sql(names)} order by service_name`;
      const [row] = await sql`select status,
        (select count(*)::int from history h where h.change_id = published_change) as entries
        from change_sets where id = ${set}`;
      const found = { prices: rows.map(({ rate }) => rate), ...row };
      if (row?.status === "open") {
        expect(found).toEqual({ prices: ["$1", "$1"], status: "open", entries: 0 });
        return false;
      }
      expect(found).toEqual({ prices: ["$2", "$3"], status: "published", entries: 3 });
      return true;
    },
    async again(state, applied) {
      const { error, status } = await state.client.rpc("set_publish", {
        of_set: state.set,
        seen: state.seen,
      });
      // The retry reports that the set is already published: nothing is published twice.
      expect([status, error?.message]).toEqual(
        applied ? [409, expect.stringMatching(/published/)] : [200, undefined],
      );
    },
    leftovers: () => leftoversAndHistory(site),
  } satisfies Operation<{
    client: SupabaseClient;
    names: string[];
    set: string;
    seen: string;
  }>;
}
