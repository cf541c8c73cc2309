import type { Lead } from "#app/lib/data/database.types.ts";

/**
 * A mailto address that opens a draft to the visitor, greeting and subject filled in (RFC 6068).
 * @param company the sender's name; left out when unknown
 */
export function mailDraft(
  { name, email, business_name }: Pick<Lead, "name" | "email" | "business_name">,
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
  ].join("\r\n\r\n");
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encode(subject)}&body=${encode(body.trimEnd())}`;
}

// Half a surrogate pair, as a cut emoji leaves it, has no place in an address.
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
