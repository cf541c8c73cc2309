import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateX25519Identity } from "age-encryption";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { connect, withDatabase } from "#server/backend/postgres/connection.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { bundle } from "#server/backend/self-hosted/backup/place/bundle.ts";
import { listProofs } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { type BackupStore, openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import {
  fromFile,
  fromStore,
  restore,
  type Source,
} from "#server/backend/self-hosted/backup/restore.ts";
import { type RunParts, runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { readEnv } from "#server/runtime/env.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { picture } from "#tests/support/samples/png.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

// Each proof starts a database of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let t: TestBackend;
let place: string;
let parts: RunParts;
const never = new AbortController().signal;

/** What is needed to back the site up, with other settings than its own. */
async function partsWith(settings: Record<string, string> = {}): Promise<RunParts> {
  const { databaseUrl = "", dataDir } = t.env;
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BACKUP_TO: place,
    ...settings,
  });
  const seal = await sealWith(env.backupKey);
  const files = openFiles(env);
  return { databaseUrl, dataDir, files, store: openStore(env), seal, stop: never, kept: 0 };
}

beforeAll(async () => {
  t = await openTestBackend();
  const bucket = (await t.admin()).storage.from("media");
  for (const [name, color] of [
    ["one", "#1f6e4d"],
    ["two", "#000000"],
    ["same", "#000000"],
  ] as const)
    await bucket.upload(`uploads/${name}.png`, (await picture(`${name}.png`, color)).buffer);
});
afterAll(() => t.close());

let count = 0;
beforeEach(async () => {
  place = join(t.env.dataDir, `place-${++count}`);
  await t.sql`update private.backup_state set site = gen_random_uuid(), warned_at = null`;
  await t.sql`delete from public.backup_runs`;
  parts = await partsWith();
});

async function made(more: Partial<RunParts> = {}) {
  const proof = await runBackup({ ...parts, ...more });
  if (typeof proof === "string") throw new Error(proof);
  return proof;
}

const last = async () => {
  const [row] = await t.sql`select * from public.backup_runs order by began_at desc limit 1`;
  return row;
};
const blobs = async (store = parts.store) =>
  (await store.list("files/")).map(({ name }) => name).toSorted();
/** What a backup must never leave: what was begun, and the database that proves it. */
const leftovers = async () => {
  const found = await readdir(t.env.dataDir, { recursive: true });
  return found.filter((name) => /\.part$|^backup-proof|^unfinished-backups\/./.test(name));
};

/** Restores into an empty database and folder, and says what is in them then. */
async function restored(source: Source) {
  const cluster = inject("clusterUrl");
  const name = `restored_${++count}`;
  const sql = connect(cluster, 1);
  await sql.unsafe(`create database ${name}`);
  const databaseUrl = withDatabase(cluster, name);
  const dataDir = join(t.env.dataDir, name);
  const scratch = join(dataDir, "scratch");
  await mkdir(scratch, { recursive: true });
  const files = openFiles(readEnv({ DATA_DIR: dataDir }));
  try {
    await withDeadline(
      60_000,
      never,
      () => {},
      (progress) => restore({ databaseUrl, source, scratch, files, progress }),
    );
    const there = connect(databaseUrl, 1);
    const services = await there`select * from public.services order by id`;
    const [two] = await there`select version from storage.objects where name = 'uploads/two.png'`;
    const mails = await there`select state, send_after, last_error from mails`;
    await there.end();
    const content = Readable.fromWeb((await files.read(two?.version)) as never);
    return { services, mails, two: await buffer(content) };
  } finally {
    await sql.unsafe(`drop database ${name} with (force)`);
    await sql.end();
  }
}

const original = async () => ({
  mails: [],
  services: await t.sql`select * from public.services order by id`,
  two: (await picture("two.png", "#000000")).buffer,
});

