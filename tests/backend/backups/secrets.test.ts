import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { connect } from "#server/backend/postgres/connection.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { readSecrets, secretsOf } from "#server/backend/self-hosted/secrets/index.ts";
import type { Backend } from "#server/backend/types.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { clientOf, openEmbedded, signInAt } from "#tests/support/backend.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { earlierSite } from "#tests/support/earlier-site.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { people } from "#tests/support/people.ts";
import { runCli } from "#tests/support/programs.ts";
import { backUp } from "./restore-steps.ts";

// Each test runs several processes and databases.
vi.setConfig({ testTimeout: 600_000 });

const OLD = {
  jwt_secret: "old-jwt-secret",
  secret_key: "sb_secret_old",
  login_password: "old-password",
};
const silent = createLog("silent");

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The contents of an archive, or of every archive below a folder. */
async function bytesOf(path: string): Promise<Buffer> {
  if (!(await stat(path)).isDirectory()) {
    const bytes = await readFile(path);
    return path.includes(".tar.gz") ? Buffer.concat([bytes, gunzipSync(bytes)]) : bytes;
  }
  const names = await readdir(path);
  return Buffer.concat(await Promise.all(names.map((name) => bytesOf(join(path, name)))));
}

const holds = (bytes: Buffer, values: object) =>
  Object.entries(values).flatMap(([name, value]) => (bytes.includes(String(value)) ? [name] : []));

describe("a site with its own database", () => {
  let site: Backend;
  const dataDir = () => join(folder, "site");
  beforeAll(async () => {
    site = await openEmbedded(dataDir());
  });
  afterAll(() => site.close());

  test("stores its secret in a file that only its user can read, and in no backup", async () => {
    const file = join(dataDir(), "secret");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secret = await readFile(file, "utf8");
    const { session } = await signInAt(site);
    const all = { secret, ...secretsOf(secret) };

    const archive = join(folder, "backup.tar.gz");
    expect(await runCli("backup", [archive], { DATA_DIR: dataDir() })).toMatchObject({ code: 0 });
    expect(await runCli("backup", [], { DATA_DIR: dataDir() })).toMatchObject({ code: 0 });
    for (const path of [archive, join(dataDir(), "backups")]) {
      const bytes = await bytesOf(path);
      // Proves that the search finds what is in the archive.
      expect(bytes.includes(people.admin.email)).toBe(true);
      expect(holds(bytes, all)).toEqual([]);
    }
    expect(
      (
        await runCli("restore", [archive, "--table", "loading_dock.secrets"], {
          DATA_DIR: dataDir(),
        })
      ).said,
    ).toMatch(/has no table loading_dock\.secrets/);

    const restored = await runCli("restore", [archive], { DATA_DIR: join(folder, "copy") });
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.said).toContain(
      "Everyone has to sign in again: a backup holds no keys, and the first start makes new ones.",
    );
    const copy = await openEmbedded(join(folder, "copy"));
    expect(copy.publishableKey).toBe(site.publishableKey);
    const there = clientOf(copy);
    expect(
      (await there.auth.refreshSession({ refresh_token: session?.refresh_token ?? "" })).error,
    ).not.toBeNull();
    const headers = {
      apikey: copy.publishableKey,
      authorization: `Bearer ${session?.access_token}`,
    };
    const response = await copy.fetch(
      new Request(`${copy.serverUrl}/rest/v1/services`, { headers }),
      { clientAddress: "192.0.2.1", requestId: "test" },
    );
    expect(response.status).toBe(401);
    expect((await signInAt(copy)).session).not.toBeNull();
    await copy.close();
    const fresh = await readFile(join(folder, "copy", "secret"), "utf8");
    expect(fresh).not.toBe(secret);
  });

  test("takes new secrets while it runs, from the command line", async () => {
    const { client } = await signInAt(site);
    const before = await readFile(join(dataDir(), "secret"), "utf8");
    const { code, said } = await runCli("secrets", ["rotate"], { DATA_DIR: dataDir() });
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^New keys are in use\. This ended \d+ sessions?, 0 preview links/,
      ),
    });
    expect(await readFile(join(dataDir(), "secret"), "utf8")).not.toBe(before);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    // Fails until the server has read the new password of its login.
    await vi.waitFor(async () => {
      const { client: again } = await signInAt(site);
      expect((await again.rpc("is_admin_user")).data).toBe(true);
    });
  });

  test("does not start with a file without a secret", async () => {
    await mkdir(join(folder, "empty-secret"));
    await writeFile(join(folder, "empty-secret", "secret"), "");
    await expect(openEmbedded(join(folder, "empty-secret"))).rejects.toThrow(
      /contains no valid secret\. Delete it/,
    );
  });

  test.each([[[]], [["make"]]])("explains npm run secrets for %j", async (words) => {
    expect(await runCli("secrets", words, { DATA_DIR: dataDir() })).toEqual({
      code: 1,
      said: "Usage: npm run secrets -- rotate\n",
    });
  });
});

