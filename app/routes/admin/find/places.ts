import type { Result } from "#app/features/find/result.ts";
import { resources } from "#app/features/resources.ts";
import { settingLabels, tabOf } from "#app/features/site_settings/admin/catalog.ts";
import type { FoundRow } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

type Row = Record<string, string | null>;

/** A stored value as text; "" for machine-readable data. */
function valueInWords(value: string | null | undefined): string {
  if (value === "true") return "Enabled";
  if (value === "false") return "Disabled";
  return /^[[{]/.test(value ?? "") ? "" : (value ?? "");
}

/** Where to find rows of tables without a plain list screen. */
const PLACES: Record<string, (row: Row, id: string) => Omit<Result, "key">> = {
  site_content: ({ page_name, section_name, content_key, content_value }) => ({
    kind: "Text",
    title: [page_name, section_name, content_key].map((key) => labelFromKey(key ?? "")).join(" › "),
    detail: valueInWords(content_value),
    to: page_name === "pricing" ? "/admin/pricing?texts=shown" : `/admin/content?tab=${page_name}`,
    field: `${section_name}.${content_key}`,
  }),
  site_settings: ({ setting_key, setting_value }) => ({
    kind: "Setting",
    title: settingLabels[setting_key ?? ""] ?? labelFromKey(setting_key ?? ""),
    detail: valueInWords(setting_value),
    to: `/admin/settings?tab=${tabOf(setting_key ?? "")}`,
    field: setting_key ?? "",
  }),
  media_library: ({ original_filename, alt_text }, id) => ({
    kind: "File",
    title: original_filename ?? "",
    detail: alt_text ?? "",
    to: `/admin/media?edit=${id}`,
  }),
  contact_submissions: ({ name, business_name, email }, id) => ({
    kind: "Lead",
    title: name ?? "",
    detail: [business_name, email].filter(Boolean).join(" · "),
    to: `/admin/contact-manager?open=${id}`,
  }),
};

/** The screen that shows a row, and its title; empty if no screen shows the table. */
export function resultsOf({ table, id, row }: FoundRow): readonly Result[] {
  const key = `${table}/${id}`;
  const place = PLACES[table];
  if (place) return [{ key, ...place(row as Row, id) }];
  const list = resources.find((resource) => resource.table === table);
  if (!list) return [];
  // Safe: the row comes from the list's own table.
  const title = list.nameOf(row as never);
  return [{ key, kind: list.menu.label, title, to: `${list.path}?edit=${id}` }];
}
