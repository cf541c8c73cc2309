import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_ZONE } from "#contract/company-zone.ts";
import { readEnv } from "#server/runtime/env.ts";
import { listProofs } from "./catalog.ts";
import { openStore } from "./store.ts";

test("lists a backup that an earlier version verified, before there was a time zone", async () => {
  const place = await mkdtemp(join(tmpdir(), "ld-catalog-"));
  onTestFinished(() => rm(place, { recursive: true }));
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
  const store = openStore(readEnv({ BACKUP_TO: place, DATA_DIR: place }));
  expect(await listProofs(store)).toMatchObject([{ name, zone: DEFAULT_ZONE }]);
});
