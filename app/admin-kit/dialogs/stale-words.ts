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

/** "Also kept from their version: Rate, Active": lists fields that only the other person changed. */
export const takenOver = (labels: readonly string[]) =>
  `Also kept from their version: ${labels.join(", ")}`;
