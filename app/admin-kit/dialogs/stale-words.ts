/** A field that both changed, in both versions, as text. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** What a person has to choose between. */
export interface Conflict {
  differences: readonly Difference[];
  /** labels of the fields that only the other person changed */
  taken?: readonly string[];
  /** by whom and when the other version was stored, as `savedBy` says it */
  saved: string;
}

/** "Also kept from their version: Rate, Active"; what it is about was changed by someone else alone. */
export const takenOver = (labels: readonly string[]) =>
  `Also kept from their version: ${labels.join(", ")}`;
