import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { withConnection } from "#server/backend/postgres/connection.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import type { BackupStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { BACKUP_LOCK } from "#server/backend/self-hosted/backup/run.ts";
import { takeBackup } from "#server/backend/self-hosted/backup/take.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { startCli } from "#tests/support/programs.ts";
import { last, leftovers, made, parts, place, t, withSite } from "./verified-steps.ts";

// Several programs run in sequence, and each verification starts a database.
vi.setConfig({ testTimeout: 600_000 });

withSite();

describe("does not count a backup that differs from the site", () => {
  /** A store that damages what is put there. */
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
    ["a byte of the archive is another", /\.tar\.gz$/, flip, /tar\.gz in .*its content changed/],
    ["a byte of a file is another", /^files\//, flip, /its content changed/],
    [
      "a file is gone",
      /^files\//,
      (store: BackupStore, name: string) => store.remove(name),
      /ENOENT/,
    ],
  ] as const)("%s", async (_, which, harm, cause) => {
    await expect(made({ store: harmful(which, harm) })).rejects.toThrow(cause);
    expect(await listVerifiedBackups(parts.store)).toEqual([]);
    expect(await last()).toMatchObject({ outcome: "failed", cause: expect.stringMatching(cause) });
    expect(await leftovers()).toEqual([]);
    // A damaged backup is made again, and unfinished files are removed.
    const { name } = await made();
    expect((await parts.store.list()).filter(({ name: one }) => one.endsWith(".gz"))).toHaveLength(
      1,
    );
    expect((await listVerifiedBackups(parts.store)).map((proof) => proof.name)).toEqual([name]);
  });
});

test("refuses to start on a full disk, and keeps earlier backups", async () => {
  const { name } = await made();
  const free = async () => 50 * 1024 * 1024;
  await expect(made({ free })).rejects.toThrow(
    /^DATA_DIR \(\/.*\) has 50 MB free, and a backup needs about \d+(\.\d)? MB there while it runs\. Free up space on that disk, or move DATA_DIR/,
  );
  const shortPlace = async (folder: string) => (folder === parts.store.folder ? 0 : 1024 ** 4);
  await expect(made({ free: shortPlace })).rejects.toThrow(
    /^BACKUP_TO \(\/.*\) has 0 KB free, .* Free up space there, or set BACKUP_TO to a larger place\./,
  );
  // Like every file, a backup leaves room for messages and texts.
  const plenty = { free: async () => 1024 ** 4, reserved: 1024 ** 4 };
  await expect(made(plenty)).rejects.toThrow("and a backup needs about");
  expect((await listVerifiedBackups(parts.store)).map((proof) => proof.name)).toEqual([name]);
  expect(await leftovers()).toEqual([]);
});

test("refuses another site's backup location", async () => {
  await made();
  await t.sql`update private.backup_state set site = gen_random_uuid()`;
  await expect(made()).rejects.toThrow("has another site's backups");
});

describe("a backup that was given up", () => {
  test("leaves the next one alone when its place answers", async () => {
    const { store } = parts;
    const stop = new AbortController();
    const answer = Promise.withResolvers<void>();
    const stuck: BackupStore = {
      ...store,
      async list(prefix) {
        stop.abort(new Error("stuck"));
        await answer.promise;
        return store.list(prefix);
      },
    };
    await expect(made({ store: stuck, stop: stop.signal })).rejects.toThrow("stuck");
    const answering: BackupStore = {
      ...store,
      async put(name, content) {
        const bytes = await store.put(name, content);
        if (name.endsWith(".tar.gz")) answer.resolve();
        return bytes;
      },
    };
    const { name } = await made({ store: answering });
    expect((await listVerifiedBackups(store)).map((proof) => proof.name)).toEqual([name]);
    expect(await leftovers()).toEqual([]);
  });

  test("does not clear the folder where the next one collects rows", async () => {
    const { store, seal, files, databaseUrl } = parts;
    const stop = new AbortController();
    const stuck: MediaStore = {
      ...files,
      async read(version) {
        stop.abort(new Error("stuck"));
        return files.read(version);
      },
    };
    const folder = vi.fn();
    await withConnection(databaseUrl, async (sql) => {
      const progress = { signal: stop.signal, begin() {}, moved() {} };
      const checkDiskSpace = async () => {};
      const taken = { sql, files: stuck, store, seal, folder, progress, checkDiskSpace };
      await expect(takeBackup(taken, [])).rejects.toThrow("stuck");
    });
    expect(folder).not.toHaveBeenCalled();
  });
});

describe("the command line", () => {
  function start(program: string, words: string[] = [], more: Record<string, string> = {}) {
    const { databaseUrl = "", dataDir } = t.env;
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, BACKUP_TO: place, ...more };
    return startCli(program, words, env);
  }
  /** Waits until a backup waits for a table. The site's own jobs may wait for it, too. */
  const waiting = () =>
    vi.waitUntil(
      async () =>
        (
          await t.sql`select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query ilike 'copy %'`
        ).length > 0,
    );

  test("is made by one of two processes, and not counted when killed", async () => {
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
      said: "Another process is making a backup. Wait for it to finish.\n",
    });
    expect(await last()).toMatchObject({ outcome: "running" });
    expect(await leftovers()).not.toEqual([]);
    expect((await start("restore", ["--list"]).ended).said).toMatch(/^No verified backup is in /);

    // The killed process's lock stays until the database notices.
    await vi.waitUntil(async () => {
      const [row] = await t.sql`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`;
      return row?.free;
    });
    const next = await start("backup").ended;
    expect(next).toMatchObject({
      code: 0,
      said: expect.stringMatching(/and was restored and verified\.\n$/),
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
    // Larger than one read, and behind tables that are skipped.
    const texts = await start("restore", [name as string, "--table", "site_content"]).ended;
    const [stored] = await t.sql`select count(*)::integer as texts from public.site_content`;
    expect(texts.said.match(/^[0-9a-f-]{36},/gm)).toHaveLength(stored?.texts);
    const taken = await start("restore", ["latest"]).ended;
    expect(taken).toMatchObject({
      code: 1,
      said: expect.stringContaining("already has a site in it"),
    });
    await rm(place, { recursive: true });
  });

  test("creates a key for BACKUP_KEY", async () => {
    const { said } = await start("backup", ["--new-key"]).ended;
    const [key] = /AGE-SECRET-KEY-1[A-Z0-9]+/.exec(said) ?? [];
    expect((await sealWith(key)).suffix).toMatch(/\.age$/);
    const mistyped = key?.replace(/.$/, (last) => (last === "Q" ? "P" : "Q"));
    await expect(sealWith(mistyped)).rejects.toThrow("BACKUP_KEY is not an age key");
  });
});
