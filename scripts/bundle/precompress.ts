import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { brotli } from "../../server/http/encoded.ts";

/** React Router writes its route manifest into the client folder during the server build. */
const manifestsIn = async (client: string) =>
  (await readdir(client, { recursive: true })).filter((name) =>
    /manifest-[0-9a-f]+\.js$/.test(name),
  );

/**
 * Writes each built browser file's best brotli compression next to it, as `<name>.br`. That takes a second at
 * build time, and would delay the first visitor otherwise. The server reads it (static-files.ts).
 */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const isClient = this.environment.name === "client";
      const folder = isClient ? dir : join(dir, "../client");
      const names = isClient
        ? Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
        : await manifestsIn(folder);
      await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name);
          await writeFile(`${file}.br`, await brotli(await readFile(file), 11));
        }),
      );
    },
  };
}
