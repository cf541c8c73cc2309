import { readFileSync } from "node:fs";

/** This program's, from package.json. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
