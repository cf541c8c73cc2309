import { describe, expect, test } from "vitest";
import { addUser } from "#server/backend/self-hosted/first-admin.ts";
import { signInStaff } from "#tests/access/everyone.ts";
import { signInAt } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";
import {
  ADDRESS,
  CHROME,
  emailOf,
  empty,
  idOf,
  logged,
  me,
  mine,
  owner,
  site,
  withAuditLog,
} from "./steps.ts";

/** What the audit log records, of whom and from where. */
withAuditLog();

describe("sign-ins", () => {
  test("are entries with the address and browser of the session", async () => {
    const id = await idOf(owner);
    await site.sql`insert into auth.sessions (id, user_id, ip, user_agent)
      values (gen_random_uuid(), ${id}, '2001:db8::7', ${CHROME})`;
    expect(await logged()).toEqual([
      {
        kind: "sign_in",
        actor: me,
        about: null,
        detail: null,
        address: "2001:db8::7",
        browser: "Chrome on Windows",
      },
    ]);
    await site.admin();
    expect(await logged()).toMatchObject([{}, { kind: "sign_in", actor: me }]);
  });

  test("of one account are thinned out after twenty in an hour", async () => {
    const id = await idOf(owner);
    await site.sql`insert into auth.sessions (id, user_id)
      select gen_random_uuid(), ${id} from generate_series(1, 150)`;
    const entries = await logged();
    expect(entries).toHaveLength(21);
    expect(entries.at(-1)).toMatchObject({ detail: "100 sign-ins this hour" });
    await site.sql`delete from auth.sessions where user_agent is null`;
  });

  test("of people who never had a role are not logged", async () => {
    await site.stranger();
    await site.visitor().auth.signInWithPassword({ ...people.stranger, password: "wrong" });
    await site.visitor().auth.signInWithPassword({ email: "nobody@example.com", password: "x" });
    expect(await logged()).toEqual([]);
    expect(await site.sql`select from private.audit_counts`).toEqual([]);
  });

  test("that fail are logged at the 1st, 10th and 100th time in an hour", async () => {
    const fail = () =>
      site.visitor().auth.signInWithPassword({ email: me.toUpperCase(), password: "wrong" });
    await fail();
    const first = {
      kind: "sign_in_failed",
      actor: "visitor",
      about: me,
      detail: null,
      address: ADDRESS,
      browser: null,
    };
    expect(await logged()).toEqual([first]);
    // One transaction has one time, so no new hour begins in between.
    await site.sql.begin(async (tx) => {
      await tx`update private.audit_counts set hour = date_trunc('hour', now())`;
      await tx`select private.audit_failed_sign_in(${me}, ${ADDRESS}, ${CHROME})
        from generate_series(2, 120)`;
    });
    const later = { ...first, browser: "Chrome on Windows" };
    expect(await logged()).toEqual([
      first,
      { ...later, detail: "10 failed attempts this hour" },
      { ...later, detail: "100 failed attempts this hour" },
    ]);
    await site.sql`update private.audit_counts set hour = hour - interval '1 hour'`;
    await fail();
    expect(await logged()).toHaveLength(4);
  });

  test("of someone who was removed are still logged", async () => {
    const person = await signInStaff(site, "sales");
    const email = await emailOf(person);
    await owner.rpc("admin_remove", { user_id: await idOf(person) }).throwOnError();
    await empty();
    await site.visitor().auth.signInWithPassword({ email: email ?? "", password: "wrong" });
    expect(await logged()).toMatchObject([{ kind: "sign_in_failed", about: email }]);
  });
});

describe("passwords", () => {
  const PASSWORD = "shipping-label-9";

  test("are changed by the person, from where they signed in", async () => {
    const email = "changes@example.com";
    const id = await addUser(site.sql, email, "pallet-jack-43");
    await site.sql`insert into staff (user_id, is_editor) values (${id}, true)`;
    const { client } = await signInAt(site.backend, { email, password: "pallet-jack-43" });
    await site.sql`update auth.sessions set ip = '192.0.2.44', user_agent = ${CHROME}
      where user_id = ${id}`;
    await empty();
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(await logged()).toEqual([
      {
        kind: "password_changed",
        actor: email,
        about: null,
        detail: null,
        address: "192.0.2.44",
        browser: "Chrome on Windows",
      },
    ]);
  });

  test("are reset by an admin", async () => {
    const person = await signInStaff(site, "editor");
    const email = await emailOf(person);
    const user_id = await idOf(person);
    await empty();
    await owner.rpc("admin_reset_password", { user_id, new_password: PASSWORD }).throwOnError();
    const entry = { ...mine, kind: "password_reset", about: email, detail: null };
    expect(await logged()).toEqual([entry]);
    // The screen calls a function, which has no address of a person: the session's counts.
    const { data } = await owner.functions.invoke("admin-reset-password", {
      body: { userId: user_id, newPassword: `${PASSWORD}0` },
    });
    expect(data).toEqual({ success: true, error: null });
    expect(await logged()).toEqual([entry, { ...entry, address: "198.51.100.9" }]);
  });

  test("of strangers are their own business", async () => {
    const stranger = await site.stranger();
    await stranger.auth.updateUser({ password: PASSWORD });
    expect(await logged()).toEqual([]);
    await stranger.auth.updateUser({ password: people.stranger.password });
  });
});

