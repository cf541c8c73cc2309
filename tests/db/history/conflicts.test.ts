import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import {
  dana,
  latest,
  look,
  mia,
  price,
  restore,
  setPrice,
  site,
  stored,
} from "./restore-steps.ts";
import { withSite } from "./steps.ts";

withSite();

describe("conflicts", () => {
  test("says what someone changed since", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2", description: "a pallet" });
    const what = { change: (await latest()).change_id };
    await setPrice(mia, id, { rate: "$3" });
    expect(await look(what)).toMatchObject([{ changed_since: ["rate"] }]);
  });

  test("refuses everything when something changed after the review", async () => {
    const [a, b] = [await price("$1", "A"), await price("$1", "B")];
    const [{ now } = {}] = await site.sql`select clock_timestamp()::text as now`;
    for (const { id } of [a, b]) await setPrice(dana, id, { rate: "$2" });
    const what = { since: now, kind: "pricing_items" };
    const steps = await look(what);
    await setPrice(mia, a.id, { description: "Meanwhile" });
    const { error, status } = await restore(what, steps);
    expect([status, error?.message]).toEqual([
      409,
      "Someone changed this in the meantime. Review the changes again.",
    ]);
    expect([(await stored(a.id))?.rate, (await stored(b.id))?.rate]).toEqual(["$2", "$2"]);
  });

  test("an older change of a row that is gone", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2" });
    const what = { change: (await latest()).change_id };
    await dana.from("pricing_items").delete().eq("id", id);
    const steps = await look(what);
    expect(steps).toMatchObject([{ obstacle: "deleted since" }]);
    expect((await restore(what, steps)).error?.message).toBe(
      "This was deleted later. Restore it first.",
    );
  });

  test("a constraint added since", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2" });
    const what = { change: (await latest()).change_id };
    await site.sql`alter table pricing_items add constraint no_ones check (rate <> '$1') not valid`;
    expect((await restore(what, await look(what))).error?.code).toBe("23514");
    await site.sql`alter table pricing_items drop constraint no_ones`;
  });

  test("a file that was deleted with its row, or still exists", async () => {
    const file = {
      filename: "1.png",
      original_filename: "dock.png",
      file_path: "uploads/1.png",
      file_size: 3,
      mime_type: "image/png",
    };
    await site.sql`insert into storage.objects (bucket_id, name) values ('media', 'uploads/1.png')`;
    await dana.from("media_library").insert(file).throwOnError();
    const added = { change: (await latest()).change_id };
    const stays = await look(added);
    expect(stays).toMatchObject([{ obstacle: "file stays" }]);
    expect((await restore(added, stays)).error?.message).toBe(
      "Delete uploaded files in the media library.",
    );
    await dana.from("media_library").delete().eq("file_path", file.file_path);
    const what = { change: (await latest()).change_id };
    expect(await look(what)).toMatchObject([{ action: "insert", obstacle: null }]);
    await site.sql`delete from storage.objects where name = 'uploads/1.png'`;
    const steps = await look(what);
    expect(steps).toMatchObject([{ obstacle: "file gone" }]);
    expect((await restore(what, steps)).error?.message).toBe(
      "The file itself was deleted. Upload it again.",
    );
  });

  test("rights and submissions, which are not undone here", async () => {
    await site.sql`delete from admins where user_id =
      (select id from auth.users where email = ${people.stranger.email})`;
    expect(await look({ change: (await latest()).change_id })).toEqual([]);
    await site.sql`insert into admins (user_id)
      select id from auth.users where email = ${people.stranger.email}`;
  });

  test("a request that names nothing", async () => {
    for (const what of [{}, { page: "home" }]) {
      const { status, error } = await dana.rpc("history_look", { what });
      expect([status, error?.message]).toEqual([400, "Select the changes to restore."]);
    }
  });
});
