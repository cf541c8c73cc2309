import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { runningPostgres } from "#server/backend/postgres/running.ts";
import type { Backend } from "#server/backend/types.ts";
import { clientOf, openEmbedded } from "#tests/support/backend.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { people } from "#tests/support/people.ts";
import { runCli } from "#tests/support/programs.ts";
import { photo, SECRET } from "#tests/support/samples/photos.ts";

let folder: string;
let site: Backend;
const dataDir = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  site = await open("site");
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** The URL of the running site's own database. */
async function runningUrl(name: string) {
  const password = await readFile(join(dataDir(name), "database-password"), "utf8");
  return runningPostgres(join(dataDir(name), "postgres"), password.trim()) ?? "";
}

const open = (name: string) => openEmbedded(dataDir(name));

/** Runs a program in server/cli as npm would; resolves to its output and exit code. */
const run = (program: string, words: string[], name: string, settings = {}) =>
  runCli(program, words, { DATA_DIR: dataDir(name), ...settings });

test("admin add makes an admin while the server runs, and changes nothing when repeated", async () => {
  const first = await run("admin", ["add", "Boss@Example.com"], "site");
  expect(first).toMatchObject({ code: 0 });
  const password = /Password \(shown only now\): (\S+)/.exec(first.said)?.[1] ?? "";
  const client = clientOf(site);
  await client.auth.signInWithPassword({ email: "boss@example.com", password });
  expect((await client.rpc("is_admin_user")).data).toBe(true);
  const again = await run("admin", ["add", "boss@example.com"], "site");
  expect(again.said).toBe("boss@example.com is an admin.\n");
  const { data } = await client.from("history").select().eq("label", "boss@example.com");
  expect(data).toMatchObject([
    { actor: "command line", table_name: "admins", operation: "INSERT" },
  ]);
});

test("admin owner makes an account an owner, who stays one when added again", async () => {
  await run("admin", ["add", "lone@example.com"], "site");
  const owner = await run("admin", ["owner", "lone@example.com"], "site");
  expect(owner).toEqual({ code: 0, said: "lone@example.com is an owner.\n" });
  for (const verb of ["add", "owner"])
    expect(await run("admin", [verb, "lone@example.com"], "site")).toEqual({
      code: 0,
      said: "lone@example.com is an owner already. Nothing changed.\n",
    });
  const sql = connect(await runningUrl("site"), 1);
  const rows = await sql`select a.is_owner from admins a join auth.users u on u.id = a.user_id
    where u.email = 'lone@example.com'`;
  await sql.end();
  expect(rows).toEqual([{ is_owner: true }]);
});

