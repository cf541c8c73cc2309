// `npm run seed:write`: writes supabase/seed.sql from app/content, so that a fresh database and the
// site's fallback have the same text.
import { writeFileSync } from "node:fs";
import { catalogueFields, defaultSettings } from "../../app/content/index.ts";
import { resources } from "../../app/features/resources-on-disk.ts";

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value | undefined>>;

export const seedFile = new URL("../../supabase/seed.sql", import.meta.url);

const literal = (value: Value = null) =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);

const tuples = (rows: readonly Row[]) =>
  rows.map((row) => `  (${Object.values(row).map(literal).join(", ")})`).join(",\n");

const columns = (rows: readonly Row[]) => Object.keys(rows[0] ?? {}).join(", ");

/** Rows with a unique key: existing ones keep their edits. */
const insertMissing = (table: string, key: string, rows: readonly Row[]) =>
  `insert into public.${table} (${columns(rows)}) values
${tuples(rows)}
on conflict (${key}) do nothing;`;

/** Rows without a key: inserted only into an empty table, so that deleted rows don't come back. */
const insertIfEmpty = (table: string, rows: readonly Row[]) =>
  `insert into public.${table} (${columns(rows)})
select * from (values
${tuples(rows)}
) as seed (${columns(rows)})
where not exists (select from public.${table});`;

const contentRows = catalogueFields.map(({ field, ...path }) => ({
  ...path,
  content_value: field.value,
  content_type: field.type,
}));

const settingRows = Object.entries(defaultSettings).map(
  ([setting_key, { setting_value, setting_type, description }]) => ({
    setting_key,
    setting_value,
    setting_type,
    description,
  }),
);

/** The complete supabase/seed.sql; safe to run again on a database in use. */
export async function seedSql(): Promise<string> {
  const lists = await Promise.all(
    resources.map(async ({ table, seed }) => (seed ? [insertIfEmpty(table, await seed())] : [])),
  );
  return [
    "-- Written by `npm run seed:write` from app/content: change the words there, not here.",
    insertMissing("site_settings", "setting_key", settingRows),
    insertMissing("site_content", "page_name, section_name, content_key", contentRows),
    ...lists.flat(),
  ]
    .join("\n\n")
    .concat("\n");
}

if (import.meta.main) writeFileSync(seedFile, await seedSql());
