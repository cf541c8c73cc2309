import { addressedAs } from "./places.ts";

/** The field names of a numbered group: "title", "description" for card_1_title, card_1_description. */
type ItemField<S, Prefix extends string> = keyof S extends infer K
  ? K extends `${Prefix}_${number}_${infer F}`
    ? F
    : never
  : never;

/** `number` comes from the key, so an illustration stays with its text when another is removed. */
export type Item<S, Prefix extends string> = Record<ItemField<S, Prefix>, string> & {
  number: number;
};

/**
 * Reads a numbered group of a section as a list:
 * `items(content.process, "step")` gives `[{ number: 1, title, description }, ...]`.
 * An entry whose first field is blank is skipped: that is how staff remove a card from the page.
 */
export function items<S extends Record<keyof S, string>, Prefix extends string>(
  section: S,
  prefix: Prefix,
): Item<S, Prefix>[] {
  const groups = new Map<number, Record<string, string>>();
  for (const [key, value] of Object.entries<string>(section)) {
    const match = key.match(/^(.+?)_(\d+)_(.+)$/);
    if (match?.[1] !== prefix || !match[3]) continue;
    const number = Number(match[2]);
    groups.set(number, { ...groups.get(number), [match[3]]: value });
  }
  return [...groups]
    .filter(([, fields]) => Object.values(fields)[0]?.trim())
    .map(([number, fields]) =>
      addressedAs({ ...fields, number } as Item<S, Prefix>, section, `${prefix}_${number}_`),
    );
}
