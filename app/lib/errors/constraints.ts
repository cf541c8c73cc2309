import { asBackendError, type BackendError } from "./backend-error.ts";

/** A refusal by a constraint, without its table: `faq_items_question_required` is `question_required`. */
export function constraintOf({ message = "", details }: BackendError): string | undefined {
  const text = `${message} ${details ?? ""}`;
  const name = /constraint "(\w+)"/.exec(text)?.[1];
  const table = /(?:relation|table) "(\w+)"/.exec(text)?.[1];
  return table && name?.startsWith(`${table}_`) ? name.slice(table.length + 1) : name;
}

/**
 * The field a refusal by the database is about, or undefined. Constraints are named after table,
 * column and rule (supabase/migrations).
 */
export function refusedField<Name extends string>(
  cause: unknown,
  fields: readonly Name[],
): Name | undefined {
  const error = asBackendError(cause);
  if (!/^(22|23)/.test(error.code ?? "")) return undefined;
  const column = /column "(\w+)"/.exec(error.message ?? "")?.[1];
  const rule = constraintOf(error) ?? column ?? "";
  return fields
    .filter((field) => rule === field || rule.startsWith(`${field}_`))
    .sort((a, b) => b.length - a.length)[0];
}
