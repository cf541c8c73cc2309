import { labelFromKey } from "../../app/lib/text/formats.ts";
import { camel, capital, dashed, type Names } from "./names.ts";

export const migration = ({
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

export const index = ({ table, one }: Names) => {
  const many = labelFromKey(table);
  return `import List from "lucide-react/icons/list";
import { declareResource } from "#app/lib/data/declaration.ts";
import { listMessages } from "#app/lib/errors/list-messages.ts";

/** What it is. */
export const resource = declareResource({
  table: "${table}",
  path: "/admin/${dashed(table)}",
  menu: { label: "${many}", Icon: List, place: 17 },
  title: "${many}",
  description: "What visitors read there, in order.",
  words: {
    one: "${one}",
    many: "${many.toLowerCase()}",
    add: "Add ${one}",
    create: "New ${one}",
    edit: "Edit ${one}",
    search: "Search ${many.toLowerCase()}",
    empty: "No ${many.toLowerCase()} yet",
    emptyHint: "Add the first one that visitors read.",
  },
  messages: listMessages("${one}", "${many.toLowerCase()}"),
  confirm: { label: "Delete ${one}?" },
  nameOf: ({ title }) => title,
  search: ["title"],
  shownOn: "every page",
});
`;
};

export const schema = ({ one }: Names) => `import * as z from "zod/mini";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** What is stored of a ${one}. */
export const ${camel(one)}Schema = z.object({
  title: requiredText("Please enter the ${one}'s title"),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** What the form calls its fields, in its order. */
export const labels = { title: "Title", display_order: "Display order", is_active: "Active" };
`;

export const queries = ({ table, one }: Names) => {
  const type = capital(camel(one));
  return `import type { RowOf } from "#app/lib/data/table-store.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type ${type} = Pick<RowOf<"${table}">, "id" | "title">;

/** The active ones, in order. Throws the backend's error. */
export const listActive = (server: Pick<ServerContext, "rows">): Promise<readonly ${type}[]> =>
  server.rows("${table}", ["id", "title"]);
`;
};
