/** Same limit as in the database. */
const MAX_DOLLARS = 10_000_000;

/** Typed dollars, such as "$2,500"; null for none, undefined for anything else. */
export function dollarsOf(typed: string): number | null | undefined {
  const digits = typed.trim().replace(/^\$\s*/, "");
  if (digits === "") return null;
  if (!/^(\d{1,8}|\d{1,3}(,\d{3}){1,2})$/.test(digits)) return undefined;
  const dollars = Number(digits.replaceAll(",", ""));
  return dollars <= MAX_DOLLARS ? dollars : undefined;
}
