import { randomBytes } from "node:crypto";
import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, syncFolder, writeOnce } from "#server/backend/files.ts";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";

/** Stores the one secret that all others are derived from, where no backup reads it. */
export interface SecretStore {
  /** @param sql the owner's connection */
  read(sql: Sql): Promise<string | undefined>;
  /** @param tx the transaction that ends the old secret's sessions and links */
  write(tx: Tx, secret: string): Promise<void>;
}

/** In the data folder, or in a server-only table if several processes share a database. */
export const secretStore = ({ databaseUrl, dataDir }: Env): SecretStore =>
  databaseUrl ? IN_TABLE : inFile(dataDir);

const IN_TABLE: SecretStore = {
  async read(sql) {
    const [row] = await sql`select value from loading_dock.secrets`;
    return row && String(row.value);
  },
  async write(tx, secret) {
    await tx`insert into loading_dock.secrets (value) values (${secret})
      on conflict (one) do update set value = excluded.value`;
  },
};

const fileOf = (dataDir: string) => join(dataDir, "secret");

/** The format that secrets/index.ts generates. */
const SECRET = /^[\w-]{64}$/;

function inFile(dataDir: string): SecretStore {
  const file = fileOf(dataDir);
  return {
    async read() {
      const secret = await readFile(file, "utf8").catch(ifMissing(undefined));
      if (secret !== undefined && !SECRET.test(secret))
        throw new SettingError(
          `${file} contains no valid secret. Delete it and restart. Everyone will have to sign in again.`,
        );
      return secret;
    },
    async write(_tx, secret) {
      const unfinished = `${file}.new`;
      await rm(unfinished, { force: true });
      await writeFile(unfinished, secret, { mode: 0o600, flush: true });
      // A command may run as root while the server runs as another user.
      const { uid, gid } = await stat(dataDir);
      if (process.getuid?.() === 0) await chown(unfinished, uid, gid);
      await rename(unfinished, file);
      await syncFolder(dataDir);
    },
  };
}

/** Call before other data replaces this site's: the next start generates new secrets. */
export const forgetSecretFile = (dataDir: string) => rm(fileOf(dataDir), { force: true });

/**
 * The key that encrypts the secrets of authenticator apps: the setting's, or a file's in DATA_DIR. The first
 * start creates the file. No backup contains it, and making new keys keeps it, because all apps would stop.
 * @returns undefined when several processes share a database and have no setting to share
 */
export async function readFactorKey({
  secondFactorKey,
  databaseUrl,
  dataDir,
}: Env): Promise<string | undefined> {
  if (secondFactorKey || databaseUrl) return secondFactorKey;
  const file = join(dataDir, "second-factor-key");
  const known = await readFile(file, "utf8").catch(ifMissing(undefined));
  if (known) return known;
  await writeOnce(file, randomBytes(48).toString("base64url"), 0o600);
  return readFile(file, "utf8");
}
