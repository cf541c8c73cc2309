import { describe, expect, test } from "vitest";
import type { RemainingStep } from "#app/lib/data/database.types.ts";
import {
  dana,
  ended,
  isEnded,
  live,
  liveUntil,
  over,
  remaining,
  site,
  stored,
  withSite,
} from "./end-steps.ts";

withSite();

const setLive = (id: string, values: object) =>
  site.sql`update pricing_items set ${site.sql(values as Record<string, string>)} where id = ${id}`;
const decide = (step: RemainingStep | undefined, keep: string) =>
  dana.rpc("set_end_decide", { remain: step?.id, version: step?.version, keep });

describe("what someone changed since", () => {
  test("is listed by column, and decided one by one", async () => {
    const { changed, added } = await liveUntil();
    await setLive(changed, { rate: "$9" });
    await setLive(added, { rate: "$8" });
    await over();
    await isEnded();
    expect(await live()).toEqual([
      { service_name: "Kitting", rate: "$8", description: null },
      { service_name: "Returns", rate: "$5", description: null },
      { service_name: "Storage", rate: "$9", description: null },
    ]);
    expect((await ended())[0]?.note).toBe("Ended: Black Friday, except 2 edited since");
    const [kitting, storage, ...others] = await remaining();
    expect(others).toEqual([]);
    expect(kitting).toMatchObject({ label: "Kitting", page: "pricing", action: "delete" });
    expect(storage).toMatchObject({
      label: "Storage",
      action: "update",
      present: { rate: "$9" },
      target: { rate: "$1" },
    });
    expect((await dana.rpc("admin_dashboard").throwOnError()).data.waiting_sets).toBe(1);

    await setLive(changed, { rate: "$10" });
    expect((await decide(storage, "before")).error?.message).toBe(
      "Someone changed this in the meantime. Review it again.",
    );
    expect((await decide(kitting, "neither")).error?.message).toBe(
      "Keep the live version, or restore the earlier one.",
    );
    await decide(kitting, "live").then(({ error }) => expect(error).toBeNull());
    expect((await decide(kitting, "live")).error?.message).toBe("Someone already decided this.");
    const again = (await remaining())[0];
    await decide(again, "before").then(({ error }) => expect(error).toBeNull());
    expect(await live()).toMatchObject([{ rate: "$8" }, {}, { rate: "$1" }]);
    expect(await remaining()).toEqual([]);
    expect((await dana.rpc("admin_dashboard").throwOnError()).data.waiting_sets).toBe(0);
  });

  test("can be a deletion or a restored row, and adds or overwrites nothing", async () => {
    const { changed, deleted } = await liveUntil();
    await site.sql`delete from pricing_items where id = ${changed}`;
    await site.sql`insert into pricing_items (id, service_name, rate)
      values (${deleted}, 'Returns', '$7')`;
    await over();
    await isEnded();
    expect(await live()).toEqual([{ service_name: "Returns", rate: "$7", description: null }]);
    expect(await remaining()).toMatchObject([
      { label: "Returns", action: "update", target: { rate: "$5" } },
      { label: "Storage", action: null, obstacle: "deleted since" },
    ]);
    // A row that is gone can't be restored here: deciding only acknowledges it.
    for (const step of await remaining()) await decide(step, "before");
    expect(await live()).toMatchObject([{ service_name: "Returns", rate: "$5" }]);
  });

  test("is empty when all was reverted already", async () => {
    await liveUntil();
    const { published_change: change } = await stored();
    const what = { change };
    const { data: chosen } = await dana.rpc("history_look", { what }).throwOnError();
    await dana.rpc("history_restore", { what, chosen }).throwOnError();
    await over();
    await isEnded();
    expect(await ended()).toEqual([]);
    expect(await remaining()).toEqual([]);
  });
});
