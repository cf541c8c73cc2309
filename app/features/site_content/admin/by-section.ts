import type { Page } from "#app/content/field.ts";

interface Placed {
  section_name: string;
  content_key: string;
}

/**
 * The rows of one page by section, both in the order in which its part of the catalogue is written;
 * what the catalogue does not know comes last.
 */
export function bySection<Row extends Placed>(
  rows: readonly Row[],
  texts: Page,
): [section: string, rows: Row[]][] {
  const known = Object.entries(texts).flatMap(([section, fields]) =>
    Object.keys(fields).map((key) => `${section}.${key}`),
  );
  const place = ({ section_name, content_key }: Row) => {
    const at = known.indexOf(`${section_name}.${content_key}`);
    return at < 0 ? known.length : at;
  };
  const sections = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => place(a) - place(b)))
    sections.set(row.section_name, [...(sections.get(row.section_name) ?? []), row]);
  return [...sections];
}
