import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort, until } from "../tools/server.ts";

/** MIT. It checks the key and the bucket, not the signature. Its packages are not in the lock file. */
export const S3_SERVER = "s3rver@3.7.1";

const BUCKET = "site";

/** Starts the S3 server that index.ts installed in `folder`, with one bucket, stored in `objects`. */
export async function startS3(folder: string, port?: number) {
  const objects = join(folder, "s3");
  await mkdir(objects, { recursive: true });
  const listens = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [
      join(folder, "node_modules/s3rver/bin/s3rver.js"),
      ...["--directory", objects, "--address", "127.0.0.1", "--port", String(listens)],
      ...["--configure-bucket", BUCKET, "--silent"],
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const endpoint = `http://127.0.0.1:${listens}`;
  await until(
    () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
    () => (child.exitCode === null ? undefined : "the S3 server did not start"),
  );
  return {
    child,
    port: listens,
    objects: join(objects, BUCKET),
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
  };
}