describe("removes an earlier version's secrets from backups", () => {
  test("are in no backup, not even the one before the upgrade, and are replaced", async () => {
    const site = await earlierSite();
    const dataDir = join(folder, "upgraded");
    const env = readEnv({ DATABASE_URL: site.databaseUrl, DATA_DIR: dataDir });
    await site.sql`insert into loading_dock.state
      ${site.sql(Object.entries(OLD).map(([key, value]) => ({ key, value })))}`;
    await site.sql`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`;
    await prepareDatabase(site.databaseUrl, env, silent);

    const bytes = await bytesOf(join(dataDir, "backups"));
    expect(bytes.includes("boss@example.com")).toBe(true);
    expect(holds(bytes, OLD)).toEqual([]);
    expect(await site.sql`select 1 from auth.sessions`).toEqual([]);

    const [row] = await site.sql`select value from loading_dock.secrets`;
    const secrets = await readSecrets(site.databaseUrl, env);
    expect(secrets).toEqual(secretsOf(row?.value));
    const file = join(folder, "of-a-table.tar.gz");
    await backUp(site.databaseUrl, dataDir, file);
    expect(holds(await bytesOf(file), { secret: row?.value, ...secrets })).toEqual([]);
    await site.close();
  });

  test("are not restored from a backup that contains them", async () => {
    const site = await earlierSite();
    const file = join(folder, "earlier.tar.gz");
    const dataDir = join(folder, "earlier");
    // Simulates that version's backup: these key names aren't excluded, and are renamed afterwards.
    const names = Object.fromEntries(Object.keys(OLD).map((key) => [key, key.replace("_", "-")]));
    await site.sql`insert into loading_dock.state
      ${site.sql(Object.entries(OLD).map(([key, value]) => ({ key: names[key] as string, value })))}`;
    await backUp(site.databaseUrl, dataDir, file);
    await site.close();
    await renameIn(file, names);
    expect(holds(await bytesOf(file), OLD)).toEqual(Object.keys(OLD));

    const databaseUrl = await createEmptyDatabase(inject("clusterUrl"));
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, "restored") };
    expect(await runCli("restore", [file], settings)).toMatchObject({ code: 0 });
    const sql = connect(databaseUrl, 1);
    expect(
      await sql`select value from loading_dock.state where value = any (${Object.values(OLD)})`,
    ).toEqual([]);
    expect(await sql`select value from loading_dock.secrets`).toEqual([]);
    await sql.end();
    const backend = await openBackend(readEnv(settings), silent);
    await backend.close();
    await dropTestDatabase(databaseUrl);
  });
});

/** Renames rows of loading_dock.state in an archive; old and new keys have the same length. */
async function renameIn(file: string, names: Record<string, string>) {
  let text = gunzipSync(await readFile(file)).toString("latin1");
  for (const [key, name] of Object.entries(names)) text = text.replace(`${name}\t`, `${key}\t`);
  await writeFile(file, gzipSync(Buffer.from(text, "latin1")));
}
