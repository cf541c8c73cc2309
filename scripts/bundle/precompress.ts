import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { brotli } from "../../server/http/encoded.ts";

/** React Router's list of routes comes into the browser's folder while the server is built. */
const manifestsIn = async (client: string) =>
  (await readdir(client, { recursive: true })).filter((name) =>
    /manifest-[0-9a-f]+\.js$/.test(name),
  );

/**
 * Puts the best brotli of each built browser file beside it, as `<name>.br`: it takes a second when
 * building and would take the first visitor's time when serving. The server reads it (static-files.ts).
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
