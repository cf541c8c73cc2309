/** A code as typed or pasted, without what apps and people put between its parts: "123 456". */
export const cleanCode = (typed: string): string =>
  typed.normalize("NFKC").replace(/[\s\p{Dash}]/gu, "");

/** What every authenticator app shows by default (RFC 6238). */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A key or a code in groups of four, to read it off and type it. Spaces and hyphens are ignored. */
export const inGroups = (code: string, between: " " | "-" = " "): string =>
  cleanCode(code)
    .match(/.{1,4}/g)
    ?.join(between) ?? "";

/** A first name for the next app that none of the others has: "Authenticator app 2". */
export function nextName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const nameAt = (at: number) => (at === 1 ? "Authenticator app" : `Authenticator app ${at}`);
  let at = 1;
  while (used.has(nameAt(at).toLowerCase())) at += 1;
  return nameAt(at);
}

/** The text file with the recovery codes. */
export const codesAsText = (codes: readonly string[], site: string, email: string): string =>
  [
    `Recovery codes for ${email} at ${site}`,
    "Each code signs you in once when you don't have your authenticator app.",
    "",
    ...codes,
    "",
  ].join("\n");
