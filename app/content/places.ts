/**
 * Where what a page shows comes from, by the object that holds it: filled in previews alone. An address
 * is a table, what names the row in it, and the column or key: "site_content/home.hero.title",
 * "services/<id>.title", "site_settings/contact_phone".
 */
const addresses = new WeakMap<object, string>();

/** What a preview says of an element; nothing on a page for visitors. */
export interface Placed {
  "data-place"?: string;
}

/** Says what the addresses of a thing's fields begin with; for previews. */
export function addressed<Thing extends object>(thing: Thing, prefix: string): Thing {
  addresses.set(thing, prefix);
  return thing;
}

/** Says of rows of a table where they come from. */
export function addressedRows<Row extends { id?: string }>(
  table: string,
  rows: readonly Row[],
): readonly Row[] {
  for (const row of rows) if (row.id) addressed(row, `${table}/${row.id}.`);
  return rows;
}

/** A thing made of another has its fields where that one has them, those of a group under `prefix`. */
export function addressedAs<Thing extends object>(
  thing: Thing,
  source: object,
  prefix = "",
): Thing {
  const address = addresses.get(source);
  return address === undefined ? thing : addressed(thing, address + prefix);
}

/** The places of fields, for the element that shows them: `<h1 {...place(hero, "title")}>`. */
export function place<Thing extends object>(
  thing: Thing,
  ...fields: (keyof Thing & string)[]
): Placed {
  const address = addresses.get(thing);
  if (address === undefined) return {};
  return { "data-place": fields.map((field) => address + field).join(" ") };
}
