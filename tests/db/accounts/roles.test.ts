import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, test } from "vitest";
import { isOfAdmins, settingsOf, TABS } from "#app/features/site_settings/admin/catalog.ts";
import { signInStaff } from "#tests/access/everyone.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "../steps.ts";

/** What owners, admins, editors and sales may do beyond the access table (access.test.ts). */
let owner: SupabaseClient;
let admin: SupabaseClient;
let editor: SupabaseClient;
let sales: SupabaseClient;

withSite(async () => {
  // Keeps the test's backend from sending notices.
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  owner = await site.admin();
  [admin, editor, sales] = [
    await signInStaff(site, "admin"),
    await signInStaff(site, "editor"),
    await signInStaff(site, "sales"),
  ];
});

const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? "";
const rolesOf = async (client: SupabaseClient) =>
  (await client.rpc("my_roles").throwOnError()).data;
const setRoles = async (by: SupabaseClient, person: SupabaseClient, roles: unknown) => {
  const { error } = await by.rpc("admin_set_roles", { user_id: await idOf(person), roles });
  return error && [error.code, error.message];
};

test("says which roles the caller has", async () => {
  expect(await rolesOf(site.visitor())).toEqual([]);
  expect(await rolesOf(await site.stranger())).toEqual([]);
  expect(await rolesOf(owner)).toEqual(["owner"]);
  expect(await rolesOf(admin)).toEqual(["admin"]);
  expect(await rolesOf(editor)).toEqual(["editor"]);
  expect(await rolesOf(sales)).toEqual(["sales"]);
});

test("ignores roles that a person writes into their own profile", async () => {
  const stranger = await site.stranger();
  const claimed = { roles: ["owner"], role: "service_role", app_metadata: { roles: ["owner"] } };
  await stranger.auth.updateUser({ data: claimed });
  await stranger.auth.refreshSession();
  expect(await rolesOf(stranger)).toEqual([]);
  expect((await stranger.rpc("is_admin_user")).data).toBe(false);
});

