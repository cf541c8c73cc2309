import { expect, test, vi } from "vitest";
import sendContactEmail from "../../../supabase/functions/send-contact-email/index.ts";
import sendMails from "../../../supabase/functions/send-mails/index.ts";
import testDeployment from "../../../supabase/functions/test-deployment/index.ts";
import { onTheEdge, project } from "./runtime-steps.ts";

/**
 * The same files in Supabase's edge runtime: settings from Deno's environment, the global fetch, no
 * injected transport. The network is stubbed here.
 */
const mail = {
  id: "00000000-0000-4000-8000-000000000001",
  message_id: "submission-00000000-0000-4000-8000-000000000001",
  requests: 2,
  suspected: false,
  name: 'Ana "Nails" Ruiz',
  email: "ana@example.com",
  business_name: null,
  monthly_volume: "0-50",
  platforms: ["Etsy"],
  message: "Hello",
  created_at: "2026-11-21T18:30:00Z",
  recipients: ["office@example.com"],
  company_name: "Evergreen",
};

const ask = (body: unknown) =>
  new Request("https://project.supabase.test/functions/v1/x", {
    method: "POST",
    body: JSON.stringify(body),
  });
const form = { formData: { request_id: "00000000-0000-4000-8000-000000000002" } };
const claimed = () => Response.json({ state: "claimed", mail });

test("sends email by the provider's API, overdue ones too", async () => {
  let due = [{ ...mail, id: "00000000-0000-4000-8000-000000000003", name: "Earlier One" }];
  const { sent, settled } = onTheEdge(project, {
    mail_claim: claimed,
    mail_due: () => {
      const mails = due;
      due = [];
      return Response.json(mails);
    },
    "/send": () => Response.json({ id: "1" }),
  });
  const response = await sendContactEmail.fetch(ask(form), { remoteAddr: {} });
  expect(await response.json()).toEqual({ error: null, data: { accepted: true } });
  await settled();

  const calls = ["mail_claim", "/send", "mail_done", "mail_due", "/send", "mail_done"];
  const after = ["mail_due", "mail_waiting", "reminders_due", "queued_mail_claim"];
  expect(sent.map(({ path }) => path)).toEqual([...calls, ...after]);
  expect(sent[0]?.headers.get("apikey")).toBe("sb_secret_a");
  expect(sent[1]?.headers.get("authorization")).toBe("Bearer key");
  expect(sent[1]?.body).toMatchObject({
    from: "Evergreen <site@example.com>",
    to: ["office@example.com"],
    reply_to: '"Ana \\"Nails\\" Ruiz" <ana@example.com>',
    subject: 'New lead from Ana "Nails" Ruiz',
    headers: {
      "Message-ID": `<${mail.message_id}@example.com>`,
      "Auto-Submitted": "auto-generated",
    },
  });
  expect(sent[1]?.headers.get("idempotency-key")).toBe(mail.message_id);
  expect(sent[2]?.body).toEqual({ submission_id: mail.id, requests: 2 });
  expect(sent[4]?.body.subject).toBe("New lead from Earlier One");
});

test("emails how many wait when the limit is reached, and retries", async () => {
  const waiting = {
    id: "00000000-0000-4000-8000-000000000009",
    message_id: "waiting-00000000-0000-4000-8000-000000000009",
    waiting: 12,
    suspected: 5,
    an_hour: 60,
    next_at: "2026-11-23T22:00:00Z",
    time_zone: "America/Los_Angeles",
    recipients: ["office@example.com"],
    company_name: "Evergreen",
  };
  const { sent, settled } = onTheEdge(project, {
    mail_claim: () => Response.json({ state: "settled" }),
    mail_due: () => Response.json([]),
    mail_waiting: () => Response.json(waiting),
    "/send": () => new Response("busy", { status: 503 }),
  });
  vi.spyOn(console, "error").mockReturnValue();
  await sendContactEmail.fetch(ask(form));
  await settled();
  expect(sent.map(({ path }) => path).slice(1)).toEqual([
    ...["mail_due", "mail_waiting", "/send", "mail_waiting_failed", "reminders_due"],
    "queued_mail_claim",
  ]);
  expect(sent[3]?.body).toMatchObject({
    to: ["office@example.com"],
    subject: "7 more leads waiting in the admin",
    text: expect.stringMatching(
      /^Waiting for Evergreen: 7 more leads, and 5 likely spam messages\.\n[\s\S]*at about Nov 23, 2026, 2:00\sPM PST/,
    ),
    headers: {
      "Message-ID": `<${waiting.message_id}@example.com>`,
      "Auto-Submitted": "auto-generated",
    },
  });
  expect(sent[3]?.body).not.toHaveProperty("reply_to");
  expect(sent[4]?.body).toEqual({ notice: waiting.id });
});

