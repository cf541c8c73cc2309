import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { brotli } from "../server/http/encoded.ts";

/**
 * Puts the best brotli of each built browser file beside it, as `<name>.br`: it takes a second when
 * building and would take the first visitor's time when serving. The server reads it (static-files.ts).
 */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name);
          await writeFile(`${file}.br`, await brotli(await readFile(file), 11));
        }),
      );
    },
  };
}
