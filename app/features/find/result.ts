import type { Right } from "#app/lib/access/access.ts";

/** A search result: a place in the admin, or an action. */
export interface Result {
  key: string;
  /** "Text", "FAQ", "Screen" */
  kind: string;
  title: string;
  detail?: string;
  /** synonyms people use for it, in lower case */
  synonyms?: string;
  to?: string;
  /** an action, instead of a place */
  run?: () => void;
  /** the name of the control to focus there */
  field?: string;
  /** the rights of which one shows it, besides those of its screen */
  needs?: readonly Right[];
}
