import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { type Disk, diskOf, diskSpaceOf, isDiskFull, reservedBytes } from "./disk-space.ts";

const MB = 1024 * 1024;
const RESERVED = reservedBytes({ databaseUrl: undefined });

const diskWith = (...free: number[]) => {
  const asked = async (): Promise<Disk> => ({ free: free.shift() ?? 0, total: 10 * RESERVED });
  return diskSpaceOf({ dataDir: tmpdir(), databaseUrl: undefined }, asked);
};
const megabytes = (count: number) => Readable.from(Array(count).fill(Buffer.alloc(MB, 7)));

test("reserves twice the embedded database's log, and nothing for an external one", () => {
  expect(RESERVED).toBe(512 * MB);
  expect(reservedBytes({ databaseUrl: "postgres://db" })).toBe(64 * MB);
});

test("refuses a file that reaches into the reserve, and accepts the last that fits", async () => {
  await diskWith(RESERVED + 5).check(5);
  await expect(diskWith(RESERVED + 5).check(6)).rejects.toMatchObject({
    status: 507,
    code: "no_room",
  });
});

test("stops a file of unknown length at the reserve", async () => {
  expect(await buffer(diskWith(RESERVED + MB, RESERVED + MB).while(megabytes(2)))).toHaveLength(
    2 * MB,
  );
  await expect(buffer(diskWith(RESERVED + MB, RESERVED).while(megabytes(3)))).rejects.toMatchObject(
    {
      status: 507,
    },
  );
});

test("checks the disk of the folder", async () => {
  const folder = await temporaryFolder();
  // A folder in memory may be on a disk that holds nothing else.
  await writeFile(join(folder, "file"), "x");
  const { free, total } = await diskOf(folder);
  expect(total).toBeGreaterThan(free);
  expect(free).toBeGreaterThan(0);
});

test("distinguishes a full disk from other errors", () => {
  const withCode = (code: string) => Object.assign(new Error("write"), { code });
  expect(["ENOSPC", "EDQUOT", "EIO"].map((code) => isDiskFull(withCode(code)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isDiskFull(undefined)).toBe(false);
});
