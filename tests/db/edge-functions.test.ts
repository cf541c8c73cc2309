import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { tables } from "#tests/tables/index.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await openTestBackend();
});
afterAll(() => site.close());

/** Calls a function as a browser does; `token` is what stands in the Authorization header. */
async function call(name: string, init: RequestInit = {}, token?: string) {
  const response = await site.request(`/functions/v1/${name}`, {
    ...init,
    headers: {
      apikey: site.backend.publishableKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.headers as Record<string, string>),
    },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}
const post = (name: string, body: unknown, token?: string) =>
  call(name, { method: "POST", body: JSON.stringify(body) }, token);

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
  "admin-backup": (error: string) => ({ success: false, error }),
  "send-mails": (error: string) => ({ success: false, error }),
  "admin-webhook": (error: string) => ({ success: false, error }),
  "send-webhooks": (error: string) => ({ success: false, error }),
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
      // The gate in front refuses what can't be read; a function what it can't use.
      expect((await send("{"))[0]).toBe(400);
      expect(await send('"text"')).toEqual([400, shape]);
      expect(await send("")).toEqual([400, shape]);
      expect(await send(JSON.stringify("x".repeat(70_000)))).toEqual([413, shape]);
    },
  );
});

test("the health check answers while the database does", async () => {
  const { data, error } = await site
    .visitor()
    .functions.invoke("test-deployment", { body: { message: "ping" } });
  expect(error).toBeNull();
  expect(data).toEqual({ error: null, data: { message: "ping" } });
});

