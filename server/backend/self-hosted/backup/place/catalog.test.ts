import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_ZONE } from "#contract/time/company-zone.ts";
import { readEnv } from "#server/runtime/env.ts";
import { listVerifiedBackups, removeUnverified } from "./catalog.ts";
import { type BackupStore, openStore } from "./store.ts";

async function emptyPlace() {
  const place = await mkdtemp(join(tmpdir(), "ld-catalog-"));
  onTestFinished(() => rm(place, { recursive: true }));
  return { place, store: openStore(readEnv({ BACKUP_TO: place, DATA_DIR: place })) };
}

test("lists a backup that an earlier version verified, before there was a time zone", async () => {
  const { place, store } = await emptyPlace();
  const name = "20261101T020000Z";
  const proof = {
    format: 1,
    name,
    created: "2026-11-01T02:00:00.000Z",
    proved: "2026-11-01T02:01:00.000Z",
    rows: 1200,
    files: 0,
    missing: 0,
    bytes: 52_000,
    archive: `${name}.tar.gz`,
    sha256: "0".repeat(64),
    seal: "",
    media: [],
  };
  await writeFile(join(place, `${name}.json`), JSON.stringify(proof));
  expect(await listVerifiedBackups(store)).toMatchObject([{ name, zone: DEFAULT_ZONE }]);
});

test.each(["before", "while it lists backups"])(
  "removes nothing when it is given up %s: another process may be making a backup",
  async (when) => {
    const { place, store } = await emptyPlace();
    const begun = "20261101T020000Z.tar.gz";
    await writeFile(join(place, begun), "");
    const givenUp = new AbortController();
    if (when === "before") {
      await writeFile(join(place, `${begun}.part`), "");
      givenUp.abort();
    }
    const late: BackupStore = {
      ...store,
      async list() {
        const found = await store.list();
        givenUp.abort();
        return found;
      },
    };
    const before = await readdir(place);
    await expect(removeUnverified(late, givenUp.signal)).rejects.toThrow("aborted");
    expect(await readdir(place)).toEqual(before);
  },
);
