import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sign } from "hono/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealWith } from "#server/backend/self-hosted/backup/place/seal.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { runBackup } from "#server/backend/self-hosted/backup/run.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { openTestBackend, secretsOfSite, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

let t: TestBackend;
let name: string;
beforeAll(async () => {
  t = await openTestBackend();
  const { databaseUrl = "", dataDir } = t.env;
  const made = await runBackup({
    databaseUrl,
    dataDir,
    files: openFiles(t.env),
    store: openStore(t.env),
    reserved: 0,
    seal: await sealWith(undefined),
    stop: new AbortController().signal,
  });
  if (typeof made === "string") throw new Error(made);
  name = made.name;
});
afterAll(() => t.close());

/** The backup link that an admin gets. */
async function link(): Promise<string> {
  const { data, error } = await (await t.admin()).functions.invoke("admin-backup", {
    body: { backup: name },
  });
  if (error) throw error;
  return data.address;
}
const open = async (address: string) => {
  const response = await t.request(address);
  await response.arrayBuffer();
  return response.status;
};

test("keeps the site's keys out of stored and downloaded backups", async () => {
  const [row] = await t.sql`select value from loading_dock.secrets`;
  const keys = Object.values({ secret: String(row?.value), ...(await secretsOfSite(t)) });
  const downloaded = Buffer.from(await (await t.request(await link())).arrayBuffer());
  const folder = join(t.env.dataDir, "backups");
  const stored: Buffer[] = [];
  for (const file of await readdir(folder, { recursive: true }))
    if ((await stat(join(folder, file))).isFile()) stored.push(await readFile(join(folder, file)));
  for (const bytes of [downloaded, ...stored]) {
    const isPacked = bytes.readUInt16BE(0) === 0x1f8b;
    const all = isPacked ? gunzipSync(bytes) : bytes;
    if (isPacked) expect(all.includes(people.admin.email), "it was looked into").toBe(true);
    expect(keys.filter((key) => all.includes(key) || bytes.includes(key))).toEqual([]);
  }
});

test("a backup link works once, even for ten simultaneous requests", async () => {
  const address = await link();
  const statuses = await Promise.all(Array.from({ length: 10 }, () => open(address)));
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(404)]);
  expect(await open(address)).toBe(404);
});

test("a link signed with another key, for another purpose or for an older backup opens nothing", async () => {
  const { jwtSecret } = await secretsOfSite(t);
  const [download] = await t.sql`insert into backup_downloads (person_id, email, backup)
    select user_id, ${people.admin.email}, ${name} from admins returning id`;
  // Not injected: The database and the built server use the machine's clock; tests use times relative to it.
  const exp = Math.floor(Date.now() / 1000) + 60;
  const right = { aud: "backup", download: download?.id, exp };
  const forged = await Promise.all([
    sign(right, "another key", "HS256"),
    sign({ ...right, aud: "authenticated" }, jwtSecret, "HS256"),
    sign({ ...right, exp: exp - 120 }, jwtSecret, "HS256"),
    sign({ aud: "backup", backup: name, exp }, jwtSecret, "HS256"),
    sign({ ...right, download: crypto.randomUUID() }, jwtSecret, "HS256"),
  ]);
  for (const ticket of forged)
    expect(await open(`/functions/v1/backup-file?ticket=${ticket}`)).toBe(404);
  const ticket = await sign(right, jwtSecret, "HS256");
  expect(await open(`/functions/v1/backup-file?ticket=${ticket}`)).toBe(200);
});

test("refuses a link for someone who just lost their rights", async () => {
  const address = await link();
  await t.sql`insert into admins (user_id, is_owner) select id, true from auth.users where email = ${people.stranger.email}`;
  await t.sql`delete from admins where user_id =
    (select id from auth.users where email = ${people.admin.email})`;
  expect(await open(address)).toBe(404);
  await t.sql`insert into admins (user_id, is_owner) select id, true from auth.users where email = ${people.admin.email}`;
  expect(await open(address)).toBe(200);
});
