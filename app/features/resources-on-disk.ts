import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { declaredIn } from "#app/lib/data/declaration.ts";

const files = readdirSync(import.meta.dirname)
  .map((folder) => join(import.meta.dirname, folder, "index.ts"))
  .filter((file) => existsSync(file));

/** As resources.ts, for what runs in Node without Vite: the table of routes, scripts and journeys. */
export const resources = declaredIn(
  await Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(file).href))),
);
