/** The names of a list. */
export interface Names {
  /** the table, the folder and the query key: "case_studies" */
  table: string;
  /** the singular in a sentence: "case study" */
  one: string;
}

/** "case_studies" becomes "case study"; pass the singular explicitly where this is wrong. */
export const singular = (table: string) =>
  table.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");
export const camel = (words: string) =>
  words.replace(/[ _](\w)/g, (_, letter) => letter.toUpperCase());
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
export const dashed = (table: string) => table.replaceAll("_", "-");
