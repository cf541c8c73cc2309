import { useContext, useEffect, useLayoutEffect } from "react";
import { type Schema, validate } from "#app/admin-kit/forms/use-form.ts";
import { named, TypedHere } from "./typed.ts";

/** The key of a row that isn't stored yet. */
const NEW = "new";

interface DraftOptions<Values> {
  /** undefined: a new row */
  row: { id: string } | undefined;
  schema: Schema<Values>;
}

/**
 * Previews a row's form: each text while typing, the row once it is valid.
 * @param table undefined: no preview
 */
export function useDraftOf<Draft extends object, Values>(
  table: string | undefined,
  { row, schema }: DraftOptions<Values>,
  values: Draft,
) {
  const typed = useContext(TypedHere);
  const id = row?.id ?? NEW;

  useLayoutEffect(() => {
    if (!table || !typed) return;
    for (const [name, value] of Object.entries(values))
      if (typeof value === "string") typed.put(`${table}/${id}.${name}`, value, named(name));
  }, [typed, table, id, values]);

  useEffect(() => {
    if (!table || !typed) return;
    let current = true;
    void validate<Draft, Values>(schema, values).then((outcome) => {
      if (!current) return;
      typed.lacks(id, "errors" in outcome);
      if ("values" in outcome) typed.draft(id, table, { ...row, ...outcome.values, id });
    });
    return () => {
      current = false;
    };
  }, [typed, table, id, row, schema, values]);

  // Each opening of the dialog starts fresh.
  useEffect(() => () => typed?.clear(), [typed]);
}
