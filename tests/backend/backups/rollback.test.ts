import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { connectionOptions, withDatabase } from "#server/backend/postgres/connection.ts";
import { dropTestDatabase } from "#tests/support/cluster.ts";
import { lead } from "#tests/support/earlier-site.ts";
import { temporaryFolder } from "#tests/support/folder.ts";

// Several programs run in sequence, and each verification starts a database.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 180_000 });

const NEXT = "29990101000000";
const name = `test_${randomBytes(6).toString("hex")}`;

let folder: string;
let program: string;
let databaseUrl: string;
/** Doesn't use the application name of the program's own connections. */
let sql: postgres.Sql;

beforeAll(async () => {
  folder = await temporaryFolder();
  program = join(folder, "program");
  await mkdir(program);
  await mkdir(join(folder, "data"));
  for (const part of ["server", "contract", "supabase", "package.json"])
    await cp(part, join(program, part), { recursive: true });
  await symlink(join(process.cwd(), "node_modules"), join(program, "node_modules"));
  databaseUrl = withDatabase(inject("clusterUrl"), name);
  const options = connectionOptions(databaseUrl);
  const connection = { ...options.connection, application_name: "test" };
  const cluster = postgres({ ...options, database: "postgres", connection, max: 1 });
  await cluster.unsafe(`create database ${name}`);
  await cluster.end();
  sql = postgres({ ...options, connection, max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await dropTestDatabase(databaseUrl);
  await rm(folder, { recursive: true, force: true });
});

const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...words], {
    cwd: program,
    encoding: "utf8",
  }).trim();

/** Commits the program's folder as a version. @returns the commit */
function release() {
  git("add", "server", "contract", "supabase", "package.json");
  git("commit", "--quiet", "--message", "A version");
  return git("rev-parse", "HEAD");
}

const settings = () => ({
  env: {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "data"),
    // Git checks the owner of the program's parent folder.
    HOME: folder,
  },
  cwd: program,
});

/** Waits until the server has noticed that no program is connected anymore: a rollback refuses to go on before. */
const unused = () =>
  vi.waitUntil(
    async () =>
      (
        await sql`select 1 from pg_stat_activity where application_name = 'loading-dock'
        and datname = current_database()`
      ).length === 0,
  );

const cli = (which: string, ...words: string[]) => node(`server/cli/${which}.ts`, ...words);

