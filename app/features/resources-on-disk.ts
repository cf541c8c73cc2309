import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { declaredIn } from "#app/lib/data/declaration.ts";

const files = readdirSync(import.meta.dirname)
  .map((folder) => join(import.meta.dirname, folder, "index.ts"))
  .filter((file) => existsSync(file));

/** Like resources.ts, for code that runs in Node without Vite: routes, scripts and journeys. */
export const resources = declaredIn(
  await Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(file).href))),
);
