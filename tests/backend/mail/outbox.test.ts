import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { readOutbox } from "#tests/support/mail/outbox.ts";

test("reads each email as it is now, also when another took its place", async () => {
  const dataDir = await temporaryFolder();
  const folder = join(dataDir, "outbox");
  const subjects = async () => (await readOutbox(dataDir)).map(({ subject }) => subject);
  expect(await subjects()).toEqual([]);
  await mkdir(folder);
  const write = (name: string, subject: string) =>
    writeFile(join(folder, name), `Subject: ${subject}\r\n\r\nText`);
  await write("1.eml", "One");
  await write("2.eml", "Two");
  expect(await subjects()).toEqual(["One", "Two"]);
  expect(await subjects()).toEqual(["One", "Two"]);
  await write("2.eml", "Three");
  await write("other", "One");
  await rename(join(folder, "other"), join(folder, "3.eml"));
  expect(await subjects()).toEqual(["One", "Three", "One"]);
  // The same size at the same path.
  await write("other", "Six");
  await rename(join(folder, "other"), join(folder, "1.eml"));
  await rm(join(folder, "3.eml"));
  expect(await subjects()).toEqual(["Six", "Three"]);
});
