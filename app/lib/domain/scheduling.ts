/** Rule V-13: the widget's colour at the provider, whatever the site's own. */
const PRIMARY_COLOR = "1f6e4d";

/**
 * The scheduling page that staff entered as `calendly_url`; undefined when it is blank or no https
 * address. Its origin goes into a page's policy, so the host must be plain letters.
 */
export function schedulingUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  return url?.protocol === "https:" && /^[a-z0-9.-]+$/.test(url.hostname) ? url : undefined;
}

/**
 * That page as the provider's inline embed, on a page of `host`.
 * @param campaign the visitor's utm_* parameters, which the provider keeps with a booking; what staff
 *   wrote into the page's address comes first
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
