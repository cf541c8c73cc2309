/** How the content editor shows a text; stored as site_content.content_type (rule P-3). */
export type FieldType = "text" | "textarea" | "json" | "url";

/** What the editor tells a person about a text; none of it is stored. */
export interface Hints {
  /** Said when it is left blank, which is refused, by the database too. */
  readonly required?: string;
  /** how many characters fit well; more are taken */
  readonly about?: number;
  /** what visitors see while it is blank, where the key does not tell */
  readonly whenBlank?: string;
}

export interface Field extends Hints {
  readonly type: FieldType;
  /** what a visitor reads until staff change it, and whenever the backend cannot be reached */
  readonly value: string;
}

/** One page of the content editor: section > key > field, in the order the editor shows them. */
export type Page = Record<string, Record<string, Field>>;

export const text = (value: string, hints?: Hints): Field => ({ type: "text", value, ...hints });
export const textarea = (value: string, hints?: Hints): Field => ({
  type: "textarea",
  value,
  ...hints,
});
export const url = (value: string, hints?: Hints): Field => ({ type: "url", value, ...hints });
export const json = (value: unknown): Field => ({
  type: "json",
  value: JSON.stringify(value, null, 2),
});

/** The one heading that a page must have. */
export const headline = (value: string) =>
  text(value, { required: "Please enter a title. Every page needs a headline", about: 60 });
/** The line or two under it. */
export const lead = (value: string) => textarea(value, { about: 200 });
/** The heading of a section. */
export const heading = (value: string) => text(value, { about: 60 });
/** The heading of one card, step or note. */
export const cardTitle = (value: string) => text(value, { about: 40 });
/** The words on a button or a link that looks like one. */
export const button = (value: string) => text(value, { about: 25 });
