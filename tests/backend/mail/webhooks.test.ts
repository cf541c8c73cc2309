import type { SupabaseClient } from "@supabase/supabase-js";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEADLINE_MS } from "#supabase/functions/_shared/outgoing/address.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { openReceiver, type Receiver } from "#tests/support/stand-ins/receiver.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";

/** From a lead to a receiver, through the server's own job and real connections. */
let site: TestBackend;
let admin: SupabaseClient;
let receiver: Receiver;
const logged: string[] = [];

beforeAll(async () => {
  site = await openTestBackend({ WEBHOOKS_TO: "anywhere" }, logged);
  admin = await site.admin();
  receiver = await openReceiver();
});
afterAll(async () => {
  receiver.close();
  await site.close();
});

const to = (path: string) => receiver.at(path);
const add = (path: string, more: object = {}) =>
  addWebhook(admin, { url: `${receiver.url}${path}`, events: ["lead.created"], ...more });
async function addLead(): Promise<string> {
  const [lead] = await site.sql`insert into contact_submissions
    ${site.sql(tables.contact_submissions.make())} returning id`;
  return lead?.id;
}
const deliveryTo = async (webhook: string) =>
  (await site.sql`select * from webhook_deliveries where webhook_id = ${webhook}`)[0];
const act = async (body: object, who: SupabaseClient = admin) =>
  who.functions.invoke("admin-webhook", { body });

test("delivers a lead once, with a verifiable signature", async () => {
  const { id, secret } = await add("/signed");
  const lead = await addLead();
  await expect.poll(() => to("/signed").length).toBe(1);
  const [arrived] = to("/signed");
  const { body = "", headers = {} } = arrived ?? {};
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({ type: "lead.created", data: { lead: { id: lead } } });
  const delivery = await deliveryTo(id);
  expect(arrived?.headers["webhook-id"]).toBe(`msg_${delivery?.id}`);
  await expect.poll(async () => (await deliveryTo(id))?.outcome).toBe("delivered");
  expect(await deliveryTo(id)).toMatchObject({
    request_body: body,
    attempts: [{ status: 200, answer: "thank you" }],
  });
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow(
    "No matching signature",
  );
  await site.sql`delete from webhooks`;
});

test("retries failures under the same id, without delaying others", async () => {
  const deadlines: AbortController[] = [];
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    if (ms !== DEADLINE_MS) return timeout.call(AbortSignal, ms);
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  });
  receiver.answers["/hangs"] = () => undefined;
  receiver.answers["/broken"] = (response) => {
    response.statusCode = to("/broken").length < 2 ? 500 : 200;
    response.end("x".repeat(1_000_000));
  };
  receiver.answers["/elsewhere"] = (response) =>
    response.writeHead(307, { location: `${receiver.url}/inside` }).end();
  receiver.answers["/gone"] = (response) => response.writeHead(410).end();
  const ids = {
    hangs: (await add("/hangs")).id,
    broken: (await add("/broken")).id,
    elsewhere: (await add("/elsewhere")).id,
    gone: (await add("/gone")).id,
    quick: (await add("/quick", { format: "slack" })).id,
  };
  await addLead();
  await expect.poll(() => to("/broken").length).toBe(2);
  const outcome = async (id: string) => (await deliveryTo(id))?.outcome;
  await expect.poll(() => outcome(ids.broken)).toBe("delivered");
  expect(await outcome(ids.quick)).toBe("delivered");
  expect(await outcome(ids.gone)).toBe("failed");
  expect((await deliveryTo(ids.elsewhere))?.attempts[0]).toMatchObject({ status: 307 });
  expect(to("/inside")).toEqual([]);

  const [first, second] = to("/broken");
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
  expect((await deliveryTo(ids.broken))?.attempts[0].answer).toHaveLength(4096);
  expect(JSON.parse(to("/quick")[0]?.body ?? "").text).toMatch(/^New lead from /);
  expect(to("/quick")[0]?.headers).not.toHaveProperty("webhook-signature");
  const [gone] = await site.sql`select active from webhooks where id = ${ids.gone}`;
  expect(gone).toEqual({ active: false });

  expect((await deliveryTo(ids.hangs))?.attempts).toEqual([]);
  for (const deadline of deadlines) deadline.abort();
  await expect
    .poll(async () => (await deliveryTo(ids.hangs))?.attempts[0]?.problem)
    .toBe("No answer within 15 seconds.");
  await site.sql`delete from webhooks`;
});

test("lets only admins test and resend", async () => {
  receiver.answers["/tested"] = (response) => response.writeHead(403).end("who are you");
  const { id } = await add("/tested", { active: false });
  const { data } = await act({ webhook: id });
  expect(data).toEqual({ success: true, error: null, delivery: (await deliveryTo(id))?.id });
  expect(await deliveryTo(id)).toMatchObject({
    kind: "test",
    outcome: "failed",
    submission_id: null,
    attempts: [{ status: 403, answer: "who are you" }],
  });
  delete receiver.answers["/tested"];
  await act({ delivery: data.delivery });
  expect(await deliveryTo(id)).toMatchObject({
    outcome: "delivered",
    attempts: [{ status: 403 }, { status: 200, answer: "thank you" }],
  });
  for (const who of [site.visitor(), await site.stranger()])
    expect((await act({ webhook: id }, who)).response?.status).toBeGreaterThanOrEqual(401);
  expect(to("/tested")).toHaveLength(2);
});

test("the log names hosts, and neither paths nor people", async () => {
  receiver.answers["/refuses"] = (response) => response.writeHead(500).end();
  await add("/refuses");
  await addLead();
  await expect.poll(() => logged.join("\n")).toContain("a webhook to 127.0.0.1 failed");
  await site.sql`delete from webhooks`;
  for (const secret of ["/refuses", "/hangs", "/broken", "ana@", "whsec_"])
    expect(logged.join("\n")).not.toContain(secret);
});

test("allows the scheduled function for admins and the secret key", async () => {
  for (const [who, status] of [
    [site.visitor(), 401],
    [await site.stranger(), 403],
    [admin, 200],
  ] as const) {
    const { response } = await who.functions.invoke("send-webhooks", { body: {} });
    expect(response?.status).toBe(status);
  }
});
