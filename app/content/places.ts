/**
 * Maps each displayed object to where its data comes from; filled only in previews. An address is a
 * table, the row's identifier, and the column or key: "site_content/home.hero.title",
 * "services/<id>.title", "site_settings/contact_phone".
 */
const addresses = new WeakMap<object, string>();

/** An element's preview attributes; empty on pages for visitors. */
export interface Placed {
  "data-place"?: string;
}

/** Sets the address prefix of an object's fields, for previews. */
export function addressed<Thing extends object>(thing: Thing, prefix: string): Thing {
  addresses.set(thing, prefix);
  return thing;
}

/** Records where rows of a table come from. */
export function addressedRows<Row extends { id?: string }>(
  table: string,
  rows: readonly Row[],
): readonly Row[] {
  for (const row of rows) if (row.id) addressed(row, `${table}/${row.id}.`);
  return rows;
}

/** Copies the addresses of `source` to an object derived from it, with fields under `prefix`. */
export function addressedAs<Thing extends object>(
  thing: Thing,
  source: object,
  prefix = "",
): Thing {
  const address = addresses.get(source);
  return address === undefined ? thing : addressed(thing, address + prefix);
}

/** Attributes for the element that shows these fields: `<h1 {...place(hero, "title")}>`. */
export function place<Thing extends object>(
  thing: Thing,
  ...fields: (keyof Thing & string)[]
): Placed {
  const address = addresses.get(thing);
  if (address === undefined) return {};
  return { "data-place": fields.map((field) => address + field).join(" ") };
}
