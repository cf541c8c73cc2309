import { spawnSync } from "node:child_process";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { compiled } from "#tests/support/programs.ts";
import { refuseUnreadableFile } from "./env-file.ts";

let folder: string;
/** Not even root can read a link to itself. */
let unreadable: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  unreadable = join(folder, ".env");
  await symlink(unreadable, unreadable);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(["server/index.ts", "server/cli/backup.ts"])(
  "%s stops when its settings file can't be read",
  (program) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [`--env-file-if-exists=${unreadable}`, program],
      { env: { ...compiled, PORT: "0", DATA_DIR: join(folder, "data") }, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stderr).toContain(
      `${unreadable} can't be read by this user (ELOOP). Let this user read it, for example with chmod or chown, or remove it.\n`,
    );
  },
);

test("takes a settings file that it can read, or that doesn't exist", async () => {
  const file = join(folder, "settings");
  const flags = ["--no-warnings", `--env-file-if-exists=${file}`];
  expect(() => refuseUnreadableFile(flags)).not.toThrow();
  await writeFile(file, "PORT=3000");
  expect(() => refuseUnreadableFile(flags)).not.toThrow();
});