describe("only admins", () => {
  test.each([
    ["admin-list-users", "GET"],
    ["admin-reset-password", "POST"],
    ["admin-invite", "POST"],
    ["admin-system", "GET"],
    ["admin-test-mail", "POST"],
    ["admin-backup", "POST"],
    ["send-mails", "POST"],
  ])("may call %s", async (name, method) => {
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
    expect(await as(await tokenOf("stranger"))).toEqual([
      403,
      { success: false, error: "Only an admin can do this." },
    ]);
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

  test("of an account that is gone says so", async () => {
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

describe("the mail about a submission", () => {
  const submit = async (more: Record<string, unknown> = {}) => {
    const form = { request_id: randomUUID(), ...tables.contact_submissions.make(), ...more };
    const { error } = await site.visitor().from("contact_submissions").insert(form);
    if (error) throw error;
    return form;
  };
  const invoke = (formData: unknown) =>
    site.visitor().functions.invoke("send-contact-email", { body: { formData } });
  const rowOf = async (requestId: string) => {
    const [row] = await site.sql`select id, mail_status, mail_attempts, mail_last_error, mailed_at
      from contact_submissions where request_id = ${requestId}`;
    return row;
  };

  test("goes once to the company, the visitor in Reply-To, every value escaped", async () => {
    const form = await submit({
      name: "Ana <b>Ruiz</b>\u2028Bcc: all@example.com",
      email: "ana.once@example.com",
      business_name: 'Halfmoon "Nails" & Co',
      platforms: ["TikTok Shop", "<i>Etsy</i>"],
      message: "<script>alert(1)</script>\nSecond line",
    });
    for (let i = 0; i < 3; i += 1) {
      const { data, error } = await invoke(form);
      expect([error, data]).toEqual([null, { error: null, data: { accepted: true } }]);
    }
    const mails = (await site.outbox()).filter((mail) => mail.subject?.includes("Halfmoon"));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    const [setting] =
      await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
    expect(mail?.to?.map((to) => to.address)).toEqual([setting?.setting_value]);
    expect(mail?.replyTo).toMatchObject([
      { name: "Ana <b>Ruiz</b> Bcc: all@example.com", address: "ana.once@example.com" },
    ]);
    expect([mail?.cc, mail?.bcc]).toEqual([undefined, undefined]);
    expect(mail?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\nSecond line");
    expect(mail?.html).toContain("Halfmoon &quot;Nails&quot; &amp; Co");
    expect(mail?.html).toContain("&lt;i&gt;Etsy&lt;/i&gt;");
    expect(mail?.html).not.toMatch(/<(script|b|i)>/);
    expect(mail?.text).toContain("<script>alert(1)</script>\nSecond line");
    const { id } = (await rowOf(form.request_id)) ?? {};
    const [, link] = /Open it in the admin:\n(\S+)\n/.exec(mail?.text ?? "") ?? [];
    expect(new URL(link ?? "").pathname).toBe("/admin/contact-manager");
    expect(new URL(link ?? "").search).toBe(`?open=${id}`);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.text).toMatch(/^Received: \w{3} \d+, \d{4}, \d+:\d\d [AP]M P[SD]T$/m);
    expect(mail?.html).toContain("border-top:4px solid #1F6E4D");
    expect(await rowOf(form.request_id)).toMatchObject({ mail_status: "sent", mail_attempts: 1 });
  });

  test("shows what was reckoned on the pricing page", async () => {
    const estimate = { orders: 1_200, items: 1.5, cubic_feet: 0, returns: false };
    const form = await submit({
      email: "reckoned@example.com",
      estimate: { ...estimate, low: 1200, high: 6000.5 },
    });
    await invoke(form);
    const mail = (await site.outbox()).at(-1);
    expect(mail?.replyTo?.[0]?.address).toBe("reckoned@example.com");
    expect(mail?.text).toContain("Estimate a month: $1,200.00 to $6,000.50\n");
    expect(mail?.text).toContain(
      "Estimated for: orders 1,200, items an order 1.5, cubic feet 0, returns no\n",
    );
    expect(mail?.html).toContain("$1,200.00 to $6,000.50");
  });

  test("goes to all who are listed for such a submission, as one mail", async () => {
    const listed = ["dana@example.com", "noor@example.com"];
    await site.sql`insert into lead_recipients ${site.sql(listed.map((email) => ({ email })))}`;
    const email = "listed@example.com";
    await invoke(await submit({ email }));
    await site.sql`delete from lead_recipients`;
    const mails = (await site.outbox()).filter(({ replyTo }) => replyTo?.[0]?.address === email);
    expect(mails.map(({ to }) => to?.map(({ address }) => address).sort())).toEqual([listed]);
  });

  test("says what was stored, not what the caller repeats", async () => {
    const form = await submit({ name: "Stored Name", email: "stored@example.com" });
    await invoke({ ...form, name: "Buy Pills", email: "victim@example.com", message: "pills" });
    const mail = (await site.outbox()).at(-1);
    expect(mail?.subject).toContain("Stored Name");
    expect(mail?.replyTo?.[0]?.address).toBe("stored@example.com");
    expect(mail?.html).not.toContain("pills");
  });

  test("finds the row of a client that sends the six fields of rule P-5 alone", async () => {
    const six = { ...tables.contact_submissions.make(), email: "six@example.com" };
    await site.visitor().from("contact_submissions").insert(six);
    expect((await invoke(six)).error).toBeNull();
    await vi.waitFor(async () =>
      expect((await site.outbox()).at(-1)?.replyTo?.[0]?.address).toBe("six@example.com"),
    );
  });

  test("tells nobody whether an address has just written", async () => {
    const six = { ...tables.contact_submissions.make(), email: "lately@example.com" };
    await site.visitor().from("contact_submissions").insert(six);
    const answers = [];
    for (const email of [six.email, six.email, "never@example.com", "no address", ""])
      answers.push(await post("send-contact-email", { formData: { email } }));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { error: null, data: { accepted: true } }]);
  });

  test("of a form that was sent too fast says so first in its subject", async () => {
    const form = await submit({ name: "Fast Fingers", filled_in_ms: 800 });
    expect((await invoke(form)).error).toBeNull();
    const [mail] = (await site.outbox()).filter((one) => one.subject?.includes("Fast Fingers"));
    expect(mail?.subject).toBe("Likely spam: New inquiry from Fast Fingers");
  });

  test("has a Message-ID of its own, and a new one when staff ask for it again", async () => {
    const form = await submit({ name: "Ida Tell" });
    await invoke(form);
    const [row] =
      await site.sql`select id from contact_submissions where request_id = ${form.request_id}`;
    await (await site.admin()).rpc("resend_submission_mail", { submission_id: row?.id });
    await invoke(form);
    const mails = (await site.outbox()).filter((one) => one.subject?.includes("Ida Tell"));
    expect(mails.map(({ messageId }) => messageId)).toEqual([
      `<submission-${row?.id}@site.test>`,
      `<submission-${row?.id}.1@site.test>`,
    ]);
  });

  test("is not sent when the trap is filled, and the sender is told nothing of it", async () => {
    const before = (await site.outbox()).length;
    const form = await submit({ trap: "http://spam.example" });
    expect((await invoke(form)).data).toEqual({ error: null, data: { accepted: true } });
    expect(await site.outbox()).toHaveLength(before);
  });

  test.each([
    [{ request_id: "00000000-0000-4000-8000-00000000000f" }, 404],
    [{ request_id: "x" }, 400],
    [{}, 400],
    [null, 400],
    ["text", 400],
  ])("of %j, which nobody stored, is refused", async (formData, status) => {
    const answer = await post("send-contact-email", { formData });
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toMatch(/\w/);
    expect(answer.body.data).toBeNull();
  });

  test("stays owed when the company's address is missing, and says why to staff", async () => {
    const form = await submit();
    await site.sql`delete from site_settings where setting_key = 'contact_email'`;
    const answer = await post("send-contact-email", { formData: form });
    expect([answer.status, answer.body]).toEqual([
      502,
      { error: { message: "the mail could not be delivered just now" }, data: null },
    ]);
    expect(await rowOf(form.request_id)).toMatchObject({
      mail_status: "failed",
      mail_attempts: 1,
      mail_last_error: "Site Settings has no contact_email to send to.",
    });
  });
});
