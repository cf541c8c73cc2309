import type { Merged } from "#app/lib/text/three-way-merge.ts";

/** A field that both people changed, in both versions, as text. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** What the user has to choose between. */
export interface Conflict {
  differences: readonly Difference[];
  /** labels of the fields that only the other person changed */
  taken?: readonly string[];
  /** who stored the other version and when, from `savedBy` */
  saved: string;
}

const asText = (value: unknown) =>
  typeof value === "boolean" ? (value ? "Yes" : "No") : String(value ?? "");

/** The fields that both changed, as the user saved them and as `theirs` has them. */
export const differencesOf = <Draft>(
  { conflicts, merged }: Merged<Draft>,
  theirs: Draft,
  labels: Record<keyof Draft & string, string>,
): Difference[] =>
  conflicts.map((name) => ({
    label: labels[name],
    mine: asText(merged[name]),
    theirs: asText(theirs[name]),
  }));

/** "Also kept from the saved version: Rate, Active": lists fields that only the other person changed. */
export const takenOver = (labels: readonly string[]) =>
  `Also kept from the saved version: ${labels.join(", ")}`;
