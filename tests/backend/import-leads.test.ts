import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { runCli, startCli } from "#tests/support/programs.ts";

let t: TestBackend;
let folder: string;
beforeAll(async () => {
  t = await openTestBackend();
  folder = await temporaryFolder();
  await t.sql`insert into webhooks (name, host, format, events)
    values ('Sheet', 'example.com', 'standard', '{lead.created}')`;
});
beforeEach(() => t.sql`delete from contact_submissions`);
afterAll(() => t.close());

/** Runs the command on this text as npm would; resolves to its output and exit code. */
async function importCsv(text: string | Uint8Array, ...words: string[]) {
  const file = join(folder, "leads.csv");
  await writeFile(file, text);
  const env = { DATABASE_URL: t.env.databaseUrl, DATA_DIR: t.env.dataDir };
  return runCli("import", [file, ...words], env);
}
const leads = () => t.sql`select * from contact_submissions order by created_at`;

test("stores leads without notices, and changes nothing when repeated", async () => {
  const text =
    "name,email,message,date,status\nAna Ruiz,ana@example.com,Call 555 010 9999,2020-01-02,closed\nBen Ng,ben@example.com,,2021-03-04,\n";
  expect(await importCsv(text)).toEqual({
    code: 0,
    said: "2 leads imported, 0 already stored, 0 rows refused. No emails or webhooks were sent.\n",
  });
  expect(await leads()).toMatchObject([
    {
      name: "Ana Ruiz",
      email: "ana@example.com",
      status: "closed",
      mail_status: "sent",
      created_at: new Date("2020-01-02T00:00:00Z"),
      mail_next_attempt_at: null,
    },
    { name: "Ben Ng", status: "new" },
  ]);
  expect(
    await t.sql`select kind, actor, happened_at from lead_events order by happened_at`,
  ).toEqual([
    { kind: "created", actor: "command line", happened_at: new Date("2020-01-02T00:00:00Z") },
    { kind: "created", actor: "command line", happened_at: new Date("2021-03-04T00:00:00Z") },
  ]);
  expect(await t.sql`select from webhook_deliveries`).toHaveLength(0);
  expect(await t.sql`select from mails`).toHaveLength(0);
  expect((await importCsv(text)).said).toMatch(/^0 leads imported, 2 already stored/);
  expect(await leads()).toHaveLength(2);
});

test("names wrong rows by line and stores the others; corrected rows can follow", async () => {
  const wrong =
    'name,email,note\nAna Ruiz,ana@example.com,x\n"Ben\nNg",ben@example.com,x\nCai Wu,cai,x\n';
  expect(await importCsv(wrong)).toEqual({
    code: 1,
    said: [
      "1 lead imported, 0 already stored, 2 rows refused. No emails or webhooks were sent.",
      "Ignored columns: note.",
      "Correct these rows and run the command again. Rows already imported are skipped:",
      "  line 3: Name must be on one line",
      "  line 5: Please enter a valid email address\n",
    ].join("\n"),
  });
  const right = wrong.replace("Ben\nNg", "Ben Ng").replace("cai,", "cai@example.com,");
  expect((await importCsv(right)).said).toMatch(/^2 leads imported, 1 already stored, 0 rows/);
});

test("refuses lines that the database rejects, and stores the rest", async () => {
  const text = "name,email\nAna Ruiz,ana@example.com\n\u200b\u200b\u200b,ben@example.com\n";
  const { code, said } = await importCsv(text);
  expect([code, said]).toEqual([1, expect.stringMatching(/^1 lead imported/)]);
  expect(said).toMatch(/^ {2}line 3: the database rejected it: /m);
});

test("--check looks at the file and stores nothing", async () => {
  const { said } = await importCsv("name,email\nAna Ruiz,ana@example.com\n", "--check");
  expect(said).toMatch(/^1 lead can be imported, 0 rows refused\./);
  expect(await leads()).toHaveLength(0);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ["another encoding", Uint8Array.of(0x4d, 0xfc, 0x6c), /is not in UTF-8/],
  [
    "no columns",
    "Ana,ana@example.com\n",
    /must name the columns.* It names: ana, ana_example_com\./,
  ],
  ["nothing", "", /It names: none\./],
])("a file with %s is refused in one sentence", async (_, text, sentence) => {
  const { code, said } = await importCsv(text);
  expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
  expect(said).toMatch(sentence);
});

test("completes a partial import", async () => {
  const header = "name,email\n";
  const rows = Array.from({ length: 1_200 }, (_, n) => `Seller ${n},seller${n}@example.com`);
  expect((await importCsv(header + rows.slice(0, 700).join("\n"))).code).toBe(0);
  const { said } = await importCsv(header + rows.join("\n"));
  expect(said).toMatch(/^500 leads imported, 700 already stored, 0 rows refused/);
});

test("stores each lead once when a killed import is repeated", async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => `Seller ${n},seller${n}@example.com`);
  const text = `name,email\n${rows.join("\n")}`;
  const file = join(folder, "killed.csv");
  await writeFile(file, text);
  await t.sql.unsafe(`create function public.wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger waits_for_test before insert on contact_submissions for each row
      when (new.email = 'seller700@example.com') execute function public.wait_for_test()`);
  // The second batch blocks in the middle; the first is stored.
  await t.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`;
    const env = { DATABASE_URL: t.env.databaseUrl, DATA_DIR: t.env.dataDir };
    const { child, ended } = startCli("import", [file], env);
    await vi.waitUntil(
      async () =>
        (
          await t.sql`select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
            and database = (select oid from pg_database where datname = current_database())`
        ).length > 0,
      { timeout: 120_000 },
    );
    child.kill("SIGKILL");
    await ended;
    expect(await leads()).toHaveLength(500);
  });
  await t.sql`drop function public.wait_for_test cascade`;
  expect((await importCsv(text)).said).toMatch(/^700 leads imported, 500 already stored, 0 /);
  const emails = (await leads()).map(({ email }) => email);
  expect([emails.length, new Set(emails).size]).toEqual([1_200, 1_200]);
});
