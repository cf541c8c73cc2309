import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { isDiskFull } from "#server/backend/disk-space.ts";
import { HttpError } from "#server/backend/http-error.ts";
import type { MediaStore } from "./disk-store.ts";
import { S3Error } from "./s3-client.ts";

const CONTENT =
  "Loading Dock wrote this file to check that files can be stored. It may be deleted.";

type Stored = Pick<MediaStore, "put" | "read" | "remove">;

/**
 * Writes, reads and deletes a file. Each process uses one name, so that a killed process leaves at most one
 * file. Overlapping calls share one check.
 * @param explain turns an error into a message for operators
 * @returns the check; it rejects with that message
 */
export function checkByWriting(store: Stored, explain: (cause: unknown) => string) {
  const version = randomUUID();
  let checking: Promise<void> | undefined;
  const check = async () => {
    try {
      await store.put(version, Readable.from([CONTENT]), "text/plain");
      const content = await new Response(await store.read(version)).text();
      await store.remove(version);
      if (content !== CONTENT)
        throw new Error("the content read back differs from what was written");
    } catch (cause) {
      throw new Error(explain(cause), { cause });
    }
  };
  return () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

/** Error codes of a folder that isn't mounted, isn't the server's, or is on a failing disk. */
const UNREACHABLE = ["EACCES", "EPERM", "EIO", "EROFS", "ENOENT", "ENOTDIR", "ENODEV", "ESTALE"];

const codeOf = (cause: unknown) => (cause as NodeJS.ErrnoException | undefined)?.code ?? "";

export function explainFolder(cause: unknown): string {
  if (isDiskFull(cause)) return "The disk is full, so no file can be stored. Free up space.";
  const code = codeOf(cause);
  return `The folder media in DATA_DIR can't be written and read${code && ` (${code})`}. Check that it is mounted and belongs to the server's user.`;
}

export function explainS3(cause: unknown): string {
  if (!(cause instanceof S3Error)) return `S3 failed: ${(cause as Error).message}.`;
  const { status } = cause;
  if (status === undefined) return "S3 isn't responding. Check S3_ENDPOINT.";
  if (status === 401 || status === 403)
    return "S3 refuses the key. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that this key may write, read and delete in S3_BUCKET.";
  if (status === 404) return "S3 has no such bucket. Check S3_BUCKET.";
  return `S3 answers with status ${status}. Check S3_ENDPOINT and S3_BUCKET.`;
}

/** The same store for requests: a 503 asks clients to retry later when files can't be reached. */
export const forRequests = (store: MediaStore): MediaStore => ({
  put: (...file) => store.put(...file).catch(refuseUnreachable),
  read: (...wanted) => store.read(...wanted).catch(refuseUnreachable),
  remove: store.remove,
  check: store.check,
});

function refuseUnreachable(cause: unknown): never {
  if (!(cause instanceof S3Error) && !UNREACHABLE.includes(codeOf(cause))) throw cause;
  throw new HttpError(
    503,
    "files_unreachable",
    "Files can't be reached right now. Try again in a minute.",
    { "retry-after": "60" },
    cause,
  );
}
