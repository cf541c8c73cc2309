import { labelFromKey } from "../../app/lib/text/formats.ts";
import { camel, capital, type Names } from "./names.ts";

export const screen = ({ table, one }: Names) => `import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { labels, ${camel(one)}Schema } from "../schema.ts";

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
  labels,
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

export default function ${capital(camel(table))}() {
  return <ResourceScreen resource={screen} />;
}
`;

export const above = ({
  table,
  one,
}: Names) => `import { addressedRows, place } from "#app/content/index.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { type ${capital(camel(one))}, listActive } from "../queries.ts";

export async function load(server: ServerContext): Promise<readonly ${capital(camel(one))}[]> {
  const rows = await readOr(server, "${table} could not be read", listActive(server), []);
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