describe("a backup", () => {
  test("is proved, keeps each content once, and comes back as it was", async () => {
    const steps: string[] = [];
    const first = await made({ say: (line) => steps.push(line) });
    expect(first).toMatchObject({ files: 3, missing: 0 });
    expect(steps).toEqual(
      expect.arrayContaining(["Copying public.services", "Comparing public.services"]),
    );
    expect(await last()).toMatchObject({
      outcome: "proved",
      name: first.name,
      files: 3,
      step: null,
    });
    const kept = await blobs();
    expect(kept).toHaveLength(2);
    expect(await leftovers()).toEqual([]);

    const puts: string[] = [];
    const { store } = parts;
    const watched: BackupStore = {
      ...store,
      put(name, content) {
        puts.push(name);
        return store.put(name, content);
      },
    };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
    const second = await made({ store: watched }).finally(() => vi.useRealTimers());
    expect(puts.filter((name) => name.startsWith("files/"))).toEqual([]);
    expect((await listProofs(store)).map(({ name }) => name)).toEqual([second.name, first.name]);
    expect(await restored(fromStore(store, parts.seal, first))).toEqual(await original());
    const file = join(place, "downloaded.tar.gz");
    await writeFile(file, await bundle(store, parts.seal, first));
    expect(await restored(fromFile(file, parts.seal))).toEqual(await original());
  });

  test("in S3, in a folder of a bucket, lists, proves and comes back", async () => {
    const s3 = await fakeS3();
    const settings = { ...s3.settings, BACKUP_TO: "s3://vault/site one" };
    const { store, seal } = await partsWith(settings);
    const proof = await made({ store, seal });
    expect([...s3.stored.keys()].every((key) => key.startsWith("/vault/site one/"))).toBe(true);
    expect(await restored(fromStore(store, seal, proof))).toEqual(await original());
    s3.close();
  });

  test("with a key is readable with that key alone", async () => {
    const key = await generateX25519Identity();
    const closed = await partsWith({ BACKUP_KEY: key });
    const proof = await made(closed);
    expect(proof.archive).toMatch(/\.tar\.gz\.[0-9a-f]{8}\.age$/);
    for (const { name } of await closed.store.list())
      if (name.endsWith(".age"))
        expect(await readFile(join(place, name), "latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    expect(await restored(fromStore(closed.store, closed.seal, proof))).toEqual(await original());

    const file = join(place, "downloaded.tar.gz.age");
    await writeFile(file, await bundle(closed.store, closed.seal, proof));
    expect(await restored(fromFile(file, closed.seal))).toEqual(await original());

    const other = await sealWith(await generateX25519Identity());
    expect(() => fromStore(closed.store, other, proof)).toThrow("was encrypted with another key");
    await expect(restored(fromFile(join(place, proof.archive), other))).rejects.toThrow(
      "BACKUP_KEY does not open this backup",
    );
  });
});

describe("a backup that is not what was backed up does not count", () => {
  /** A place that does harm to what is put there. */
  const harmful = (which: RegExp, harm: (store: BackupStore, name: string) => Promise<unknown>) => {
    const { store } = parts;
    return {
      ...store,
      async put(name: string, content: Readable) {
        const bytes = await store.put(name, content);
        if (which.test(name)) await harm(store, name);
        return bytes;
      },
    };
  };
  const flip = async (_: BackupStore, name: string) => {
    const bytes = await readFile(join(place, name));
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] as number) ^ 1;
    await writeFile(join(place, name), bytes);
  };

  test.each([
    [
      "a byte of the archive is another",
      /\.tar\.gz$/,
      flip,
      /tar\.gz in .*it came back with other bytes than it had/,
    ],
    ["a byte of a file is another", /^files\//, flip, /it came back with other bytes than it had/],
    [
      "a file is gone",
      /^files\//,
      (store: BackupStore, name: string) => store.remove(name),
      /ENOENT/,
    ],
  ] as const)("%s", async (_, which, harm, cause) => {
    await expect(made({ store: harmful(which, harm) })).rejects.toThrow(cause);
    expect(await listProofs(parts.store)).toEqual([]);
    expect(await last()).toMatchObject({ outcome: "failed", cause: expect.stringMatching(cause) });
    expect(await leftovers()).toEqual([]);
    // What is damaged is written anew, and what was begun is cleared away.
    const { name } = await made();
    expect((await parts.store.list()).filter(({ name: one }) => one.endsWith(".gz"))).toHaveLength(
      1,
    );
    expect((await listProofs(parts.store)).map((proof) => proof.name)).toEqual([name]);
  });
});

test("a mail that waits in a backup is held when it comes back: it may have been sent since", async () => {
  await t.sql`insert into mails (kind, recipient, subject, body, send_after) values
    ('reply', 'ana@example.com', 'Yes', '[{"text": "We do."}]', now() + interval '1 day')`;
  const { mails } = await restored(fromStore(parts.store, parts.seal, await made()));
  expect(mails).toEqual([
    {
      state: "failed",
      send_after: null,
      last_error: expect.stringMatching(/^Restored from a backup, and may have been sent before\./),
    },
  ]);
  await t.sql`delete from mails`;
});

test("a full disk is refused before the first byte, and earlier backups stay", async () => {
  const { name } = await made();
  const free = async () => 50 * 1024 * 1024;
  await expect(made({ free })).rejects.toThrow(
    /^\/.* has 50 MB free, and a backup needs about \d+(\.\d)? MB\. Make room there, or set BACKUP_TO/,
  );
  // As every other file, it leaves room for messages and texts.
  const plenty = { free: async () => 1024 ** 4, kept: 1024 ** 4 };
  await expect(made(plenty)).rejects.toThrow("and a backup needs about");
  expect((await listProofs(parts.store)).map((proof) => proof.name)).toEqual([name]);
  expect(await leftovers()).toEqual([]);
});

test("another site's place is refused", async () => {
  await made();
  await t.sql`update private.backup_state set site = gen_random_uuid()`;
  await expect(made()).rejects.toThrow("holds the backups of another site");
});

describe("the command line", () => {
  function start(program: string, words: string[] = [], more: Record<string, string> = {}) {
    const { databaseUrl = "", dataDir } = t.env;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_TO: place, ...more };
    const child = spawn(process.execPath, [`server/cli/${program}.ts`, ...words], { env });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    child.stderr.on("data", (text) => (said += text));
    const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
      child.once("close", (code) => resolve({ code, said })),
    );
    return { child, ended };
  }
  const waiting = () =>
    vi.waitUntil(async () => (await t.sql`select 1 from pg_locks where not granted`).length > 0, {
      timeout: 60_000,
      interval: 50,
    });

  test("of two processes one makes it; a killed one leaves nothing that counts", async () => {
    const { killed, second } = await t.sql.begin(async (tx) => {
      await tx`lock table public.services in access exclusive mode`;
      const first = start("backup");
      await waiting();
      const refused = await start("backup").ended;
      first.child.kill("SIGKILL");
      return { killed: await first.ended, second: refused };
    });
    expect(killed.code).toBeNull();
    expect(second).toEqual({
      code: 1,
      said: "Another process is making a backup just now. Wait for it.\n",
    });
    expect(await last()).toMatchObject({ outcome: "running" });
    expect(await leftovers()).not.toEqual([]);
    expect((await start("restore", ["--list"]).ended).said).toMatch(/^No proved backup is in /);

    const next = await start("backup").ended;
    expect(next).toMatchObject({
      code: 0,
      said: expect.stringMatching(/and was restored to prove it\.\n$/),
    });
    expect(await leftovers()).toEqual([]);
    const outcomes = await t.sql`select outcome from public.backup_runs order by began_at`;
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["interrupted", "proved"]);

    const [name] = /^\d{8}T\d{6}Z/m.exec((await start("restore", ["--list"]).ended).said) ?? [];
    const [row] = await t.sql`select id, title from public.services order by title limit 1`;
    const one = await start("restore", [name as string, "--table", "services", "--id", row?.id])
      .ended;
    const lines = one.said.trim().split("\r\n");
    expect(one.code).toBe(0);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(row?.title);
    // Larger than what is read at once, behind tables that are left out.
    const texts = await start("restore", [name as string, "--table", "site_content"]).ended;
    const [stored] = await t.sql`select count(*)::integer as texts from public.site_content`;
    expect(texts.said.match(/^[0-9a-f-]{36},/gm)).toHaveLength(stored?.texts);
    const taken = await start("restore", ["latest"]).ended;
    expect(taken).toMatchObject({
      code: 1,
      said: expect.stringContaining("has a site in it already"),
    });
    await rm(place, { recursive: true });
  });

  test("makes a key that BACKUP_KEY takes", async () => {
    const { said } = await start("backup", ["--new-key"]).ended;
    const [key] = /AGE-SECRET-KEY-1[A-Z0-9]+/.exec(said) ?? [];
    expect((await sealWith(key)).suffix).toMatch(/\.age$/);
    await expect(sealWith(`${key?.slice(0, -1)}Q`)).rejects.toThrow(
      "BACKUP_KEY is not a key of age",
    );
  });
});
