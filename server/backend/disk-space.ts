import { mkdir, statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Env } from "#server/runtime/env.ts";
import { HttpError } from "./http-error.ts";

const MB = 1024 * 1024;
/** The disk is checked again after this many bytes of an incoming file. */
const CHECK_EVERY = MB;

/** Bytes of a disk: available to this user, and in total. */
export interface Disk {
  free: number;
  total: number;
}

/** The disk that holds a folder. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Bytes of DATA_DIR's disk that files must leave free for leads, texts and sign-ins. With the embedded
 * database, that is twice the maximum size of its write-ahead log. Otherwise it covers what the outbox
 * and the program itself write.
 */
export const reservedBytes = ({ databaseUrl }: Pick<Env, "databaseUrl">): number =>
  (databaseUrl ? 64 : 512) * MB;

export const diskFull = (cause?: unknown) =>
  new HttpError(
    507,
    "no_room",
    "The server's disk is nearly full, so uploads are refused. Ask the person who runs this site to free up space.",
    {},
    cause,
  );

/** Whether an error means that a disk, or a user's quota on it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");

/** Decides whether a disk has room for a file. */
export interface DiskSpace {
  /** @throws HttpError 507 when this many more bytes would use space that must stay free */
  check(bytes: number): Promise<void>;
  /** Passes the content through; fails with 507 as soon as there is no room for the rest. */
  while(content: Readable): Readable;
}

/**
 * @param env DATA_DIR's disk is checked: files stored elsewhere pass through it too
 * @param disk tests pass their own
 */
export function diskSpaceOf(env: Pick<Env, "dataDir" | "databaseUrl">, disk = diskOf): DiskSpace {
  const reserved = reservedBytes(env);
  const check = async (bytes: number) => {
    await mkdir(env.dataDir, { recursive: true });
    if ((await disk(env.dataDir)).free - bytes < reserved) throw diskFull();
  };
  async function* checked(content: Readable) {
    let unchecked = 0;
    for await (const chunk of content) {
      unchecked += chunk.length;
      if (unchecked >= CHECK_EVERY) {
        await check(unchecked);
        unchecked = 0;
      }
      yield chunk;
    }
  }
  return { check, while: (content) => Readable.from(checked(content), { objectMode: false }) };
}
