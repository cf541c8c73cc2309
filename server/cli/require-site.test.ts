import { expect, test } from "vitest";
import { requireDataDir, requireOwner } from "./require-site.ts";

const SERVICE = 998;
const ROOT = 0;
const owners: Record<string, number> = {
  "/": ROOT,
  "/var": ROOT,
  "/var/site": SERVICE,
  "/var/backups": ROOT,
  "/mnt/backups": SERVICE,
};
const requireAs = (uid: number, dataDir: string, backupTo = "s3://bucket/backups") =>
  requireOwner({ dataDir, backupTo }, uid, (folder) => owners[folder]);

test.each([
  [SERVICE, "/var/site", "/mnt/backups"],
  // Group-writable.
  [SERVICE, "/var/site", "/var/backups"],
  [SERVICE, "/var/new", "/mnt/backups"],
  [ROOT, "/var/new", "/var/backups/new"],
])("user %i may use %s and %s", (uid, dataDir, backupTo) => {
  expect(() => requireAs(uid, dataDir, backupTo)).not.toThrow();
});

test.each([
  ["DATA_DIR /var/site", ROOT, "/var/site", undefined],
  ["DATA_DIR /var/site/restored/data", ROOT, "/var/site/restored/data", undefined],
  ["BACKUP_TO /mnt/backups", ROOT, "/var/new", "/mnt/backups"],
  ["BACKUP_TO /mnt/backups/new", ROOT, "/var/new", "/mnt/backups/new"],
  ["DATA_DIR /var/site", SERVICE + 1, "/var/site", undefined],
])("refuses a folder of another user: %s", (what, uid, dataDir, backupTo) => {
  expect(() => requireAs(uid, dataDir, backupTo)).toThrow(
    `${what} belongs to user ${SERVICE}, and this command runs as user ${uid}. Run it as the folder's owner.`,
  );
});

test("creates no DATA_DIR as root for a site with an external database", () => {
  const folders = { dataDir: "/nowhere/data", backupTo: "/nowhere/backups" };
  expect(() => requireDataDir(folders, ROOT)).toThrow(/^DATA_DIR \/nowhere\/data doesn't exist\. /);
  expect(() => requireDataDir(folders, SERVICE)).not.toThrow();
  expect(() => requireDataDir({ ...folders, dataDir: "/" }, ROOT)).not.toThrow();
});