describe("a changed role", () => {
  let person: SupabaseClient;
  beforeEach(async () => {
    person = await signInStaff(site, "editor");
  });

  const canEdit = async () =>
    (await person.rpc("set_create", { name: crypto.randomUUID() })).error === null;
  const canSell = async () => (await person.rpc("lead_list", {})).error === null;

  test("takes effect with the next request, with the same session", async () => {
    expect([await canEdit(), await canSell()]).toEqual([true, false]);
    expect(await setRoles(admin, person, ["sales"])).toBeNull();
    expect([await canEdit(), await canSell()]).toEqual([false, true]);
    expect(await setRoles(admin, person, ["editor", "sales"])).toBeNull();
    expect([await canEdit(), await canSell()]).toEqual([true, true]);
    expect(await setRoles(admin, person, ["admin"])).toBeNull();
    expect((await person.rpc("is_admin_user")).data).toBe(true);
    expect(await setRoles(admin, person, ["editor"])).toBeNull();
    expect((await person.rpc("is_admin_user")).data).toBe(false);
    expect([await canEdit(), await canSell()]).toEqual([true, false]);
  });

  test("is one change, with one email to the person and one to each other admin", async () => {
    await site.sql`delete from private.account_notices`;
    await site.sql`delete from private.colleague_notices`;
    await setRoles(admin, person, ["admin"]);
    const { email } = (await person.auth.getUser()).data.user ?? {};
    const notices = await site.sql`select email, kind, detail from private.account_notices`;
    const own = notices.filter((notice) => notice.email === email);
    expect(own).toEqual([{ email, kind: "role_changed", detail: "Admin" }]);
    const reported = notices.filter(({ kind }) => kind === "colleague_changed");
    expect(reported.map((notice) => notice.email)).toContain(people.admin.email);
    expect(reported[0]?.detail).toMatch(
      new RegExp(`^The role of ${email} was changed to Admin on .+ by admin-`),
    );
    expect(notices.map(({ kind }) => kind)).not.toContain("admin_granted");
  });

  test("is listed in the history as what was given or removed", async () => {
    const newest = async () => (await owner.rpc("history_list", {}).throwOnError()).data[0];
    await setRoles(admin, person, ["admin"]);
    expect(await newest()).toMatchObject({ table_name: "staff", entries: 2, promoted: true });
    await setRoles(admin, person, ["editor"]);
    expect(await newest()).toMatchObject({
      table_name: "admins",
      operation: "DELETE",
      promoted: false,
    });
    await admin.rpc("admin_remove", { user_id: await idOf(person) }).throwOnError();
    expect(await newest()).toMatchObject({ table_name: "staff", entries: 1, promoted: false });
  });

  test("keeps what the new role may do, and revokes the rest", async () => {
    await setRoles(owner, person, ["admin"]);
    const set = (await person.rpc("set_create", { name: "Spring" }).throwOnError()).data;
    const link = (await person.rpc("preview_link_create", { of_set: set.id }).throwOnError()).data;
    await person.rpc("admin_invite", { email: "friend@example.com" }).throwOnError();
    const { id: lead } =
      (
        await site.sql`insert into contact_submissions
      ${site.sql({ ...tables.contact_submissions.make(), owner_id: await idOf(person) })} returning id`
      )[0] ?? {};
    await site.sql`insert into lead_recipients (email)
      select email from auth.users where id = ${await idOf(person)}`;
    const state = async () => {
      const opened = await site.visitor().rpc("preview_link_open", { token: link.token });
      const [row] =
        await site.sql`select owner_id is not null as owned from contact_submissions where id = ${lead}`;
      const invitations =
        await site.sql`select from admin_invitations where email = 'friend@example.com'`;
      const emailed =
        await site.sql`select from lead_recipients r join auth.users u on u.email = r.email
        where u.id = ${await idOf(person)} and r.is_active`;
      return {
        link: opened.data?.state,
        owned: row?.owned,
        invited: invitations.length,
        emailed: emailed.length,
      };
    };
    expect(await state()).toEqual({ link: "open", owned: true, invited: 1, emailed: 1 });
    await setRoles(owner, person, ["editor", "sales"]);
    expect(await state()).toEqual({ link: "open", owned: true, invited: 0, emailed: 1 });
    await setRoles(owner, person, ["sales"]);
    expect(await state()).toEqual({ link: "revoked", owned: true, invited: 0, emailed: 1 });
    await setRoles(owner, person, ["editor"]);
    expect(await state()).toEqual({ link: "revoked", owned: false, invited: 0, emailed: 0 });
  });

  test.each([
    [[], "Please choose a role."],
    [["sales", "editor"], "Please choose a role."],
    [["admin", "editor"], "Please choose a role."],
    [["service_role"], "Please choose a role."],
    [[["editor"]], "Please choose a role."],
    [["editor", null], "Please choose a role."],
    [null, "Please choose a role."],
  ])("refuses the roles %j", async (roles, words) => {
    expect(await setRoles(owner, person, roles)).toEqual(["22023", words]);
    expect(await rolesOf(person)).toEqual(["editor"]);
  });

  test("is refused for someone without a role, who is invited instead", async () => {
    expect(await setRoles(owner, await site.stranger(), ["editor"])).toEqual([
      "PT404",
      "This person has no role. Invite them instead.",
    ]);
  });
});

describe("owners", () => {
  test("only an owner makes, changes, removes and resets owners", async () => {
    const refused = ["42501", "Only an owner can do this."];
    const user_id = await idOf(owner);
    expect(await setRoles(admin, admin, ["owner"])).toEqual(refused);
    expect(await setRoles(admin, owner, ["admin"])).toEqual(refused);
    const tries = [
      ["admin_remove", { user_id }],
      ["admin_set_admin", { user_id, make_admin: false }],
      ["admin_reset_password", { user_id, new_password: "taken-over-1" }],
      ["admin_invite", { email: "accomplice@example.com", roles: ["owner"] }],
    ] as const;
    for (const [name, args] of tries) {
      const { error } = await admin.rpc(name, args);
      expect([name, error?.code, error?.message]).toEqual([name, ...refused]);
    }
    expect(await rolesOf(owner)).toEqual(["owner"]);
  });

  test("the last one can't be made something else, not even by SQL", async () => {
    const last = ["PT409", "The last owner can't be removed. Make someone else an owner first."];
    expect(await setRoles(owner, owner, ["admin"])).toEqual(last);
    expect(await setRoles(owner, owner, ["sales"])).toEqual(last);
    await expect(site.sql`update admins set is_owner = false`).rejects.toThrow(last[1]);
    expect(await rolesOf(owner)).toEqual(["owner"]);
  });

  test("of two who change each other at once, one stays", async () => {
    const other = await signInStaff(site, "admin");
    for (let round = 0; round < 10; round += 1) {
      expect(await setRoles(owner, other, ["owner"])).toBeNull();
      const answers = await Promise.all([
        setRoles(owner, other, ["admin"]),
        setRoles(other, owner, ["admin"]),
      ]);
      const left = await site.sql`select user_id from admins where is_owner`;
      expect(left).toHaveLength(1);
      // The second is no longer an owner when it is checked.
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      expect(answers).toContainEqual(["42501", "Only an owner can do this."]);
      if (left[0]?.user_id !== (await idOf(owner))) await setRoles(other, owner, ["owner"]);
      await setRoles(owner, other, ["admin"]);
    }
  });
});

