/** Rule V-13: the fixed color of the provider's widget, independent of the site's colors. */
const PRIMARY_COLOR = "1f6e4d";

/**
 * The scheduling page from `calendly_url`; undefined when it is blank or not an https URL. Its
 * origin goes into the page's CSP, so the host must be plain ASCII.
 */
export function schedulingUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url?.protocol === "https:" && /^[a-z0-9.-]+$/.test(url.hostname) ? url : undefined;
}

/**
 * The URL of the provider's inline embed of that page, for a page on `host`.
 * @param campaign the visitor's utm_* parameters, which the provider stores with a booking;
 *   parameters that staff put in the page's URL win
 */
export function embedAddress(page: URL, host: string, campaign: Record<string, string>): string {
  const embed = new URL(page);
  for (const [name, value] of Object.entries(campaign))
    if (!embed.searchParams.has(name)) embed.searchParams.set(name, value);
  embed.searchParams.set("embed_domain", host);
  embed.searchParams.set("embed_type", "Inline");
  embed.searchParams.set("primary_color", PRIMARY_COLOR);
  return embed.href;
}
