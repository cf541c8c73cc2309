import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { addService, dana, empty, entries, mia, site, wait, withSite, write } from "./steps.ts";

withSite();

describe("what is recorded", () => {
  test("who changed which text, from what to what", async () => {
    const [row] = await site.sql`select id, content_value from site_content
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
    await write(dana, "Ship it today");
    const [user] = await site.sql`select id from auth.users where email = ${people.admin.email}`;
    expect(await entries()).toMatchObject([
      {
        actor: "person",
        actor_id: user?.id,
        actor_email: people.admin.email,
        table_name: "site_content",
        row_id: row?.id,
        operation: "UPDATE",
        page: "home",
        label: "hero / title",
        fields: ["content_value"],
        before: { content_value: row?.content_value },
        after: { content_value: "Ship it today" },
        note: null,
      },
    ]);
  });

  test("nothing, when a save changes nothing", async () => {
    await write(dana, "The same");
    await empty();
    await write(dana, "The same");
    expect(await entries()).toEqual([]);
  });

  test("added and deleted rows in full", async () => {
    const service = await addService();
    await dana.from("services").delete().eq("id", service.id);
    const [added, deleted] = await entries();
    expect(added).toMatchObject({ operation: "INSERT", before: null, after: service });
    expect(deleted).toMatchObject({
      operation: "DELETE",
      before: service,
      after: null,
      label: "Kitting",
      page: "services",
    });
  });

  test("merges a person's edits of one field within ten minutes", async () => {
    await write(dana, "Start");
    await empty();
    for (const words of ["One", "Two", "Three"]) await write(dana, words);
    expect(await entries()).toMatchObject([
      { before: { content_value: "Start" }, after: { content_value: "Three" } },
    ]);
    await wait("11 minutes");
    await write(dana, "Four");
    expect((await entries()).map(({ after }) => after?.content_value)).toEqual(["Three", "Four"]);
  });

  test("keeps each person's edits separate, and the undo too", async () => {
    await write(dana, "Start");
    await empty();
    await write(dana, "One");
    await write(mia, "Two");
    await write(dana, "Three");
    await write(dana, "Two");
    expect(
      (await entries()).map(({ actor_email, after }) => [actor_email, after?.content_value]),
    ).toEqual([
      [people.admin.email, "One"],
      [people.stranger.email, "Two"],
      [people.admin.email, "Three"],
      [people.admin.email, "Two"],
    ]);
  });

  test("keeps edits of another field separate", async () => {
    const { id } = await addService();
    await empty();
    const set = (values: object) =>
      dana.from("services").update(values).eq("id", id).throwOnError();
    await set({ title: "Packing" });
    await set({ description: "Boxes" });
    await set({ title: "Packing, kitting" });
    await set({ title: "All", description: "Of it" });
    expect((await entries()).map(({ after }) => after)).toEqual([
      { description: "Boxes" },
      { title: "Packing, kitting" },
      { title: "All", description: "Of it" },
    ]);
  });

  test("groups simultaneous edits as one change", async () => {
    const ids = [await addService("A"), await addService("B"), await addService("C")].map(
      ({ id }) => id,
    );
    await empty();
    for (const order of [ids, ids.toReversed()])
      await dana.rpc("reorder_items", { list: "services", ids: order }).throwOnError();
    const rows = await entries();
    expect(new Set(rows.map(({ change_id }) => change_id)).size).toBe(2);
    const { data } = await dana.rpc("history_list", {}).throwOnError();
    expect(data).toMatchObject([{ entries: 2 }, { entries: 3 }]);
  });

  test("names the program that changed something", async () => {
    await site.sql`update services set title = title || '.' where id =
      (select id from services limit 1)`;
    await site.sql.begin(async (tx) => {
      await tx`set local loading_dock.actor = 'command line'`;
      await tx`delete from admins where user_id <> (select user_id from admins limit 1)`;
    });
    await site.sql`insert into admins (user_id)
      select id from auth.users where email = ${people.stranger.email}
      on conflict do nothing`;
    const rows = await entries();
    expect(rows.map(({ actor, actor_email }) => [actor, actor_email])).toEqual([
      ["database", null],
      ["command line", null],
      ["database", null],
    ]);
    expect(rows[1]).toMatchObject({ table_name: "admins", label: people.stranger.email });
  });

  test("a truncated table as rows that were deleted", async () => {
    await addService();
    const [row] = await site.sql`select count(*)::int as n from services`;
    await empty();
    await site.sql.begin(async (tx) => {
      await tx`truncate services`;
      const gone = await tx`select operation, count(*)::int as n from history group by 1`;
      expect(gone).toEqual([{ operation: "DELETE", n: row?.n }]);
      await tx`rollback and chain`;
    });
  });

  test("records a lead's status, and nothing personal", async () => {
    await site
      .visitor()
      .from("contact_submissions")
      .insert({
        name: "Ana Ruiz",
        email: "ana@example.com",
        monthly_volume: "101-500",
        platforms: ["Etsy"],
        message: "Secret plans",
      })
      .throwOnError();
    const [{ id } = {}] = await site.sql`select id from contact_submissions`;
    await dana.from("contact_submissions").update({ status: "contacted" }).eq("id", id);
    await dana.from("contact_submissions").update({ is_spam: true }).eq("id", id);
    await dana.from("contact_submissions").delete().eq("id", id);
    const rows = await entries();
    expect(rows).toMatchObject([
      {
        table_name: "contact_submissions",
        row_id: id,
        label: null,
        fields: ["status"],
        before: { status: "new" },
        after: { status: "contacted" },
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Ana|ana@|Secret/);
  });
});
