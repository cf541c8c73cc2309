/** What a list is called. */
export interface Names {
  /** the table, the folder, the query's key: "case_studies" */
  table: string;
  /** one of it in a sentence: "case study" */
  one: string;
}

/** "case_studies" is "case study"; say what one is called where this is wrong. */
export const singular = (table: string) =>
  table.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");
export const camel = (words: string) =>
  words.replace(/[ _](\w)/g, (_, letter) => letter.toUpperCase());
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
export const dashed = (table: string) => table.replaceAll("_", "-");
