// `npm run new:resource NAME ["one of it"]`: the files of a new list that staff manage, with one text
// column, as docs/add-a-table.md walks through them. They pass every check as they are; what makes the
// list what it is comes next.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { labelFromKey } from "../app/lib/text/formats.ts";

/** What a list is called. */
interface Names {
  /** the table, the folder, the query's key: "case_studies" */
  table: string;
  /** one of it in a sentence: "case study" */
  one: string;
}

/** "case_studies" is "case study"; say what one is called where this is wrong. */
const singular = (table: string) =>
  table.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");
const camel = (words: string) => words.replace(/[ _](\w)/g, (_, letter) => letter.toUpperCase());
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const dashed = (table: string) => table.replaceAll("_", "-");

const migration = ({
  table,
  one,
}: Names) => `-- ${table}: what it is for, and where visitors read it.

create table public.${table} (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint ${table}_title_required check (title ~ '\\S'),
  constraint ${table}_title_at_most_200_characters check (length(title) <= 200),
  constraint ${table}_display_order_not_negative check (display_order >= 0)
);

create index ${table}_in_order on public.${table} (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.${table}
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.${table} for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.${table}
  for each row execute function private.note_editor();

select private.keep_history('public.${table}', '{title}');

alter table public.${table} enable row level security;
revoke all on table public.${table} from public, anon, authenticated;
grant select on table public.${table} to anon, authenticated;
grant insert, update, delete on table public.${table} to authenticated;
grant all on table public.${table} to service_role;

create policy "Visitors read every active ${one}" on public.${table}
  for select to anon, authenticated using (is_active);
create policy "Staff read and write every ${one}" on public.${table}
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
`;

const index = ({ table, one }: Names) => {
  const many = labelFromKey(table);
  return `import List from "lucide-react/icons/list";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** What it is. */
export const resource = declareResource({
  table: "${table}",
  path: "/admin/${dashed(table)}",
  menu: { label: "${many}", Icon: List, place: 7.9 },
  title: "${many}",
  description: "What visitors read there, and in which order.",
  words: {
    add: "Add ${capital(one)}",
    create: "New ${one}",
    edit: "Edit ${one}",
    search: "Search ${many.toLowerCase()}",
    empty: "No ${many.toLowerCase()} yet",
    emptyHint: "Add the first one that visitors read.",
  },
  messages: listMessages("${one}", "${many.toLowerCase()}"),
  confirm: { label: "Are you sure you want to delete this ${one}?" },
  nameOf: ({ title }) => title,
  search: ["title"],
  shownOn: "every page",
});
`;
};

const schema = ({ one }: Names) => `import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a ${one}. */
export const ${camel(one)}Schema = z.object({
  title: requiredText("Please enter the ${one}'s title"),
  display_order: displayOrder,
  is_active: z.boolean(),
});
`;

const queries = ({ table, one }: Names) => {
  const type = capital(camel(one));
  return `import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";

export type ${type} = Pick<RowOf<"${table}">, "id" | "title">;

/** The active ones, in order. Throws the backend's error. */
export async function listActive(supabase: SupabaseClient<Database>): Promise<${type}[]> {
  const { data } = await inOrder(
    supabase.from("${table}").select("id, title").eq("is_active", true),
  ).throwOnError();
  return data;
}
`;
};

const screen = ({ table, one }: Names) => `import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import { adminMeta, type Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { ${camel(one)}Schema } from "../schema.ts";

const draftOf = (row?: RowOf<"${table}">, facts?: ListFacts) => ({
  title: row?.title ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

const screen: Resource<
  "${table}",
  ReturnType<typeof draftOf>,
  z.output<typeof ${camel(one)}Schema>
> = {
  ...resource,
  schema: ${camel(one)}Schema,
  draftOf,
  labels: { title: "Title", display_order: "Display order", is_active: "Active" },
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="title" label="Title" required />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.title}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={\`Order \${row.display_order}\`}
      actions={actions}
    />
  ),
  dimmed: (row) => !row.is_active,
};

export const meta = () => adminMeta(resource.title);

export default function ${capital(camel(table))}() {
  return <ResourceScreen resource={screen} />;
}
`;

const above = ({
  table,
  one,
}: Names) => `import { addressedRows, place } from "#app/content/index.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { type ${capital(camel(one))}, listActive } from "../queries.ts";

export async function load(server: ServerContext): Promise<${capital(camel(one))}[]> {
  const read = listActive(server.supabase);
  const rows = await readOr(server, "${table} could not be read", read, []);
  if (server.preview) addressedRows("${table}", rows);
  return rows;
}

/** Above every public page, for the time being. */
export default function ${capital(camel(table))}({ data }: { data: readonly ${capital(camel(one))}[] }) {
  if (data.length === 0) return null;
  return (
    <aside aria-label="${labelFromKey(table)}" className="wrap">
      <ul>
        {data.map((row) => (
          <li key={row.id} {...place(row, "title")}>
            {row.title}
          </li>
        ))}
      </ul>
    </aside>
  );
}
`;

const facts = ({
  table,
  one,
}: Names) => `import { ${camel(one)}Schema } from "#app/features/${table}/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ title: "The first ${one}", is_active: false }),
  patch: { title: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["title_required", { title: " " }],
    ["title_at_most_200_characters", { title: long(201) }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "title",
    schema: ${camel(one)}Schema,
    draft: { title: "The first ${one}", ...placed },
    says: { "Please enter the ${one}'s title": { title: " " } },
    wide: { title: WIDE },
  },
};
`;

const journeys = ({
  table,
  one,
}: Names) => `import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

managerJourneys(
  managerOf({
    table: "${table}",
    label: "Title",
    required: {},
    blank: { Title: "Please enter the ${one}'s title" },
    longest: { characters: 200, refusal: "Title at most 200 characters" },
    nextOrder: 3,
  }),
);
`;

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
    [`tests/e2e/admin-${dashed(names.table)}.spec.ts`]: journeys(names),
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
  console.log("Next: npm run types:write, then docs/add-a-table.md.");
}

if (import.meta.main) main(process.argv.slice(2));
