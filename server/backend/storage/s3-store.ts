import { tmpdir } from "node:os";
import type { MediaStore } from "./disk-store.ts";
import { type S3Settings, s3Client } from "./s3-client.ts";

/** Files in S3, each as `media/<version>`. */
export function s3Store(settings: S3Settings): MediaStore {
  const s3 = s3Client(settings);
  const keyOf = (version: string) => `media/${version}`;
  return {
    put: (version, content, contentType) => s3.put(keyOf(version), content, contentType, tmpdir()),
    read: (version, range) => s3.get(keyOf(version), range),
    remove: (version) => s3.remove(keyOf(version)),
  };
}