const node = (...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, args, settings(), (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

/**
 * A rollback by a user who can't write to the program's folder, like systemd's service user. Root can write
 * everywhere, so this stubs the file system's answer.
 */
function rollbackWithoutRights(...words: string[]) {
  const noAccess = `
    import fs from "node:fs/promises";
    import { syncBuiltinESMExports } from "node:module";
    fs.access = async () => { throw Object.assign(new Error("EACCES"), { code: "EACCES" }); };
    syncBuiltinESMExports();`;
  const seam = `data:text/javascript,${encodeURIComponent(noAccess)}`;
  return node("--import", seam, "server/cli/rollback.ts", ...words);
}

/** Runs this version's first start, because commands don't create a site. */
function makeSite() {
  const code = `
    import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
    import { readEnv } from "#server/runtime/env.ts";
    import { createLog } from "#server/runtime/log.ts";
    await prepareDatabase(process.env.DATABASE_URL, readEnv(process.env), createLog("error"));`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", code], settings());
}

/** Any command updates the database when it starts. */
const start = () => cli("admin", "add", "boss@example.com");
const leads = async () =>
  (await sql`select email from contact_submissions order by email`).map(({ email }) => email);
const migrated = async () =>
  (await sql`select 1 from supabase_migrations.schema_migrations where version = ${NEXT}`).length;

test("rolls back an upgrade, data and program, without loss", async () => {
  git("init", "--quiet");
  const older = release();
  makeSite();
  await lead(sql, "ana@example.com");
  await sql`insert into mails (kind, recipient, subject, body, submission_id)
    select 'reply', email, 'Your boxes', '[{"text": "We do."}]', id from contact_submissions`;

  await writeFile(
    join(program, `supabase/migrations/${NEXT}_loses_a_lead.sql`),
    "delete from public.contact_submissions; create table public.tomorrow (id integer primary key);",
  );
  const newer = release();
  expect(await start()).toMatchObject({ code: 0 });
  expect([await migrated(), await leads()]).toEqual([1, []]);
  await lead(sql, "bob@example.com");

  // Without --yes it prints the plan and changes nothing.
  const short = (commit: string) => `\\(commit ${commit.slice(0, 8)}, migrations to \\d+\\)`;
  const { code, said } = await cli("rollback");
  expect(code, said).toBe(0);
  expect(said).toMatch(/^This goes back to .* UTC, before the upgrade\.$/m);
  expect(said).toMatch(
    new RegExp(`- The program: From \\S+ ${short(newer)} to \\S+ ${short(older)}, by git\\.`),
  );
  expect(said).toContain("- Written since: 1 message from visitors");
  expect(said).toMatch(/Nothing has changed yet\. .*--yes\n$/);
  expect(await leads()).toEqual(["bob@example.com"]);

  // Refused while another process is connected, and when the program has local changes.
  const other = postgres({ ...connectionOptions(databaseUrl), max: 1 });
  await other`select 1`;
  expect((await cli("rollback", "--yes")).said).toMatch(/Other processes of this program use/);
  await other.end();
  const changed = join(program, "server/cli/README.md");
  await writeFile(changed, "Mine\n");
  expect((await cli("rollback")).said).toMatch(/have local changes[\s\S]*cli\/README\.md\n/);
  git("checkout", "--quiet", "server/cli/README.md");

  await unused();
  // Killed while it deletes the current data: nothing has changed.
  await sql.begin(async (tx) => {
    await tx`lock table public.services in access share mode`;
    const args = ["server/cli/rollback.ts", "--yes"];
    const killed = spawn(process.execPath, args, { ...settings(), stdio: "ignore" });
    await vi.waitUntil(
      async () =>
        (
          await sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
            and database = (select oid from pg_database where datname = current_database())`
        ).length > 0,
    );
    const ended = new Promise((resolve) => killed.once("exit", resolve));
    killed.kill("SIGKILL");
    await ended;
  });
  await unused();
  expect([await migrated(), await leads()]).toEqual([1, ["bob@example.com"]]);

  // The program belongs to another user: prints the remaining commands before and after the restore.
  const rest = `run as root: cd ${program} && git checkout --detach ${older} && npm ci && npm run build && systemctl start loading-dock\n`;
  expect((await rollbackWithoutRights()).said).toContain(rest);
  await unused();
  const byRoot = await rollbackWithoutRights("--yes");
  expect(byRoot.said.split(rest)).toHaveLength(3);
  expect(byRoot).toMatchObject({ code: 0, said: expect.not.stringContaining("npm start") });
  expect(git("rev-parse", "HEAD")).toBe(newer);
  expect([await migrated(), await leads()]).toEqual([0, ["ana@example.com"]]);

  // Git fails: the newer program must not start.
  await writeFile(join(program, ".git/index.lock"), "");
  await unused();
  const half = await cli("rollback", "--yes");
  expect(half).toMatchObject({
    code: 1,
    said: expect.stringContaining("The data was restored, but"),
  });
  await rm(join(program, ".git/index.lock"));
  // The email may have been sent since.
  expect(await sql`select state, send_after from mails`).toEqual([
    { state: "failed", send_after: null },
  ]);
  const refused = await start();
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^A rollback restored the data.* --yes .* --stay\n$/),
  });
  expect((await cli("rollback")).said).toMatch(/^A rollback restored the data and is waiting/);

  await unused();
  const done = await cli("rollback", "--yes");
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining("Start it with npm start") });
  expect(git("rev-parse", "HEAD")).toBe(older);
  expect(await start()).toMatchObject({ code: 0 });
  expect(await leads()).toEqual(["ana@example.com"]);
  const [, backupName = ""] = /is backup (\S+):/.exec(byRoot.said) ?? [];
  const csv = await cli("restore", backupName, "--table", "contact_submissions");
  expect(csv.said).toContain("bob@example.com");

  // Upgrade again.
  git("checkout", "--quiet", newer);
  expect(await start()).toMatchObject({ code: 0 });
  expect([await migrated(), await leads()]).toEqual([1, []]);
});