const queued = {
  id: "00000000-0000-4000-8000-000000000011",
  kind: "reply",
  attempt: 3,
  message_id: "mail-11",
  recipient: "ana@example.com",
  reply_to: "dana@example.com",
  reply_to_name: "Dana",
  subject: "Re: your inquiry",
  heading: null,
  company: "Evergreen",
  colour: null,
  body: [{ text: "Hello" }, { button: ["Open", "/pricing"] }],
};

test.each([
  [200, "", {}],
  [503, "busy", { no_mailbox: false }],
  [422, "Invalid `to` field", { no_mailbox: true }],
  [422, "Invalid `from` field", { no_mailbox: false }],
])("settles a queued email with %i '%s'", async (status, said, settledAs) => {
  const claims = [queued];
  const { sent } = onTheEdge(project, {
    mail_due: () => Response.json([]),
    queued_mail_claim: () => Response.json(claims.pop() ?? null),
    "/send": () => new Response(said, { status }),
  });
  const request = ask({});
  request.headers.set("apikey", "sb_secret_a");
  expect(await (await sendMails.fetch(request)).json()).toEqual({ success: true, error: null });
  expect(sent.map(({ path }) => path)).toEqual([
    "reminders_due",
    ...["queued_mail_claim", "/send", "queued_mail_settle", "queued_mail_claim"],
    ...["mail_due", "mail_waiting"],
  ]);
  expect(sent[2]?.body).toMatchObject({
    to: ["ana@example.com"],
    reply_to: '"Dana" <dana@example.com>',
    subject: "Re: your inquiry",
    text: "Hello\n\nEvergreen\n",
    headers: { "Message-ID": "<mail-11@example.com>" },
  });
  const error = status === 200 ? {} : { error: expect.stringContaining(said) };
  expect(sent[3]?.body).toEqual({ mail: queued.id, attempt: 3, ...error, ...settledAs });
});

test("retries a lead's notification on schedule", async () => {
  const due = [mail];
  const { sent } = onTheEdge(project, {
    queued_mail_claim: () => Response.json(null),
    mail_due: () => Response.json(due.splice(0)),
    "/send": () => Response.json({ id: "1" }),
  });
  const request = ask({});
  request.headers.set("apikey", "sb_secret_a");
  expect(await (await sendMails.fetch(request)).json()).toEqual({ success: true, error: null });
  expect(sent.map(({ path }) => path).slice(2)).toEqual([
    ...["mail_due", "/send", "mail_done", "mail_due", "mail_waiting"],
  ]);
  expect(sent[4]?.body).toEqual({ submission_id: mail.id, requests: 2 });
});

test.each([null, "sb_publishable_a", "sb_secret_b"])(
  "does not send the queue for the key %s",
  async (key) => {
    const { sent } = onTheEdge(project, {});
    const request = ask({});
    if (key) request.headers.set("apikey", key);
    expect((await sendMails.fetch(request)).status).toBe(401);
    expect(sent).toEqual([]);
  },
);

test("checks an email address before any lookup", async () => {
  let claim = () => {};
  const claimed = new Promise<void>((resolve) => {
    claim = resolve;
  });
  const { sent, settled } = onTheEdge(project, {
    mail_claim: () => Response.json({ state: "claimed", mail }),
    "/send": () => Response.json({ id: "1" }),
    mail_due: () => Response.json([]),
  });
  const { fetch: play } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    await claimed;
    return play(url, init);
  });
  const answer = await sendContactEmail.fetch(ask({ formData: { email: mail.email } }));
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { error: null, data: { accepted: true } },
  ]);
  expect(sent).toEqual([]);
  claim();
  await settled();
  expect(sent.map(({ path }) => path)).toContain("/send");
});

test.each([
  ["refuses", project, "The mail provider answered 422: bad sender"],
  [
    "is not set",
    { ...project, MAIL_API_URL: "" },
    "No email provider is set: MAIL_API_URL and MAIL_FROM are missing.",
  ],
])("keeps the email queued, with the reason, when a provider %s", async (_, env, reason) => {
  const { sent } = onTheEdge(env, {
    mail_claim: claimed,
    "/send": () => new Response("bad sender", { status: 422 }),
  });
  const response = await sendContactEmail.fetch(ask(form));
  expect(response.status).toBe(502);
  expect(sent.at(-1)).toMatchObject({
    path: "mail_failed",
    body: { submission_id: mail.id, requests: 2, error: reason },
  });
});

test("fails the health check with an unresponsive database", async () => {
  onTheEdge(project, { is_admin_user: () => new Response("bad gateway", { status: 502 }) });
  const response = await testDeployment.fetch(ask({ message: "ping" }));
  expect(response.status).toBe(503);
  expect((await response.json()).error.message).toMatch(/isn't responding/);
});
