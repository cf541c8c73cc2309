import { readFileSync } from "node:fs";
import { join } from "node:path";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { SettingError } from "#server/runtime/env.ts";

/**
 * The first migrations are a baseline: the schema by subject, each function once. They took the place of those
 * listed in supabase/before-baseline.txt, and make the same (tests/db/upgrade). Decision 0056.
 */
export const isBaseline = (version: string): boolean => /^202611270701\d\d$/.test(version);

/** Versions, oldest first. */
const BEFORE: readonly string[] = readFileSync(join(supabaseFolder, "before-baseline.txt"), "utf8")
  .split("\n")
  .filter(Boolean);

export const isBeforeBaseline = (version: string): boolean => BEFORE.includes(version);

/** How many of the migrations before the baseline are among these. */
type Ran = "none" | "all" | { some: number };

export function ranBefore(versions: ReadonlySet<string>): Ran {
  const ran = BEFORE.filter((version) => versions.has(version)).length;
  if (ran === 0) return "none";
  return ran === BEFORE.length ? "all" : { some: ran };
}

/** Each migration before the baseline is one with it now, so there is no way on from the middle of them. */
export const betweenBaselines = (what: string, { some }: { some: number }) =>
  new SettingError(
    `${what} ran ${some} of the ${BEFORE.length} migrations that this program has only as a whole. Start the last version before them once, so that it runs the others: docs/deploy.md, "From before the baseline", has the commands.`,
  );
