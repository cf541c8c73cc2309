import { createContext } from "react";

/** A form's field labels in order, by column; for settings, by key. */
export type FormLabels = Readonly<Record<string, string>>;

/** Fetches a table's labels; undefined without a form. The route provides it: the kit knows no tables. */
export const FormLabelsOf = createContext<(table: string) => Promise<FormLabels | undefined>>(
  async () => undefined,
);
