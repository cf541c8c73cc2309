import type { Field } from "#app/content/field.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/**
 * What visitors see while a text is blank: nothing in its place. The first text of a numbered group
 * takes the whole group off the page (content/items.ts).
 * @param section the catalogue's part with the text in it, undefined for one that it does not know
 */
export function whenBlank(section: Record<string, Field> | undefined, key: string): string {
  const own = section?.[key]?.whenBlank;
  if (own) return own;
  const group = /^.+?_\d+_/.exec(key)?.[0];
  const first = group && Object.keys(section ?? {}).find((other) => other.startsWith(group));
  if (group && first === key) return `Visitors see no ${inSentence(labelFromKey(group))} at all.`;
  return `Visitors see no ${inSentence(labelFromKey(key))} here.`;
}