test("admin reset-factor removes a lost second factor", async () => {
  await run("admin", ["add", "phone@example.com"], "site");
  const sql = connect(await runningUrl("site"), 1);
  await sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    select gen_random_uuid(), id, 'totp', 'verified' from auth.users
    where email = 'phone@example.com'`;
  const reset = await run("admin", ["reset-factor", "Phone@example.com"], "site");
  expect(reset).toEqual({
    code: 0,
    said: "phone@example.com signs in with only the password now, and can set up two-step verification again.\n",
  });
  expect(await sql`select 1 from auth.mfa_factors`).toEqual([]);
  const notices = await sql`select email, detail from private.account_notices
    where kind = 'second_factor_removed'`;
  await sql.end();
  expect(notices).toEqual([
    { email: "phone@example.com", detail: "It was reset from the command line." },
  ]);
  const again = await run("admin", ["reset-factor", "phone@example.com"], "site");
  expect(again).toMatchObject({
    code: 1,
    said: "phone@example.com hasn't set up two-step verification.\n",
  });
  const nobody = await run("admin", ["reset-factor", "nobody@example.com"], "site");
  expect(nobody).toMatchObject({ code: 1, said: "No account found for nobody@example.com.\n" });
});

test("admin reset-password prints a new password once, and ends the sessions", async () => {
  const printed = async (verb: string) => {
    const { code, said } = await run("admin", [verb, "Forgot@example.com"], "site");
    expect(code).toBe(0);
    return { said, password: / Password \(shown only now\): (\S+)\n/.exec(said)?.[1] ?? "" };
  };
  const added = await printed("add");
  const client = clientOf(site);
  const first = { email: "forgot@example.com", password: added.password };
  expect((await client.auth.signInWithPassword(first)).error).toBeNull();
  const { said, password } = await printed("reset-password");
  expect(said).toBe(
    `Resetting the password of forgot@example.com. Password (shown only now): ${password}\nforgot@example.com signs in with this password now. All their sessions have ended.\n`,
  );
  expect(password).toHaveLength(added.password.length);
  expect((await client.auth.refreshSession()).error).not.toBeNull();
  expect((await client.auth.signInWithPassword(first)).error).not.toBeNull();
  const signedIn = await client.auth.signInWithPassword({ ...first, password });
  expect(signedIn.error).toBeNull();
  const sql = connect(await runningUrl("site"), 1);
  const entries = await sql`select actor, address from private.audit_log
    where kind = 'password_reset' and about = 'forgot@example.com'`;
  await sql.end();
  expect(entries).toEqual([{ actor: "command line", address: null }]);
  expect(await run("admin", ["reset-password", "nobody@example.com"], "site")).toEqual({
    code: 1,
    said: "No account found for nobody@example.com.\n",
  });
});

test.each([
  ["admin", ["add", "first@example.com"]],
  ["admin", ["reset-password", "first@example.com"]],
  ["backup", []],
  ["check-history", []],
  ["media", ["clean"]],
  ["rollback", []],
  ["rollback", ["--yes"]],
  ["secrets", ["rotate"]],
])("creates no site for %s %j", async (program, words) => {
  const { code, said } = await run(program, words, "nothing");
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/^There is no site in DATA_DIR .*nothing\. Set DATA_DIR to/),
  });
  expect(existsSync(join(dataDir("nothing"), "postgres"))).toBe(false);
});

test("no command creates a site in an empty database", async () => {
  const databaseUrl = await createEmptyDatabase(inject("clusterUrl"));
  const settings = { DATABASE_URL: databaseUrl };
  const { code, said } = await run("admin", ["add", "first@example.com"], "none", settings);
  expect([code, said]).toEqual([1, expect.stringMatching(/^There is no site in the database/)]);
  const sql = connect(databaseUrl, 1);
  expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
  await sql.end();
  await dropTestDatabase(databaseUrl);
});

test.each([
  [["add", "nobody"], /"nobody" is not an email address/],
  [
    ["remove"],
    /^Usage: npm run admin -- add\|owner\|reset-factor\|reset-password you@example\.com$/m,
  ],
])("admin %j is refused in one sentence", async (words, sentence) => {
  const { code, said } = await run("admin", words, "site");
  expect(code).toBe(1);
  expect(said).toMatch(sentence);
  expect(said.trim().split("\n")).toHaveLength(1);
});

test.each([
  [["--help"]],
  [["--list"]],
  [["--verify", "latest"]],
  [["-"]],
  [["--", "--list"]],
  [["one.tar.gz", "two.tar.gz"]],
  [["one.tar.gz", "--new-key"]],
])("backup %j writes nothing and prints the usage", async (words) => {
  const before = await readdir(".");
  expect(await run("backup", words, "site")).toEqual({
    code: 1,
    said: expect.stringMatching(/^Usage: npm run backup .* --new-key for a new BACKUP_KEY\.\n$/),
  });
  expect(await readdir(".")).toEqual(before);
});

test("a backup of the running site becomes the same site elsewhere", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#1f6e4d" } })
    .png()
    .toBuffer();
  const client = clientOf(site);
  const { data: signedIn } = await client.auth.signInWithPassword(people.admin);
  await client.storage.from("media").upload("uploads/logo.png", png);
  const row = { question: "Tabs\tand\nlines \\ and ü?", answer: "Kept." };
  await client.from("faq_items").insert(row);
  const before = await client.from("faq_items").select().order("id");
  const history = await client.from("history").select().order("id");
  expect(history.data?.length).toBeGreaterThan(100);

  const file = join(folder, "backup.tar.gz");
  const backup = await run("backup", [file], "site");
  expect(backup).toEqual({ code: 0, said: expect.stringMatching(/has \d+ rows and \d+ files/) });
  expect(await readdir(folder)).not.toContain("backup.tar.gz.part");
  expect((await run("restore", [file], "site")).said).toContain("already has a database");
  expect(await run("restore", [file], "copy")).toMatchObject({ code: 0 });

  const copy = await open("copy");
  const there = clientOf(copy);
  expect(copy.publishableKey).toBe(site.publishableKey);
  // Backups contain no keys, so sessions end.
  const { refresh_token = "" } = signedIn.session ?? {};
  expect((await there.auth.refreshSession({ refresh_token })).error).not.toBeNull();
  await there.auth.signInWithPassword(people.admin);
  expect((await there.from("faq_items").select().order("id")).data).toEqual(before.data);
  // The restore adds no history entry.
  expect((await there.from("history").select().order("id")).data).toEqual(history.data);
  expect((await there.rpc("is_admin_user")).data).toBe(true);
  const { data: logo } = await there.storage.from("media").download("uploads/logo.png");
  expect(Buffer.from((await logo?.arrayBuffer()) as ArrayBuffer)).toEqual(png);
  await copy.close();
});

test("refuses an invalid backup in one sentence", async () => {
  const file = join(folder, "holiday.jpg");
  await writeFile(file, "not a backup");
  const { code, said } = await run("restore", [file], "empty");
  expect(code).toBe(1);
  expect(said).toContain("can't be read as a backup");
  expect(await readdir(dataDir("empty"))).not.toContain("postgres");
});

test("removes the location of earlier photos while the server runs, once", async () => {
  const client = clientOf(site);
  await client.auth.signInWithPassword(people.admin);
  const bytes = await photo("jpeg");
  const path = "uploads/earlier.jpg";
  const { error } = await client.storage.from("media").upload(path, bytes);
  expect(error).toBeNull();
  const again = await run("media", ["clean"], "site");
  expect(again).toEqual({ code: 0, said: "All images are already clean.\n" });
  expect(await run("media", ["wash"], "site")).toEqual({
    code: 1,
    said: "Usage: npm run media -- clean\n",
  });

  // As stored before photos were cleaned.
  const sql = connect(await runningUrl("site"), 1);
  const [row] = await sql`update storage.objects set metadata = metadata - 'cleaned'
    where name = ${path} returning version`;
  await sql.end();
  const version = String(row?.version);
  await writeFile(
    join(dataDir("site"), "media", version.slice(0, 2), version),
    new Uint8Array(bytes),
  );
  const first = await run("media", ["clean"], "site");
  expect(first).toMatchObject({
    code: 0,
    said: expect.stringContaining("removed from 1 of 1 images; 0 had none."),
  });
  const { data } = await client.storage.from("media").download(path);
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).includes(SECRET)).toBe(
    false,
  );
});
