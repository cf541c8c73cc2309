/** How the content editor shows a text; stored as site_content.content_type (rule P-3). */
export type FieldType = "text" | "textarea" | "json" | "url";

export interface Field {
  readonly type: FieldType;
  /** what a visitor reads until staff change it, and whenever the backend cannot be reached */
  readonly value: string;
}

/** One page of the content editor: section > key > field, in the order the editor shows them. */
export type Page = Record<string, Record<string, Field>>;

export const text = (value: string): Field => ({ type: "text", value });
export const textarea = (value: string): Field => ({ type: "textarea", value });
export const url = (value: string): Field => ({ type: "url", value });
export const json = (value: unknown): Field => ({
  type: "json",
  value: JSON.stringify(value, null, 2),
});
