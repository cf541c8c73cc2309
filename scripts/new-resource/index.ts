// `npm run new:resource NAME ["one of it"]`: creates the files of a new list that staff manage, with one text
// column, as described in docs/add-a-table.md. They pass every check unchanged; then you add what is specific
// to the list.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { index, migration, queries, schema } from "./declaration.ts";
import { dashed, type Names, singular } from "./names.ts";
import { above, screen } from "./screens.ts";
import { facts, journeys } from "./tests.ts";

/** The files of a list, by path in the repository. @param version the migration's version */
const filesOf = (names: Names, version: string): Record<string, string> => {
  const feature = `app/features/${names.table}`;
  return {
    [`supabase/migrations/${version}_${names.table}.sql`]: migration(names),
    [`${feature}/index.ts`]: index(names),
    [`${feature}/schema.ts`]: schema(names),
    [`${feature}/queries.ts`]: queries(names),
    [`${feature}/admin/screen.tsx`]: screen(names),
    [`${feature}/site/above.tsx`]: above(names),
    [`tests/tables/${names.table}.ts`]: facts(names),
    [`tests/e2e/admin/lists/${dashed(names.table)}.spec.ts`]: journeys(names),
  };
};

/** A UTC time in the form of a migration version. */
export const versionAt = (moment: Date): string =>
  moment.toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * @param dated such as 20261201093000; default: now, or right after the newest if that is ahead of the clock
 * @param existing files of supabase/migrations
 * @throws when it is not a date, or not after all existing ones: databases that ran a later one would skip it
 */
export function migrationVersion(
  dated: string | undefined,
  existing: readonly string[],
  now = new Date(),
): string {
  if (dated !== undefined && !/^2\d{13}$/.test(dated))
    throw new Error(`"${dated}" is no date of a migration. Write it like 20261201093000.`);
  const newest = existing.toSorted().at(-1)?.slice(0, 14) ?? "";
  const wanted = dated ?? versionAt(now);
  if (wanted > newest) return wanted;
  const next = versionAt(new Date(momentOf(newest).getTime() + 1000));
  if (dated === undefined) return next;
  throw new Error(
    `A migration dated ${dated} would not come after the newest, ${newest}. Add: --dated ${next}`,
  );
}

const momentOf = (version: string) =>
  new Date(version.replace(/^(.{4})(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z"));

/** PostgreSQL truncates names to 63 bytes, but the form identifies constraints by full name. */
const LONGEST = 63 - "_title_at_most_200_characters".length;

function main(args: string[]) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { dated: { type: "string" } },
  });
  const [table = "", one = singular(table)] = positionals;
  if (!/^[a-z]+(_[a-z]+)*s$/.test(table))
    throw new Error(
      'Name the table in the plural and in small letters: npm run new:resource case_studies "case study".',
    );
  if (table.length > LONGEST)
    throw new Error(
      `"${table}" is too long: the names of its constraints would be cut. Use ${LONGEST} letters at most.`,
    );
  const root = process.cwd();
  if (existsSync(join(root, "app/features", table)))
    throw new Error(`app/features/${table} already exists.`);
  const version = migrationVersion(values.dated, readdirSync("supabase/migrations"));
  const files = Object.entries(filesOf({ table, one }, version));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  // Line lengths depend on the name, so format the files.
  const typed = files.map(([path]) => path).filter((path) => !path.endsWith(".sql"));
  execFileSync(
    process.execPath,
    ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--vcs-enabled=false", ...typed],
    { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
  );
  console.log("Next: npm run types:write, npm run schema:write, then docs/add-a-table.md.");
}

if (import.meta.main) main(process.argv.slice(2));
