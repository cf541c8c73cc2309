import { describe, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";
import { isAdmin, site, withSite } from "./steps.ts";

withSite();

const idOf = async (email: string): Promise<string> => {
  const [user] = await site.sql`select id from auth.users where email = ${email}`;
  return user?.id;
};

describe("adding and removing admins", () => {
  test("makes no admin from the list, and removes rights at once", async () => {
    const [admin, stranger] = [await site.admin(), await site.stranger()];
    const user_id = await idOf(people.stranger.email);
    for (const make_admin of [true, null]) {
      const { error, status } = await admin.rpc("admin_set_admin", { user_id, make_admin });
      expect([status, error?.message]).toEqual([
        400,
        "Invite this person instead. They get admin rights when they accept.",
      ]);
    }
    expect(await isAdmin(stranger)).toBe(false);
    await site.sql`insert into admins (user_id) values (${user_id})`;
    expect(await isAdmin(stranger)).toBe(true);
    expect((await admin.rpc("admin_set_admin", { user_id, make_admin: false })).error).toBeNull();
    expect(await isAdmin(stranger)).toBe(false);
  });

  test("keeps the last owner against the function, SQL and account deletion", async () => {
    const admin = await site.admin();
    const user_id = await idOf(people.admin.email);
    const { error, status } = await admin.rpc("admin_set_admin", { user_id, make_admin: false });
    expect([status, error?.code]).toEqual([409, "PT409"]);
    expect(error?.message).toBe(
      "The last owner can't be removed. Make someone else an owner first.",
    );
    await expect(site.sql`delete from admins`).rejects.toThrow("The last owner");
    await expect(site.sql`delete from auth.users where id = ${user_id}`).rejects.toThrow(
      "The last owner",
    );
    expect(await isAdmin(admin)).toBe(true);
  });

  test("keeps the last owner against emptying the table", async () => {
    // Emptying locks many tables, and could lock them in another order than a job of the site does.
    const databaseUrl = await createTestDatabase(inject("clusterUrl"));
    const sql = connect(databaseUrl, 1);
    await expect(sql`truncate admins cascade`).rejects.toThrow("The last owner");
    await sql.end();
    await dropTestDatabase(databaseUrl);
  });

  test("keeps one of two owners who remove each other at once", async () => {
    const ids = [await idOf(people.admin.email), await idOf(people.stranger.email)];
    await site.sql`insert into admins (user_id, is_owner) values (${ids[1] ?? ""}, true)`;
    const clients = [await site.admin(), await site.stranger()];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        clients.map((client, i) =>
          client.rpc("admin_set_admin", { user_id: ids[1 - i], make_admin: false }),
        ),
      );
      const left = await site.sql`select user_id from admins`;
      expect(left).toHaveLength(1);
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      await site.sql`insert into admins (user_id, is_owner)
        select unnest(${ids}::uuid[]), true on conflict do nothing`;
    }
  });

  test("tells only the caller of was_admin_user about removed rights", async () => {
    const [admin, stranger] = [await site.admin(), await site.stranger()];
    const wasAdmin = async (who: typeof admin) => (await who.rpc("was_admin_user")).data;
    const user_id = await idOf(people.stranger.email);
    expect(await wasAdmin(stranger)).toBe(false);
    await site.sql`insert into admins (user_id) values (${user_id})`;
    expect(await wasAdmin(stranger)).toBe(false);
    expect((await admin.rpc("admin_remove", { user_id })).error).toBeNull();
    expect([await wasAdmin(stranger), await wasAdmin(admin)]).toEqual([true, false]);
  });

  test("deletes an account without rights while there are no admins", async () => {
    await site.sql`alter table admins disable trigger user`;
    await site.sql`delete from admins`;
    await site.sql`alter table admins enable trigger user`;
    await site.sql`delete from auth.users where email = ${people.stranger.email}`;
    expect(await idOf(people.stranger.email)).toBeUndefined();
  });
});

describe("resetting a password", () => {
  const reset = async (new_password: string, email = people.stranger.email) =>
    (await site.admin()).rpc("admin_reset_password", {
      user_id: await idOf(email),
      new_password,
    });

  test("accepts the new one only, and ends every session", async () => {
    const stranger = await site.stranger();
    expect((await reset("six-66")).error).toBeNull();

    const signIn = (password: string) =>
      site.visitor().auth.signInWithPassword({ email: people.stranger.email, password });
    expect((await signIn("six-66")).error).toBeNull();
    expect((await signIn(people.stranger.password)).error).not.toBeNull();
    expect((await stranger.auth.refreshSession()).error).not.toBeNull();
    expect(
      await site.sql`select 1 from auth.refresh_tokens t
      join auth.users u on u.id::text = t.user_id::text
      where u.email = ${people.stranger.email} and t.session_id is null`,
    ).toHaveLength(0);
  });

  test("ends an admin's unexpired token", async () => {
    const admin = await site.admin();
    await reset("another-one", people.admin.email);
    expect((await admin.rpc("is_admin_user")).status).toBe(401);
    expect(await admin.from("contact_submissions").select()).toMatchObject({
      status: 401,
      error: { message: "Your session has ended. Sign in again." },
    });
  });

  test.each([
    ["", "Please enter a new password."],
    [" \t ", "Please enter a new password."],
    ["five5", "Password must be at least 6 characters long."],
    ["x".repeat(73), "Password must be at most 72 characters long."],
  ])("refuses %j in the words of rule U-2", async (password, words) => {
    const { error, status } = await reset(password);
    expect([status, error?.code, error?.message]).toEqual([400, "22023", words]);
  });

  test("asks for ten characters for someone with a role (rule A-10)", async () => {
    const { error, status } = await reset("harbor1", people.admin.email);
    expect([status, error?.message]).toEqual([
      400,
      "Password must be at least 10 characters long.",
    ]);
    expect((await reset("five5", people.admin.email)).error?.message).toBe(
      "Password must be at least 6 characters long.",
    );
  });

  test("refuses a token of a deleted account", async () => {
    const { status, error } = await (await site.admin()).rpc("admin_reset_password", {
      user_id: "00000000-0000-4000-8000-000000000000",
      new_password: "long enough",
    });
    expect([status, error?.message]).toEqual([404, "This user no longer exists."]);
  });
});

describe("the list of users", () => {
  test("names, dates, confirmation and admin rights, newest first, never a password", async () => {
    const client = site.visitor();
    const email = "newcomer@example.com";
    await client.auth.signUp({
      email,
      password: "some-password",
      options: { data: { full_name: "New Comer" } },
    });
    const { data } = await (await site.admin()).rpc("admin_list_users");
    expect(data.total).toBe(3);
    expect(data.users[0]).toMatchObject({
      email,
      full_name: "New Comer",
      email_confirmed_at: null,
      last_sign_in_at: null,
      is_admin: false,
    });
    expect(data.users.find((user: { is_admin: boolean }) => user.is_admin).email).toBe(
      people.admin.email,
    );
    expect(JSON.stringify(data)).not.toContain("$2");
  });

  test("is searched and paged by the database", async () => {
    const admin = await site.admin();
    const { data } = await admin.rpc("admin_list_users", { search: "STRANGER", page_size: 1 });
    expect([data.total, data.users.length]).toEqual([1, 1]);
    const { data: beyond } = await admin.rpc("admin_list_users", { page_offset: 50 });
    expect(beyond).toEqual({ total: 2, users: [] });
  });
});