describe("roles", () => {
  test("are one entry for each change, also between the tables", async () => {
    const person = await signInStaff(site, "editor");
    const email = await emailOf(person);
    expect(await logged()).toMatchObject([
      { kind: "role_given", actor: "database", about: email, detail: "Editor" },
      { kind: "sign_in", actor: email },
    ]);
    await empty();
    const user_id = await idOf(person);
    for (const roles of [["sales"], ["admin"], ["owner"], ["editor", "sales"], ["editor", "sales"]])
      await owner.rpc("admin_set_roles", { user_id, roles }).throwOnError();
    await owner.rpc("admin_remove", { user_id }).throwOnError();
    const changed = { ...mine, kind: "role_changed", about: email };
    expect(await logged()).toEqual([
      { ...changed, detail: "from Editor to Sales" },
      { ...changed, detail: "from Sales to Admin" },
      { ...changed, detail: "from Admin to Owner" },
      { ...changed, detail: "from Owner to Editor and Sales" },
      { ...changed, kind: "role_removed", detail: "Editor and Sales" },
    ]);
  });

  test("end with the account, whose entries stay", async () => {
    const person = await signInStaff(site, "admin");
    const email = await emailOf(person);
    await site.sql`delete from auth.users where email = ${email ?? ""}`;
    expect(await logged()).toMatchObject([
      { kind: "role_given", about: email },
      { kind: "sign_in", actor: email },
      { kind: "role_removed", actor: "database", about: email, detail: "Admin" },
    ]);
  });

  test("are offered by invitation, and withdrawn", async () => {
    const email = "invited@example.com";
    await site.sql`insert into auth.users (id, aud, role, email)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email})`;
    await owner.rpc("admin_invite", { email, roles: ["sales"] }).throwOnError();
    await owner.rpc("admin_invite", { email, roles: ["editor"] }).throwOnError();
    await owner.rpc("admin_revoke_invitation", { email }).throwOnError();
    expect(await logged()).toEqual([
      { ...mine, kind: "invitation_sent", about: email, detail: "Sales" },
      { ...mine, kind: "invitation_sent", about: email, detail: "Editor" },
      { ...mine, kind: "invitation_revoked", about: email, detail: "Editor" },
    ]);
    // Accepting one deletes it as the invited person.
    await owner.rpc("admin_invite", { email }).throwOnError();
    await empty();
    await site.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', jsonb_build_object('sub', id)::text, true)
        from auth.users where email = ${email}`;
      await tx`delete from admin_invitations`;
    });
    expect(await logged()).toEqual([]);
    await owner.rpc("admin_invite", { email }).throwOnError();
    await empty();
    await site.sql`update admin_invitations set expires_at = now() - interval '1 day'`;
    await site.sql`delete from admin_invitations`;
    expect((await logged()).map(({ kind }) => kind)).not.toContain("invitation_revoked");
  });
});

describe("data of leads", () => {
  const EMAIL = "ana.marker@shop.example";
  const add = async (many: number) => {
    const ids: string[] = [];
    for (let n = 0; n < many; n += 1) {
      const row = { ...tables.contact_submissions.make(), name: "Ana Marker", email: EMAIL };
      const [{ id } = { id: "" }] =
        await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
      ids.push(id);
    }
    return ids;
  };

  test("leaves by an export, which is one entry with its number of leads", async () => {
    const ids = await add(5);
    const read = (from: number, to: number, begins_of?: number) =>
      owner
        .rpc("lead_export", { ids: ids.slice(from, to), ...(begins_of && { begins_of }) })
        .throwOnError();
    await read(0, 2, 5);
    await read(2, 4);
    await read(4, 5);
    const entry = { ...mine, kind: "leads_exported", about: null };
    expect(await logged()).toEqual([{ ...entry, detail: "5 leads" }]);
    // More than was announced, and no announcement at all, as earlier versions export.
    await read(0, 3);
    await read(0, 2, 1);
    expect((await logged()).map(({ detail }) => detail)).toEqual(["5 leads", "3 leads", "2 leads"]);
    await owner.rpc("lead_export", { ids: [] }).throwOnError();
    expect(await logged()).toHaveLength(3);
  });

  test("is exported and erased for a person, of whom nothing is in the log", async () => {
    await add(2);
    const all =
      await site.sql`select count(*)::int as n from contact_submissions where email = ${EMAIL}`;
    await owner.rpc("lead_person_export", { address: EMAIL }).throwOnError();
    await owner.rpc("lead_person_erase", { address: EMAIL }).throwOnError();
    const about = { about: null, detail: `${all[0]?.n} leads` };
    expect(await logged()).toEqual([
      { ...mine, kind: "person_exported", ...about },
      { ...mine, kind: "person_erased", ...about },
    ]);
    const found = await site.sql`select from private.audit_log l
      where to_jsonb(l)::text ~* 'marker|shop\\.example'`;
    expect(found).toEqual([]);
  });
});

describe("the site", () => {
  test("has entries for backups and keys", async () => {
    const backup = "20261122T110000Z";
    const { data: download } = await owner.rpc("admin_backup_download", { backup }).throwOnError();
    expect(await logged()).toEqual([]);
    for (let use = 0; use < 2; use += 1) await site.sql`select backup_link_use(${download})`;
    await site.sql`update private.backup_state set keys_made_at = now(), keys_made_by = ${me}`;
    expect(await logged()).toMatchObject([
      { kind: "backup_downloaded", actor: me, about: backup },
      { kind: "keys_made", actor: me },
    ]);
  });

  test("has entries for settings of admins, without addresses and texts", async () => {
    const set = (setting_key: string, setting_value: string) =>
      owner
        .from("site_settings")
        .upsert({ setting_key, setting_value }, { onConflict: "setting_key" })
        .throwOnError();
    await site.sql`delete from site_settings where setting_key = 'delete_closed_months'`;
    await empty();
    // As a new site begins.
    await site.sql`insert into site_settings (setting_key, setting_value)
      values ('delete_closed_months', '')`;
    await set("delete_closed_months", "6");
    await set("delete_closed_months", "6");
    await set("delete_spam", "true");
    await set("consent_ask", "false");
    await set("consent_text", "May we?");
    await set("calendar_on_click", "true");
    await set("contact_email", "elsewhere@example.com");
    await set("confirmation_text", "We got your message, {name}.");
    await set("company_name", "Evergreen");
    await owner.from("site_settings").delete().eq("setting_key", "gtm_container_id").throwOnError();
    await set("gtm_container_id", "GTM-AB12CD3");
    const entry = { ...mine, kind: "security_setting_changed" };
    expect(await logged()).toEqual([
      { ...entry, about: "delete_closed_months", detail: "from empty to 6" },
      { ...entry, about: "delete_spam", detail: "from off to on" },
      { ...entry, about: "consent_ask", detail: "from on to off" },
      { ...entry, about: "consent_text", detail: null },
      { ...entry, about: "calendar_on_click", detail: "from off to on" },
      { ...entry, about: "contact_email", detail: null },
      { ...entry, about: "confirmation_text", detail: null },
      { ...entry, about: "gtm_container_id", detail: "from empty" },
      { ...entry, about: "gtm_container_id", detail: "to GTM-AB12CD3" },
    ]);
  });

  test("has an entry for a setting of admins that gets another name", async () => {
    const rename = (from: string, to: string) =>
      site.sql`update site_settings set setting_key = ${to} where setting_key = ${from}`;
    await rename("ga_measurement_id", "set_aside");
    await rename("set_aside", "ga_measurement_id");
    await rename("company_name", "set_aside");
    await rename("set_aside", "company_name");
    const entry = { kind: "security_setting_changed", about: "ga_measurement_id" };
    expect(await logged()).toMatchObject([
      { ...entry, actor: "database", detail: "from empty" },
      { ...entry, actor: "database", detail: "to empty" },
    ]);
  });

  test("has entries for webhooks, by name only", async () => {
    const made = {
      name: "Warehouse",
      url: "https://hooks.invalid/secret-path",
      events: ["lead.created"],
      active: false,
    };
    const { data } = await owner.rpc("webhook_save", made).throwOnError();
    const [row] = await site.sql`select updated_at::text from webhooks where id = ${data.id}`;
    await owner
      .rpc("webhook_save", { ...made, webhook: data.id, seen: row?.updated_at, name: "Depot" })
      .throwOnError();
    // What the server notes about one is no change of it.
    await site.sql`update webhooks set address_set_by = null`;
    await owner.rpc("webhook_rotate", { webhook: data.id }).throwOnError();
    await owner.rpc("webhook_delete", { webhook: data.id }).throwOnError();
    const saved = { ...mine, kind: "webhook_saved" };
    expect(await logged()).toEqual([
      { ...saved, about: "Warehouse", detail: "new" },
      { ...saved, about: "Depot", detail: null },
      { ...saved, about: "Depot", detail: "new secret" },
      { ...mine, kind: "webhook_deleted", about: "Depot", detail: null },
    ]);
  });
});
