import { globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { runCli } from "#tests/support/programs.ts";
import { picture } from "#tests/support/samples/png.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

let t: TestBackend;
let s3: Awaited<ReturnType<typeof fakeS3>>;
let folder: string;
let empty: string;
/** A port where nothing listens: not one that the system gives to another process, nor one that fetch blocks. */
const CLOSED = 2;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  s3 = await fakeS3();
  t = await openTestBackend(s3.settings);
  empty = await createEmptyDatabase(inject("clusterUrl"));
  settings = {
    ...s3.settings,
    DATABASE_URL: t.env.databaseUrl ?? "",
    DATA_DIR: join(folder, "data"),
    BACKUP_TO: "s3://site/backups",
    BACKUP_KEY: await generateX25519Identity(),
    FILE: join(folder, "site.tar.gz"),
    LEADS: join(folder, "leads.csv"),
  };
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "file"), "");
  await writeFile(join(folder, "leads.csv"), "name,email\nAna Ruiz,ana@example.com\n");
  const { buffer } = await picture("box.png");
  const { error } = await (await t.admin()).storage.from("media").upload("uploads/box.png", buffer);
  expect(error).toBeNull();
  // Stored before photos were cleaned, so media clean has to read it.
  await t.sql`update storage.objects set metadata = metadata - 'cleaned'`;
  expect(await run("backup")).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await t.close();
  s3.close();
  await dropTestDatabase(empty);
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program in server/cli as npm would. */
function run(line: string, more: Record<string, string> = {}) {
  const [program = "", ...words] = line.split(" ");
  const env: Record<string, string> = { ...settings, ...more };
  if (line === "restore latest" && !more.DATABASE_URL) env.DATABASE_URL = empty;
  const meant = words.map((word) => (/^[A-Z]+$/.test(word) ? (env[word] ?? "") : word));
  return runCli(program, meant, env);
}

const COMMANDS = [
  "admin add new@example.com",
  "backup",
  "backup FILE",
  "check-history",
  "import LEADS",
  "media clean",
  "restore --list",
  "restore latest",
  "restore latest --table services",
  "rollback",
  "rollback --yes",
  "secrets rotate",
] as const;
type Command = (typeof COMMANDS)[number];

const READS_BACKUPS = [
  "restore --list",
  "restore latest",
  "restore latest --table services",
  "rollback",
] as const;

/** Each fault, with the commands that fail and their error. The others succeed. */
const FAULTS: {
  name: string;
  settings: () => Record<string, string>;
  /** matches the keys of damaged objects in S3 */
  flipped?: RegExp;
  /** defaults to all commands */
  commands?: readonly Command[];
  fails: readonly Command[];
  sentence: RegExp;
}[] = [
  {
    name: "a flipped byte in the rows of a backup on S3",
    settings: () => ({}),
    flipped: /backups\/\w+\.tar\.gz/,
    commands: ["backup", ...READS_BACKUPS],
    fails: ["restore latest", "restore latest --table services"],
    sentence: /^\w+\.tar\.gz\S* in s3:\/\/site\/backups can't be read as a backup: /,
  },
  {
    name: "a flipped byte in a file of a backup on S3",
    settings: () => ({}),
    flipped: /backups\/files\//,
    commands: ["backup", "restore latest"],
    fails: ["backup", "restore latest"],
    sentence:
      /^The file uploads\/box\.png can't be read from .* names them\.$|can't be read back: invalid tag\. The next backup writes it again\.$/m,
  },
  {
    name: "a damaged proof of a backup on S3",
    settings: () => ({}),
    flipped: /backups\/\w+\.json/,
    commands: ["backup", ...READS_BACKUPS],
    fails: ["backup", ...READS_BACKUPS],
    sentence: /^\w+\.json in s3:\/\/site\/backups is damaged\. Delete it/,
  },
  {
    name: "S3 that is down",
    settings: () => ({ S3_ENDPOINT: `http://127.0.0.1:${CLOSED}` }),
    fails: ["backup", ...READS_BACKUPS],
    sentence: /^The S3 storage at http:\/\/127\.0\.0\.1:\d+ refused the connection\. /,
  },
  {
    name: "BACKUP_TO below a file",
    settings: () => ({ BACKUP_TO: join(folder, "file", "backups") }),
    commands: ["backup", "backup FILE", ...READS_BACKUPS],
    fails: ["backup", ...READS_BACKUPS],
    sentence:
      /\/file\/backups\S* can't be used: part of the path is a file \(ENOTDIR\)\. Set BACKUP_TO /,
  },
  {
    name: "a database that can't be reached",
    settings: () => ({ DATABASE_URL: `postgresql://site:word@127.0.0.1:${CLOSED}/site` }),
    fails: COMMANDS.filter((command) => !/--list|--table/.test(command)),
    sentence: /^DATABASE_URL cannot be used: nothing is listening at that address\. /,
  },
];

test("the list has every command", () => {
  const programs = globSync("server/cli/*.ts").filter((file) =>
    /^await command\(/m.test(readFileSync(file, "utf8")),
  );
  const listed = COMMANDS.map((command) => command.split(" ")[0]);
  expect([...new Set(listed)]).toEqual(programs.map((file) => basename(file, ".ts")).sort());
});

test.each(FAULTS)("every command says it in one sentence: $name", async (fault) => {
  const repair = flip(fault.flipped);
  const ended = await Promise.all(
    (fault.commands ?? COMMANDS).map(async (command) => ({
      command,
      ...(await run(command, fault.settings())),
    })),
  ).finally(repair);
  for (const { command, code, said } of ended) {
    expect(said, command).not.toMatch(/^\s+at /m);
    if (fault.fails.includes(command)) {
      expect({ command, code, said }).toEqual({
        command,
        code: 1,
        said: expect.stringMatching(fault.sentence),
      });
      expect(said.trim().split("\n"), command).toHaveLength(1);
    } else if (!MAY_FAIL.includes(command))
      expect({ command, code, said }).toMatchObject({ code: 0 });
  }
});

/** May fail for another reason: nothing was upgraded, the site is running, or S3 keeps a picture as is. */
const MAY_FAIL: Command[] = ["rollback", "rollback --yes", "media clean"];

/** @returns a function that restores everything in S3 */
function flip(which?: RegExp): () => void {
  const before = new Map(
    [...s3.stored].map(([key, object]) => [key, { ...object, body: Buffer.from(object.body) }]),
  );
  for (const [key, { body }] of s3.stored) {
    if (!which?.test(key)) continue;
    const at = key.endsWith(".json") ? 0 : Math.floor(body.length / 2);
    body[at] = (body[at] as number) ^ 1;
  }
  return () => {
    s3.stored.clear();
    for (const [key, object] of before) s3.stored.set(key, object);
  };
}

test("LOG_LEVEL=debug shows the stack", async () => {
  const more = { S3_ENDPOINT: `http://127.0.0.1:${CLOSED}`, LOG_LEVEL: "debug" };
  const { said } = await run("restore --list", more);
  expect(said).toMatch(/refused the connection\. [\s\S]*fetch failed[\s\S]*\n\s+at /);
});
