import { join } from "node:path";
import type { Env } from "#server/runtime/env.ts";
import { diskStore, type MediaStore } from "./disk-store.ts";
import { s3Store } from "./s3-store.ts";

/** Where the settings say that files lie. */
export const openFiles = ({ s3, dataDir }: Env): MediaStore =>
  s3 ? s3Store(s3, join(dataDir, "media-upload")) : diskStore(join(dataDir, "media"));
