import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  blobName,
  type Proof,
  proofSchema,
} from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { toRemove } from "#server/backend/self-hosted/backup/plan/retention.ts";
import { SettingError } from "#server/runtime/env.ts";
import type { BackupStore } from "./store.ts";

const PROOF = /^\d{8}T\d{6}Z\.json$/;
const ARCHIVE = /^(\d{8}T\d{6}Z)\.tar\.gz/;
const OWNER = "site";

/** The verified backups in a place, newest first. @throws SettingError when a proof is damaged */
export async function listVerifiedBackups(store: BackupStore): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const { name } of await store.list())
    if (PROOF.test(name)) proofs.push(readProof(await text(await store.read(name)), name, store));
  return proofs.toSorted((a, b) => b.created.getTime() - a.created.getTime());
}

/** Whether a place has a verified backup from this time or later; reads names only. */
export async function hasVerifiedBackupSince(store: BackupStore, since: Date): Promise<boolean> {
  const least = `${since.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.json`;
  // Proofs begin with their year, unlike files.
  return (await store.list("2")).some(({ name }) => PROOF.test(name) && name >= least);
}

function readProof(content: string, name: string, { place }: BackupStore): Proof {
  try {
    return proofSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new SettingError(
      `${name} in ${place} is damaged. Delete it, then run this again; its backup no longer counts.`,
      { cause },
    );
  }
}

/** Marks a backup as verified. */
export const storeVerifiedBackup = (store: BackupStore, proof: Proof) =>
  store.put(`${proof.name}.json`, Readable.from([JSON.stringify(proof)]));

/**
 * Marks a place as this site's, or checks that it is: two sites in one would delete each other's
 * backups.
 * @param site a site's ID, which a restored site keeps
 * @throws SettingError when it is another's
 */
export async function claim(store: BackupStore, site: string): Promise<void> {
  const taken = (await store.list(OWNER)).some(({ name }) => name === OWNER);
  if (!taken) await store.put(OWNER, Readable.from([site]));
  else if ((await text(await store.read(OWNER))) !== site)
    throw new SettingError(
      `${store.place} has another site's backups. Set BACKUP_TO to a separate place for this site.`,
    );
}

/**
 * Removes backups that were started but never verified. The caller holds the backup lock.
 * @param signal aborts when the caller gives up and releases the lock: a place may answer after that
 */
export async function removeUnverified(store: BackupStore, signal: AbortSignal): Promise<void> {
  await store.clear(signal);
  const names = new Set((await store.list()).map(({ name }) => name));
  for (const name of names) {
    signal.throwIfAborted();
    const begun = ARCHIVE.exec(name)?.[1];
    if (begun && !names.has(`${begun}.json`)) await store.remove(name);
  }
}

/**
 * Removes expired backups, then the files that no backup needs any more.
 * @returns the names of the removed ones
 */
export async function prune(store: BackupStore, now: Date): Promise<string[]> {
  const proofs = await listVerifiedBackups(store);
  const gone = toRemove(proofs, now);
  for (const { name, archive } of gone) {
    await store.remove(`${name}.json`);
    await store.remove(archive);
  }
  const needed = new Set(
    proofs
      .filter((proof) => !gone.includes(proof))
      .flatMap(({ media, seal }) => media.map((file) => blobName(file, seal))),
  );
  for (const { name } of await store.list("files/"))
    if (!needed.has(name)) await store.remove(name);
  return gone.map(({ name }) => name);
}
