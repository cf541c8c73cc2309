import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { SettingError } from "#server/runtime/env.ts";

/**
 * The first migrations are a baseline: the schema by subject, each function once. They replaced those listed
 * in supabase/before-baseline.txt, and create the same schema (tests/db/upgrade). Decision 0056.
 */
export const isBaseline = (version: string): boolean => /^202611270701\d\d$/.test(version);

/** Versions, oldest first. */
const BEFORE: readonly string[] = readFileSync(join(supabaseFolder, "before-baseline.txt"), "utf8")
  .split("\n")
  .filter(Boolean);

/** The last one published before the baseline. Later ones were only published with the baseline. */
const LAST_PUBLISHED = "20261126080000";
const PUBLISHED = BEFORE.filter((version) => version <= LAST_PUBLISHED);

export const isBeforeBaseline = (version: string): boolean => BEFORE.includes(version);

/** Which migrations before the baseline have run: "enough" means up to the last published version, or all. */
type Ran = "none" | "enough" | { some: number };

export function ranBefore(versions: ReadonlySet<string>): Ran {
  const ran = BEFORE.filter((version) => versions.has(version));
  if (ran.length === 0) return "none";
  const published = ran.length === PUBLISHED.length && ran.at(-1) === LAST_PUBLISHED;
  return published || ran.length === BEFORE.length ? "enough" : { some: ran.length };
}

/** The baseline was never compared with any other state. */
export const betweenBaselines = (what: string, { some }: { some: number }) =>
  new SettingError(
    `${what} ran ${some} of the ${BEFORE.length} migrations before the baseline. This program continues from the first ${PUBLISHED.length} or from all of them. Start the last version before the baseline once: docs/deploy.md, "From before the baseline", has the commands.`,
  );

/** The migrations before the baseline, oldest first. They never change. */
export async function filesBefore(): Promise<{ file: string; text: string }[]> {
  const archive = await readFile(join(supabaseFolder, "before-baseline.tar.gz"));
  const entries = await unpackTar(gunzipSync(archive));
  return entries.map(({ header, data }) => ({
    file: header.name,
    text: Buffer.from(data ?? []).toString("utf8"),
  }));
}
