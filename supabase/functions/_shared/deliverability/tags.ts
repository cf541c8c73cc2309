/** The tags of a DKIM or DMARC record (RFC 6376, 3.2): `v=DMARC1; p=none`. The first of a name counts. */
export function readTags(text: string): Partial<Record<string, string>> {
  const tags: [string, string][] = text.split(";").flatMap((part) => {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    return /^[a-z]{1,10}$/.test(name) ? [[name, part.slice(at + 1).trim()]] : [];
  });
  return Object.fromEntries(tags.reverse());
}
