import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { companyClock } from "#app/lib/domain/company-time.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { companyTimeName } from "#contract/time/zone-names.ts";
import { resource } from "../index.ts";
import { announcementSchema, labels } from "../schema.ts";

type Row = RowOf<"announcements">;

const draftOf = (row?: Row, facts?: ListFacts) => ({
  message: row?.message ?? "",
  link_label: row?.link_label ?? "",
  link_url: row?.link_url ?? "",
  shown_from: companyClock(row?.shown_from),
  shown_until: companyClock(row?.shown_until),
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

/** Why visitors don't see it right now; undefined when they do. */
function hiddenAs({ is_active, shown_from, shown_until }: Row) {
  if (!is_active) return "Inactive";
  if (shown_from && new Date(shown_from) > new Date()) return "Scheduled";
  return shown_until && new Date(shown_until) <= new Date() ? "Ended" : undefined;
}

const inCompanyTime = () => `${companyTimeName()}. Leave empty for no limit.`;

/** @param wall the typed end, at the company; blank: there is none */
const hasPassed = (wall: string) => wall !== "" && instantOfWall(wall) <= Date.now();

/** The announcements manager (rule L-11). */
const screen: Resource<
  "announcements",
  ReturnType<typeof draftOf>,
  z.output<typeof announcementSchema>
> = {
  ...resource,
  schema: announcementSchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="message" label="Message" rows={2} required inserts />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={form} name="link_label" label="Link label" />
        <TextField
          form={form}
          name="link_url"
          label="Link address"
          description="A page on this site, like /pricing, or a full web address."
        />
        <TextField
          form={form}
          name="shown_from"
          label="Shown from"
          type="datetime-local"
          description={inCompanyTime()}
        />
        <TextField
          form={form}
          name="shown_until"
          label="Shown until"
          type="datetime-local"
          description={
            hasPassed(form.values.shown_until) ? (
              <Note>This time has passed, so visitors won't see the announcement.</Note>
            ) : (
              inCompanyTime()
            )
          }
        />
      </div>
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.message}
      badges={hiddenAs(row) && <Badge>{hiddenAs(row)}</Badge>}
      meta={[
        `Order ${row.display_order}`,
        row.shown_from && `from ${formatCompanyTime(row.shown_from)}`,
        row.shown_until && `until ${formatCompanyTime(row.shown_until)}`,
      ]
        .filter(Boolean)
        .join(" · ")}
      actions={actions}
    >
      {row.link_label && `${row.link_label}: ${row.link_url}`}
    </ItemLayout>
  ),
  dimmed: (row) => hiddenAs(row) !== undefined,
};

export default function Announcements() {
  return <ResourceScreen resource={screen} />;
}
