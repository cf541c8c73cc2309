import { describe, expect, test, vi } from "vitest";
import adminBackup from "../../../supabase/functions/admin-backup/index.ts";
import adminDeliverability from "../../../supabase/functions/admin-deliverability/index.ts";
import adminInvite from "../../../supabase/functions/admin-invite/index.ts";
import adminListUsers from "../../../supabase/functions/admin-list-users/index.ts";
import adminResetPassword from "../../../supabase/functions/admin-reset-password/index.ts";
import adminSecrets from "../../../supabase/functions/admin-secrets/index.ts";
import { onTheEdge, project } from "./runtime-steps.ts";

describe("calls the project's database as the caller", () => {
  const authorization = "Bearer header.claims.signature";
  const userId = "00000000-0000-4000-8000-000000000004";
  const calls = {
    "admin-list-users": () =>
      adminListUsers.fetch(
        new Request("https://project.supabase.test/functions/v1/x?search=ana", {
          headers: { authorization },
        }),
      ),
    "admin-reset-password": () =>
      adminResetPassword.fetch(
        new Request("https://project.supabase.test/functions/v1/x", {
          method: "POST",
          headers: { authorization },
          body: JSON.stringify({ userId, newPassword: "tape-gun-9000" }),
        }),
      ),
  };

  test("admin-list-users", async () => {
    const { sent } = onTheEdge(project, {
      is_admin_user: () => Response.json(true),
      admin_list_users: () => Response.json({ total: 1, users: [{ id: userId }] }),
    });
    const response = await calls["admin-list-users"]();
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, total: 1, users: [{ id: userId }], error: null },
    ]);
    // On Supabase nothing else sends the notices to account holders.
    expect(sent.map(({ path }) => path)).toEqual([
      "is_admin_user",
      "admin_list_users",
      "account_notice_claim",
    ]);
    expect(sent[1]?.body).toEqual({ search: "ana", page_size: 1000, page_offset: 0 });
    expect(sent.pop()?.headers.get("apikey")).toBe("sb_secret_a");
    for (const { headers } of sent) {
      expect(headers.get("authorization")).toBe(authorization);
      expect(headers.get("apikey")).toBe("sb_publishable_a");
    }
  });

  test("admin-reset-password", async () => {
    const { sent } = onTheEdge(project, { is_admin_user: () => Response.json(true) });
    const response = await calls["admin-reset-password"]();
    expect([response.status, await response.json()]).toEqual([200, { success: true, error: null }]);
    expect(sent.map(({ path }) => path)).toEqual([
      "is_admin_user",
      "admin_reset_password",
      "account_notice_claim",
    ]);
    expect(sent[1]?.body).toEqual({ user_id: userId, new_password: "tape-gun-9000" });
    expect(sent[1]?.headers.get("authorization")).toBe(authorization);
  });

  test("says what applies without our own server", async () => {
    onTheEdge(project, { is_admin_user: () => Response.json(true) });
    for (const [edge, error] of [
      [adminBackup, "On Supabase, use the project's backups."],
      [adminSecrets, "On Supabase, rotate the project's keys."],
    ] as const) {
      const request = new Request("https://project.supabase.test/functions/v1/x", {
        method: "POST",
        headers: { authorization },
        body: "{}",
      });
      const response = await edge.fetch(request);
      expect([response.status, await response.json()]).toEqual([501, { success: false, error }]);
    }
  });

  test("looks the sender's domain up by Deno, in one spelling", async () => {
    onTheEdge(project, { is_admin_user: () => Response.json(true) });
    const asked: string[] = [];
    vi.stubGlobal("Deno", {
      env: {
        get: (name: string) =>
          name === "MAIL_FROM" ? "Shop <hi@yourshop.com>" : project[name as keyof typeof project],
      },
      resolveDns: async (name: string) => {
        asked.push(name);
        if (name === "_dmarc.yourshop.com") return [["v=DMARC1; ", "p=none"]];
        throw Object.assign(new Error("no records"), { name: "NotFound" });
      },
    });
    const response = await adminDeliverability.fetch(
      new Request("https://project.supabase.test/functions/v1/x", {
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({ selector: "S1.", signer: "YourShop.com" }),
      }),
    );
    const { success, facts } = await response.json();
    expect(success).toBe(true);
    expect(facts.from.address).toBe("hi@yourshop.com");
    expect(facts.dns.dmarc.record.text).toBe("v=DMARC1; p=none");
    expect(facts.dns.dkim).toEqual({ selector: "s1", signer: "yourshop.com", records: [] });
    expect(asked).toContain("s1._domainkey.yourshop.com");
  });

  describe("admin-invite", () => {
    const invite = () =>
      adminInvite.fetch(
        new Request("https://project.supabase.test/functions/v1/x", {
          method: "POST",
          headers: { authorization },
          body: JSON.stringify({ email: "cora@example.com", fullName: "Cora" }),
        }),
      );
    const database = (again: boolean) => ({
      is_admin_user: () => Response.json(true),
      admin_invite: () => Response.json({ email: "cora@example.com", full_name: "Cora", again }),
    });
    const site = { ...project, SITE_URL: "https://site.test" };

    test("asks the project's own auth to mail the link, with the secret key", async () => {
      const { sent } = onTheEdge(site, {
        ...database(false),
        "/auth/v1/invite": () => Response.json({}),
      });
      expect((await invite()).status).toBe(200);
      expect(sent.map(({ path }) => path)).toEqual([
        "is_admin_user",
        "admin_invite",
        "/auth/v1/invite",
      ]);
      expect(sent[1]?.headers.get("authorization")).toBe(authorization);
      expect(sent[2]?.headers.get("apikey")).toBe("sb_secret_a");
      expect(sent[2]?.body).toEqual({ email: "cora@example.com", data: { full_name: "Cora" } });
    });

    test("emails a password link to someone who has an account", async () => {
      const { sent } = onTheEdge(site, {
        ...database(false),
        "/auth/v1/invite": () => Response.json({ error_code: "email_exists" }, { status: 422 }),
        "/auth/v1/recover": () => Response.json({}),
      });
      expect((await invite()).status).toBe(200);
      expect(sent.at(-1)?.path).toBe("/auth/v1/recover");
      expect(sent.at(-1)?.headers.get("apikey")).toBe("sb_publishable_a");
    });

    test.each([
      [false, ["admin_revoke_invitation"]],
      [true, []],
    ])(
      "is undone when it can't be emailed, unless it was open before (%s)",
      async (again, after) => {
        const { sent } = onTheEdge(site, {
          ...database(again),
          "/auth/v1/invite": () => new Response("no mail", { status: 500 }),
        });
        const response = await invite();
        expect([response.status, await response.json()]).toEqual([
          502,
          {
            success: false,
            error: "The invitation couldn't be emailed. Please try again.",
          },
        ]);
        expect(sent.slice(3).map(({ path }) => path)).toEqual(after);
      },
    );
  });

  test("sends account notices through the provider, once", async () => {
    let waiting = 1;
    const id = "00000000-0000-4000-8000-000000000009";
    const notice = {
      id,
      email: "ana@example.com",
      kind: "password_changed",
      company: "Evergreen",
      colour: "#123456",
    };
    const { sent, settled } = onTheEdge(
      { ...project, SITE_URL: "https://site.test" },
      {
        is_admin_user: () => Response.json(true),
        admin_list_users: () => Response.json({ total: 0, users: [] }),
        account_notice_claim: () => Response.json(waiting-- > 0 ? notice : null),
        "/send": () => Response.json({}),
      },
    );
    await calls["admin-list-users"]();
    await settled();
    expect(sent.slice(2).map(({ path }) => path)).toEqual([
      "account_notice_claim",
      "/send",
      "account_notice_settle",
      "account_notice_claim",
    ]);
    expect(sent[3]?.body).toMatchObject({
      to: ["ana@example.com"],
      subject: "Your password for Evergreen was changed",
      headers: { "Message-ID": `<notice-${id}@example.com>` },
    });
    expect(sent[4]?.body).toEqual({ id, sent: true });
  });

  test.each(Object.keys(calls) as (keyof typeof calls)[])("%s stops when refused", async (name) => {
    const { sent } = onTheEdge(project, { is_admin_user: () => Response.json(false) });
    expect((await calls[name]()).status).toBe(403);
    expect(sent).toHaveLength(1);
  });
});
