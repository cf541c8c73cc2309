import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "#server/runtime/env.ts";
import { diskStore, type MediaStore } from "./disk-store.ts";
import { checkByWriting, explainS3 } from "./reach.ts";
import { type S3Settings, s3Client } from "./s3-client.ts";

/** The file storage that the settings name. */
export const openFiles = ({ s3, dataDir }: Env): MediaStore =>
  s3 ? s3Store(s3, join(dataDir, "media-upload")) : diskStore(join(dataDir, "media"));

/**
 * Files in S3, each as `media/<version>`.
 * @param folder for temporary files, until their length is known
 */
export function s3Store(settings: S3Settings, folder: string): MediaStore {
  const s3 = s3Client(settings);
  const keyOf = (version: string) => `media/${version}`;
  // Named after its version, so leftovers of a killed process are removed with the version.
  const waitingAs = (version: string) => join(folder, `${version}.part`);
  const files: Omit<MediaStore, "check"> = {
    put: (version, content, contentType) =>
      s3.put(keyOf(version), content, contentType, waitingAs(version)),
    read: (version, range) => s3.get(keyOf(version), range),
    async remove(version) {
      await rm(waitingAs(version), { force: true });
      await s3.remove(keyOf(version));
    },
  };
  return { ...files, check: checkByWriting(files, explainS3) };
}
