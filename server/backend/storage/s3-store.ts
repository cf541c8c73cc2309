import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { MediaStore } from "./disk-store.ts";
import { checkByWriting, explainS3 } from "./reach.ts";
import { type S3Settings, s3Client } from "./s3-client.ts";

/**
 * Files in S3, each as `media/<version>`.
 * @param folder where a file waits until its length is known
 */
export function s3Store(settings: S3Settings, folder: string): MediaStore {
  const s3 = s3Client(settings);
  const keyOf = (version: string) => `media/${version}`;
  // Named after its version: what a killed process left of it goes where the version goes.
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
