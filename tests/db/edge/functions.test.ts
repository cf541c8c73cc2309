import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInStaff } from "#tests/access/everyone.ts";
import { people } from "#tests/support/people.ts";
import { site, withSite } from "../steps.ts";
import { call, post } from "./steps.ts";

withSite();

const tokenOf = async (who: "stranger" | "admin") => {
  const { data } = await (await site[who]()).auth.getSession();
  return data.session?.access_token;
};
const idOf = async (email: string) => {
  const [user] = await site.sql`select id from auth.users where email = ${email}`;
  return user?.id as string;
};

const failure = {
  "test-deployment": (message: string) => ({ error: { message }, data: null }),
  "send-contact-email": (message: string) => ({ error: { message }, data: null }),
  "admin-list-users": (error: string) => ({ success: false, error }),
  "admin-reset-password": (error: string) => ({ success: false, error }),
  "admin-invite": (error: string) => ({ success: false, error }),
  "admin-system": (error: string) => ({ success: false, error }),
  "admin-test-mail": (error: string) => ({ success: false, error }),
  "admin-deliverability": (error: string) => ({ success: false, error }),
  "admin-backup": (error: string) => ({ success: false, error }),
  "admin-secrets": (error: string) => ({ success: false, error }),
  "send-mails": (error: string) => ({ success: false, error }),
  "admin-webhook": (error: string) => ({ success: false, error }),
  "send-webhooks": (error: string) => ({ success: false, error }),
  "check-links": (error: string) => ({ success: false, error }),
};
const reads: readonly string[] = ["admin-list-users", "admin-system"];
const names = Object.keys(failure) as (keyof typeof failure)[];

