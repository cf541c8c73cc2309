import type { ContentRow } from "#app/content/index.ts";
import { readStates } from "#app/lib/domain/places/states.ts";

/** A note on entries of a transit zone that are no US state: the map can't show them. */
export function noteOnStates(row: ContentRow, text: string): string | undefined {
  if (row.section_name !== "shipping" || !/^zone_\d_states$/.test(row.content_key))
    return undefined;
  const { unknown } = readStates(text);
  return unknown.length > 0
    ? `Not a US state, so not on the map: ${unknown.join(", ")}. Visitors still read it in the table.`
    : undefined;
}
