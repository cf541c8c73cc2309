import FileUp from "lucide-react/icons/file-up";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type * as z from "zod/mini";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { NEW } from "#app/admin-kit/dialogs/use-opened-row.ts";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { resource } from "../index.ts";
import { labels, redirectSchema } from "../schema.ts";
import { BrokenAddresses } from "./broken.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/** @param from the path that a new redirect starts with */
const draftOf =
  (from = "") =>
  (row?: RowOf<"redirects">, facts?: ListFacts) => ({
    from_path: row?.from_path ?? from,
    to_address: row?.to_address ?? "",
    is_permanent: row?.is_permanent ?? true,
    display_order: String(row?.display_order ?? facts?.total ?? 0),
    is_active: row?.is_active ?? true,
  });

const screen: Resource<
  "redirects",
  ReturnType<ReturnType<typeof draftOf>>,
  z.output<typeof redirectSchema>
> = {
  ...resource,
  schema: redirectSchema,
  draftOf: draftOf(),
  labels,
  layout: "rows",
  columns: ["From", "To"],
  Fields: ({ form }) => (
    <>
      <TextField
        form={form}
        name="from_path"
        label="From"
        description="The old path on this site, like /old-page, or the page's full web address. Capitalization doesn't matter."
        required
      />
      <TextField
        form={form}
        name="to_address"
        label="To"
        description="A path on this site, like /services, or an address with https://."
        required
      />
      <SwitchField
        form={form}
        name="is_permanent"
        label="Permanent"
        description="On: permanent (301). Search engines switch to the new address. Off: temporary (302)."
      />
      <PlacingFields form={form} order={false} active="Only active redirects work." />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.from_path}
      badges={
        <>
          {!row.is_permanent && <Badge>Temporary</Badge>}
          {!row.is_active && <Badge>Inactive</Badge>}
        </>
      }
      actions={actions}
    >
      <p>{row.to_address}</p>
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
};

/** Redirects, and the addresses that need one (rules L-16 to L-18). */
export default function Redirects() {
  const [params] = useSearchParams();
  const [asked, setAsked] = useState({ from: "", opened: false });
  const [importing, setImporting] = useState(false);
  const editing = useOpened("edit");
  const open = params.get("edit") === NEW;
  if (open && asked.from && !asked.opened) setAsked({ ...asked, opened: true });
  // The next new redirect starts empty.
  if (!open && asked.opened) setAsked({ from: "", opened: false });
  const prefilled = useMemo(() => ({ ...screen, draftOf: draftOf(asked.from) }), [asked.from]);
  return (
    <>
      <ResourceScreen
        resource={prefilled}
        actions={
          <Button onClick={() => setImporting(true)}>
            <FileUp aria-hidden />
            Import
          </Button>
        }
      />
      <BrokenAddresses
        onAdd={(path) => {
          setAsked({ from: path, opened: false });
          editing.openAt(NEW);
        }}
      />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </>
  );
}
