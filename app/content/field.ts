/** How the content editor shows a text; stored as site_content.content_type (rule P-3). */
export type FieldType = "text" | "textarea" | "json" | "url";

/** Hints about a text in the editor; none of them are stored. */
export interface Hints {
  /** The error shown when it is left blank. The database also refuses a blank value. */
  readonly required?: string;
  /** the recommended length in characters; longer text is allowed */
  readonly about?: number;
  /** what visitors see while it is blank, if the key doesn't make that clear */
  readonly whenBlank?: string;
  /** the address of a picture, which the editor offers to choose from the media library */
  readonly picture?: boolean;
  /** the only values, which the editor offers in a list */
  readonly choices?: readonly string[];
}

/** How the settings screen shows a setting; stored as site_settings.setting_type. */
export type SettingType = "text" | "textarea" | "email" | "tel" | "url" | "color" | "boolean";

/** A setting with its default. */
export interface DefaultSetting extends Hints {
  setting_value: string;
  setting_type: SettingType;
  description: string;
}

export interface Field extends Hints {
  readonly type: FieldType;
  /** the default text, shown until staff change it and whenever the backend is unreachable */
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
/** A text that is blank until staff write it, like what visitors see of it. @param write starts with "Enter" or "Write" */
export const unwritten = (write: string, about = 150): Field =>
  textarea("", { about, whenBlank: write });
/** The same in one line. */
export const unwrittenLine = (write: string, about = 40): Field =>
  text("", { about, whenBlank: write });
export const url = (value: string, hints?: Hints): Field => ({ type: "url", value, ...hints });
export const json = (value: unknown): Field => ({
  type: "json",
  value: JSON.stringify(value, null, 2),
});

/** The one heading every page must have. */
export const headline = (value: string) =>
  text(value, { required: "Please enter a title. Every page needs a headline", about: 60 });
/** The line or two under the headline. */
export const lead = (value: string) => textarea(value, { about: 200 });
/** A section's heading. */
export const heading = (value: string) => text(value, { about: 60 });
/** The heading of a card, step or note. */
export const cardTitle = (value: string) => text(value, { about: 40 });
/** The text on a button, or on a link styled as one. */
export const button = (value: string) => text(value, { about: 25 });
/** Where a figure comes from; blank until staff write it. */
export const evidence = () =>
  text("", {
    about: 80,
    whenBlank:
      "Write the period and how you count, for example: 2025, every order scanned at the dock. Hidden until you do.",
  });
