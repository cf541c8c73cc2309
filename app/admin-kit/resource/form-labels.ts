import { createContext } from "react";

/** What a form calls its fields, in its order, by the column; of the settings, by the key. */
export type FormLabels = Readonly<Record<string, string>>;

/** Fetches those of a table; nothing for a table without a form. The route's, because the kit knows no table. */
export const FormLabelsOf = createContext<(table: string) => Promise<FormLabels | undefined>>(
  async () => undefined,
);
