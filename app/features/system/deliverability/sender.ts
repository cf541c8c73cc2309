import type { From } from "#supabase/functions/_shared/deliverability/facts.ts";

/** Why nothing can be looked up for a sender; undefined if it can. */
export function whyUnchecked(from: From | null): string | undefined {
  if (!from)
    return "Email isn't set up, so there is nothing to check. Set MAIL_API_URL, and MAIL_FROM to an address at your domain.";
  if (from.kind === "shared")
    return `Your email is from ${from.address}. Nobody but the provider can prove email from ${from.domain}, so yours may be taken for forged. Set MAIL_FROM to an address at your own domain.`;
  if (from.kind === "local")
    return `Your email is from ${from.address}, which isn't a domain on the internet. Set MAIL_FROM to an address at your own domain.`;
  return undefined;
}