describe("invitations", () => {
  const find = async (email: string) =>
    (await owner.rpc("admin_list_users", { search: email }).throwOnError()).data.users[0];
  const addAccount = (email: string) => site.sql`insert into auth.users (id, aud, role, email)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email})`;

  test("keep the role until it is accepted, and the newest one counts", async () => {
    const email = "writer@example.com";
    await addAccount(email);
    await admin.rpc("admin_invite", { email, roles: ["editor"] }).throwOnError();
    expect(await find(email)).toMatchObject({
      roles: [],
      invited_roles: ["editor"],
      is_admin: false,
    });
    await admin.rpc("admin_invite", { email, roles: ["editor", "sales"] }).throwOnError();
    expect((await find(email)).invited_roles).toEqual(["editor", "sales"]);
  });

  test("without a role are for admins, as earlier versions send them", async () => {
    await addAccount("early@example.com");
    await admin.rpc("admin_invite", { email: "early@example.com" }).throwOnError();
    expect((await find("early@example.com")).invited_roles).toEqual(["admin"]);
  });

  test("of an owner end when their sender is no longer an owner", async () => {
    const email = "heir@example.com";
    await addAccount(email);
    const other = await signInStaff(site, "admin");
    await setRoles(owner, other, ["owner"]);
    await other.rpc("admin_invite", { email, roles: ["owner"] }).throwOnError();
    await other.rpc("admin_invite", { email: "plain@example.com" }).throwOnError();
    expect(await find(email)).toMatchObject({
      invited_roles: ["owner"],
      invitation_revoked: false,
    });
    await setRoles(owner, other, ["admin"]);
    const left = await site.sql`select email from admin_invitations
      where email in (${email}, 'plain@example.com')`;
    expect(left).toEqual([{ email: "plain@example.com" }]);
  });

  test("are refused for someone with a role", async () => {
    const { email } = (await editor.auth.getUser()).data.user ?? {};
    const { error } = await admin.rpc("admin_invite", { email, roles: ["sales"] });
    expect([error?.code, error?.message]).toEqual(["PT409", "This person is already on the team."]);
  });
});

describe("settings of admins", () => {
  test("are the same on the screen and in the database", async () => {
    const keys = TABS.flatMap((tab) => settingsOf(tab, []).map(({ key }) => key));
    const rows = await site.sql`select key from unnest(${keys}::text[]) as key
      where private.is_setting_of_admins(key)`;
    expect(rows.map(({ key }) => key)).toEqual(keys.filter(isOfAdmins));
  });

  const OF_ADMINS = [
    ["contact_email", "thief@example.com"],
    ["gtm_container_id", "GTM-EVIL1"],
    ["ga_measurement_id", "G-EVIL1"],
    ["delete_closed_months", "1"],
    ["audit_log_months", "3"],
    ["confirmation_text", "Pay here"],
    ["consent_ask", "false"],
    ["consent_text", "Everything is allowed"],
    ["calendar_on_click", "true"],
  ];
  const stored = () => site.sql`select setting_key, setting_value from site_settings order by 1`;

  test.each(OF_ADMINS)(
    "an editor can't change, add or delete %s",
    async (setting_key, setting_value) => {
      await owner
        .from("site_settings")
        .upsert(
          { setting_key, setting_value: "" },
          { onConflict: "setting_key", ignoreDuplicates: true },
        );
      const before = await stored();
      const from = () => editor.from("site_settings");
      await from().update({ setting_value }).eq("setting_key", setting_key);
      await from().delete().eq("setting_key", setting_key);
      await from().upsert({ setting_key, setting_value }, { onConflict: "setting_key" });
      // Nor by renaming another setting.
      await from().update({ setting_key }).eq("setting_key", "site_title");
      expect(await stored()).toEqual(before);
    },
  );

  test("an editor changes what visitors see", async () => {
    const { data } = await editor
      .from("site_settings")
      .update({ setting_value: "Evergreen" })
      .eq("setting_key", "company_name")
      .select("setting_value");
    expect(data).toEqual([{ setting_value: "Evergreen" }]);
  });

  test("a change set can't carry them past the editor who publishes it", async () => {
    const [setting] =
      await site.sql`select id from site_settings where setting_key = 'contact_email'`;
    const set = (await editor.rpc("set_create", { name: "Hidden" }).throwOnError()).data;
    await editor
      .rpc("set_save", {
        of_set: set.id,
        list: "site_settings",
        operation: "UPDATE",
        id: setting?.id,
        patch: { setting_value: "thief@example.com" },
      })
      .throwOnError();
    const before = await stored();
    const review = (await editor.rpc("set_review", { of_set: set.id }).throwOnError()).data;
    const { error } = await editor.rpc("set_publish", { of_set: set.id, seen: review.set.version });
    expect(error).not.toBeNull();
    expect(await stored()).toEqual(before);
  });
});

