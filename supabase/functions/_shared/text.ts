/** Control and line-separating characters become spaces, so no value can start a new mail header. */
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

/** For text and for attribute values in quotes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/**
 * A mail's Message-ID (RFC 5322, 3.6.4).
 * @param id unique at this site
 * @param from the sender's address, with or without a name
 */
export function messageId(id: string, from: string): string {
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return `<${id}@${domain}>`;
}

/** An instant by the company's clock, "Nov 23, 2026, 2:00 PM PST"; by UTC where this runtime does not know its zone. */
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
