/** Replaces control and line-separator characters, so no value can start a new email header. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for quoted attribute values. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/**
 * An email's Message-ID (RFC 5322, 3.6.4).
 * @param id unique on this site
 * @param from the sender's address, with or without a name
 */
export function messageId(id: string, from: string): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return `<${id}@${domain}>`;
}

/** A time in the company's time zone, "Nov 23, 2026, 2:00 PM PST"; in UTC if the runtime doesn't know it. */
export function companyTime(iso: string, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en-US", {
      month: "short",
      day: "numeric",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short",
    }).format(new Date(iso));
  } catch (cause) {
    if (!(cause instanceof RangeError) || timeZone === "UTC") throw cause;
    return companyTime(iso, "UTC");
  }
}

export const messageOf = (err: unknown) => (err instanceof Error ? err.message : String(err));
