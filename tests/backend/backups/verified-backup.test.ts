import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateX25519Identity } from "age-encryption";
import { describe, expect, inject, test, vi } from "vitest";
import { connect, withDatabase } from "#server/backend/postgres/connection.ts";
import { withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { bundle } from "#server/backend/self-hosted/backup/place/bundle.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import type { BackupStore } from "#server/backend/self-hosted/backup/place/store.ts";
import {
  fromFile,
  fromStore,
  restore,
  type Source,
} from "#server/backend/self-hosted/backup/restore.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { readEnv } from "#server/runtime/env.ts";
import { fromNow } from "#tests/support/clock.ts";
import { picture } from "#tests/support/samples/png.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";
import {
  last,
  leftovers,
  made,
  never,
  parts,
  partsWith,
  place,
  t,
  withSite,
} from "./verified-steps.ts";

withSite();

const blobs = async (store = parts.store) =>
  (await store.list("files/")).map(({ name }) => name).toSorted();

let count = 0;
/** Restores into an empty database and folder. @returns their contents */
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
  test("is verified, stores each file once, and can be restored", async () => {
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
    const stored = await blobs();
    expect(stored).toHaveLength(2);
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
    vi.useFakeTimers({ toFake: ["Date"], now: fromNow(1_000) });
    const second = await made({ store: watched }).finally(() => vi.useRealTimers());
    expect(puts.filter((name) => name.startsWith("files/"))).toEqual([]);
    expect((await listVerifiedBackups(store)).map(({ name }) => name)).toEqual([
      second.name,
      first.name,
    ]);
    expect(await restored(fromStore(store, parts.seal, first))).toEqual(await original());
    const file = join(place, "downloaded.tar.gz");
    await writeFile(file, await bundle(store, parts.seal, first));
    expect(await restored(fromFile(file, parts.seal))).toEqual(await original());
  });

  test("works in a folder of an S3 bucket", async () => {
    const s3 = await fakeS3();
    const settings = { ...s3.settings, BACKUP_TO: "s3://vault/site one" };
    const { store, seal } = await partsWith(settings);
    const proof = await made({ store, seal });
    expect([...s3.stored.keys()].every((key) => key.startsWith("/vault/site one/"))).toBe(true);
    expect(await restored(fromStore(store, seal, proof))).toEqual(await original());
    const stored = [...s3.stored.keys()];
    await store.checkWritable();
    expect([...s3.stored.keys()], "the check leaves nothing").toEqual(stored);
    s3.close();
    await expect(store.checkWritable()).rejects.toThrow();
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
      "BACKUP_KEY can't open this backup",
    );

    const without = await sealWith(undefined);
    const sentence = "is encrypted, and BACKUP_KEY isn't set. Set BACKUP_KEY to";
    expect(() => fromStore(closed.store, without, proof)).toThrow(sentence);
    await expect(restored(fromFile(file, without))).rejects.toThrow(sentence);
  });
});

test("holds restored emails that may have been sent since", async () => {
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