describe("every function", () => {
  test.each(names)("%s answers a browser's question before the call", async (name) => {
    const { status, headers } = await call(name, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    for (const header of ["authorization", "apikey", "content-type", "x-client-info"])
      expect(headers.get("access-control-allow-headers")).toContain(header);
  });

  test.each(names)("%s refuses other methods", async (name) => {
    const { status, headers, body } = await call(name, { method: "DELETE" });
    const allowed = reads.includes(name) ? "GET" : "POST";
    expect([status, headers.get("allow")]).toEqual([405, `${allowed}, OPTIONS`]);
    expect(body).toEqual(failure[name](`Use ${allowed} for this function.`));
  });

  test.each(names.filter((name) => !reads.includes(name)))(
    "%s refuses what is not JSON, not an object, or too large",
    async (name) => {
      const send = async (body: string) => {
        const answer = await call(name, { method: "POST", body });
        return [answer.status, Object.keys(answer.body)];
      };
      const shape = Object.keys(failure[name](""));
      // The gateway rejects what it can't parse; a function rejects what it can't use.
      expect((await send("{"))[0]).toBe(400);
      expect(await send('"text"')).toEqual([400, shape]);
      expect(await send("")).toEqual([400, shape]);
      expect(await send(JSON.stringify("x".repeat(70_000)))).toEqual([413, shape]);
    },
  );
});

test.each([
  ["ping", "ping"],
  [{ toString: 1 }, ""],
])("the health check answers %j while the database does", async (sent, message) => {
  const { data, error } = await site
    .visitor()
    .functions.invoke("test-deployment", { body: { message: sent } });
  expect(error).toBeNull();
  expect(data).toEqual({ error: null, data: { message } });
});

describe("only people with the role", () => {
  let tokens: (string | undefined)[];
  beforeAll(async () => {
    const staff = [await signInStaff(site, "editor"), await signInStaff(site, "sales")];
    const sessions = await Promise.all(staff.map((one) => one.auth.getSession()));
    tokens = sessions.map(({ data }) => data.session?.access_token);
  });
  afterAll(async () => {
    await site.sql`delete from auth.users where id in (select user_id from staff)`;
  });

  test.each([
    ["admin-list-users", "GET", "admin"],
    ["admin-reset-password", "POST", "admin"],
    ["admin-invite", "POST", "admin"],
    ["admin-system", "GET", "admin"],
    ["admin-test-mail", "POST", "admin"],
    ["admin-deliverability", "POST", "admin"],
    ["admin-backup", "POST", "admin"],
    ["admin-secrets", "POST", "admin"],
    ["admin-webhook", "POST", "admin"],
    ["send-mails", "POST", "staff"],
    ["send-webhooks", "POST", "staff"],
    ["check-links", "POST", "staff"],
  ])("may call %s", async (name, method, who) => {
    const userId = await idOf(people.stranger.email);
    const body =
      method === "POST" ? JSON.stringify({ userId, newPassword: "changed-by-nobody" }) : null;
    const as = async (token?: string) => {
      const answer = await call(name, { method, body }, token);
      return [answer.status, answer.body];
    };
    const noSession = [401, { success: false, error: "No session" }];
    expect(await as()).toEqual(noSession);
    expect(await as(site.backend.publishableKey)).toEqual(noSession);
    expect(await as("garbage")).toEqual(noSession);
    expect(await as("eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x")).toEqual(noSession);
    const refusal = who === "admin" ? "Only an admin can do this." : "Only staff can do this.";
    const refused = [403, { success: false, error: refusal }];
    expect(await as(await tokenOf("stranger"))).toEqual(refused);
    for (const token of tokens) {
      const answer = await as(token);
      if (who === "admin") expect(answer).toEqual(refused);
      else expect(answer[0]).toBe(200);
    }
  });
});

describe("listing users", () => {
  test("gives the shape of rule P-6", async () => {
    const { status, body } = await call("admin-list-users", {}, await tokenOf("admin"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, total: 2, error: null });
    for (const user of body.users)
      expect(Object.keys(user)).toEqual(
        expect.arrayContaining([
          ...["id", "email", "email_confirmed_at", "created_at", "last_sign_in_at"],
        ]),
      );
  });

  test("searches and pages", async () => {
    const token = await tokenOf("admin");
    const found = await call("admin-list-users?search=strang&page_size=5", {}, token);
    expect(found.body.users.map((user: { email: string }) => user.email)).toEqual([
      people.stranger.email,
    ]);
    const beyond = await call("admin-list-users?page_offset=10&page_size=x", {}, token);
    expect([beyond.body.total, beyond.body.users]).toEqual([2, []]);
  });
});

describe("resetting a password", () => {
  test.each([
    ["not-a-uuid", "long enough", "The user id is not a UUID."],
    [undefined, "long enough", "The user id is not a UUID."],
    ["someone", "  ", "Please enter a new password."],
    ["someone", undefined, "Please enter a new password."],
    ["someone", { $ne: 1 }, "Please enter a new password."],
    ["someone", "five5", "Password must be at least 6 characters long."],
  ])("of %j to %j is refused: %s", async (who, newPassword, error) => {
    const userId = who === "someone" ? await idOf(people.stranger.email) : who;
    const answer = await post(
      "admin-reset-password",
      { userId, newPassword },
      await tokenOf("admin"),
    );
    expect([answer.status, answer.body]).toEqual([400, { success: false, error }]);
  });

  test("to a common one is refused for someone with a role", async () => {
    const reset = async (email: string) => {
      const request = { userId: await idOf(email), newPassword: "password2026" };
      const { status, body } = await post("admin-reset-password", request, await tokenOf("admin"));
      return [status, body.error];
    };
    const refused = "This password is common and easy to guess. Please choose another.";
    expect(await reset(people.admin.email)).toEqual([422, refused]);
    expect(await reset(people.stranger.email)).toEqual([200, null]);
    await post(
      "admin-reset-password",
      { userId: await idOf(people.stranger.email), newPassword: people.stranger.password },
      await tokenOf("admin"),
    );
  });

  test("of a deleted account says so", async () => {
    const request = { userId: randomUUID(), newPassword: "long enough" };
    const answer = await post("admin-reset-password", request, await tokenOf("admin"));
    expect(answer.status).toBe(404);
  });

  test("lets the new password in and ends the old sessions", async () => {
    const stranger = await site.stranger();
    const request = { userId: await idOf(people.stranger.email), newPassword: "tape-gun-9000" };
    const answer = await post("admin-reset-password", request, await tokenOf("admin"));
    expect([answer.status, answer.body]).toEqual([200, { success: true, error: null }]);
    expect((await stranger.auth.refreshSession()).error).not.toBeNull();
    const { error } = await site
      .visitor()
      .auth.signInWithPassword({ email: people.stranger.email, password: "tape-gun-9000" });
    expect(error).toBeNull();
    const back = { ...request, newPassword: people.stranger.password };
    await post("admin-reset-password", back, await tokenOf("admin"));
  });
});
