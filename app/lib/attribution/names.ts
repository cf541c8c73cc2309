/** What a link says in place of a source for "nothing is known": no source has a capital. */
export const UNKNOWN_SOURCE = "None";

/** As the services write themselves. */
const NAMES: Record<string, string> = {
  direct: "Direct",
  google: "Google",
  "google ads": "Google Ads",
  bing: "Bing",
  yahoo: "Yahoo",
  duckduckgo: "DuckDuckGo",
  facebook: "Facebook",
  "facebook / instagram": "Facebook / Instagram",
  instagram: "Instagram",
  "microsoft ads": "Microsoft Ads",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  reddit: "Reddit",
  tiktok: "TikTok",
  youtube: "YouTube",
};

/**
 * A source as staff read it (contact_submissions.source): a service's own name, else what the campaign
 * or the address says.
 * @param source null where nothing is known
 */
export function sourceName(source: string | null): string {
  if (source === null || source === UNKNOWN_SOURCE) return "Unknown";
  return Object.hasOwn(NAMES, source) ? (NAMES[source] as string) : source;
}
