import { beforeEach, describe, expect, test, vi } from "vitest";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { addService, around, dana, mia, site, wait, withSite, write } from "./steps.ts";

// The server's own jobs would check the history, and delete old entries, a minute after the start.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

withSite();

const breaks = () =>
  site.sql`select table_name, row_id, label, field, problem from private.history_breaks()`;
const check = async (accept = false) => {
  const [row] = await site.sql`select public.history_check(${accept}) as found`;
  return row?.found;
};

beforeEach(async () => {
  await site.sql`delete from services where title = 'Kitting'`;
  await site.sql`delete from private.history_checks`;
});

describe("a history that chains", () => {
  test("has no break after every kind of change", async () => {
    const service = await addService();
    for (const title of ["One", "Two", "Kitting"])
      await dana.from("services").update({ title }).eq("id", service.id).throwOnError();
    await write(dana, "By Dana");
    await write(mia, "By Mia");
    await dana.from("services").delete().eq("id", service.id).throwOnError();
    await site.sql`insert into services ${site.sql(service)}`;
    const { data } = await dana.from("services").select("id").order("display_order");
    const ids = (data ?? []).map(({ id }) => id).reverse();
    await dana.rpc("reorder_items", { list: "services", ids }).throwOnError();
    expect(await breaks()).toEqual([]);
    expect(await check()).toMatchObject({ rows: 0, examples: [] });
  });

  test("compares instants, however a session writes them", async () => {
    const added = await site.sql.begin(async (tx) => {
      await tx`set local timezone = 'America/New_York'`;
      return tx`insert into services (title) values ('Kitting') returning id`;
    });
    const id = added[0]?.id;
    expect(await breaks()).toEqual([]);
    await around(`update services set created_at = '2020-01-01' where id = '${id}'`);
    expect(await breaks()).toMatchObject([{ row_id: id, field: "created_at" }]);
  });

  test("can start late when older entries were deleted", async () => {
    const service = await addService();
    await dana.from("services").update({ title: "Kept" }).eq("id", service.id);
    await wait("731 days");
    await dana.from("services").update({ title: "Kitting" }).eq("id", service.id);
    await site.sql`select public.history_clean()`;
    expect(await site.sql`select operation from history`).toHaveLength(1);
    expect(await breaks()).toEqual([]);
  });

  test("knows columns from when they were added to when they are dropped", async () => {
    const service = await addService();
    await site.sql`alter table services add column color text not null default 'green'`;
    await site.sql`update services set color = 'red' where id = ${service.id}`;
    expect(await breaks()).toEqual([]);
    await site.sql`alter table services drop column color`;
    expect(await breaks()).toEqual([]);
    await site.sql`delete from services where id = ${service.id}`;
    expect(await breaks()).toEqual([]);
  });

  test("allows erasing a person who wrote", async () => {
    const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null };
    const [lead] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
    await site.sql`update contact_submissions set status = 'closed' where id = ${lead?.id}`;
    expect(await breaks()).toEqual([]);
    await site.sql`delete from contact_submissions where id = ${lead?.id}`;
    expect(await breaks()).toEqual([]);
  });
});

describe("a break", () => {
  test("finds a row changed without the recorder", async () => {
    const { id } = await addService();
    await around(`update services set title = 'Kitting', description = 'Sly' where id = '${id}'`);
    const [found, ...more] = await breaks();
    expect(more).toEqual([]);
    expect(found).toEqual({
      table_name: "services",
      row_id: id,
      label: "Kitting",
      field: "description",
      problem: "changed",
    });
  });

  test("finds a missing entry in the middle", async () => {
    const { id } = await addService();
    for (const title of ["One", "Two", "Kitting"])
      await site.sql`update services set title = ${title} where id = ${id}`;
    await around("delete from history where after ->> 'title' = 'Two'");
    expect(await breaks()).toMatchObject([{ row_id: id, field: "title", problem: "gap" }]);
  });

  test("finds a missing last entry", async () => {
    const { id } = await addService();
    await site.sql`update services set title = 'Two' where id = ${id}`;
    await around("delete from history where after ->> 'title' = 'Two' and operation = 'UPDATE'");
    expect(await breaks()).toMatchObject([{ row_id: id, field: "title", problem: "changed" }]);
    await site.sql`delete from services where id = ${id}`;
  });

  test("finds a row deleted without the recorder", async () => {
    const { id } = await addService();
    await around(`delete from services where id = '${id}'`);
    expect(await breaks()).toEqual([
      {
        table_name: "services",
        row_id: id,
        label: "Kitting",
        field: "",
        problem: "deleted",
      },
    ]);
  });

  test("finds a deleted row restored without the recorder", async () => {
    const service = await addService();
    await site.sql`delete from services where id = ${service.id}`;
    await site.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into services ${tx(service)}`;
    });
    expect(await breaks()).toContainEqual(
      expect.objectContaining({ row_id: service.id, field: "title", problem: "changed" }),
    );
  });

  test("is found in the status of a lead and in rights", async () => {
    const row = { ...tables.contact_submissions.make(), mail_next_attempt_at: null };
    const [lead] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
    await site.sql`update contact_submissions set status = 'contacted' where id = ${lead?.id}`;
    await around(`update contact_submissions set status = 'responded' where id = '${lead?.id}'`);
    expect(await breaks()).toMatchObject([{ table_name: "contact_submissions", field: "status" }]);
    await site.sql`delete from contact_submissions`;

    const [user] = await site.sql`select id from auth.users where email = ${people.stranger.email}`;
    await site.sql`delete from admins where user_id = ${user?.id}`;
    await site.sql`insert into admins (user_id) values (${user?.id})`;
    expect(await breaks()).toEqual([]);
    await around(`delete from admins where user_id = '${user?.id}'`);
    expect(await breaks()).toMatchObject([{ table_name: "admins", problem: "deleted" }]);
    await site.sql`insert into admins (user_id) values (${user?.id})`;
  });
});

describe("the check", () => {
  test("stores what it found, without values", async () => {
    expect((await site.sql`select public.history_checked() as found`)[0]?.found).toBeNull();
    const { id } = await addService();
    await around(`update services set title = 'Kitting', description = 'Sly' where id = '${id}'`);
    const found = await check();
    expect(found).toEqual({
      checked_at: expect.any(String),
      rows: 1,
      examples: [
        {
          table_name: "services",
          row_id: id,
          label: "Kitting",
          field: "description",
          problem: "changed",
        },
      ],
    });
    expect((await site.sql`select public.history_checked() as found`)[0]?.found).toEqual(found);
  });

  test("ignores what was accepted, until something else differs", async () => {
    const { id } = await addService();
    await around(`update services set description = 'Sly' where id = '${id}'`);
    expect(await check()).toMatchObject({ rows: 1 });
    expect(await check(true)).toMatchObject({ rows: 0 });
    await site.sql`update services set description = 'Open' where id = ${id}`;
    expect(await check()).toMatchObject({ rows: 0 });
    await around(`update services set description = 'Sly again' where id = '${id}'`);
    expect(await check()).toMatchObject({ rows: 1 });
    await around(`delete from history`);
    expect(await check()).toMatchObject({ rows: 0 });
    expect(await site.sql`select from private.history_accepted`).toEqual([]);
  });

  test.each(["visitor", "stranger", "admin"] as const)("is not for a %s", async (who) => {
    const client = await site[who]();
    for (const name of ["history_check", "history_checked"]) {
      const { error } = await client.rpc(name);
      expect(error?.code).toBe("42501");
    }
  });
});
