import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "#server/backend/postgres/connection.ts";
import type { Proof } from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { QUIET_MS, withDeadline } from "#server/backend/self-hosted/backup/deadline.ts";
import { listVerifiedBackups } from "#server/backend/self-hosted/backup/place/catalog.ts";
import { openStore } from "#server/backend/self-hosted/backup/place/store.ts";
import { fromStore } from "#server/backend/self-hosted/backup/restore.ts";
import { migrationState } from "#server/backend/self-hosted/migrations/migrate.ts";
import { forgetSecretFile } from "#server/backend/self-hosted/secrets/store.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { backUp, backupParts } from "./back-up-before.ts";
import { endRollback, type Rollback } from "./half-rolled-back.ts";
import { withMigrationLock } from "./lock.ts";
import { type Program, thisProgram } from "./program.ts";
import { restoreOldData, type Written, writtenSince } from "./rollback-data.ts";
import { checkOutOldProgram, planProgram } from "./rollback-program.ts";

interface Planned {
  proof: Proof;
  from: Program;
  /** the steps, for the person who decides */
  lines: string[];
}

/**
 * @param name of a verified backup; omitted: the newest one made before an upgrade
 * @throws SettingError when there is none, or something is in the way
 */
export async function planRollback(sql: Sql, env: Env, name: string | undefined): Promise<Planned> {
  const store = openStore(env);
  const proofs = await listVerifiedBackups(store);
  const proof = proofs.find((one) => (name ? one.name === name : one.before?.what === "upgrade"));
  if (!proof)
    throw new SettingError(
      name
        ? `${store.place} has no verified backup "${name}". See npm run restore -- --list.`
        : `${store.place} has no backup that was made before an upgrade. See npm run restore -- --list for others, and name one: npm run rollback -- NAME`,
    );
  const from = await thisProgram();
  const { words } = await planProgram(from, proof.program);
  const at = instant(proof.created);
  return {
    proof,
    from,
    lines: [
      `This goes back to ${at}${proof.before?.what === "upgrade" ? ", before the upgrade" : ""}.`,
      `- The program: ${words}`,
      `- The data: backup ${proof.name} in ${store.place}, with ${proof.rows} rows and ${proof.files} files.`,
      `- Written since: ${inWords(await writtenSince(sql, proof.created))}`,
      "- Nothing is lost: the current state is backed up first and kept for 30 days.",
      "- Everyone has to sign in again: new keys are created, so that ended sessions stay ended.",
      "- Replies, confirmations and reminders waiting at that time are put on hold because they may already have been sent. To send a reply, open its lead from Needs attention on the dashboard and select Try again.",
    ],
  };
}

const instant = (date: Date) => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function inWords({ leads, others }: Written): string {
  const messages = `${leads} ${leads === 1 ? "message" : "messages"} from visitors`;
  if (others.length === 0) return `${messages}, nothing else.`;
  const tables = others.map(([table, rows]) => `${table} ${rows}`).join(", ");
  return `${messages}, and rows in ${tables}. Some of these may be from the upgrade itself.`;
}

/** @throws SettingError when another process is connected, since its writes would be lost */
export async function refuseOthers(sql: Sql): Promise<void> {
  const rows = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'loading-dock'
      and pid <> pg_backend_pid()`;
  if (rows.length > 0)
    throw new SettingError(
      `Other processes of this program use the database (${rows.length} connections). Stop them all, then run this again.`,
    );
}

interface Parts {
  sql: Sql;
  databaseUrl: string;
  env: Env;
  planned: Planned;
  stop: AbortSignal;
  /** receives a line about each step */
  say: (line: string) => void;
}

/**
 * Backs up the current data, replaces it with the backup's, then rolls back the program. An interruption
 * leaves either the old or the new data complete, and it may be run again.
 * @returns what was done, for people
 */
export async function rollBack(parts: Parts): Promise<string> {
  const { sql, databaseUrl, env, planned, stop, say } = parts;
  const log = createLog("error");
  const { proof, from } = planned;
  const rollback = await withMigrationLock(databaseUrl, log, async () => {
    const backup = await backupParts(env, databaseUrl);
    const source = fromStore(backup.store, backup.seal, proof);
    const schema = (await migrationState(sql)).applied.at(-1) ?? "";
    const before = { what: "rollback", schema } as const;
    const { name } = await backUp({ ...backup, stop, say, before }, log);
    const noted: Rollback = { to: proof.program, from, created: proof.created, kept: name };
    const scratch = join(env.dataDir, "unfinished-rollback");
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const { files } = backup;
    // Otherwise sessions that have ended since would be valid again.
    await forgetSecretFile(env.dataDir);
    await withDeadline(QUIET_MS, stop, say, (progress) =>
      restoreOldData({ sql, source, scratch, files, progress, rollback: noted }),
    ).finally(() => rm(scratch, { recursive: true, force: true }));
    return noted;
  });
  return finishRollback(sql, rollback, from);
}

/** The second half: rolls back the program. @returns the result, for people */
export async function finishRollback(
  sql: Sql,
  { to, created, kept }: Rollback,
  from: Program,
): Promise<string> {
  const { words, byGit } = await planProgram(from, to);
  if (byGit && to) {
    await checkOutOldProgram(to);
    await endRollback(sql);
  }
  return [
    `The data is as it was at ${instant(created)}.`,
    byGit
      ? "The earlier program is checked out. Start it with npm start, or for the systemd unit: npm ci && npm run build && systemctl start loading-dock. git checkout - goes back to the newer one."
      : `The program: ${words}`,
    `The previous state is backup ${kept}: npm run restore -- ${kept} --table contact_submissions writes its messages as CSV.`,
  ].join("\n");
}
