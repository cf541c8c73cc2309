import { mkdir, statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Env } from "#server/runtime/env.ts";
import { HttpError } from "./http-error.ts";

const MB = 1024 * 1024;
/** Every so many bytes of a file that arrives, the disk is asked again. */
const ASK_EVERY = MB;

/** Bytes of a disk: free to this user, and in all. */
export interface Disk {
  free: number;
  total: number;
}

/** The disk that a folder lies on. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * The bytes of DATA_DIR's disk that no file may take: leads, texts and sign-ins need them. With the
 * embedded database that is twice what its write-ahead log may grow to; beside one elsewhere, what the
 * outbox and the program itself write.
 */
export const keptFree = ({ databaseUrl }: Pick<Env, "databaseUrl">): number =>
  (databaseUrl ? 64 : 512) * MB;

export const noRoom = (cause?: unknown) =>
  new HttpError(
    507,
    "no_room",
    "The server's disk is nearly full, so uploads are refused. Ask the person who runs this site to free up space.",
    {},
    cause,
  );

/** Whether an error says that a disk, or what a user may take of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");

/** Decides whether a file may still go to a disk. */
export interface Room {
  /** @throws HttpError 507 when so many more bytes would reach into what is kept free */
  ask(bytes: number): Promise<void>;
  /** The same content; fails with 507 as soon as there is no room for the rest. */
  while(content: Readable): Readable;
}

/**
 * @param env DATA_DIR's disk is looked at: where files lie elsewhere they still pass it
 * @param disk tests have disks of their own
 */
export function roomIn(env: Pick<Env, "dataDir" | "databaseUrl">, disk = diskOf): Room {
  const kept = keptFree(env);
  const ask = async (bytes: number) => {
    await mkdir(env.dataDir, { recursive: true });
    if ((await disk(env.dataDir)).free - bytes < kept) throw noRoom();
  };
  async function* asking(content: Readable) {
    let unasked = 0;
    for await (const chunk of content) {
      unasked += chunk.length;
      if (unasked >= ASK_EVERY) {
        await ask(unasked);
        unasked = 0;
      }
      yield chunk;
    }
  }
  return { ask, while: (content) => Readable.from(asking(content), { objectMode: false }) };
}
