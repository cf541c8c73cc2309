import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, inject, test } from "vitest";
import { connect, type Sql, withDatabase } from "#server/backend/postgres/connection.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { checkLogin } from "#server/backend/postgres/roles.ts";
import { createBackups } from "#server/backend/self-hosted/backup/index.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { rotateSecrets } from "#server/backend/self-hosted/secrets/index.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createOwnedDatabase, dropOwnedDatabase } from "#tests/support/cluster.ts";
import { restoreOnce, t, withBackup } from "./restore-steps.ts";

const quiet = createLog("silent");
/** connects as an owner, as deploy/postgres.sql creates it */
let databaseUrl: string;
let owner: Sql;

withBackup();
beforeAll(() => mkdir(join(t.env.dataDir, "owner")));
beforeEach(async () => {
  const cluster = inject("clusterUrl");
  databaseUrl = await createOwnedDatabase(cluster);
  owner = connect(databaseUrl, 1);
  return async () => {
    await owner.end();
    await dropOwnedDatabase(cluster, databaseUrl);
  };
});

/** Runs statements as a superuser in the owner's database. */
async function asSuperuser(...statements: string[]) {
  const name = new URL(databaseUrl).pathname.slice(1);
  const sql = connect(withDatabase(inject("clusterUrl"), name), 1);
  for (const statement of statements) await sql.unsafe(statement.replaceAll("OWNER", name));
  await sql.end();
}

/** Not the folder of `t`: its server deletes the backup files of other databases there. */
const env = () => readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: join(t.env.dataDir, "owner") });

/** A database's triggers and foreign keys. */
const rules = (sql: Sql) => sql`
  select conrelid::regclass::text as relation, conname::text as name, pg_get_constraintdef(oid) as rule
  from pg_constraint where contype = 'f'
  union all
  select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger where not tgisinternal
  order by 1, 2`;

test("restores a site as an owner without superuser rights, also after an interruption", async () => {
  await expect(restoreOnce(databaseUrl, /^reading public\.site_content/)).rejects.toThrow(
    "the disk is broken",
  );
  await expect(restoreOnce(databaseUrl, /^migrating/)).rejects.toThrow("the disk is broken");
  await restoreOnce(databaseUrl);
  expect(await rules(owner)).toEqual(await rules(t.sql));
  const texts = (sql: Sql) => sql`select * from site_content order by id`;
  expect(await texts(owner)).toEqual(await texts(t.sql));
  const history = (sql: Sql) => sql`select count(*)::int as entries from history`;
  expect(await history(owner)).toEqual(await history(t.sql));
});

test("such an owner starts a new site and makes new keys for it", async () => {
  const { logins } = await prepareDatabase(databaseUrl, env(), quiet);
  await checkLogin(logins.api);
  await checkLogin(logins.server);
  await rotateSecrets(databaseUrl, env(), quiet, "test");
  await expect(checkLogin(logins.server)).rejects.toThrow(/Requests log in as role/);
  const { logins: renewed } = await prepareDatabase(databaseUrl, env(), quiet);
  await checkLogin(renewed.server);
});

test.each([
  [
    "may not make the roles that are missing",
    ["drop role OWNER_api"],
    "alter role OWNER createrole",
  ],
  ["can't give a role its password", ["revoke OWNER_api from OWNER"], 'grant "OWNER_api" to OWNER'],
  [
    "may not make schemas",
    ["alter database OWNER owner to postgres"],
    "grant create on database OWNER to OWNER",
  ],
])("refuses an owner who %s before writing anything", async (_, taken, grant) => {
  const name = new URL(databaseUrl).pathname.slice(1);
  await asSuperuser(...taken);
  const sentence = new RegExp(
    `lacks rights\\. Nothing was changed\\. Run deploy/postgres\\.sql .*${grant.replaceAll("OWNER", name)}`,
  );
  await expect(prepareDatabase(databaseUrl, env(), quiet)).rejects.toThrow(sentence);
  await expect(restoreOnce(databaseUrl)).rejects.toThrow(sentence);
  expect(await owner`select nspname from pg_namespace where nspname = 'loading_dock'`).toEqual([]);
});

test("a backup warns when it could not be restored with the rights of DATABASE_URL", async () => {
  const { logins } = await prepareDatabase(databaseUrl, env(), quiet);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const pool = openPool(logins.server, quiet, 2);
  const files = diskStore(join(t.env.dataDir, "restored"));
  const backups = await createBackups({ databaseUrl, pool, files, env: env(), log });
  await asSuperuser("revoke create on schema public from pg_database_owner");
  await backups.begin("test");
  await expect.poll(() => lines.join("")).toContain("lacks rights that a start or restore needs");
  expect(lines.join("")).toMatch(/"missing":\["grant usage, create on schema public to [^,]*"\]/);
  await backups.close();
  await pool.end();
});
