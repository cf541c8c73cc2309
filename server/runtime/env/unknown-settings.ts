import { schema } from "./schema.ts";

const KNOWN = Object.keys(schema.shape);
/** Variables with these prefixes are meant for this program. */
const PREFIXES =
  /^(ADMIN|BACKUP|DATA|DATABASE|HISTORY|IMAP|INBOUND|LOG|MAIL|MEDIA|METRICS|OUTBOX|PURGE|RATE|REPLY|S3|SECOND|SITE|SMTP|SUPABASE|TRUST|UPGRADE|WEBHOOKS)_/;

/**
 * Messages about variables that look like settings but aren't. They are warnings, not errors, because the
 * environment may be shared with other programs.
 * @param source the environment, usually `process.env`
 */
export function unknownSettings(source: Record<string, string | undefined>): string[] {
  return Object.keys(source)
    .filter((name) => source[name] && !KNOWN.includes(name))
    .flatMap((name) => {
      const meant = nearest(name.toUpperCase());
      if (meant) return `${name} is not a setting and is ignored. Did you mean ${meant}?`;
      if (!PREFIXES.test(name)) return [];
      return `${name} is not a setting and is ignored. README.md lists all settings.`;
    });
}

/** The setting at an edit distance of at most two; one for a short name. */
function nearest(name: string): string | undefined {
  const [best] = KNOWN.filter((known) => Math.abs(known.length - name.length) <= 2)
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .filter(({ known, distance }) => distance <= (known.length < 8 ? 1 : 2))
    // Other programs use SORT and POST; PORTS is a typo.
    .filter(({ known }) => known.length > 4 || name.length > known.length)
    .sort((a, b) => a.distance - b.distance);
  return best?.known;
}

/** Levenshtein distance: the number of letters added, removed or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [above = 0, corner = 0, left = 0] = [row[j + 1], row[j], next[j]];
      next.push(Math.min(above + 1, left + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
