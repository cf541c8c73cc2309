// `npm run new:resource NAME ["one of it"]`: the files of a new list that staff manage, with one text
// column, as docs/add-a-table.md walks through them. They pass every check as they are; what makes the
// list what it is comes next.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { index, migration, queries, schema } from "./declaration.ts";
import { dashed, type Names, singular } from "./names.ts";
import { above, screen } from "./screens.ts";
import { facts, journeys } from "./tests.ts";

/** The time, in UTC, as a migration is named; later than all there are, whatever the clock says. */
function nextVersion(): string {
  const now = BigInt(new Date().toISOString().replace(/\D/g, "").slice(0, 14));
  const newest = BigInt(readdirSync("supabase/migrations").toSorted().at(-1)?.slice(0, 14) ?? 0);
  return String(now > newest ? now : newest + 1n);
}

/** The files of a list, by their paths in the repository. @param version of the migration */
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

function main([table = "", one = singular(table)]: string[]) {
  if (!/^[a-z]+(_[a-z]+)*s$/.test(table))
    throw new Error(
      'Name the table in the plural and in small letters: npm run new:resource case_studies "case study".',
    );
  const root = process.cwd();
  const files = Object.entries(filesOf({ table, one }, nextVersion()));
  const there = files.find(([path]) => existsSync(join(root, path)));
  if (there) throw new Error(`${there[0]} is there already.`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  // How long a line becomes depends on the name.
  const typed = files.map(([path]) => path).filter((path) => !path.endsWith(".sql"));
  execFileSync(
    process.execPath,
    ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--vcs-enabled=false", ...typed],
    { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
  );
  console.log("Next: npm run types:write, then docs/add-a-table.md.");
}

if (import.meta.main) main(process.argv.slice(2));