describe("leads", () => {
  test("belong to people who handle leads", async () => {
    const make = async () =>
      (
        await site.sql`insert into contact_submissions
        ${site.sql(tables.contact_submissions.make())} returning id`
      )[0]?.id;
    const own = async (person: SupabaseClient) =>
      (
        await sales
          .from("contact_submissions")
          .update({ owner_id: await idOf(person) })
          .eq("id", await make())
      ).error?.message;
    expect(await own(sales)).toBeUndefined();
    expect(await own(admin)).toBeUndefined();
    expect(await own(editor)).toBe("This person can't own a lead.");
    expect(await own(await site.stranger())).toBe("This person can't own a lead.");
    const names = (await sales.rpc("lead_choices").throwOnError()).data.people.map(
      ({ id }: { id: string }) => id,
    );
    expect(names).toEqual(expect.arrayContaining([await idOf(sales), await idOf(admin)]));
    expect(names).not.toContain(await idOf(editor));
  });
});

describe("the dashboard and search", () => {
  test("show each role only its part", async () => {
    const keys = async (who: SupabaseClient) =>
      Object.keys((await who.rpc("admin_dashboard").throwOnError()).data).toSorted();
    const content = [
      "active_faqs",
      "active_prices",
      "images_without_alt_text",
      "reviews",
      "waiting_sets",
    ];
    const all = await keys(admin);
    expect(await keys(owner)).toEqual(all);
    expect(await keys(editor)).toEqual(content);
    expect(await keys(sales)).toEqual(all.filter((key) => !content.includes(key)));
  });

  test("find leads only for people who handle them, and texts only for people who edit them", async () => {
    await site.sql`insert into contact_submissions
      ${site.sql({ ...tables.contact_submissions.make(), name: "Zanzibar Ltd" })}`;
    await site.sql`insert into faq_items (question, answer) values ('Zanzibar?', 'Yes.')`;
    const found = async (who: SupabaseClient) =>
      (await who.rpc("admin_find", { words: "zanzibar" }).throwOnError()).data.map(
        ({ table }: { table: string }) => table,
      );
    expect((await found(admin)).toSorted()).toEqual(["contact_submissions", "faq_items"]);
    expect(await found(editor)).toEqual(["faq_items"]);
    expect(await found(sales)).toEqual(["contact_submissions"]);
  });
});

test("sales restores an earlier saved reply, and sees no history of the site", async () => {
  const [reply] = await site.sql`
    insert into saved_replies (title, body) values ('Prices', 'Old') returning id`;
  await sales.from("saved_replies").update({ body: "New" }).eq("id", reply?.id).throwOnError();
  const { data } = await sales.from("history").select("table_name");
  expect(new Set(data?.map(({ table_name }) => table_name))).toEqual(new Set(["saved_replies"]));
  const what = { table: "saved_replies", row: reply?.id };
  const { data: list } = await sales.rpc("history_list", { what }).throwOnError();
  const steps = await sales
    .rpc("history_look", { what: { change: list[0].change_id } })
    .throwOnError();
  const chosen = steps.data.map(({ table_name, row_id, version }: Record<string, string>) => ({
    table_name,
    row_id,
    version,
  }));
  await sales
    .rpc("history_restore", { what: { change: list[0].change_id }, chosen })
    .throwOnError();
  const [now] = await site.sql`select body from saved_replies where id = ${reply?.id}`;
  expect(now?.body).toBe("Old");
});
