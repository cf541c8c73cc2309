import type { Lead } from "#app/lib/data/database.types.ts";

/** Some mail programs take no longer address, and open nothing: of a long question its beginning is quoted. */
const MOST_QUOTED = 1_000;

/**
 * A mailto address that opens a draft to the visitor, greeting and subject filled in and the question
 * quoted (RFC 6068).
 * @param company the sender's name; left out when unknown
 */
export function mailDraft(
  {
    name,
    email,
    business_name,
    message,
  }: Pick<Lead, "name" | "email" | "business_name" | "message">,
  company?: string,
): string {
  const firstName = name.trim().split(/\s+/)[0];
  const thanks = `Thank you for your message${business_name ? ` about ${business_name.trim()}` : ""}`;
  const subject = company ? `Your inquiry to ${company}` : "Your inquiry";
  const body = [
    `Hi ${firstName},`,
    /[.!?…]$/.test(thanks) ? thanks : `${thanks}.`,
    "",
    company ?? "",
    ...(message?.trim() ? [`${name.trim()} wrote:\r\n${quoted(message.trim())}`] : []),
  ].join("\r\n\r\n");
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encode(subject)}&body=${encode(body.trimEnd())}`;
}

function quoted(message: string): string {
  const said = message.length > MOST_QUOTED ? `${message.slice(0, MOST_QUOTED).trim()}…` : message;
  return said
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\r\n");
}

// Half a surrogate pair, as a cut emoji leaves it, has no place in an address.
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
