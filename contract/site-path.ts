/** Characters that a path has as they are (RFC 3986, pchar), of those that encodeURIComponent escapes. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/**
 * The one spelling of a path on this site, in which redirects and broken addresses are stored and compared
 * (private.is_site_path): lower case, escapes only where needed, no slash at the end. Undefined for a path that has none:
 * with "..", "//", control characters, or an escaped slash.
 * @param path without query and fragment
 */
export function sitePath(path: string): string | undefined {
  if (!path.startsWith("/") || /%(?:2f|5c)/i.test(path)) return undefined;
  try {
    const plain = decodeURIComponent(path)
      .toLowerCase()
      .normalize("NFC")
      .replace(/(?<=.)\/$/, "");
    if (/\p{Cc}|\\|\/\/|\/\.{1,2}(?:\/|$)/u.test(plain)) return undefined;
    const spelled = encodeURIComponent(plain)
      .replaceAll("%2F", "/")
      .replace(PLAIN, decodeURIComponent);
    return spelled.length <= 500 ? spelled : undefined;
  } catch {
    return undefined;
  }
}
