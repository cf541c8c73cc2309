import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createMailer } from "#server/backend/mail/mailer.ts";
import { outboxErasing } from "#server/backend/mail/outbox.ts";
import { openPool, queryOn } from "#server/backend/postgres/pool.ts";
import { createLog } from "#server/runtime/log.ts";
import type { MailMessage } from "#supabase/functions/_shared/host.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { readOutbox } from "#tests/support/mail/outbox.ts";
import { tables } from "#tests/tables/index.ts";

// Disables the server's own job, which would run before a test's.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

const EMAIL = "Ana.O'Ruiz+shop@Example.com";

let t: TestBackend;
let pool: ReturnType<typeof openPool>;
let folder: string;
beforeAll(async () => {
  t = await openTestBackend();
  pool = openPool(t.env.databaseUrl ?? "", createLog("silent"), 2);
  folder = join(t.env.dataDir, "outbox");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await t.sql`delete from loading_dock.outbox_erasures`;
});
afterAll(async () => {
  await pool.end();
  await t.close();
});

async function lead(): Promise<string> {
  const row = { ...tables.contact_submissions.make(), email: EMAIL, mail_next_attempt_at: null };
  const [stored] = await t.sql`insert into contact_submissions ${t.sql(row)} returning id`;
  return stored?.id;
}
async function send(mail: Partial<MailMessage>) {
  const mailer = createMailer(t.env, createLog("silent"), async () => ({
    name: "Evergreen",
    address: "no-reply@example.com",
  }));
  const words = { subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" };
  await mailer.send({ id: "m", to: "team@example.com", ...words, ...mail });
}
const erase = async () =>
  (await t.admin()).rpc("lead_person_erase", { address: EMAIL }).throwOnError();
/** A newly started server. */
const started = () => outboxErasing(queryOn(pool), t.env.dataDir);
const subjects = async () => (await readOutbox(t.env.dataDir)).map(({ subject }) => subject).sort();
const orders = () => t.sql`select * from loading_dock.outbox_erasures`;
const later = () =>
  t.sql`update loading_dock.outbox_erasures set erased_at = now() - interval '2 minutes'`;

test("deletes emails to and about an erased person only", async () => {
  const id = await lead();
  await send({ subject: "To them", to: EMAIL.toLowerCase() });
  await send({ subject: "Answered to them", replyTo: { name: "Ana", address: EMAIL } });
  await send({ subject: "In the text", text: `From ${EMAIL}.` });
  await send({ subject: "In odd letters", text: `Grüße 你好 von ${EMAIL}, ${"x".repeat(200)}` });
  await send({ subject: "In base64", text: `${"你好".repeat(80)} ${EMAIL} 你好` });
  await send({
    subject: "In a link",
    html: `<a href="mailto:${encodeURIComponent(EMAIL)}?subject=x">Answer</a>`,
  });
  await send({
    subject: "By its lead",
    text: `https://example.com/admin/contact-manager?open=${id}`,
  });
  await send({ subject: "Another's", to: `x${EMAIL}`, text: `ana@example.com, ${EMAIL}.org` });
  expect(await subjects()).toHaveLength(8);
  await erase();
  await started()();
  expect(await subjects()).toEqual(["Another's"]);
});

test("deletes an email in progress a minute later", async () => {
  await lead();
  await send({ to: EMAIL });
  await erase();
  const pass = started();
  await pass();
  expect(await subjects()).toEqual([]);
  await send({ to: EMAIL, subject: "Under way" });
  await writeFile(join(folder, "half.eml.part"), `To: ${EMAIL}\r\n\r\n`);
  await pass();
  expect(await subjects()).toEqual(["Under way"]);
  await later();
  await pass();
  expect(await readdir(folder)).toEqual([]);
  expect(await orders()).toEqual([]);
});

test("completes an erasure after a crash and a restart", async () => {
  await lead();
  await send({ to: EMAIL });
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "no folder: as a disk that fails");
  await erase();
  expect(await t.sql`select from lead_erasures`).not.toEqual([]);
  await later();
  await expect(started()()).rejects.toThrow("ENOTDIR");
  expect(await orders()).toHaveLength(1);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await started()();
  expect(await subjects()).toEqual([]);
  expect(await orders()).toEqual([]);
});

test("completes an erasure without an outbox, and stores no address", async () => {
  await lead();
  await erase();
  const [order] = await orders();
  expect(JSON.stringify(order).toLowerCase()).not.toContain("ruiz");
  expect(order?.address_hash).toHaveLength(32);
  await later();
  await started()();
  expect(await orders()).toEqual([]);
});

test("keeps the outbox when an erasure is refused or finds nobody", async () => {
  await mkdir(folder, { recursive: true });
  const id = await lead();
  await send({ to: EMAIL });
  const stranger = await t.stranger();
  for (const caller of [stranger, t.visitor()])
    expect((await caller.rpc("lead_person_erase", { address: EMAIL })).error).not.toBeNull();
  await (await t.admin()).rpc("lead_person_erase", { address: "nobody@example.com" });
  expect(await orders()).toEqual([]);
  await started()();
  expect(await subjects()).toEqual(["Hello"]);
  await t.sql`delete from contact_submissions where id = ${id}`;
});
