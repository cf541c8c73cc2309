/** Per table with text: the public columns, which rows, and their order. */
export const ASKED = [
  { table: "site_settings", columns: ["id", "setting_key", "setting_value"] },
  {
    table: "site_content",
    columns: ["id", "page_name", "section_name", "content_key", "content_value"],
  },
  active("services", ["title", "description"]),
  active("pricing_items", ["service_name", "rate", "description"]),
  active("faq_items", ["question", "answer"]),
  active("testimonials", ["quote", "author_name", "author_company"]),
  active("team_members", ["name", "role"]),
  active("announcements", ["message", "link_label", "link_url"]),
] as const;

function active<Table extends string, const Columns extends readonly string[]>(
  table: Table,
  columns: Columns,
) {
  return { table, columns: ["id", ...columns] as const, active: true };
}

type Asked = (typeof ASKED)[number];
export type AskedTable = Asked["table"];
export type PublicRow<Table extends AskedTable> = Record<
  Extract<Asked, { table: Table }>["columns"][number],
  string
>;
/** The live site's rows, by table; a null column is "". */
export type PublicRows = { [Table in AskedTable]: readonly PublicRow<Table>[] };
